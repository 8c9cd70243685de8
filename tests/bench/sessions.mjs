/**
 * What sessions cost: 5,000 live ones in one isolate, and on paper a million stored ones, from bytes and times that
 * are measured here.
 */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sqliteStore } from 'epitome/stores/sqlite';
import { soundCompactor } from './support/engine.mjs';
import { figure } from './support/figures.mjs';
import { history } from './support/histories.mjs';

const mebibyte = 2 ** 20;
const isolateLimit = 128;
const live = 5_000;
const liveMessages = 200;
/** Of a stored session. */
const messages = 500;
const million = 1e6;
/** Sessions that are stored to be measured. */
const sample = 20;

async function inOneIsolate() {
  const script = fileURLToPath(new URL('live/isolate.mjs', import.meta.url));
  const args = ['--no-warnings', '--expose-gc', script, `${live}`, `${liveMessages}`];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

/** Plays sessions of 500 messages into a SQLite file, a request for each step of the agent's. */
async function stored() {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-bench-'));
  const file = join(folder, 'sessions.db');
  try {
    const store = sqliteStore({ file });
    const compactor = await soundCompactor({ contextWindow: 32_000, store });
    const all = history(messages, { userEvery: 20 });
    let steps = 0;
    const start = process.cpuUsage();
    for (let number = 0; number < sample; number += 1) {
      const session = await compactor.open(`chat-${number}`);
      for (let count = 1; count <= all.length; count += 2, steps += 1) {
        await session.prepare(all.slice(0, count));
      }
      await session.close();
    }
    const { user, system } = process.cpuUsage(start);
    const records = await store.records('chat-0');
    const opening = performance.now();
    const fresh = await soundCompactor({ contextWindow: 32_000, store });
    for (let number = 0; number < sample; number += 1) {
      const session = await fresh.open(`chat-${number}`);
      await session.prepare(all);
    }
    const open = (performance.now() - opening) / sample;
    compactor.dispose();
    fresh.dispose();
    await store.close();
    const database = new DatabaseSync(file);
    const sum = (query) => Number(Object.values(database.prepare(query).get())[0]) / sample;
    const bytes = {
      state: sum('SELECT sum(length(CAST(state AS BLOB))) FROM epitome_sessions'),
      records: sum(
        'SELECT sum(length(CAST(summary AS BLOB)) + length(fingerprints) + coalesce(length(CAST(state AS BLOB)), 0)) FROM epitome_compactions',
      ),
      archive: sum('SELECT sum(length(CAST(message AS BLOB))) FROM epitome_messages'),
      archived: sum('SELECT count(DISTINCT session_id || position) FROM epitome_messages'),
    };
    database.exec('VACUUM');
    const pages = database.prepare('PRAGMA page_count').get().page_count;
    bytes.file = (pages * database.prepare('PRAGMA page_size').get().page_size) / sample;
    database.close();
    const cpu = (user + system) / 1000 / steps;
    return { bytes, folds: records.length, steps: steps / sample, cpu, open };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const title = 'Sessions';

export async function measure() {
  const isolate = await inOneIsolate();
  const paper = await stored();
  const { bytes } = paper;
  const kilo = (value) => value / 1024;
  const whole = `${live.toLocaleString('en-US')} live sessions of ${liveMessages} messages`;
  const gibibytes = (each) => (each * million) / 2 ** 30;
  return [
    figure(`${whole}: heap and engine`, (isolate.heap + isolate.wasm) / mebibyte, 'MB', {
      aim: isolateLimit,
    }),
    figure('  of it the engine', isolate.wasm / mebibyte, 'MB'),
    figure('  heap while they are used, garbage included', isolate.peak / mebibyte, 'MB'),
    figure('  a session’s state', kilo(isolate.state), 'KB'),
    figure('  a request, most of sessions that were set aside', isolate.median, 'ms', {
      note: `p99 ${isolate.p99.toFixed(1)} ms`,
    }),
    figure(`a stored session of ${messages} messages: state`, kilo(bytes.state), 'KB', { aim: 64 }),
    figure(`  its ${paper.folds} records, each with a state`, kilo(bytes.records), 'KB'),
    figure(`  its ${bytes.archived} archived messages`, kilo(bytes.archive), 'KB'),
    figure('  all of it as SQLite has it', kilo(bytes.file), 'KB'),
    figure('  processor time of a step, saving included', paper.cpu, 'ms'),
    figure('  opened by a new process, and its next step', paper.open, 'ms'),
    figure('a million of them, on paper: storage', gibibytes(bytes.file), 'GB'),
    figure('  of it states', gibibytes(bytes.state), 'GB'),
    figure('  processor time of all their steps', (paper.cpu * paper.steps * million) / 3.6e6, 'h'),
  ];
}
