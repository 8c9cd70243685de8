/**
 * Prints what stored sessions take: bytes of their texts, bytes in SQLite, in PostgreSQL and in Durable Objects, and the rows
 * that a Durable Object reads and writes. It is never red.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createCompactor } from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import { postgresStore } from 'epitome/stores/postgres';
import { sqliteStore } from 'epitome/stores/sqlite';
import pg from 'pg';
import { goodSummary } from '../js/support/conversation.ts';
import { startObjects } from './objects.mjs';
import { lacks, startPostgres } from './servers.mjs';
import { turnsOf } from './talk.mjs';

/** Steps of a session; each has a call and a result, of about 600 tokens together. */
const lengths = [20, 100, 500];
const contextWindow = 32_000;
/** Sessions of a length in one database. */
const copies = 20;

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
const size = (text) => Buffer.byteLength(text);

/** The calls that write one session, in their order, and the bytes of what they leave. */
async function recorded(steps) {
  const calls = [];
  const memory = memoryStore();
  const store = { ...memory };
  for (const method of ['load', 'save', 'saveMeter', 'lease', 'release']) {
    store[method] = (key, ...args) => {
      calls.push({ method, args });
      return memory[method](key, ...args);
    };
  }
  const compactor = await createCompactor({
    contextWindow,
    store,
    summarize: async (request) => goodSummary(request),
  });
  const session = await compactor.open('chat');
  for (const messages of turnsOf(steps)) {
    await session.prepare(messages, { usage: { inputTokens: 9_000, outputTokens: 100 } });
  }
  await compactor.close();
  const key = { scope: '', id: 'chat' };
  const [found, rounds, messages] = await Promise.all([
    memory.load(key),
    memory.rounds(key),
    memory.messages(key),
  ]);
  const texts = {
    decisions: size(found.decisions),
    meter: size(found.meter),
    rounds: sum(rounds.map(({ summary, details }) => size(summary) + size(details))),
    archive: sum(messages.map(({ content }) => size(content))),
  };
  return { calls, texts, counts: { rounds: rounds.length, messages: messages.length } };
}

/** Makes the recorded calls for a session of that name. */
async function replay(store, calls, id) {
  for (const { method, args } of calls) await store[method]({ scope: 'user', id }, ...args);
}

async function replayAll(store, calls) {
  for (let copy = 0; copy < copies; copy += 1) await replay(store, calls, `chat ${copy}`);
}

async function inSqlite(calls) {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-bytes-'));
  try {
    const file = join(folder, 'sessions.db');
    const database = new DatabaseSync(file);
    await replayAll(sqliteStore(database), calls);
    database.close();
    return statSync(file).size / copies;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of the tables with their indexes: as they were written, and once they are packed. */
async function inPostgres(pool, calls, prefix) {
  const store = postgresStore(pool, { prefix });
  await replayAll(store, calls);
  const tables = ['sessions', 'rounds', 'messages', 'leases'].map((name) => `${prefix}${name}`);
  const bytes = async () => {
    const { rows } = await pool.query(
      'SELECT SUM(pg_total_relation_size(name::regclass)) AS bytes FROM UNNEST($1::text[]) AS name',
      [tables],
    );
    return Number(rows[0].bytes) / copies;
  };
  const written = await bytes();
  for (const table of tables) await pool.query(`VACUUM FULL ${table}`);
  return { written, packed: await bytes() };
}

/** Rows by the method, and bytes of the object's database. */
async function inObject(objects, calls, name) {
  const rows = {};
  let bytes = 0;
  for (const { method, args } of calls) {
    const key = { scope: 'user', id: 'chat' };
    const { read, written, size: own } = await objects.ask(name, method, [key, ...args]);
    rows[method] ??= { calls: 0, read: 0, written: 0 };
    const all = rows[method];
    all.calls += 1;
    all.read += read;
    all.written += written;
    bytes = own;
  }
  return { rows, bytes };
}

const missing = lacks('postgres');
const server = missing ? undefined : await startPostgres(pg);
const pool = server && new pg.Pool({ ...server.config, max: 1 });
pool?.on('error', () => {});
const objects = await startObjects();
try {
  console.log(`Sessions in a window of ${contextWindow} tokens, about 300 tokens a message\n`);
  for (const steps of lengths) {
    const { calls, texts, counts } = await recorded(steps);
    const saves = calls.filter(({ method }) => method === 'save').length;
    const meters = calls.filter(({ method }) => method === 'saveMeter').length;
    console.log(
      `${turnsOf(steps).at(-1).length} messages, ${counts.rounds} rewrites, ${counts.messages} archived messages`,
    );
    const told = Object.entries(texts).map(([name, bytes]) => `${name} ${kilobytes(bytes)}`);
    console.log(`  texts: ${told.join(', ')}; ${saves} saves, ${meters} meters alone`);
    console.log(`  SQLite: ${kilobytes(await inSqlite(calls))}`);
    if (pool === undefined) {
      console.log(`  PostgreSQL: ${missing}`);
    } else {
      const { written, packed } = await inPostgres(pool, calls, `of_${steps}_`);
      console.log(`  PostgreSQL: ${kilobytes(packed)} packed, ${kilobytes(written)} as written`);
    }
    const { rows, bytes } = await inObject(objects, calls, `${steps}`);
    console.log(`  Durable Object: ${kilobytes(bytes)}`);
    for (const [method, { calls: count, read, written }] of Object.entries(rows)) {
      console.log(
        `    ${method}: ${count} calls, each ${(read / count).toFixed(1)} rows read, ${(written / count).toFixed(1)} written`,
      );
    }
  }
} finally {
  await objects.stop();
  await pool?.end();
  await server?.stop();
}
