// promise: 7 keeps the prefix
/**
 * Breakpoints against a provider's cache, simulated by Anthropic's rules: an entry ends at a breakpoint, and is looked
 * for at the breakpoints of a later request and at the twenty blocks before each.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goodSummary, prose } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { type Talk, talkIn } from './support/talk.ts';

// biome-ignore lint/suspicious/noExplicitAny: dialects that the types do not mix.
type Anything = any;

const open = opener({
  maxOutputTokens: 500,
  cacheControl: 'auto',
  summarize: async (request) => goodSummary(request),
});

/** A step with parallel calls. */
const parallel = (talk: Talk, step: number, calls: number) =>
  talk.calls(
    Array.from({ length: calls }, (_, i) => {
      const input = { path: `src/${step}/${i}.ts` };
      return { tool: 'read', input, result: prose(30, `${step} ${i}`) };
    }),
  );

const isMark = (key: string) => key === 'cacheControl' || key === 'cache_control';

/** The blocks of a view: their bytes without marks, and whether a mark is on them. */
function blocksOf(view: Anything[]): { bytes: string; marked: boolean }[] {
  return view.flatMap((message) => {
    const { content } = message;
    const parts = Array.isArray(content) ? content : [{ type: 'text', text: content }];
    return parts.map((part: Anything, i: number) => {
      let marked = false;
      const last = i === parts.length - 1;
      const own = last ? [part, message.providerOptions] : [part];
      JSON.stringify(own, (key, value) => {
        marked ||= isMark(key);
        return value;
      });
      const bytes = JSON.stringify([message.role, part], (key, value) =>
        isMark(key) || key === 'providerOptions' ? undefined : value,
      );
      return { bytes, marked };
    });
  });
}

const breakpoint = { type: 'ephemeral' };

/** The message with a breakpoint of the host's. */
function marked(message: Anything, dialect: string): Anything {
  if (dialect === 'ai-sdk')
    return { ...message, providerOptions: { anthropic: { cacheControl: breakpoint } } };
  const { content } = message;
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return {
    ...message,
    content: parts.map((part: Anything) => ({ ...part, cache_control: breakpoint })),
  };
}

const marksIn = (message: unknown) =>
  JSON.stringify(message).match(/"cache_?[cC]ontrol"/g)?.length ?? 0;

class Cache {
  readonly #entries = new Set<string>();

  /** Blocks of a request that were read from the cache. */
  request(view: Anything[]): { read: number; blocks: number; marks: number } {
    const blocks = blocksOf(view);
    const prefixes: string[] = [];
    for (const { bytes } of blocks) prefixes.push(`${prefixes.at(-1) ?? ''}\n${bytes}`);
    const marks = [...blocks.keys()].filter((at) => blocks[at]?.marked);
    let read = 0;
    for (const mark of marks) {
      // Twenty positions, the mark itself the first of them.
      for (let at = mark; at > Math.max(-1, mark - 20); at -= 1) {
        if (this.#entries.has(prefixes[at] as string)) read = Math.max(read, at + 1);
      }
    }
    for (const mark of marks) this.#entries.add(prefixes[mark] as string);
    return { read, blocks: blocks.length, marks: marks.length };
  }
}

describe('what the last request had is read from the cache', () => {
  for (const dialect of ['ai-sdk', 'anthropic'] as const) {
    for (const calls of [1, 3, 9, 10, 12, 40]) {
      it(`${dialect}, ${calls} calls a step`, async () => {
        const { session, log } = await open({
          contextWindow: 2_000 + calls * 1_500,
          dialect,
        });
        const cache = new Cache();
        const talk = talkIn(dialect);
        const history: Anything[] = talk.user('Read the sources, all of them.');
        let before = 0;
        let folds = 0;
        for (let step = 0; step < 40; step += 1) {
          const { messages } = await session.prepare([...history] as never);
          const { read, blocks, marks } = cache.request(messages);
          assert.ok(marks <= 2, 'two are left for the system prompt and tools');
          // A fold changes what stands behind the records.
          const folded = log.rewrites.length > folds;
          folds = log.rewrites.length;
          if (!folded) assert.ok(read >= before, `step ${step}: ${read} of ${before} blocks`);
          before = blocks;
          history.push(...parallel(talk, step, calls));
        }
        assert.ok(folds > 0);
        assert.deepEqual(log.of('error'), []);
      });
    }
  }
});

describe("the host's own breakpoints", () => {
  for (const [dialect, prompt] of [
    ['ai-sdk', [{ role: 'system', content: 'You read sources.' }]],
    ['ai-sdk', []],
    ['anthropic', []],
  ] as const) {
    it(`leave room for what the view does not show: ${dialect}, ${prompt.length} system messages`, async () => {
      const { session, log } = await open({ contextWindow: 6_500, dialect });
      const talk = talkIn(dialect);
      const own = (message: unknown) => marked(message, dialect);
      const history: Anything[] = prompt.map(own);
      // One is the tools', and one the system prompt's.
      const elsewhere = 2 - prompt.length;
      for (let step = 0; step < 40; step += 1) {
        history.push(...talk.user(`Read source ${step}.`).map(own));
        const { messages } = await session.prepare([...history] as never);
        const marks = messages.map(marksIn);
        const count = marks.reduce((all, one) => all + one, 0);
        assert.ok(count + elsewhere <= 4, `step ${step}: ${marks}`);
        for (const at of prompt.keys()) assert.equal(marks[at], 1, `step ${step}: ${marks}`);
        history.push(...parallel(talk, step, 3), ...talk.says(`Source ${step} is read.`));
      }
      assert.ok(log.rewrites.length > 0);
    });
  }
});
