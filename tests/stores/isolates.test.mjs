/**
 * Sessions in workerd: one of 300 steps that eight isolates take in turn, a fresh session each time, and one
 * Durable Object a chat that is asked three things at once.
 */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createCompactor } from 'epitome';
import { historyAt, steps, uninterrupted } from './support/long-session.mjs';
import { bundledWorker } from './support/workerd.mjs';

const isolates = 8;
/** Steps after which workerd itself starts anew. */
const restartEvery = 100;
const chats = 5;

const entry = `
import { DurableObject } from 'cloudflare:workers';
import { createCompactor } from 'epitome';
import { durableObjectStore, objectStorageStore } from 'epitome/stores/durable-object';
import { historyAt, optionsWith, playStep } from './support/long-session.mjs';
export { SessionObject } from 'epitome/stores/durable-object';

/** A chat with its agent and its store in one object. */
export class ChatObject extends DurableObject {
  #bought = 0;
  #errors = [];
  #compactor;
  async fetch(request) {
    const { step, extra } = await request.json();
    this.#compactor ??= createCompactor({
      ...optionsWith(() => { this.#bought += 1; }),
      store: objectStorageStore(this.ctx.storage),
      onEvent: (event) => event.type === 'error' && this.#errors.push(event.error.message),
    });
    const compactor = await this.#compactor;
    await using session = await compactor.open('chat');
    const { messages } = await session.prepare([...historyAt(step), ...extra]);
    return Response.json({ messages, bought: this.#bought, errors: this.#errors });
  }
}

let isolate;
export default {
  async fetch(request, env) {
    isolate ??= crypto.randomUUID();
    const [, kind, name] = new URL(request.url).pathname.split('/');
    if (kind === 'chat') return env.CHATS.get(env.CHATS.idFromName(name)).fetch(request);
    if (kind === 'isolate') {
      return env[name].fetch('http://worker/', { method: 'POST', body: request.body });
    }
    const { step } = await request.json();
    let bought = 0;
    const store = durableObjectStore({ namespace: env.SESSIONS });
    const compactor = await createCompactor({ ...optionsWith(() => { bought += 1; }), store });
    const view = await playStep(compactor, step);
    compactor.dispose();
    return Response.json({ view, bought, isolate });
  },
};
`;

let bundled;
let workerd;

function launch() {
  const objects = (className, scriptName) => ({ className, useSQLite: true, ...scriptName });
  const others = Array.from({ length: isolates }, (_, i) => `worker-${i + 1}`);
  return bundled.launch({
    durableObjectsPersist: join(bundled.folder, 'objects'),
    // Each has an isolate of its own; the first one has the objects, and hands on what is for another.
    workers: ['worker-0', ...others].map((name, i) => {
      const scriptName = i === 0 ? undefined : { scriptName: 'worker-0' };
      return {
        name,
        ...(i === 0 && {
          serviceBindings: Object.fromEntries(others.map((other) => [other, other])),
        }),
        durableObjects: {
          SESSIONS: objects('SessionObject', scriptName),
          CHATS: objects('ChatObject', scriptName),
        },
      };
    }),
  });
}

before(async () => {
  bundled = await bundledWorker(entry);
  workerd = launch();
});

after(async () => {
  await workerd?.dispose();
  bundled?.remove();
});

async function ask(path, body) {
  const response = await workerd.dispatchFetch(`http://worker${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text);
}

test('300 steps, each in another isolate', { timeout: 900_000 }, async () => {
  const whole = await uninterrupted(createCompactor);
  const seen = new Set();
  let bought = 0;
  for (let step = 1; step <= steps; step += 1) {
    const answer = await ask(`/isolate/worker-${1 + (step % isolates)}`, { step });
    assert.equal(answer.view, whole.views[step - 1], `step ${step}`);
    bought += answer.bought;
    seen.add(answer.isolate);
    if (step % restartEvery !== 0) continue;
    await workerd.dispose();
    workerd = launch();
  }
  assert.equal(bought, whole.bought, 'nothing is bought again');
  assert.ok(seen.size >= isolates, `${seen.size} isolates`);
  console.log(`workerd: ${steps} steps in ${seen.size} isolates: prompts byte-equal to Node's`);
});

test('three requests at once in each Durable Object', { timeout: 300_000 }, async () => {
  const step = 120;
  await Promise.all(
    Array.from({ length: chats }, async (_, chat) => {
      const extras = [0, 1, 2].map((i) => [{ role: 'user', content: `At once: ${i}.` }]);
      const answers = await Promise.all(
        extras.map((extra) => ask(`/chat/${chat}`, { step, extra })),
      );
      for (const [i, { messages, errors }] of answers.entries()) {
        assert.deepEqual(errors, []);
        assert.deepEqual(messages.slice(-1), extras[i]);
        assert.deepEqual(messages.slice(0, -1), answers[0].messages.slice(0, -1), 'one view');
        assert.ok(messages.length < historyAt(step).length);
      }
      const bought = Math.max(...answers.map((answer) => answer.bought));
      const again = await ask(`/chat/${chat}`, { step, extra: extras[2] });
      assert.equal(again.bought, bought, 'nothing is bought again');
      assert.deepEqual(again.messages, answers[2].messages);
    }),
  );
  console.log(`workerd: ${chats} objects, three requests at once each: one view, no error`);
});
