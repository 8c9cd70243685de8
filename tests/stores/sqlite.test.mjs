// promise: api
/** The store in SQLite on disk, by `node:sqlite` and by better-sqlite3. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { sqliteSchema, sqliteStore } from 'epitome/stores/sqlite';
import { assertKeepsKeys, assertTells, conforms, count, write } from './conform.mjs';
import { withstands } from './faults.mjs';

const folder = mkdtempSync(join(tmpdir(), 'epitome-sqlite-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => {
  files += 1;
  return join(folder, `${files}.db`);
};
const key = { scope: 'user', id: 'chat' };
const message = { round: 1, message: 1, print: 'p', role: 'user', content: '"secret-text"' };

const path = sqliteStore(newFile());
conforms('sqliteStore of a path', () => path);

for (const [name, open] of Object.entries({
  'node:sqlite': (file) => new DatabaseSync(file),
  'better-sqlite3': (file) => new Database(file),
})) {
  describe(name, () => {
    const shared = sqliteStore(open(newFile()));
    conforms('sqliteStore', () => shared);
    const ofSessions = newFile();
    withstands('sqliteStore', {
      make: async (number) => Array.from({ length: number }, () => sqliteStore(open(ofSessions))),
      async disk() {
        const database = open(newFile());
        const limit = (most) => database.exec(`PRAGMA max_page_count = ${most}`);
        const used = () => database.prepare('PRAGMA page_count').all()[0].page_count;
        return {
          store: sqliteStore(database),
          fill: async () => limit(used() + 2),
          free: async () => limit(used() + 10_000),
        };
      },
      ownClock: true,
    });

    test('keys may be any text', () => assertKeepsKeys(sqliteStore(open(newFile()))));

    test('a lease ends by the clock', async (context) => {
      context.mock.timers.enable({ apis: ['Date'], now: 1_000 });
      const store = sqliteStore(open(newFile()));
      assert.equal((await store.lease(key, 'one', 500)).granted, true);
      context.mock.timers.tick(499);
      const late = { granted: false, revision: 0, millisLeft: 1 };
      assert.deepEqual(await store.lease(key, 'two', 500), late);
      context.mock.timers.tick(1);
      assert.equal((await store.lease(key, 'two', 500)).granted, true);
    });

    test('each session expires by its own time', async (context) => {
      context.mock.timers.enable({ apis: ['Date'], now: 1_000 });
      const store = sqliteStore(open(newFile()));
      await store.save(key, write(0));
      await store.save({ ...key, id: 'chat/old' }, write(0));
      context.mock.timers.tick(1_000);
      await store.save({ ...key, id: 'chat/new' }, write(0));
      await store.saveMeter(key, 1, write(0).meter);
      assert.equal(await store.expire(500), 1);
      assert.deepEqual((await store.list('user')).map(({ id }) => id).sort(), ['chat', 'chat/new']);
    });

    test('a full disk undoes the whole save, and its error has no text', async () => {
      const database = open(newFile());
      const store = sqliteStore(database);
      await store.save(key, write(0));
      const [{ page_count: pages }] = database.prepare('PRAGMA page_count').all();
      database.exec(`PRAGMA max_page_count = ${pages + 8}`);
      const long = { ...message, message: 2, content: `"secret-text ${'x'.repeat(500_000)}"` };
      const more = { decisions: 'secret-decisions', messages: [message, long] };
      const error = await store.save(key, write(1, more)).catch((thrown) => thrown);
      assertTells(error, 'secret');
      assert.equal((await store.load(key)).revision, 1);
      assert.deepEqual(await store.messages(key), []);
      database.exec(`PRAGMA max_page_count = ${pages + 10_000}`);
      assert.equal(await store.save(key, write(1, more)), true);
      assert.equal((await store.messages(key)).length, 2);
    });

    test('a transaction of the host is left to the host', async () => {
      const database = open(newFile());
      const store = sqliteStore(database);
      await store.save(key, write(0));
      database.exec('BEGIN');
      assert.equal(await store.save(key, write(1)), true);
      database.exec('ROLLBACK');
      assert.equal((await store.load(key)).revision, 1);
    });

    test('tables of a prefix, made by the host', async () => {
      const database = open(newFile());
      const store = sqliteStore(database, { prefix: 'own_', migrate: false });
      await assert.rejects(store.load(key), /own_sessions/);
      database.exec(sqliteSchema('own_'));
      database.exec(sqliteSchema('own_'));
      assert.equal(await store.save(key, write(0)), true);
      const rows = database.prepare('SELECT version FROM own_schema').all();
      assert.deepEqual(
        rows.map(({ version }) => version),
        [1],
      );
    });
  });
}

test('eight processes make the tables, lose nothing, and one of them has the lease', async () => {
  const file = newFile();
  const each = 200;
  const script = fileURLToPath(new URL('writer.mjs', import.meta.url));
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const said = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      promisify(execFile)(process.execPath, [script, file, `${each}`, `holder ${at}`], { env }),
    ),
  );
  assert.equal(said.filter(({ stdout }) => stdout === 'granted\n').length, 1);
  const counted = { revision: 8 * each + 1, decisions: `${8 * each + 1}` };
  assert.deepEqual(await count([sqliteStore(file)], 1), counted);
});

test('a file in a folder that is not there can be made later', async () => {
  const store = sqliteStore(join(folder, 'missing', 'a.db'));
  await assert.rejects(store.load(key));
  await assert.rejects(store.load(key));
});
