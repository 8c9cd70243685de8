// promise: 4 never breaks the agent
/**
 * The middleware on the real AI SDK 5, 6 and 7: what a provider refuses for its size is sent again, smaller, whoever
 * prepared it, and no tool runs twice for it.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions, Session } from 'epitome';
import { compactionMiddleware } from 'epitome/ai';
import {
  convertWithSdk,
  type LoopOptions,
  loopModes,
  runLoop,
  sdkVersions,
} from './support/agents.ts';
import { jsonClone, prose } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { limitedTo, promptFaults, sizes, tooLong } from './support/refusals.ts';

const open = opener({ windowGuard: { warn: 0 } });
const ways = ['middleware', 'prepareStep', 'both'] as const;
type Way = (typeof ways)[number];

/** What an agent of that way passes to the SDK. */
function agentOf(session: Session, way: Way) {
  const options = way === 'prepareStep' ? ({ only: 'overflow' } as const) : {};
  const prepareStep = session.prepareStep as LoopOptions['prepareStep'] & {};
  return {
    middleware: compactionMiddleware(session, options),
    ...(way !== 'middleware' && { prepareStep }),
  };
}

/** Each step reads about 1,500 tokens. */
const reading =
  (steps: number, tokens = 1_500) =>
  (number: number) =>
    number === steps - 1
      ? { text: 'Done.' }
      : {
          text: `Step ${number}.`,
          calls: [
            {
              tool: 'read' as const,
              input: { path: `src/${number}.ts` },
              result: prose(tokens, `f${number}`),
            },
          ],
        };

interface Scene extends Partial<LoopOptions> {
  window?: number;
  options?: Partial<CompactorOptions>;
}

async function run(
  version: 5 | 6 | 7,
  mode: (typeof loopModes)[number],
  way: Way,
  { window = 80_000, options, ...scene }: Scene,
) {
  const { session, log } = await open({ contextWindow: window, ...options });
  const steps = scene.steps ?? 30;
  const loop = await runLoop({
    version,
    mode,
    steps,
    script: reading(steps),
    system: 'You mend what fails.',
    ...agentOf(session, way),
    ...scene,
  });
  return { session, log, loop, steps };
}

for (const version of sdkVersions) {
  for (const mode of loopModes) {
    for (const way of ways) {
      describe(`ai ${version}, ${mode}, ${way}`, () => {
        it('survives a limit of a tenth of the stated window in mid-loop', async () => {
          const limit = 8_000;
          const { loop, log, steps } = await run(version, mode, way, { refuse: limitedTo(limit) });
          assert.deepEqual(loop.errors, []);
          assert.equal(loop.result.steps, steps);
          assert.ok(loop.refused.length > 0 && loop.refused.length <= 3);
          assert.ok(Math.max(...loop.promptTokens) <= limit);
          assert.deepEqual([...loop.prompts].flatMap(promptFaults), []);
          const [first, ...others] = log.of('limit-learned');
          assert.equal(others.length, loop.refused.length - 1);
          assert.ok(first && first.limit <= first.refused && first.limit >= (first.served ?? 0));
          assert.ok(log.rewrites.some(({ reason }) => reason === 'overflow'));
          assert.deepEqual(log.of('error'), []);
        });

        it('runs no tool twice when step 37 overflows', async () => {
          const steps = 45;
          const large = (number: number) => reading(steps, number === 35 ? 30_000 : 200)(number);
          const { loop } = await run(version, mode, way, {
            steps,
            script: large,
            refuse: limitedTo(30_000),
          });
          assert.deepEqual(loop.errors, []);
          assert.ok(loop.refused.length > 0);
          assert.equal(loop.ran.length, steps - 1);
          assert.equal(new Set(loop.ran).size, steps - 1);
        });

        it('tries three times, and has the provider’s own error where nothing helps', async () => {
          for (const refusals of [3, Number.POSITIVE_INFINITY]) {
            const errors: Error[] = [];
            const { loop, steps } = await run(version, mode, way, {
              refuse: (tokens) => {
                if (tokens < 9_000 && errors.length === 0) return undefined;
                if (errors.length >= refusals) return undefined;
                errors.push(tooLong());
                return errors.at(-1);
              },
            });
            const shrinking = sizes(loop.refused);
            assert.deepEqual(
              shrinking,
              [...shrinking].sort((a, b) => b - a),
            );
            if (refusals === 3) {
              assert.deepEqual(loop.errors, []);
              assert.equal(loop.refused.length, 3);
              assert.equal(loop.result.steps, steps);
            } else {
              assert.ok(loop.refused.length <= 4);
              assert.equal(loop.errors.length > 0, true);
              assert.ok(loop.errors.includes(errors.at(-1)));
            }
          }
        });

        it('sends what the SDK would make of the smaller view', async () => {
          const sent: { prompt: unknown[]; view: readonly unknown[] }[] = [];
          const { session, log } = await open({ contextWindow: 64_000 });
          let calls = 0;
          let refused = false;
          const loop = await runLoop({
            version,
            mode,
            steps: 40,
            system: 'You mend what fails.',
            ...agentOf(session, way),
            refuse: (_, prompt) => {
              const { steps } = session as unknown as { steps: { sent?: { view: unknown[] } } };
              const { view = [] } = steps.sent ?? {};
              if (refused) sent.push({ prompt: prompt.slice(1), view });
              calls += 1;
              refused = !refused && calls % 9 === 0;
              return refused ? tooLong() : undefined;
            },
          });
          assert.deepEqual(loop.errors, []);
          assert.ok(sent.length > 1);
          for (const { prompt, view } of sent) {
            const converted = await convertWithSdk(version, view);
            const expected = 'prompt' in converted ? converted.prompt : converted.error;
            const plain = jsonClone(way === 'middleware' ? view : expected);
            assert.deepEqual(jsonClone(prompt), plain);
          }
          assert.deepEqual(loop.prompts.flatMap(promptFaults), []);
          assert.deepEqual(log.of('error'), []);
        });

        for (const times of [1, 2]) {
          it(`goes on with the smaller view where the SDK tries the call once more, after ${times} refusals`, async () => {
            const busy = {
              name: 'AI_APICallError',
              statusCode: 503,
              isRetryable: true,
              responseHeaders: { 'retry-after-ms': '0' },
            };
            const marked = { [Symbol.for('vercel.ai.error')]: true };
            const isCall = { [Symbol.for('vercel.ai.error.AI_APICallError')]: true };
            let refused = 0;
            let failed = 0;
            const { loop } = await run(version, mode, way, {
              maxRetries: 1,
              refuse: (tokens) => {
                if (tokens > 8_000 || (refused > 0 && refused < times)) {
                  refused += 1;
                  return tooLong();
                }
                if (refused === 0 || failed > 0) return undefined;
                failed += 1;
                return Object.assign(new Error('busy'), busy, marked, isCall);
              },
            });
            assert.deepEqual(loop.errors, []);
            assert.deepEqual([refused, failed], [times, 1]);
          });
        }

        it('passes other errors on, the same object, at once', async () => {
          for (const error of [new Error('overloaded'), { status: 500 }, 'down']) {
            const { loop, log } = await run(version, mode, way, {
              refuse: (tokens) => (tokens > 5_000 ? error : undefined),
            });
            assert.equal(loop.refused.length, 1);
            assert.ok(loop.errors.includes(error));
            assert.deepEqual(log.of('limit-learned'), []);
          }
        });
      });
    }
  }
}
