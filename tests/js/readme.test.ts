/**
 * The README's first example, executed as it stands there, with the real AI SDK and a scripted model.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';

it('the example of the README runs, and compacts', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const example = readme.match(/```ts\n([\s\S]*?)```/)?.[1] ?? '';
  const lines = example.split('\n').filter((line) => line.trim() !== '');
  assert.ok(lines.length <= 13, `the example has ${lines.length} lines`);
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
  const folder = new URL('../../build/readme/', import.meta.url);
  mkdirSync(folder, { recursive: true });
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
