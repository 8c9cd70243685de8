// promise: 6 pays once, 1 always valid
/**
 * Eight processes serve one session from one store. They are killed at any moment, their connections are cut, and requests
 * come twice: no view is invalid, no message is lost, and no range is bought twice but by one that died over it.
 * `EPITOME_TURNS`: how many turns there are.
 */

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createRng } from '../js/support/random.ts';
import { lacks, startPostgres } from './servers.mjs';

const count = Number(process.env.EPITOME_TURNS ?? 120);
const processes = 8;
const program = fileURLToPath(new URL('worker.mjs', import.meta.url));

/** Starts a process; its `serve` resolves to what it answers, or to undefined where it died. */
async function worker(kind, where, told) {
  const child = fork(program, [kind, where, String(count)]);
  const waiting = new Map();
  const open = new Set();
  let isReady = () => {};
  const ready = new Promise((resolve) => {
    isReady = resolve;
  });
  child.on('message', (message) => {
    if (message.ready) isReady();
    if (message.asks) open.add(message.asks);
    if (message.asked && open.delete(message.asked)) told.bought.push(message.asked);
    if (message.turn !== undefined) waiting.get(message.turn)?.(message);
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  void gone.then(() => {
    told.unfinished += open.size;
    for (const answer of waiting.values()) answer(undefined);
  });
  await ready;
  return {
    gone,
    kill: () => child.kill('SIGKILL'),
    serve: (turn) =>
      new Promise((resolve) => {
        waiting.set(turn, resolve);
        child.send({ turn }, (error) => error && resolve(undefined));
      }),
  };
}

/** Plays all turns, and tells what happened. `cut` cuts connections. */
async function play(kind, where, cut) {
  const rng = createRng(`workers on ${kind}`);
  const told = { kills: 0, cuts: 0, twice: 0, unfinished: 0, failures: 0, bought: [] };
  const start = () => worker(kind, where, told);
  const all = await Promise.all(Array.from({ length: processes }, start));
  try {
    await served(all, rng, told, start, cut);
  } finally {
    for (const { kill } of all) kill();
    await Promise.all(all.map(({ gone }) => gone));
  }
  return told;
}

async function served(all, rng, told, start, cut) {
  for (let turn = 0; turn < count; turn += 1) {
    for (let answers = []; answers.length === 0; ) {
      const places = rng.shuffle([...all.keys()]).slice(0, rng.chance(0.2) ? 2 : 1);
      told.twice += places.length - 1;
      const serving = places.map((place) => all[place].serve(turn));
      if (rng.chance(0.1)) {
        const [place] = places;
        await pause(rng.int(0, 60));
        all[place].kill();
        told.kills += 1;
        await all[place].gone;
        all[place] = await start();
      }
      if (cut !== undefined && rng.chance(0.05)) {
        told.cuts += 1;
        await cut();
      }
      answers = (await Promise.all(serving)).filter((answer) => answer !== undefined);
      for (const { faults, failures } of answers) {
        told.failures += failures.length;
        assert.deepEqual(faults, [], `turn ${turn}`);
      }
    }
  }
}

function check(told, kind) {
  const again = told.bought.length - new Set(told.bought).size;
  console.log(
    `${kind}: ${count} turns, ${told.kills} kills, ${told.cuts} cuts, ${told.twice} requests twice; ${told.bought.length} summaries, ${told.unfinished} that a process died over, ${again} bought again; ${told.failures} calls of the store failed`,
  );
  assert.ok(told.kills > 0 && told.bought.length > 3);
  // One that died between its purchase and its save has bought for nothing.
  assert.ok(again <= told.kills + told.failures, `${again} bought again`);
  return again;
}

describe('eight processes', () => {
  test('on one session in SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'epitome-workers-'));
    try {
      check(await play('sqlite', join(folder, 'chats.db')), 'SQLite');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  describe('on one session in PostgreSQL', { skip: lacks('postgres') }, () => {
    let server;
    before(async () => {
      server = await startPostgres(pg);
    });
    after(() => server?.stop());

    test('whose connections are cut', async () => {
      const admin = new pg.Client(server.config);
      await admin.connect();
      const cut = () =>
        admin.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = current_user',
        );
      check(await play('postgres', JSON.stringify(server.config), cut), 'PostgreSQL');
      await admin.end();
    });
  });
});
