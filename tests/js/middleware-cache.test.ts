// promise: 7 keeps the prefix
/**
 * 300 steps of real AI SDK loops through the middleware, with a provider whose cache holds what a prompt has in common
 * with those before it: the cache misses where a view was rewritten, and prompts are those of `prepareStep`.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { compactionMiddleware } from 'epitome/ai';
import { type LoopOptions, runLoop, type SdkVersion, sdkVersions } from './support/agents.ts';
import { type EventLog, goodSummary, jsonClone, prose } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { promptFaults } from './support/refusals.ts';
import type { Script } from './support/script.ts';
import { countMessages } from './support/tokens.ts';

const steps = 300;
const system = 'You mend what fails.';
const open = opener({
  contextWindow: 16_000,
  system,
  tools: {},
  summarize: async (request) => goodSummary(request),
});

/** Steps of one to three calls, each of another size. */
const script: Script = (number) => {
  const calls = Array.from({ length: 1 + (number % 3) }, (_, i) => ({
    tool: 'read' as const,
    input: { path: `src/${number}/${i}.ts` },
    result: prose(60 + ((number * 97 + i * 31) % 300), `f${number}x${i}`),
  }));
  return number === steps - 1 ? { text: 'Done.' } : { text: `Step ${number}.`, calls };
};

/** Of a prompt: messages that the one before has, those that it could have, and rewrites by then. */
interface Hit {
  read: number;
  most: number;
  rewrites: number;
}

/** What was sent stays in the cache; a prompt reads from it up to where it differs from all of that. */
function cacheOf(log: EventLog) {
  const sent: string[][] = [];
  const hits: Hit[] = [];
  const cached = (prompt: unknown[]): number => {
    const messages = prompt.map((message) => JSON.stringify(message));
    const read = Math.max(0, ...sent.map((before) => common(before, messages)));
    hits.push({ read, most: sent.at(-1)?.length ?? 0, rewrites: log.rewrites.length });
    sent.push(messages);
    return countMessages(prompt.slice(0, read));
  };
  return { hits, cached };
}

/** How many messages two prompts have in common at their start. */
function common(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((message, i) => message !== other[i]);
  return differs < 0 ? one.length : differs;
}

type Way = 'middleware' | 'prepareStep' | 'both';

async function run(version: SdkVersion, mode: LoopOptions['mode'], way: Way) {
  const { session, log } = await open();
  const { hits, cached } = cacheOf(log);
  const only = way === 'both' ? ({ only: 'overflow' } as const) : {};
  const loop = await runLoop({
    version,
    mode,
    steps,
    script,
    system,
    cached,
    ...(way !== 'prepareStep' && { middleware: compactionMiddleware(session, only) }),
    ...(way !== 'middleware' && {
      prepareStep: session.prepareStep as LoopOptions['prepareStep'] & {},
    }),
  });
  assert.deepEqual(loop.errors, []);
  assert.equal(loop.prompts.length, steps);
  return { loop, log, hits };
}

for (const version of sdkVersions) {
  // Both ways of calling have the same steps; one of each version is enough.
  const mode = version === 6 ? 'stream' : 'generate';
  describe(`300 steps through the middleware, ai ${version}, ${mode}`, () => {
    let own: Awaited<ReturnType<typeof run>>;
    before(async () => {
      own = await run(version, mode, 'middleware');
    });

    it('miss the cache where a view was rewritten, and nowhere else', () => {
      const { log, hits, loop } = own;
      hits.forEach(({ read, most, rewrites }, step) => {
        const isNew = rewrites > (hits[step - 1]?.rewrites ?? 0);
        if (!isNew) assert.equal(read, most, `step ${step}`);
      });
      const rewrites = log.rewrites.length;
      assert.ok(rewrites > 5 && rewrites < steps / 8, `${rewrites} rewrites`);
      // Each call brings messages that are new objects, and none is read twice.
      assert.deepEqual(
        log.of('aligned').map(({ how }) => how),
        ['new'],
      );
      assert.deepEqual(loop.prompts.flatMap(promptFaults), []);
    });

    it('send what the SDK makes of the views of prepareStep', async () => {
      const expected = await run(version, mode, 'prepareStep');
      for (const { loop, hits } of [own, await run(version, mode, 'both')]) {
        for (const [step, prompt] of expected.loop.prompts.entries()) {
          assert.deepEqual(jsonClone(loop.prompts[step]), jsonClone(prompt), `step ${step}`);
        }
        assert.deepEqual(hits, expected.hits);
      }
    });
  });
}
