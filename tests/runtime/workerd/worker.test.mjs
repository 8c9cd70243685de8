// promise: api
/**
 * The demo Worker in a real workerd, built from the packed package: it answers, compacts, and a fresh
 * isolate goes on where the last one stopped, from the state that lay in storage.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildWorker } from '../../../demo/build.mjs';
import { startWorker } from './serve.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder;
let file;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'epitome-worker-'));
  file = await buildWorker({
    root: process.env.EPITOME_INSTALLED ?? root,
    folder: join(folder, 'built'),
  });
});

after(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Runs `work(post, worker)` in an isolate of its own; storage lies in `folder` and outlives it. */
async function inFreshIsolate(work, options = {}) {
  const worker = startWorker(file, {
    bindings: { WINDOW_TOKENS: '6000' },
    kvPersist: join(folder, 'kv'),
    ...options,
  });
  try {
    return await work(async (sessionId, messages) => {
      const response = await worker.dispatchFetch('http://demo/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId, messages }),
      });
      return { status: response.status, body: await response.json() };
    }, worker);
  } finally {
    await worker.dispose();
  }
}

/** A history that a window of 6,000 tokens can't hold. */
function longHistory(turns) {
  return Array.from({ length: turns }, (_, i) => [
    { role: 'user', content: `Question ${i}: ${`word${i} `.repeat(200)}` },
    { role: 'assistant', content: `Answer ${i}: ${`reply${i} `.repeat(200)}` },
  ]).flat();
}

const ask = (text) => ({ role: 'user', content: text });
const rewrites = ({ events }) => events.filter((event) => event.type === 'compaction');
const foldsOf = (body) => rewrites(body).flatMap((event) => event.folds);
const alignments = ({ events }) =>
  events.filter((event) => event.type === 'aligned').map((event) => event.how);

test('a fresh isolate takes up the session where the last one left it', async () => {
  const history = [...longHistory(20), ask('How many words is this?')];
  const first = await inFreshIsolate((post) => post('chat-1', history));
  assert.equal(first.status, 200);
  assert.ok(foldsOf(first.body).length > 0);
  assert.equal(first.body.messages.at(-1).role, 'assistant');
  const lastFolded = Math.max(...foldsOf(first.body).map((fold) => fold.lastMessage));

  const longer = [...history, ...first.body.messages, ask('And this one?')];
  const second = await inFreshIsolate((post) => post('chat-1', longer));
  assert.equal(second.status, 200);
  assert.ok(!alignments(second.body).includes('new'), `aligned: ${alignments(second.body)}`);
  // What was folded once is not folded again.
  for (const fold of foldsOf(second.body)) assert.ok(fold.firstMessage > lastFolded);
  assert.ok(second.body.usage.compactions >= first.body.usage.compactions);

  // The control: the same history under a name that storage does not know starts from nothing.
  const stranger = await inFreshIsolate((post) => post('chat-2', longer));
  assert.ok(foldsOf(stranger.body).some((fold) => fold.firstMessage <= lastFolded));
});

test('without a storage binding the isolate remembers', async () => {
  const history = [...longHistory(20), ask('How many words is this?')];
  await inFreshIsolate(
    async (post) => {
      const first = await post('chat-1', history);
      assert.ok(foldsOf(first.body).length > 0);
      const second = await post('chat-1', [...history, ...first.body.messages, ask('And this?')]);
      assert.equal(second.status, 200);
      assert.ok(!alignments(second.body).includes('new'));
    },
    { kvNamespaces: [] },
  );
});

test('says what is wrong with a request', async () => {
  await inFreshIsolate(async (post, worker) => {
    const send = async (path, init) => {
      const response = await worker.dispatchFetch(`http://demo${path}`, init);
      return [response.status, (await response.json()).error];
    };
    assert.deepEqual(await send('/', {}), [404, 'no such page']);
    assert.deepEqual(await send('/chat', {}), [405, 'use POST']);
    assert.deepEqual(await send('/chat', { method: 'POST', body: '{' }), [
      400,
      'the body must be JSON',
    ]);
    const { status, body } = await post('a/b', [ask('hello')]);
    assert.equal(status, 400);
    assert.match(body.error, /^sessionId must be/);
    assert.match((await post('a', [])).body.error, /^messages must be/);
  });
});
