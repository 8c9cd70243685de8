// promise: api
/**
 * The README's examples, executed as they stand there, with the real AI SDK and a scripted model.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { presetNames } from '../../js/presets.ts';

const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const folder = new URL('build/readme/', root);
mkdirSync(folder, { recursive: true });

it('the example of the README runs, and compacts', async () => {
  const example = readme.match(/```ts\n([\s\S]*?)```/)?.[1] ?? '';
  assert.match(example, /prepareStep: session\.prepareStep/);

  // The reader brings a model, tools and messages; everything else is the example's own text.
  const setting = `
    import { tool } from 'ai7';
    import { MockLanguageModelV4 } from 'ai7/test';
    import { z } from 'zod';
    let call = 0;
    export const prompts = [];
    const usage = {
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 9, text: 9, reasoning: 0 },
    };
    const model = new MockLanguageModelV4({
      modelId: 'gpt-4',
      doGenerate: async ({ prompt }) => {
        prompts.push(prompt);
        call += 1;
        const part = call > 150
          ? { type: 'text', text: 'done' }
          : { type: 'tool-call', toolCallId: 'c' + call, toolName: 'read', input: '{"page":' + call + '}' };
        const unified = call > 150 ? 'stop' : 'tool-calls';
        return { content: [part], finishReason: { unified, raw: unified }, usage, warnings: [] };
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
  const file = new URL('example.mjs', folder);
  writeFileSync(
    file,
    `${setting}\n${example.replace("'ai'", "'ai7'")}\nexport { result, session };`,
  );
  const { result, session, prompts } = await import(pathToFileURL(file.pathname).href);
  assert.equal(await result.text, 'done');
  assert.equal(prompts.length, 151);
  assert.ok(session.usage().compactions > 0, 'a model with a small window makes it compact');
  assert.ok(prompts.at(-1).length < 100, 'the last prompt is a compacted one');
  session.dispose();
});

it('every other example runs, after those before it in its section', async () => {
  // What an example uses without having made it, an example before it has, or the reader.
  const setting = `
    import { generateText, stepCountIs, tool } from 'ai7';
    import { MockLanguageModelV4 } from 'ai7/test';
    import { createCompactor, fromModel, memoryFlush, optionsFromEnv } from 'epitome';
    import { z } from 'zod';
    const usage = {
      inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 9, text: 9, reasoning: 0 },
    };
    const reader = {
      generateText,
      stepCountIs,
      createCompactor,
      fromModel,
      memoryFlush,
      optionsFromEnv,
      saveMemory: tool({ inputSchema: z.object({ text: z.string() }), execute: async () => 'saved' }),
      cheapModel: new MockLanguageModelV4(),
      model: new MockLanguageModelV4({
        doGenerate: async () => ({
          content: [{ type: 'text', text: 'done' }],
          finishReason: { unified: 'stop', raw: 'stop' },
          usage,
          warnings: [],
        }),
      }),
      messages: [{ role: 'user', content: 'Read the whole book.' }],
      tools: {},
      system: 'You read books.',
      rules: 'Keep it short.',
      openFile: 'export {};',
      lastUsage: { inputTokens: 9, outputTokens: 9 },
      longText: 'a long text '.repeat(4_000),
      queue: [],
      text: 'done',
      id: '0123456789abcdef',
      compactor: await createCompactor({ model: 'gpt-5' }),
    };
    reader.session = reader.compactor.session('chat-41');
    await reader.session.prepare(reader.messages);
    Object.assign(globalThis, reader);
  `;
  const sections = readme.split(/^## /m).map((section) => ({
    title: section.split('\n')[0] ?? '',
    examples: [...section.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code),
  }));
  writeFileSync(new URL('setting.mjs', folder), setting);
  const anImport = /^import .*;\n/gm;
  let ran = 0;
  for (const { title, examples } of sections) {
    if (examples.length === 0) continue;
    // Each inside the one before: it can use what that has made, and make the same name anew.
    const bodies = examples.map((example) => example.replace(anImport, ''));
    const nested = bodies.reduceRight((inner, body) => `{\n${body}\n${inner}\n}`, '');
    const imports = examples.flatMap((example) => example.match(anImport) ?? []);
    const file = new URL(`${title.toLowerCase().replace(/[^a-z]+/g, '-')}.mjs`, folder);
    writeFileSync(file, `import './setting.mjs';\n${imports.join('')}${nested}\n`);
    try {
      await import(pathToFileURL(file.pathname).href);
    } catch (error) {
      throw new Error(`an example of "${title}" fails`, { cause: error });
    }
    ran += examples.length;
  }
  assert.ok(ran >= 9, `${ran} examples ran`);
});

it('every preset has a page, and the README leads there', () => {
  for (const name of presetNames) {
    const page = `js/presets/${name}.md`;
    assert.ok(readme.includes(`[\`${name}\`](${page})`), `${page} is linked`);
    assert.ok(existsSync(new URL(page, root)), `${page} exists`);
  }
});

it('every anchor of the README leads to a heading', () => {
  const anchors = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replace(/ /g, '-'),
  );
  for (const [, anchor = ''] of readme.matchAll(/\]\(#([^)]+)\)/g)) {
    assert.ok(anchors.includes(anchor), `#${anchor}`);
  }
});
