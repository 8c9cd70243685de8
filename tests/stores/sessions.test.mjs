/**
 * Processes that have one session open in a SQLite file and are killed at any moment: the session always
 * loads, every view is valid, no folded message is lost, and a summary is bought once.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sqliteStore } from 'epitome/stores/sqlite';
import { transcript } from './support/turns.mjs';

const writer = fileURLToPath(new URL('support/session-writer.mjs', import.meta.url));
const turns = 60;

/** Starts a process; `kill` ends it when it has said so many lines. Resolves to what it said. */
function play(options, kill = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, [writer, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    // One that is killed may be in the middle of a line.
    if (line.endsWith('}')) said.push(JSON.parse(line));
    if (said.length >= kill) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.on('close', () => resolve(said)));
}

function ownFile(context) {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-sessions-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'sessions.db');
}

/** What was folded is in the archive, as it was said. */
async function assertNothingLost(file, session) {
  const store = sqliteStore({ file });
  const records = await store.records(session);
  const archive = new Map(
    (await store.archive(session)).map(({ position, message }) => [position, message]),
  );
  const host = transcript(turns);
  for (const { firstMessage, lastMessage } of records) {
    for (let at = firstMessage; at <= lastMessage; at += 1) {
      assert.deepEqual(archive.get(at), host[at - 1], `message ${at}`);
    }
  }
  await store.close();
  return records;
}

function assertSound(said) {
  for (const { faults = [], error, tokens = 0 } of said) {
    assert.deepEqual(faults, []);
    assert.equal(error, undefined);
    assert.ok(tokens <= 6_000);
  }
}

test('a process that is killed leaves a session that the next one goes on with', async (context) => {
  const file = ownFile(context);
  const said = [];
  let kills = 0;
  let from = 1;
  for (; from <= turns; kills += 1) {
    // Short: the next one waits so long for a summary that was killed.
    const given = { file, session: 'chat', turns, from, summarizeTimeout: 300 };
    const part = await play(given, 3 + ((kills * 7) % 11));
    assertSound(part);
    said.push(...part);
    const done = Math.max(0, ...said.map(({ turn = 0 }) => turn));
    assert.ok(done >= from || part.length > 0, 'each goes on');
    from = done + 1;
  }
  const records = await assertNothingLost(file, 'chat');
  assert.ok(kills > 5 && records.length > 0);
  console.log(`${turns} turns, ${kills} kills, ${records.length} folds, none lost`);
});

test('processes at once show valid views and buy each summary once', async (context) => {
  const file = ownFile(context);
  const options = { file, session: 'chat', turns, from: 1, summarizeTimeout: 60_000 };
  const parts = await Promise.all([1, 2, 3, 4].map(() => play(options)));
  for (const part of parts) {
    assertSound(part);
    assert.equal(part.filter(({ turn }) => turn !== undefined).length, turns);
  }
  const records = await assertNothingLost(file, 'chat');
  const bought = parts.flat().filter((line) => line.bought !== undefined);
  const wrote = records.filter(({ source }) => source === 'model');
  assert.ok(wrote.length > 0);
  const adopted = parts.flat().filter((line) => line.adopted !== undefined).length;
  console.log(
    `4 processes, ${turns} turns each: ${bought.length} summaries bought, ${wrote.length} used, ` +
      `${adopted} states adopted`,
  );
  assert.equal(bought.length, wrote.length);
});
