// promise: api
/** Recall by tool, in every dialect: a result is its call's, also where the call is one that is not searched. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type CompactorOptions, createCompactor, type ResultPolicy } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { createRng } from './support/random.ts';
import { type Dialect, dialects, talkIn } from './support/talk.ts';

const tools = ['read_file', 'search', 'fetch_page'] as const;
const ways: readonly ResultPolicy[] = [
  { clear: {}, trim: false },
  { trim: { over: 600, head: 150, tail: 150 }, clear: false },
];

async function sessionFor(t: TestContext, options: Partial<CompactorOptions>) {
  const compactor = await createCompactor({ contextWindow: 16_000, quiet: true, ...options });
  t.after(() => compactor.dispose());
  return compactor.session();
}

/** Steps of several tools, one after the other, and the tool of each message. */
function steps(dialect: Dialect, count: number, names: readonly string[], seed: string) {
  const rng = createRng(seed);
  const talk = talkIn(dialect);
  const messages: Message[] = [...talk.user('Find the wombat.')];
  const toolOf: (string | undefined)[] = [undefined];
  for (let i = 0; i < count; i += 1) {
    const tool = rng.pick(names);
    const lines = Array.from({ length: 100 }, (_, line) => `wombat ${tool} ${i} at line ${line}.`);
    messages.push(...talk.step(tool, { path: `src/${i}.ts` }, lines.join('\n')));
    toolOf.push(tool, tool);
  }
  return { messages, toolOf };
}

for (const dialect of dialects) {
  describe(`recall of shortened results (${dialect})`, () => {
    for (const results of ways) {
      const way = Object.keys(results)[0];
      it(`finds those of a tool, and no others, from any message on (${way})`, async (t) => {
        const { messages, toolOf } = steps(dialect, 20, tools, `tools ${dialect} ${way}`);
        const session = await sessionFor(t, { dialect, results });
        await session.prepare(messages);
        const fates = session.explain().messages;
        const shortened = fates.flatMap(({ message, fate }, at) =>
          fate === 'cleared' || fate === 'trimmed' ? [{ message, call: fates[at - 1]?.fate }] : [],
        );
        assert.ok(shortened.filter(({ call }) => call === 'kept').length > 5);
        const found = async (options: object) =>
          (await session.recall('wombat', { limit: 50, ...options }))
            .map(({ message }) => message)
            .sort((a, b) => a - b);
        const all = await found({});
        for (const { message } of shortened) assert.ok(all.includes(message));
        for (const from of [1, ...all.filter((_, at) => at % 5 === 0)]) {
          for (const tool of tools) {
            assert.deepEqual(
              await found({ tool, from }),
              all.filter((message) => message >= from && toolOf[message - 1] === tool),
              `${tool} from ${from}`,
            );
          }
        }
      });
    }

    it('finds no answer of its own', async (t) => {
      const names = [...tools, 'recall'];
      const { messages, toolOf } = steps(dialect, 20, names, `own answers ${dialect}`);
      const session = await sessionFor(t, { dialect, results: ways[0] });
      session.tools();
      await session.prepare(messages);
      const fates = session.explain().messages;
      assert.ok(fates.some(({ fate }, at) => fate === 'cleared' && toolOf[at] === 'recall'));
      const found = await session.recall('wombat', { limit: 50 });
      assert.ok(found.length > 0);
      for (const { message } of found) assert.notEqual(toolOf[message - 1], 'recall');
    });
  });
}
