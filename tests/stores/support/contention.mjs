/**
 * Several processes that write one session while they are killed. Decides what has to hold at the end: no
 * save that was confirmed is lost, none is half there, none is there twice. Knows no engine.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('writer.mjs', import.meta.url));
const session = 'contended';

/** The same numbers in each run. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Starts `processes` writers of the store that `options` names and kills one now and then, until the
 * session has so many `turns`. `harm(random)`: what else happens meanwhile. Resolves with the number of
 * kills and of confirmed saves.
 */
export async function contend({ processes, turns, options, harm = async () => {} }) {
  const random = randomFrom(15);
  /** The change that each turn was confirmed to have. */
  const confirmed = new Map();
  const running = new Set();
  let started = 0;
  let kills = 0;
  let isDone = false;
  let failure;

  function start() {
    const given = { ...options, name: `writer ${started}`, session, turns };
    started += 1;
    const child = spawn(process.execPath, ['--no-warnings', script, JSON.stringify(given)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.add(child);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [turn, ...changeId] = line.split(' ');
      if (confirmed.has(turn)) failure ??= `turn ${turn} was confirmed twice`;
      confirmed.set(turn, changeId.join(' '));
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      if (code === 0) isDone = true;
      else if (signal === null) failure ??= `a writer ended with ${code}`;
      else if (!isDone && !failure) start();
    });
  }

  for (let at = 0; at < processes; at += 1) start();
  while (!isDone && !failure) {
    // By progress, not by time: on a machine that is busy, writers get to write, too.
    const next = confirmed.size + 1 + random() * 12;
    while (confirmed.size < next && !isDone && !failure) await sleep(5 + random() * 20);
    if (random() < 0.5) {
      const children = [...running];
      children[Math.floor(random() * children.length)]?.kill('SIGKILL');
      kills += 1;
    } else {
      await harm(random);
    }
  }
  while (running.size > 0) {
    if (failure) for (const child of running) child.kill('SIGKILL');
    await sleep(20);
  }
  assert.equal(failure, undefined);
  return { kills, confirmed };
}

/** Fails unless the session is what was confirmed, whole. */
export async function assertWhole(store, { turns, confirmed }) {
  assert.deepEqual(await store.load(session), { state: `${turns}`, revision: turns });
  const records = await store.records(session);
  assert.deepEqual(
    records.map(({ round }) => round),
    Array.from({ length: turns }, (_, at) => at + 1),
  );
  // What was confirmed is what is there; a writer that was killed may have saved unheard.
  for (const { round, reason } of records) {
    assert.equal(confirmed.get(`${round}`) ?? reason, reason);
  }
  // Messages and records of a turn are of the same change, and all of them are there.
  const archive = await store.archive(session);
  assert.equal(archive.length, turns * 3);
  for (const { round, fingerprint } of archive) {
    assert.equal(fingerprint, records[round - 1].reason);
  }
}
