/** The PostgreSQL store on a server of its own. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresStore } from 'epitome/stores/postgres';
import pg from 'pg';
import { conforms } from './support/conformance.mjs';
import { startPostgres } from './support/fleet.mjs';
import { archived, record } from './support/samples.mjs';

let server;
const pools = [];

/** A pool of connections that may be cut. */
function poolOf(config) {
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  pools.push(pool);
  return pool;
}

/** A store with a connection pool of its own, as another process would have. */
function connect({ agentId, database = 'postgres', max = 2 } = {}) {
  const pool = poolOf({ ...server.config, database, max });
  return { pool, store: postgresStore({ pool, ...(agentId && { agentId }) }) };
}

before(async () => {
  server = await startPostgres();
});
after(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await server?.stop();
});

const isRefused = (work, code) => assert.rejects(work, (error) => error.code === code);

conforms('PostgreSQL', async () => ({ connect: async () => connect().store }));

test('workers that start on an empty database at once', async () => {
  const { pool } = connect();
  await pool.query('CREATE DATABASE empty');
  const stores = Array.from({ length: 8 }, () => connect({ database: 'empty' }).store);
  const change = { state: '', expectedRevision: 0 };
  await Promise.all(stores.map((store, at) => store.save(`worker ${at}`, change)));
  assert.equal((await stores[0].list()).length, 8);
  const own = connect({ database: 'empty' });
  const { rows } = await own.pool.query('SELECT version FROM epitome_migrations ORDER BY version');
  assert.deepEqual(rows, [{ version: '1' }, { version: '2' }]);
});

test('columns for whoever queries the tables', async () => {
  const { pool, store } = connect({ agentId: 'writer' });
  const totals = { turns: 3, tokens: 5000 };
  const records = [record(1), record(2, { outcome: 'failed' })];
  await store.save('a', { state: '{}', expectedRevision: 0, records, totals });
  await store.save('a', { state: '{}', expectedRevision: 1 });
  const { rows } = await pool.query(`
    SELECT session_id, revision, summary, turn_count, total_tokens, compaction_count,
      now() - updated_at < interval '1 minute' AS recent, created_at < updated_at AS later
    FROM epitome_sessions WHERE agent_id = 'writer'`);
  assert.deepEqual(rows, [
    {
      session_id: 'a',
      revision: '2',
      summary: record(1).summary,
      turn_count: '3',
      total_tokens: '5000',
      compaction_count: '1',
      recent: true,
      later: true,
    },
  ]);
  const folded = await pool.query(
    "SELECT round, outcome FROM epitome_compactions WHERE agent_id = 'writer'",
  );
  assert.deepEqual(folded.rows, [
    { round: '1', outcome: 'digest' },
    { round: '2', outcome: 'failed' },
  ]);
});

test('a role that may not make tables can use them', async () => {
  const { pool } = connect();
  await pool.query(`CREATE ROLE reader LOGIN;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO reader;
    REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
  const store = postgresStore({ pool: poolOf({ ...server.config, user: 'reader' }) });
  assert.equal((await store.save('by reader', { state: '', expectedRevision: 0 })).ok, true);
});

test('errors say what kind they are', async () => {
  const nowhere = poolOf({ ...server.config, host: '/nowhere' });
  await isRefused(postgresStore({ pool: nowhere }).load('a'), 'store-unavailable');
  const refused = poolOf({ host: '127.0.0.1', port: 1 });
  await isRefused(postgresStore({ pool: refused }).load('a'), 'store-unavailable');

  const { pool } = connect();
  await pool.query('CREATE DATABASE newer');
  const newer = connect({ database: 'newer' });
  await newer.store.load('a');
  await newer.pool.query('INSERT INTO epitome_migrations (version) VALUES (99)');
  await isRefused(connect({ database: 'newer' }).store.load('a'), 'store-newer');
});

/** As a caller would: tries again while the store can't be reached. */
async function persist(work) {
  for (let failed = 0; ; failed += 1) {
    try {
      return { result: await work(), failed };
    } catch (error) {
      assert.equal(error.code, 'store-unavailable', error.message);
      assert.ok(failed < 300, error.message);
      if (failed > 2) await sleep(100);
    }
  }
}

test('a connection that is cut harms one call, and the server may come back', async () => {
  const { store } = connect();
  const admin = connect().pool;
  const cut = () =>
    admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`);
  const archive = Array.from({ length: 3000 }, (_, at) => archived(at + 1));
  let failures = 0;
  for (let round = 0; round < 20; round += 1) {
    const { result: held } = await persist(() => store.load('cut'));
    const expectedRevision = held?.revision ?? 0;
    const change = { state: `${round}`, expectedRevision, changeId: `${round}`, archive };
    const saving = persist(() => store.save('cut', { ...change, records: [record(round)] }));
    await sleep(round * 3);
    await cut();
    const { result, failed } = await saving;
    assert.deepEqual(result, { ok: true, revision: expectedRevision + 1 });
    failures += failed;
  }
  console.log(
    `PostgreSQL: ${failures} saves failed of 20 whose connections were cut; none was lost`,
  );
  assert.equal((await persist(() => store.archive('cut'))).result.length, 3000);
  assert.equal((await store.records('cut')).length, 20);

  await server.crash();
  const { result } = await persist(() => store.load('cut'));
  assert.deepEqual(result, { state: '19', revision: 20 });
});
