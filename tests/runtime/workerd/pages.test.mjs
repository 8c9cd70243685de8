// promise: 12 promises are programs
/** The Workers that README and js/docs print, in a real workerd: no request of a chat costs another one its message. */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';
import { blocksOf } from '../../readme/blocks.mjs';
import { bundle } from '../shared/bundle.mjs';
import { compatibilityDate } from './serve.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Below the repository, where the AI SDK is found. */
const place = join(root, 'build/page-workers');

/** What the pages leave to the reader: a model that repeats what it was asked, after a while. */
const given = (version) => `
const content = (text) => ({ content: [{ type: 'text', text }], warnings: [],
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: { inputTokens: { total: 90 }, outputTokens: { total: 9 } } });
export const model = {
  specificationVersion: '${version}', provider: 'own', modelId: 'claude-sonnet-4-5', supportedUrls: {},
  async doGenerate({ prompt }) {
    const asked = prompt.at(-1).content.map(({ text }) => text).join();
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (asked.includes('broken')) throw new Error('the model is broken');
    return content('answer to ' + asked);
  },
};
export const openai = () => model;
export const [system, tools] = ['Be kind.', {}];
`;

const entry = `
import * as page from './worker.ts';
const { default: own } = page;
export class Chat extends page.Chat {
  async stored() {
    const stored = await this.ctx.storage.list({ prefix: 'message' });
    const textOf = ({ content }) => typeof content === 'string' ? content : content.map(({ text }) => text).join();
    return [...stored.values()].map((message) => message.role + ': ' + textOf(message));
  }
}
export default {
  async fetch(request, env) {
    const chat = env.CHAT.getByName(request.url);
    if (request.method === 'GET') return Response.json(await chat.stored());
    return own?.fetch(request, env) ?? new Response(await chat.ask('chat', await request.text()));
  },
};
`;

const workerOf = (page) =>
  blocksOf(readFileSync(join(root, page), 'utf8')).find(
    ({ file, text }) => file === 'worker.ts' && text.includes('generateText'),
  ).text;

const forms = [
  { page: 'README.md', sdk: 'ai6', version: 'v3' },
  { page: 'README.md', sdk: 'ai7', version: 'v4' },
  { page: 'js/docs/recipes.md', sdk: 'ai7', version: 'v4' },
];

for (const [at, { page, sdk, version }] of forms.entries()) {
  describe(`the Worker of ${page} with ${sdk}`, () => {
    let runtime;
    let chats = 0;
    let chat;

    before(async () => {
      const folder = join(place, `${at}`);
      mkdirSync(folder, { recursive: true });
      const own =
        page === 'README.md' ? '' : "import { model, system, tools } from './given.mjs';\n";
      writeFileSync(join(folder, 'worker.ts'), own + workerOf(page));
      writeFileSync(join(folder, 'given.mjs'), given(version));
      await bundle(entry, {
        stdin: { contents: entry, resolveDir: folder },
        outfile: join(folder, 'out/worker.mjs'),
        alias: { ai: sdk, '@ai-sdk/openai': join(folder, 'given.mjs') },
        conditions: ['workerd', 'worker', 'browser'],
        platform: 'neutral',
        mainFields: ['module', 'main'],
        external: ['cloudflare:*', 'node:*'],
        loader: { '.wasm': 'copy' },
      });
      runtime = new Miniflare({
        modules: true,
        modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
        rootPath: join(folder, 'out'),
        modulesRoot: join(folder, 'out'),
        scriptPath: join(folder, 'out/worker.mjs'),
        compatibilityDate,
        compatibilityFlags: ['nodejs_compat'],
        durableObjects: { CHAT: { className: 'Chat', useSQLite: true } },
      });
      await runtime.ready;
    });
    after(() => runtime?.dispose());
    after(() => rmSync(join(place, `${at}`), { recursive: true, force: true }));

    const ask = async (body, signal) => {
      const url = new URL(chat, await runtime.ready);
      const response = await fetch(url, { method: 'POST', body, signal });
      return response.ok ? response.text() : response.status;
    };
    const stored = async () => (await fetch(new URL(chat, await runtime.ready))).json();
    const isStored = async (texts) => {
      for (const until = Date.now() + 10_000; ; ) {
        const found = await stored();
        if (texts.every((text) => found.includes(text))) return;
        assert.ok(Date.now() < until, `${JSON.stringify(found)} lacks one of ${texts}`);
        await pause(100);
      }
    };
    const begin = async () => {
      chats += 1;
      chat = `chat-${chats}`;
      assert.equal(await ask('hello'), 'answer to hello');
    };

    test('answers three requests at once, and keeps all messages', async () => {
      await begin();
      const asked = ['never touch payments', 'use euros', 'go on'];
      const answers = await Promise.all(asked.map((text) => ask(text)));
      assert.deepEqual(
        answers,
        asked.map((text) => `answer to ${text}`),
      );
      const messages = await stored();
      assert.equal(messages.length, 8, JSON.stringify(messages));
      for (const text of asked) {
        const place = messages.indexOf(`user: ${text}`);
        assert.equal(messages[place + 1], `assistant: answer to ${text}`);
      }
    });

    test('keeps the message of a client that leaves, and of one whose model fails', async () => {
      await begin();
      const leaving = new AbortController();
      const left = ask('I leave', leaving.signal);
      const waiting = ask('I wait');
      setTimeout(() => leaving.abort(), 50);
      await assert.rejects(left);
      assert.equal(await waiting, 'answer to I wait');
      await isStored(['user: I leave', 'user: I wait']);
      assert.equal(await ask('it is broken'), 500);
      assert.equal(await ask('and now?'), 'answer to and now?');
      await isStored(['user: it is broken', 'user: and now?', 'assistant: answer to and now?']);
    });
  });
}
