// promise: 13 linear, 1 always valid
/**
 * Thousands of stored sessions of 200 messages go through one isolate that has no more memory than those at the edge.
 * `EPITOME_SESSIONS`: how many there are, 5,000 in the long form.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { sqliteStore } from 'epitome/stores/sqlite';

const sessions = Number(process.env.EPITOME_SESSIONS ?? 120);
const many = 5_000;
const mebibyte = 2 ** 20;
/** Of heap and WebAssembly together; V8 ends the thread whose heap alone outgrows it. */
const most = 128 * mebibyte;

const inMebibytes = (bytes) => `${(bytes / mebibyte).toFixed(1)} MiB`;

/** Runs the isolate on a store in this thread, and resolves to what it tells. */
async function run(options) {
  setFlagsFromString('--expose-gc');
  const folder = mkdtempSync(join(tmpdir(), 'epitome-isolate-'));
  const store = sqliteStore(join(folder, 'sessions.db'));
  const isolate = new Worker(new URL('isolate.mjs', import.meta.url), {
    workerData: { sessions, ...options },
    resourceLimits: { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 16 },
  });
  let told;
  isolate.on('message', async ({ call, method, args, told: news }) => {
    told ??= news;
    if (method === undefined) return;
    try {
      isolate.postMessage({ call, answer: await store[method](...args) });
    } catch (error) {
      isolate.postMessage({ call, failed: error.message });
    }
  });
  try {
    await new Promise((resolve, reject) => isolate.once('error', reject).once('exit', resolve));
    return told;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe(`${sessions} stored sessions in an isolate of ${inMebibytes(most)}`, {
  concurrency: true,
}, () => {
  const forms = {
    'closed after each request': { closes: true },
    'left to the compactor': {
      closes: false,
      ...(sessions < many && { options: { openSessions: 40 } }),
    },
  };
  for (const [name, options] of Object.entries(forms)) {
    test(name, async () => {
      const told = await run(options);
      const [first, last] = [told.settled[0], told.settled.at(-1)];
      const each = (last.bytes - first.bytes) / Math.max(1, last.sessions - first.sessions);
      console.log(
        `${name}: ${sessions} sessions, ${told.views} views, ${told.folds} folds; at most ${inMebibytes(told.most)}, after ${first.sessions} sessions ${inMebibytes(first.bytes)} (WebAssembly ${inMebibytes(first.wasm)}), in the end ${inMebibytes(last.bytes)} (${inMebibytes(last.wasm)}), ${each.toFixed(0)} bytes more for each`,
      );
      assert.deepEqual(told.failures, []);
      assert.ok(told.folds >= sessions, `${told.folds} folds`);
      // What each session would leave behind is there as often in the long form.
      const left = Math.max(0, each) * Math.max(0, many - last.sessions);
      assert.ok(told.most + left < most, `${inMebibytes(told.most)} and ${inMebibytes(left)}`);
    });
  }
});
