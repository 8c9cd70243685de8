// promise: 6 pays once, 1 always valid
/** Three Workers in isolates of their own serve the same session at once, which is in one Durable Object. */

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

const worker = `
import { DurableObject } from 'cloudflare:workers';
import { createCompactor } from 'epitome';
import { durableObjectStore } from 'epitome/stores/durable-object';
import { validateView } from '../../js/support/validator.ts';

export class Chat extends DurableObject {
  store = durableObjectStore(this.ctx.storage);
  call(method, args) {
    return this.store[method](...args);
  }
}

let compactor;
let told = [];

/** Calls a method of the object's store, from this isolate. */
function storeOf(chats) {
  const methods = ['load', 'save', 'saveMeter', 'lease', 'release', 'rounds', 'messages', 'list', 'delete', 'expire'];
  const call = (method) => (...args) => chats.getByName(args[0].id).call(method, args);
  return Object.fromEntries(methods.map((method) => [method, call(method)]));
}

export default {
  async fetch(request, env) {
    compactor ??= await createCompactor({
      contextWindow: 8_000,
      onEvent: (event) => told.push(event),
      async summarize({ kind, firstMessage, lastMessage, attempt }) {
        const body = JSON.stringify({ kind, firstMessage, lastMessage, attempt });
        return (await env.MODEL.fetch('http://model/', { method: 'POST', body })).text();
      },
    });
    const messages = await request.json();
    const session = await compactor.open('chat', { store: storeOf(env.CHATS) });
    const { messages: view } = await session.prepare(messages);
    const faults = validateView(view, messages);
    await session.close();
    const failures = told.filter(({ type }) => type === 'error' || type === 'store-failed');
    const rounds = await storeOf(env.CHATS).rounds({ scope: '', id: 'chat' });
    return Response.json({ view, faults, failures, rounds: rounds.length });
  },
};
`;

let folder;
let runtime;
const asked = [];

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'epitome-isolates-'));
  await bundle(worker, {
    outfile: join(folder, 'worker.mjs'),
    conditions: ['workerd'],
    platform: 'neutral',
    external: ['cloudflare:*', 'node:*'],
    loader: { '.wasm': 'copy' },
  });
  const isolate = (name) => ({
    name,
    modules: true,
    modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
    rootPath: folder,
    modulesRoot: folder,
    scriptPath: join(folder, 'worker.mjs'),
    compatibilityDate: supportedCompatibilityDate,
    compatibilityFlags: ['nodejs_compat'],
    durableObjects: { CHATS: { className: 'Chat', scriptName: 'first', useSQLite: true } },
    serviceBindings: {
      async MODEL(request) {
        const range = await request.json();
        asked.push(JSON.stringify(range));
        await pause(20);
        return new Response(goodSummary(range));
      },
    },
  });
  runtime = new Miniflare({ workers: ['first', 'second', 'third'].map(isolate) });
});

after(async () => {
  await runtime?.dispose();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test('three requests at once, in three isolates, on one Durable Object', async () => {
  const workers = await Promise.all(
    ['first', 'second', 'third'].map((name) => runtime.getWorker(name)),
  );
  let rounds = 0;
  for (const [turn, messages] of turnsOf(30).entries()) {
    const body = JSON.stringify(messages);
    const answers = await Promise.all(
      workers.map(async (own) => {
        const response = await own.fetch('http://worker/', { method: 'POST', body });
        const text = await response.text();
        assert.equal(response.status, 200, text);
        return JSON.parse(text);
      }),
    );
    for (const { faults, failures } of answers) assert.deepEqual([faults, failures], [[], []]);
    const views = new Set(answers.map(({ view }) => JSON.stringify(view)));
    assert.equal(views.size, 1, `turn ${turn}: one shows something else`);
    rounds = Math.max(...answers.map((answer) => answer.rounds));
  }
  assert.ok(rounds >= 3, `${rounds} rewrites`);
  assert.equal(asked.length, new Set(asked).size, `bought twice: ${asked}`);
});
