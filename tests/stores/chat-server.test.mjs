/** The chat server of js/docs, with the real AI SDK and Hono: many requests, some at once, an abort, a restart. */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('js/docs/chat-server.md', root), 'utf8');
const source = /^```js\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
const folder = new URL('build/chat-server/', root);
mkdirSync(folder, { recursive: true });
// Packages of the reader's project, where they are here.
const places = { ai: import.meta.resolve('ai7'), hono: import.meta.resolve('hono') };
places.zod = import.meta.resolve('zod');
const bound = source.replace(/ from '(ai|hono|zod)'/g, (_, name) => ` from '${places[name]}'`);
writeFileSync(new URL('server.mjs', folder), bound);
const { createServer } = await import(new URL('server.mjs', folder));
const { MockLanguageModelV4 } = await import(import.meta.resolve('ai7/test'));

const usage = {
  inputTokens: {
    total: undefined,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: 20, text: 20, reasoning: 0 },
};
const finish = (unified) => ({ finishReason: { unified, raw: unified }, usage });

/** Answers each request at length; researches first where it is asked to; waits where it is told to. */
function scripted(prompts) {
  const answer = (prompt) =>
    `Answer to ${JSON.stringify(prompt.at(-1).content).slice(-60)}. ${'And more of it. '.repeat(60)}`;
  const chunksOf = (prompt) => {
    const last = prompt.at(-1);
    const text = JSON.stringify(last.content);
    if (last.role === 'user' && text.includes('research')) {
      const toolCallId = `call-${prompts.length}`;
      const input = JSON.stringify({ task: 'Find it out.' });
      return [
        { type: 'tool-call', toolCallId, toolName: 'research', input },
        { type: 'finish', ...finish('tool-calls') },
      ];
    }
    return [
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: answer(prompt) },
      { type: 'text-end', id: '1' },
      { type: 'finish', ...finish('stop') },
    ];
  };
  return new MockLanguageModelV4({
    modelId: 'scripted',
    doGenerate: async ({ prompt }) => ({
      content: [{ type: 'text', text: answer(prompt) }],
      ...finish('stop'),
      warnings: [],
    }),
    doStream: async ({ prompt, abortSignal }) => {
      prompts.push(prompt);
      const isSlow = JSON.stringify(prompt.at(-1).content).includes('slowly');
      const stream = new ReadableStream({
        async start(controller) {
          controller.enqueue({ type: 'stream-start', warnings: [] });
          if (isSlow) {
            await new Promise((resolve) => abortSignal?.addEventListener('abort', resolve));
            controller.error(abortSignal.reason);
            return;
          }
          for (const chunk of chunksOf(prompt)) controller.enqueue(chunk);
          controller.close();
        },
      });
      return { stream };
    },
  });
}

test('the server is short', () => assert.ok(source.trimEnd().split('\n').length <= 80));

test('chats outlive requests, aborts and the process', async (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'epitome-chat-'));
  context.after(() => rmSync(directory, { recursive: true, force: true }));
  const prompts = [];
  const events = [];
  const start = () =>
    createServer({
      file: join(directory, 'chats.db'),
      model: scripted(prompts),
      options: { contextWindow: 6_000, windowGuard: { warn: 0 }, onEvent: (e) => events.push(e) },
    });
  let server = await start();
  let number = 0;
  const say = async (text, signal) => {
    number += 1;
    const message = { id: `m${number}`, role: 'user', parts: [{ type: 'text', text }] };
    const response = await server.app.request('/chat/one', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'one', message }),
      ...(signal && { signal }),
    });
    assert.equal(response.status, 200);
    return response.text();
  };
  const stored = async () => (await server.app.request('/chat/one')).json();

  for (let i = 0; i < 25; i += 1) assert.match(await say(`Question ${i}?`), /Answer to/);
  assert.match(await say('Please research this.'), /tool-output-available/);
  const answers = await Promise.all([1, 2, 3].map((i) => say(`At once ${i}?`)));
  for (const answer of answers) assert.match(answer, /Answer to/);

  const controller = new AbortController();
  const aborted = say('Answer slowly.', controller.signal).catch(() => '');
  while (!JSON.stringify(prompts.at(-1)).includes('slowly')) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  controller.abort();
  await aborted;

  server.compactor.dispose();
  server = await start();
  assert.match(await say('And after the restart?'), /Answer to/);

  const users = (await stored()).filter(({ role }) => role === 'user');
  assert.deepEqual(new Set(users.map(({ id }) => id)).size, number, 'no message was lost');
  const folds = events.filter(({ type }) => type === 'compaction').flatMap((event) => event.folds);
  assert.ok(folds.length > 1);
  assert.deepEqual(
    events.filter(({ type }) => type === 'error').map(({ error }) => error.message),
    [],
  );
  const records = await server.store.records('one');
  assert.equal(records.length, folds.length, 'nothing was folded twice');
  for (const prompt of prompts) assert.ok(JSON.stringify(prompt).length / 4 < 6_000);
  assert.ok(
    (await server.store.list()).some((id) => id.startsWith('one/call-')),
    'the sub-agent',
  );
  server.compactor.dispose();
});
