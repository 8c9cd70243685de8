/**
 * Processes that write one session while they are killed, in PostgreSQL with connections that are cut
 * and a server that crashes, and in a SQLite file.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { postgresStore } from 'epitome/stores/postgres';
import { sqliteStore } from 'epitome/stores/sqlite';
import pg from 'pg';
import { assertWhole, contend } from './support/contention.mjs';
import { startPostgres } from './support/fleet.mjs';

const processes = 8;
const timeout = 900_000;

test('PostgreSQL: kills, cuts and crashes', { timeout }, async (context) => {
  const turns = 1000;
  const server = await startPostgres();
  const admin = new pg.Pool({ ...server.config, max: 1 });
  admin.on('error', () => {});
  context.after(async () => {
    await admin.end();
    await server.stop();
  });
  let cuts = 0;
  let crashes = 0;
  async function harm(random) {
    if (random() < 0.06 && crashes < 3) {
      await server.crash();
      crashes += 1;
      return;
    }
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND random() < 0.5`;
    // It may be starting.
    cuts += (await admin.query(cut).catch(() => undefined))?.rowCount ?? 0;
  }
  const { config } = server;
  const { kills, confirmed } = await contend({ processes, turns, options: { config }, harm });
  await assertWhole(postgresStore({ pool: admin }), { turns, confirmed });
  console.log(
    `PostgreSQL: ${turns} turns of ${processes} processes; ${kills} kills, ${cuts} connections cut, ` +
      `${crashes} crashes of the server; ${confirmed.size} saves confirmed, none lost, torn or doubled`,
  );
});

test('SQLite: kills', { timeout }, async (context) => {
  const turns = 4000;
  const folder = mkdtempSync(join(tmpdir(), 'epitome-faults-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'sessions.db');
  const { kills, confirmed } = await contend({ processes, turns, options: { file } });
  const store = sqliteStore({ file });
  await assertWhole(store, { turns, confirmed });
  await store.close();
  console.log(
    `SQLite: ${turns} turns of ${processes} processes; ${kills} kills; ` +
      `${confirmed.size} saves confirmed, none lost, torn or doubled`,
  );
});
