// promise: 6 pays once, 5 always ends
/** Sessions inside a Durable Object: requests at once, compactors side by side, and an object that ends while a model is asked. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Miniflare, Response, supportedCompatibilityDate } from 'miniflare';
import { goodSummary } from '../js/support/conversation.ts';
import { bundle } from '../runtime/shared/bundle.mjs';
import { turnsOf } from './talk.mjs';

/** Milliseconds that a step waits for a summary, its own or another one's. */
const summarizeTimeout = 20_000;

const worker = `
import { DurableObject } from 'cloudflare:workers';
import { createCompactor } from 'epitome';
import { durableObjectStore } from 'epitome/stores/durable-object';
import { validateView } from '../../js/support/validator.ts';

export class Chat extends DurableObject {
  told = [];
  compactors = ['first', 'second'].map(() => createCompactor({
    contextWindow: 8_000,
    summarizeTimeout: ${summarizeTimeout},
    store: durableObjectStore(this.ctx.storage),
    onEvent: (event) => this.told.push(event),
    waitUntil: (work) => this.ctx.waitUntil(work),
    summarize: async ({ kind, firstMessage, lastMessage, attempt }) => {
      const body = JSON.stringify({ kind, firstMessage, lastMessage, attempt });
      return (await this.env.MODEL.fetch('http://model/', { method: 'POST', body })).text();
    },
  }));
  async fetch(request) {
    const { compactor, messages, ends } = await request.json();
    if (ends) this.ctx.abort('a deployment');
    const session = await (await this.compactors[compactor]).open('chat');
    const { messages: view } = await session.prepare(messages);
    const failures = this.told.filter(({ type }) => type === 'error' || type === 'store-failed');
    const store = durableObjectStore(this.ctx.storage);
    const folded = await store.messages({ scope: '', id: 'chat' });
    return Response.json({ view, faults: validateView(view, messages), failures,
      folded: folded.map(({ message }) => message) });
  }
}

export default {
  fetch: (request, env) => env.CHATS.getByName(new URL(request.url).pathname).fetch(request),
};
`;

let folder;
let runtime;
const asked = [];
let isStuck = false;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'epitome-object-sessions-'));
  await bundle(worker, {
    outfile: join(folder, 'worker.mjs'),
    conditions: ['workerd'],
    platform: 'neutral',
    external: ['cloudflare:*', 'node:*'],
    loader: { '.wasm': 'copy' },
  });
  runtime = new Miniflare({
    modules: true,
    modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
    rootPath: folder,
    modulesRoot: folder,
    scriptPath: join(folder, 'worker.mjs'),
    compatibilityDate: supportedCompatibilityDate,
    compatibilityFlags: ['nodejs_compat'],
    durableObjects: { CHATS: { className: 'Chat', useSQLite: true } },
    serviceBindings: {
      async MODEL(request) {
        const range = await request.json();
        asked.push(JSON.stringify(range));
        await pause(isStuck ? summarizeTimeout / 4 : 20);
        return new Response(goodSummary(range));
      },
    },
  });
  await runtime.ready;
});

after(async () => {
  await runtime?.dispose();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const ask = async (chat, compactor, messages, ends = false) => {
  const body = JSON.stringify({ compactor, messages, ends });
  const response = await runtime.dispatchFetch(`http://worker/${chat}`, { method: 'POST', body });
  assert.equal(response.status, 200, ends ? 'it ends' : undefined);
  return response.json();
};

test('three requests at once and two compactors in one object buy a range once', async () => {
  asked.length = 0;
  let folded = [];
  for (const [turn, messages] of turnsOf(30).entries()) {
    const answers = await Promise.all(
      [0, 0, 1].map((compactor) => ask('chat', compactor, messages)),
    );
    for (const { faults, failures } of answers) assert.deepEqual([faults, failures], [[], []]);
    const views = new Set(answers.map(({ view }) => JSON.stringify(view)));
    assert.equal(views.size, 1, `turn ${turn}: one shows something else`);
    folded = answers[0].folded;
  }
  assert.ok(asked.length > 2);
  assert.equal(asked.length, new Set(asked).size, `bought twice: ${asked}`);
  assert.equal(folded.length, new Set(folded).size, 'no message is stored twice');
  assert.ok(folded.length > 10, `${folded.length} messages are stored`);
});

test('an object that ends while a summary is written holds up nobody', async () => {
  asked.length = 0;
  isStuck = true;
  const turns = turnsOf(30);
  const ending = ask('ends', 0, turns.at(-1)).catch((error) => error);
  while (asked.length === 0) await pause(10);
  await assert.rejects(ask('ends', 0, [], true));
  assert.ok((await ending) instanceof Error, 'its request ends with it');
  isStuck = false;
  const began = performance.now();
  const { faults, failures, view } = await ask('ends', 1, turns.at(-1));
  const waited = performance.now() - began;
  assert.deepEqual([faults, failures], [[], []]);
  assert.ok(view.length < turns.at(-1).length);
  assert.ok(waited < summarizeTimeout / 2, `the next request waited ${Math.round(waited)} ms`);
});
