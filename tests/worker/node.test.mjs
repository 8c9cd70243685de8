/** The template as a Node server, on a real port: many requests, some at once, an abort, a sub-agent, a restart. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { chatTurn, textOf, userSays } from './support/answers.mjs';
import { copyTemplate } from './support/template.mjs';

const folder = copyTemplate();
const { createServer } = await import(join(folder, 'src/node.js'));
const { MockLanguageModelV4 } = await import('ai/test');

const none = undefined;
const inputTokens = { total: none, noCache: none, cacheRead: none, cacheWrite: none };
const usage = { inputTokens, outputTokens: { total: 20, text: 20, reasoning: 0 } };
const finish = (unified) => ({ finishReason: { unified, raw: unified }, usage });

/** Answers each request at length; researches first where it is asked to; waits where it is told to. */
function scripted(prompts) {
  const answer = (prompt) =>
    `Answer to ${JSON.stringify(prompt.at(-1).content).slice(-60)}. ${'And more of it. '.repeat(60)}`;
  const chunksOf = (prompt) => {
    const { role, content } = prompt.at(-1);
    if (role === 'user' && JSON.stringify(content).includes('research')) {
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

test('chats outlive requests, aborts and the process', async () => {
  const prompts = [];
  const events = [];
  const start = () =>
    createServer({
      file: join(folder, 'chats.db'),
      env: { TOKEN: 'secret' },
      model: scripted(prompts),
      options: { contextWindow: 6_000, windowGuard: { warn: 0 }, onEvent: (e) => events.push(e) },
    });
  let server = start();
  const address = 'http://agent.test/sessions/one/messages';
  const authorization = 'Bearer secret';
  let said = 0;
  const say = async (text, signal) => {
    said += 1;
    const message = userSays(text, `m${said}`);
    const init = {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
      ...(signal && { signal }),
    };
    const response = await server.fetch(new Request(address, init));
    assert.equal(response.status, 200);
    return response.text();
  };
  const stored = async () =>
    (await server.fetch(new Request(address, { headers: { authorization } }))).json();

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

  await server.close();
  server = start();
  assert.match(await say('And after the restart?'), /Answer to/);

  const users = (await stored()).filter(({ role }) => role === 'user');
  assert.equal(new Set(users.map(({ id }) => id)).size, said, 'no message was lost');
  const folds = events.filter(({ type }) => type === 'compaction').flatMap((event) => event.folds);
  assert.ok(folds.length > 1);
  const errors = events.filter(({ type }) => type === 'error');
  assert.deepEqual(
    errors.map(({ error }) => error.message),
    [],
  );
  const records = await server.store.records('one');
  assert.equal(records.length, folds.length, 'nothing was folded twice');
  for (const prompt of prompts) assert.ok(JSON.stringify(prompt).length / 4 < 6_000);
  const ids = await server.store.list();
  assert.ok(
    ids.some((id) => id.startsWith('one/call-')),
    'the sub-agent',
  );
  const init = { method: 'DELETE', headers: { authorization } };
  assert.equal((await server.fetch(new Request(address, init))).status, 204);
  assert.deepEqual(await server.store.list(), []);
  assert.deepEqual(await stored(), []);
  await server.close();
});

test('npm run node: useChat over a socket, and the end by a signal', async (context) => {
  const env = { ...process.env, PORT: '0', DATABASE_FILE: join(folder, 'own.db') };
  const child = spawn(process.execPath, ['src/node.js'], { cwd: folder, env });
  context.after(() => child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const origin = new URL(String(line).trim()).origin;
  const fetchThere = (url, init) => fetch(String(url).replace('http://agent.test', origin), init);
  const { message } = await chatTurn(fetchThere, 'a', [userSays('What is 6 * 7?')]);
  assert.match(textOf(message), /42/);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});

test('others are let in only with a token', () => {
  const env = { ...process.env, HOST: '0.0.0.0', PORT: '0', DATABASE_FILE: ':memory:', TOKEN: '' };
  const options = { cwd: folder, env, encoding: 'utf8' };
  const { status, stderr } = spawnSync(process.execPath, ['src/node.js'], options);
  assert.notEqual(status, 0);
  assert.match(stderr, /set TOKEN before HOST/);
});
