// promise: api
/** Stores whose texts are encrypted: in memory, and in SQLite. */

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, test } from 'node:test';
import { encrypted } from 'epitome/stores/encrypted';
import { memoryStore } from 'epitome/stores/memory';
import { sqliteStore } from 'epitome/stores/sqlite';
import { conforms, write } from './conform.mjs';
import { withstands } from './faults.mjs';

const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
let secret;
before(async () => {
  secret = await newKey();
});

const inMemory = memoryStore();
conforms('encrypted in memory', () => encrypted(inMemory, secret));
const inSqlite = sqliteStore(':memory:');
conforms('encrypted in SQLite', () => encrypted(inSqlite, secret));
withstands('encrypted', {
  make: async (number) => Array.from({ length: number }, () => encrypted(inMemory, secret)),
  ownClock: true,
});

const key = { scope: 'user', id: 'chat' };
const other = { scope: 'user', id: 'chat-2' };
const round = { round: 1, tokensBefore: 2, tokensAfter: 1, messagesCompacted: 1 };
const full = (revision) =>
  write(revision, {
    decisions: 'plain-decisions',
    summary: 'plain-summary',
    meter: { text: 'plain-meter', totalTokens: 7, compactionCount: 1, turnCount: 1 },
    rounds: [
      { ...round, summary: 'plain-record', details: '"plain-details"' },
      { ...round, round: 2, summary: 'plain-record', details: '"plain-details"' },
    ],
    messages: [
      { round: 1, message: 1, print: 'p', role: 'user', content: '"plain-content"' },
      { round: 1, message: 2, print: 'p', role: 'user', content: '"plain-content"' },
    ],
  });

/** A store in SQLite, and the tables below it. */
async function made() {
  const database = new DatabaseSync(':memory:');
  const store = encrypted(sqliteStore(database), secret);
  for (const each of [key, other]) await store.save(each, full(0));
  return { database, store };
}

const refused = { code: 'invalid-state' };

test('no text stands in a table, and equal texts look different', async () => {
  const { database } = await made();
  const rows = ['sessions', 'rounds', 'messages'].flatMap((table) =>
    database.prepare(`SELECT * FROM epitome_${table}`).all(),
  );
  assert.doesNotMatch(JSON.stringify(rows), /plain/);
  const contents = database.prepare('SELECT content FROM epitome_messages').all();
  assert.equal(new Set(contents.map(({ content }) => content)).size, contents.length);
});

describe('a text is refused where it', () => {
  const moves = {
    'comes from another session': ['sessions', 'decisions', "session_id = 'chat-2'"],
    'comes from another meter': ['sessions', 'meter', "session_id = 'chat-2'"],
    'comes from another round': ['rounds', 'details', "session_id = 'chat' AND round = 2"],
    "comes from another session's round": ['rounds', 'summary', "session_id = 'chat-2'"],
    'comes from another message': ['messages', 'content', "session_id = 'chat' AND message = 2"],
    "comes from another session's message": ['messages', 'content', "session_id = 'chat-2'"],
  };
  const readAll = async (store) => {
    await store.load(key);
    await store.rounds(key);
    await store.messages(key);
  };
  for (const [what, [table, column, from]] of Object.entries(moves)) {
    test(what, async () => {
      const { database, store } = await made();
      await readAll(store);
      const to =
        table === 'sessions' ? '' : table === 'rounds' ? 'AND round = 1' : 'AND message = 1';
      database.exec(
        `UPDATE epitome_${table} SET ${column} = (SELECT ${column} FROM epitome_${table} WHERE ${from}) WHERE session_id = 'chat' ${to}`,
      );
      await assert.rejects(readAll(store), refused);
    });
  }

  test('is of another kind', async () => {
    const { database, store } = await made();
    database.exec('UPDATE epitome_sessions SET meter = decisions');
    await assert.rejects(store.load(key), refused);
    database.exec('UPDATE epitome_rounds SET summary = details');
    await assert.rejects(store.rounds(key), refused);
  });

  test('is of an earlier revision', async () => {
    const { database, store } = await made();
    const [{ decisions }] = database.prepare('SELECT decisions FROM epitome_sessions').all();
    await store.save(key, full(1));
    database
      .prepare("UPDATE epitome_sessions SET decisions = ? WHERE session_id = 'chat'")
      .run(decisions);
    await assert.rejects(store.load(key), refused);
  });

  test('was changed, cut or never encrypted', async () => {
    const { database, store } = await made();
    for (const change of [
      "'plain'",
      "''",
      'substr(decisions, 1, 30)',
      "substr(decisions, 1, 20) || 'A' || substr(decisions, 22)",
      "'e1.' || 'not base64'",
    ]) {
      const copy = database
        .prepare("SELECT decisions FROM epitome_sessions WHERE session_id = 'chat'")
        .get();
      database.exec(`UPDATE epitome_sessions SET decisions = ${change} WHERE session_id = 'chat'`);
      const changed = database
        .prepare("SELECT decisions FROM epitome_sessions WHERE session_id = 'chat'")
        .get();
      if (changed.decisions !== copy.decisions) await assert.rejects(store.load(key), refused);
      database
        .prepare("UPDATE epitome_sessions SET decisions = ? WHERE session_id = 'chat'")
        .run(copy.decisions);
      await store.load(key);
    }
  });

  test('has another key', async () => {
    const { database } = await made();
    const store = encrypted(sqliteStore(database), await newKey());
    await assert.rejects(readAll(store), refused);
  });
});

test('a store without leases has none', () => {
  const { lease, release, ...one } = memoryStore();
  const store = encrypted(one, secret);
  assert.equal(store.lease, undefined);
  assert.equal(store.release, undefined);
});

test('a megabyte of decisions is encrypted', async () => {
  const store = encrypted(memoryStore(), secret);
  const decisions = 'é'.repeat(2 ** 19);
  await store.save(key, write(0, { decisions }));
  assert.equal((await store.load(key)).decisions, decisions);
});
