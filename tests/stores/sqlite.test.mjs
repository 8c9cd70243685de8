/** The SQLite store on a file: what all stores do, and what only an engine in the process can show. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sqliteStore } from 'epitome/stores/sqlite';
import { conforms } from './support/conformance.mjs';
import { archived, record } from './support/samples.mjs';

function ownFile(context) {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-sqlite-'));
  context?.after(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, file: join(folder, 'sessions.db') };
}

conforms('sqlite', async () => {
  const { folder, file } = ownFile();
  return {
    connect: async () => sqliteStore({ file }),
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

const isRefused = (work, code) => assert.rejects(work, (error) => error.code === code);

test('columns for whoever queries the tables', async (context) => {
  const { file } = ownFile(context);
  const store = sqliteStore({ file, agentId: 'writer' });
  const totals = { turns: 3, tokens: 5000 };
  await store.save('a', { state: '1', expectedRevision: 0 });
  const database = new DatabaseSync(file);
  const row = () => ({ ...database.prepare('SELECT * FROM epitome_sessions').get() });
  const { created_at, updated_at, change_id, ...first } = row();
  assert.deepEqual(first, {
    agent_id: 'writer',
    session_id: 'a',
    state: '1',
    revision: 1,
    summary: null,
    turn_count: 0,
    total_tokens: 0,
    compaction_count: 0,
  });
  assert.ok(change_id && Math.abs(created_at - Date.now()) < 60_000 && created_at === updated_at);
  const records = [record(1), record(2), record(3, { outcome: 'failed', summary: 'not this' })];
  await store.save('a', { state: '2', expectedRevision: 1, records, totals });
  await store.save('a', { state: '3', expectedRevision: 2 });
  const { summary, turn_count, total_tokens, compaction_count } = row();
  assert.deepEqual(
    { summary, turn_count, total_tokens, compaction_count },
    { summary: record(2).summary, turn_count: 3, total_tokens: 5000, compaction_count: 2 },
  );
  database.close();
  await store.close();
});

test('agents that share a file see only their own sessions', async (context) => {
  const { file } = ownFile(context);
  const [one, other] = ['one', 'other'].map((agentId) => sqliteStore({ file, agentId }));
  const change = { expectedRevision: 0, archive: [archived(1)] };
  await one.save('a', { state: 'of one', ...change });
  await other.save('a', { state: 'of the other', ...change });
  await other.save('b', { state: '', expectedRevision: 0 });
  assert.equal((await one.load('a')).state, 'of one');
  assert.deepEqual(await one.list(), ['a']);
  await one.delete('a');
  assert.equal((await other.archive('a')).length, 1);
  assert.equal(await other.expire(Date.now() + 1000), 2);
  await Promise.all([one.close(), other.close()]);
});

test('processes that start on an empty file at once', async (context) => {
  const { file } = ownFile(context);
  const script = fileURLToPath(new URL('support/start-sqlite.mjs', import.meta.url));
  const ends = Array.from({ length: 6 }, (_, at) => {
    const child = spawn(process.execPath, ['--no-warnings', script, file, `${at}`], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return new Promise((resolve) => child.once('close', resolve));
  });
  assert.deepEqual(await Promise.all(ends), [0, 0, 0, 0, 0, 0]);
  const store = sqliteStore({ file });
  assert.equal((await store.list()).length, 6);
  await store.close();
});

test('errors say what kind they are', async (context) => {
  const { folder, file } = ownFile(context);
  assert.throws(
    () => sqliteStore({ file: join(folder, 'not there/sessions.db') }),
    (error) => error.code === 'store-unavailable',
  );
  assert.throws(
    () => sqliteStore({}),
    (error) => error.code === 'invalid-option',
  );

  const store = sqliteStore({ file, busyTimeout: 10 });
  await store.save('a', { state: '', expectedRevision: 0 });
  const database = new DatabaseSync(file);
  database.exec('BEGIN IMMEDIATE');
  await isRefused(store.save('a', { state: '2', expectedRevision: 1 }), 'store-unavailable');
  database.exec('ROLLBACK');
  assert.equal((await store.save('a', { state: '2', expectedRevision: 1 })).ok, true);

  database.exec('INSERT INTO epitome_migrations (version) VALUES (99)');
  database.close();
  const older = sqliteStore({ file });
  await isRefused(older.load('a'), 'store-newer');
  await older.close();
  await store.close();
  await isRefused(store.load('a'), 'store-unavailable');
});

test('a full disk leaves what was saved before', async (context) => {
  const { file } = ownFile(context);
  const database = new DatabaseSync(file);
  const store = sqliteStore({ database });
  await store.save('a', { state: 'whole', expectedRevision: 0 });
  const { page_count: pages } = database.prepare('PRAGMA page_count').get();
  database.exec(`PRAGMA max_page_count = ${pages + 2}`);
  const archive = Array.from({ length: 1000 }, (_, at) => archived(at + 1));
  const change = { state: 'torn', expectedRevision: 1, archive, records: [record(1)] };
  await isRefused(store.save('a', change), 'store-full');
  assert.deepEqual(await store.load('a'), { state: 'whole', revision: 1 });
  assert.deepEqual(await store.archive('a'), []);
  assert.deepEqual(await store.records('a'), []);
  database.exec('PRAGMA max_page_count = 100000');
  assert.deepEqual(await store.save('a', change), { ok: true, revision: 2 });
  database.close();
});
