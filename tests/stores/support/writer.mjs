/**
 * One of several processes that write one session: `node writer.mjs JSON`, with the `file` of a SQLite
 * store or the `config` of a pool of `pg`, the `name` of the writer, the `session` and the number of
 * `turns` at which it is done. Prints each turn that the store says it saved; is killed at any moment.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { postgresStore } from 'epitome/stores/postgres';
import { sqliteStore } from 'epitome/stores/sqlite';
import pg from 'pg';
import { archived, record } from './samples.mjs';

const { file, config, name, session, turns } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ ...config, max: 3 });
pool.on('error', () => {});
const store = file ? sqliteStore({ file }) : postgresStore({ pool });

/** Tries again while the store can't be reached. */
async function persist(work) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error.code !== 'store-unavailable') throw error;
      await sleep(20);
    }
  }
}

for (;;) {
  const held = await persist(() => store.load(session));
  const turn = (held?.revision ?? 0) + 1;
  if (turn > turns) break;
  const changeId = `${name}:${turn}`;
  const change = {
    state: `${turn}`,
    expectedRevision: turn - 1,
    changeId,
    records: [record(turn, { reason: changeId })],
    archive: [1, 2, 3].map((at) => archived(turn * 3 + at, { fingerprint: changeId, round: turn })),
  };
  // Delivered twice now and then, as by a proxy that tries again.
  const deliveries = turn % 7 === 0 ? 2 : 1;
  const results = await Promise.all(
    Array.from({ length: deliveries }, () => persist(() => store.save(session, change))),
  );
  // The second delivery may come behind the next turn, which another writer has saved meanwhile.
  if (results.some(({ ok }) => ok)) process.stdout.write(`${turn} ${changeId}\n`);
}
await store.close?.();
await pool.end();
