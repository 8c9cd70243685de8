/** The examples of the README and the manual: their types, and that they run, with the real AI SDK and a scripted model. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { manualPages, moduleOf, root, sectionsOf, textOf } from './support/manual.ts';

/** Their examples need servers or packages of their own; the tests of those build them. */
const elsewhere = ['chat-server', 'deploy-vercel', 'stores'];
const isBuiltElsewhere = (page: string) => elsewhere.includes(basename(page, '.md'));

const folder = new URL('build/manual/', root);
const inFolder = (name: string) => fileURLToPath(new URL(name, folder));
const readerFile = new URL('tests/js/support/reader.ts', root);

interface Example {
  page: string;
  title: string;
  file: string;
}
const examples: Example[] = [];

before(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.chdir(fileURLToPath(folder));
  // Loaded before any example: it makes the archive that they search.
  const brought = Object.keys(await import(readerFile.href));
  for (const page of ['README.md', ...manualPages]) {
    if (isBuiltElsewhere(page)) continue;
    for (const { title, examples: code } of sectionsOf(textOf(page))) {
      if (code.length === 0) continue;
      const name = `${basename(page, '.md')} ${title}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      const file = inFolder(`${name}.ts`);
      writeFileSync(file, moduleOf(code, '../../tests/js/support/reader.ts', brought));
      examples.push({ page, title, file });
    }
  }
});

describe('examples', () => {
  it('have the types that the package and the AI SDK declare', () => {
    const config = inFolder('tsconfig.json');
    const compilerOptions = {
      noEmit: true,
      strict: true,
      // Examples in JavaScript have none.
      noImplicitAny: false,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: 'esnext',
      module: 'nodenext',
      lib: ['esnext', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: ['../../tests/node_modules/@types'],
    };
    const files = examples.map(({ file }) => file);
    writeFileSync(config, JSON.stringify({ compilerOptions, files }));
    const compiler = fileURLToPath(new URL('tests/node_modules/typescript/bin/tsc', root));
    const { stdout } = spawnSync(
      process.execPath,
      [compiler, '--project', config, '--pretty', 'false'],
      { encoding: 'utf8' },
    );
    assert.equal(stdout, '');
  });

  it('run', async () => {
    for (const { page, title, file } of examples) {
      try {
        await import(file);
      } catch (error) {
        throw new Error(`an example of "${title}" in ${page} fails`, { cause: error });
      }
    }
    assert.ok(examples.length >= 30, `examples of ${examples.length} sections ran`);
  });
});

/** The example of a section of the README as a module of its own, behind what a reader would bring. */
async function exampleOf(title: string, setting: string, exported = '') {
  const section = sectionsOf(textOf('README.md')).find((one) => one.title === title);
  const code = section?.examples[0]?.replace("'ai'", "'ai7'") ?? '';
  const file = inFolder(`own-${title.toLowerCase().replace(/[^a-z]+/g, '-')}.ts`);
  writeFileSync(file, `${setting}\n${code}\n${exported}`);
  return { code, module: await import(file) };
}

const scripted = `
  import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai7/test';
  import { tool } from 'ai7';
  import { z } from 'zod';
  let call = 0;
  export const prompts = [];
  const usage = {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 9, text: 9, reasoning: 0 },
  };
  const finishReason = (unified) => ({ unified, raw: unified });
`;

it('the agent of the README runs, and compacts', async () => {
  const setting = `${scripted}
    const model = new MockLanguageModelV4({
      modelId: 'gpt-4',
      doGenerate: async ({ prompt }) => {
        prompts.push(prompt);
        call += 1;
        const part = call > 150
          ? { type: 'text', text: 'done' }
          : { type: 'tool-call', toolCallId: 'c' + call, toolName: 'read', input: '{"page":' + call + '}' };
        return { content: [part], finishReason: finishReason(call > 150 ? 'stop' : 'tool-calls'), usage, warnings: [] };
      },
    });
    const tools = {
      read: tool({
        inputSchema: z.object({ page: z.number() }),
        execute: async ({ page }) => ('text of page ' + page + '. ').repeat(40),
      }),
    };
    const messages = [{ role: 'user', content: 'Read the whole book.' }];
  `;
  const { code, module } = await exampleOf('An agent', setting, 'export { result, session };');
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  assert.ok(lines.length <= 10, `the example has ${lines.length} lines`);
  const { result, session, prompts } = module;
  assert.equal(await result.text, 'done');
  assert.equal(prompts.length, 151);
  assert.ok(session.usage().compactions > 0, 'a model with a small window makes it compact');
  assert.ok(prompts.at(-1).length < 100, 'the last prompt is a compacted one');
  session.dispose();
});

it('the chat server of the README answers, folds, and saves', { timeout: 300_000 }, async () => {
  const setting = `${scripted}
    export const saved = [];
    const saveMessages = async (id, messages) => saved.push({ id, messages });
    const model = new MockLanguageModelV4({
      modelId: 'gpt-4',
      doStream: async ({ prompt }) => {
        prompts.push(prompt);
        return {
          stream: convertArrayToReadableStream([
            { type: 'stream-start', warnings: [] },
            { type: 'text-start', id: '0' },
            { type: 'text-delta', id: '0', delta: 'An answer. ' },
            { type: 'text-end', id: '0' },
            { type: 'finish', finishReason: finishReason('stop'), usage },
          ]).pipeThrough(new TransformStream({
            async transform(part, controller) {
              controller.enqueue(part);
              // Time to leave in the middle of an answer.
              if (part.type === 'text-delta') await new Promise(setImmediate);
            },
          })),
        };
      },
    });
    const tools = {};
  `;
  const exported = 'export { compactor, store };';
  const { module } = await exampleOf('A chat server with persistence', setting, exported);
  const { POST, prompts, saved, compactor, store } = module;
  const messages = Array.from({ length: 41 }, (_, n) => ({
    id: `m${n}`,
    role: n % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', text: `${n}: ${'something that was said in this chat. '.repeat(40)}` }],
  }));
  async function ask() {
    const body = JSON.stringify({ id: 'chat-1', messages });
    const answer = await POST(new Request('http://localhost/', { method: 'POST', body }));
    assert.match(await answer.text(), /An answer/);
  }
  await ask();
  assert.ok(prompts[0].length < messages.length, 'the prompt is a compacted one');
  assert.equal(saved[0].id, 'chat-1');
  assert.equal(saved[0].messages.length, messages.length + 1);
  assert.equal(compactor.has('chat-1'), false, 'the session is closed');
  assert.ok((await store.load('chat-1')).state.length > 0, 'its state is stored');
  await ask();
  const leaving = new AbortController();
  const body = JSON.stringify({ id: 'chat-2', messages });
  const init = { method: 'POST', body, signal: leaving.signal };
  const { body: answer } = await POST(new Request('http://localhost/', init));
  await answer.getReader().read();
  leaving.abort();
  while (saved.length < 3) await setTimeout(10);
  assert.equal(saved[2].id, 'chat-2', 'the answer of a user who left is saved');
  while (compactor.has('chat-2')) await setTimeout(10);
  assert.deepEqual(prompts[1].slice(0, 2), prompts[0].slice(0, 2), 'its summary is used again');
  assert.equal((await store.records('chat-1')).length, 1);
  compactor.dispose();
});
