// promise: api
/** The store in a real PostgreSQL by `pg`, and in PGlite. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { postgresSchema, postgresStore } from 'epitome/stores/postgres';
import pg from 'pg';
import {
  assertKeepsKeys,
  assertOneHolder,
  assertTells,
  conforms,
  costs,
  count,
  write,
} from './conform.mjs';
import { withstands } from './faults.mjs';
import { lacks, startPostgres } from './servers.mjs';

describe('PGlite', () => {
  let client;
  before(() => {
    client = new PGlite();
  });
  after(() => client.close());
  conforms('postgresStore', () => postgresStore(client));
});

describe('pg', { skip: lacks('postgres') }, () => {
  let server;
  let pool;
  before(async () => {
    server = await startPostgres(pg);
    pool = new pg.Pool({ ...server.config, max: 8 });
    // Connections that are idle when the server ends.
    pool.on('error', () => {});
  });
  after(async () => {
    await pool?.end();
    await server?.stop();
  });

  conforms('postgresStore', () => postgresStore(pool));

  /** Stores that have a connection each. */
  async function connected(number, options) {
    const clients = Array.from({ length: number }, () => new pg.Client(server.config));
    for (const client of clients) client.on('error', () => {});
    await Promise.all(clients.map((client) => client.connect()));
    return {
      stores: clients.map((client) => postgresStore(client, options)),
      [Symbol.asyncDispose]: () => Promise.all(clients.map((client) => client.end())),
    };
  }

  const clients = [];
  after(() => Promise.all(clients.map((client) => client.end())));
  withstands('postgresStore', {
    async make(number) {
      const own = Array.from({ length: number }, () => new pg.Client(server.config));
      for (const client of own) client.on('error', () => {});
      await Promise.all(own.map((client) => client.connect()));
      clients.push(...own);
      return own.map((client) => postgresStore(client));
    },
    async disk() {
      const store = postgresStore(pool, { prefix: 'disk_' });
      await pool.query(`CREATE OR REPLACE FUNCTION no_space() RETURNS TRIGGER LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
      return {
        store,
        // Some messages fit.
        fill: () =>
          pool.query(`CREATE TRIGGER disk_is_full BEFORE INSERT ON disk_messages FOR EACH ROW
WHEN (NEW.message % 4 = 0) EXECUTE FUNCTION no_space()`),
        free: () => pool.query('DROP TRIGGER disk_is_full ON disk_messages'),
      };
    },
  });

  test('eight connections make the tables at once', async () => {
    for (const prefix of ['one_', 'two_', 'three_', 'four_']) {
      await using own = await connected(8, { prefix });
      const key = { scope: 'a', id: 'b' };
      const saved = await Promise.all(own.stores.map((store) => store.save(key, write(0))));
      assert.equal(saved.filter(Boolean).length, 1);
      const { rows } = await pool.query(`SELECT version FROM ${prefix}schema`);
      assert.deepEqual(rows, [{ version: 1 }]);
    }
  });

  test('eight writers on eight connections lose nothing', async () => {
    const each = 200;
    await using own = await connected(8);
    assert.deepEqual(await count(own.stores, each), {
      revision: 8 * each,
      decisions: `${8 * each}`,
    });
  });

  test('one of eight takers on eight connections holds a lease', async () => {
    await using own = await connected(8);
    for (const id of ['a', 'b', 'c', 'd']) await assertOneHolder(own.stores, { scope: 'l', id });
  });

  test('who takes a lease that a save has ended sees what was saved', async () => {
    await using own = await connected(8);
    const [writer, ...takers] = own.stores;
    const key = { scope: 'lease', id: 'fresh' };
    for (let revision = 0; revision < 50; revision += 1) {
      await writer.lease(key, 'writer', 60_000);
      const saving = writer.save(key, write(revision));
      const taken = await Promise.all(takers.map((store, at) => store.lease(key, `${at}`, 60_000)));
      await saving;
      const found = taken.find(({ granted }) => granted);
      if (revision > 0 && found !== undefined) assert.equal(found.revision, revision + 1);
      for (const [at, store] of takers.entries()) await store.release(key, `${at}`);
    }
  });

  test('what is written while its session is deleted goes with it', async () => {
    await using own = await connected(4);
    const [deleter, ...writers] = own.stores;
    for (let at = 0; at < 50; at += 1) {
      const key = { scope: 'deleted', id: `${at}` };
      const message = { round: 1, message: 1, print: 'p', role: 'user', content: '""' };
      await deleter.save(key, write(0));
      await Promise.all([
        ...writers.map((store) => store.save(key, write(1, { messages: [message] }))),
        deleter.delete(key),
      ]);
      assert.equal(await deleter.load(key), undefined);
      assert.deepEqual(await deleter.messages(key), []);
    }
  });

  test('keys may be any text', () => assertKeepsKeys(postgresStore(pool)));

  test('each call is one request', async () => {
    let requests = 0;
    const store = postgresStore({
      query(text, values) {
        requests += 1;
        return pool.query(text, values);
      },
    });
    // Makes the tables.
    await store.load({ scope: '', id: '' });
    const all = await costs(store, () => requests);
    for (const [call, cost] of Object.entries(all)) assert.equal(cost, 1, call);
  });

  test('a host may make the tables itself, and give the store a role that may make none', async () => {
    await pool.query('CREATE ROLE guest LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    await pool.query(postgresSchema('own_'));
    await pool.query(postgresSchema('own_'));
    await pool.query(
      'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO guest',
    );
    const guest = new pg.Pool({ ...server.config, user: 'guest' });
    try {
      for (const options of [{ migrate: false }, {}]) {
        const store = postgresStore(guest, { prefix: 'own_', ...options });
        const key = { scope: 'guest', id: `${options.migrate}` };
        assert.equal(await store.save(key, write(0)), true);
        assert.equal((await store.lease(key, 'one', 1_000)).granted, true);
        await store.delete(key);
      }
      const store = postgresStore(guest, { prefix: 'missing_', migrate: false });
      await assert.rejects(store.load({ scope: '', id: 'a' }), { code: '42P01' });
    } finally {
      await guest.end();
    }
  });

  test('tables that could not be made are made by a later call', async () => {
    let isDown = true;
    const store = postgresStore(
      {
        async query(text, values) {
          if (isDown) throw new Error('down');
          return pool.query(text, values);
        },
      },
      { prefix: 'later_' },
    );
    await assert.rejects(store.load({ scope: '', id: 'a' }), { message: 'down' });
    isDown = false;
    assert.equal(await store.load({ scope: '', id: 'a' }), undefined);
  });

  test('a connection that is cut writes nothing by halves, and its error has no text', async () => {
    const key = { scope: 'secret-scope', id: 'secret-id' };
    const store = postgresStore(pool);
    await store.save(key, write(0));
    const client = new pg.Client({ ...server.config, application_name: 'cut' });
    client.on('error', () => {});
    await client.connect();
    // The row is locked, so that the write waits until its connection is cut.
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM epitome_sessions WHERE agent_id = $1 FOR UPDATE', [
      key.scope,
    ]);
    const message = { round: 1, message: 1, print: 'p', role: 'user', content: '"secret-text"' };
    const more = { decisions: 'secret-decisions', messages: [message] };
    const failed = postgresStore(client, { migrate: false })
      .save(key, write(1, more))
      .catch((error) => error);
    const cut =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut' AND wait_event_type = 'Lock'";
    while ((await pool.query(cut)).rows.length === 0) await new Promise(setImmediate);
    const error = await failed;
    await holder.query('ROLLBACK');
    holder.release();
    assertTells(error, 'secret');
    assert.equal((await store.load(key)).revision, 1);
    assert.deepEqual(await store.messages(key), []);
  });

  test('an error of the database has no text of a session', async () => {
    await pool.query('CREATE TABLE full_sessions AS SELECT 1 AS one');
    const key = { scope: 'secret-scope', id: 'secret-id' };
    const failed = (store, more = {}) =>
      store.save(key, write(0, { decisions: 'secret-text', ...more })).catch((error) => error);
    assertTells(await failed(postgresStore(pool, { prefix: 'full_', migrate: false })), 'secret');
    // A number that no column holds.
    const meter = { ...write(0).meter, totalTokens: 1e300 };
    assertTells(await failed(postgresStore(pool), { meter }), 'secret');
  });
});
