// promise: 4 never breaks the agent
/**
 * What users of other compactors complain about, and what those list and leave out, where a provider says that a
 * request is too long. One test each, by the number of the complaint or of the item.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions } from 'epitome';
import { compactionMiddleware } from 'epitome/ai';
import { type LoopOptions, loopModes, runLoop } from './support/agents.ts';
import { inVirtualTime } from './support/clock.ts';
import { prose } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { createRng, text } from './support/random.ts';
import { limitedTo, promptFaults, tooLong } from './support/refusals.ts';
import type { Script } from './support/script.ts';
import { countMessages } from './support/tokens.ts';
import { exchange, type Loose, provider, usageOf, userText } from './support/wrapped-model.ts';

const open = opener({ contextWindow: 64_000, windowGuard: { warn: 0 } });

/** A wrapped model of a session, with the provider's answers. */
async function chat(
  answer: (tokens: number, prompt: Loose[]) => Loose,
  options: Partial<CompactorOptions> = {},
) {
  const { session, log } = await open(options);
  const middleware = compactionMiddleware(session);
  return { log, model: await provider({ version: 7, middleware, answer }) };
}

describe('complaints about requests that are too long', () => {
  for (const mode of loopModes) {
    it(`S4.12: at most three attempts, and a single result that is too large is cut, ${mode}`, async () => {
      const steps = 12;
      const limit = 8_000;
      const script: Script = (number) => {
        const result = prose(number === 5 ? 30_000 : 300, `f${number}`);
        const input = { path: `src/${number}.ts` };
        const last = number === steps - 1;
        return {
          text: `Step ${number}.`,
          ...(!last && { calls: [{ tool: 'read', input, result }] }),
        };
      };
      const { session, log } = await open();
      const loop = await runLoop({
        version: 7,
        mode,
        steps,
        script,
        refuse: limitedTo(limit),
        middleware: compactionMiddleware(session, { only: 'overflow' }),
        prepareStep: session.prepareStep as LoopOptions['prepareStep'] & {},
      });
      assert.deepEqual(loop.errors, []);
      assert.ok(loop.refused.length > 0 && loop.refused.length <= 3);
      assert.equal(loop.result.steps, steps);
      assert.deepEqual([loop.ran.length, new Set(loop.ran).size], [steps - 1, steps - 1]);
      // The model is told of the result, and has its call.
      const [next = []] = loop.prompts.slice(6);
      assert.match(JSON.stringify(next), /src\/f5\.ts/);
      assert.match(JSON.stringify(next), /call-5-0/);
      assert.deepEqual(loop.prompts.flatMap(promptFaults), []);
      assert.deepEqual(log.of('error'), []);
    });
  }

  for (const kind of ['cjk', 'code', 'json', 'base64'] as const) {
    it(`C6: what a provider counts far higher, ${kind}, is refused once, and not again and again`, async () => {
      for (const factor of [1.5, 2.5, 4]) {
        for (const tells of [true, false]) {
          const own = (prompt: Loose[]) => Math.round(countMessages(prompt) * factor);
          const limit = 64_000;
          let refused = 0;
          const { model, log } = await chat((_, prompt) => {
            const size = own(prompt);
            if (size <= limit) return { usage: usageOf(7, size) };
            refused += 1;
            const counts = `: ${size} tokens > ${limit} maximum`;
            return tooLong(`prompt is too long${tells ? counts : ''}`);
          });
          const rng = createRng(`${kind} ${factor}`);
          const prompt = [userText('Work through all of it.')];
          for (let i = 0; own(prompt) <= limit * 1.1; i += 1) {
            prompt.push(...exchange(`early-${i}`, text(rng, 1_500, kind)));
          }
          for (let i = 0; i < 40; i += 1) {
            await model.generate({ prompt });
            prompt.push(...exchange(`late-${i}`, text(rng, 1_500, kind)));
          }
          assert.ok(refused >= 1 && refused <= (tells ? 1 : 3), `${refused} refusals`);
          assert.equal(log.of('limit-learned').length, refused);
          const rewrites = log.rewrites.filter(({ reason }) => reason === 'overflow');
          assert.equal(rewrites.length, refused);
          assert.deepEqual(log.of('error'), []);
        }
      }
    });
  }

  it('C13: recovery waits for a summarizer no longer than a step may, and says so', async () => {
    const told: string[] = [];
    let refused = 0;
    const asked = async () => {
      const { model, log } = await chat(
        (tokens) => {
          if (tokens <= 8_000) return undefined;
          refused += 1;
          return tooLong();
        },
        {
          summarize: () => {
            told.push(...log.all.map(({ type }) => type));
            return new Promise(() => {});
          },
          summarizeTimeout: 50,
        },
      );
      const reads = Array.from({ length: 60 }, (_, i) => exchange(`c${i}`, prose(300, `f${i}`)));
      await model.generate({ prompt: [userText('Go.'), ...reads.flat()] });
      return { model, log };
    };
    const { model, log } = await inVirtualTime(asked);
    assert.ok(refused > 0 && refused <= 3);
    assert.equal(model.asked.length, refused + 1);
    assert.ok(told.includes('compacting'), `told before the model has answered: ${told}`);
    const rejected = log.of('summary-failed');
    assert.ok(rejected.length > 0 && rejected.every(({ reason }) => reason === 'timed-out'));
    assert.ok(log.rewrites.every(({ reason }) => reason === 'overflow'));
    assert.deepEqual(log.of('error'), []);
  });
});
