// promise: api
/**
 * One hook for many chats on the real AI SDK 5, 6 and 7: it finds the session by what the agent was called with
 * where the release passes that on, and where it does not it says so and still compacts.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { loopModes, runLoop, sdkVersions } from './support/agents.ts';
import { EventLog, prose } from './support/conversation.ts';
import { countMessages } from './support/tokens.ts';

const steps = 30;
// biome-ignore lint/suspicious/noExplicitAny: hosts without types name what is not there.
type Loose = any;

/** Each step reads 1,500 tokens; with the default window of these tests that overflows by step 9. */
const script = (number: number) =>
  number === steps - 1
    ? { text: 'Done.' }
    : {
        text: `Step ${number}.`,
        calls: [
          {
            tool: 'read' as const,
            input: { path: `src/${number}.ts` },
            result: prose(1_500, `f${number}`),
          },
        ],
      };

async function run(
  version: 5 | 6 | 7,
  mode: (typeof loopModes)[number],
  { name, context }: { name: string | ((step: Loose) => Loose); context?: unknown },
) {
  const log = new EventLog();
  const compactor = await createCompactor({
    contextWindow: 16_000,
    windowGuard: { warn: 0 },
    onEvent: log.onEvent,
  });
  const prepareStep = compactor.prepareStep({ sessionId: name as Loose });
  const own = context === undefined ? {} : { context };
  const loop = await runLoop({ version, mode, steps, script, prepareStep, ...own });
  assert.deepEqual(loop.errors, []);
  assert.equal(loop.prompts.length, steps);
  return { loop, log, compactor, prepareStep };
}

const largest = (prompts: readonly unknown[][]) => Math.max(...prompts.map(countMessages));

/** Functions that need what the agent was called with. */
const names: Record<string, (step: Loose) => Loose> = {
  'a member': (step) => step.runtimeContext.chatId,
  'a member of a member': ({ runtimeContext }) => runtimeContext.user.chats[0],
  'a member that may be missing': (step) => step.runtimeContext?.chatId,
  'a look-up': (step) => new Map([['chat-1', 'chat-1']]).get(step.runtimeContext?.chatId),
  'a promise': async (step) => step.runtimeContext.chatId,
};
const context = { chatId: 'chat-1', user: { chats: ['chat-1'] } };

describe('a hook that names sessions by the context of the call', () => {
  for (const version of sdkVersions) {
    for (const mode of loopModes) {
      for (const [form, name] of Object.entries(names)) {
        it(`ai ${version}, ${mode}: ${form}`, async () => {
          const { loop, log, compactor } = await run(version, mode, { name, context });
          assert.ok(log.rewrites.length > 0);
          assert.ok(largest(loop.prompts) <= 16_000, `${largest(loop.prompts)}`);
          const named = version !== 5 && form !== 'a promise';
          const errors = log.of('error');
          assert.equal(errors.length, named ? 0 : 1);
          assert.ok(errors.every(({ error }) => error.code === 'invalid-argument'));
          assert.ok(errors.every(({ error }) => /sessionId/.test(error.message)));
          if (version === 5) assert.match(errors[0]?.error.message ?? '', /`runtimeContext`/);
          const { compactions } = compactor.session('chat-1').usage();
          assert.equal(compactions > 0, named);
          compactor.dispose();
        });
      }
      it(`ai ${version}, ${mode}: an id for each request`, async () => {
        const { loop, log, compactor } = await run(version, mode, { name: 'chat-1' });
        assert.deepEqual(log.of('error'), []);
        assert.ok(largest(loop.prompts) <= 16_000);
        assert.ok(compactor.session('chat-1').usage().compactions > 0);
        compactor.dispose();
      });
    }
  }

  it('keeps the sessions of nameless requests apart, and each through its request', async () => {
    const log = new EventLog();
    const compactor = await createCompactor({ contextWindow: 16_000, onEvent: log.onEvent });
    const prepareStep = compactor.prepareStep({ sessionId: () => undefined as Loose });
    const own = { version: 5, mode: 'generate', steps, script, prepareStep } as const;
    const alone = await runLoop(own);
    const both = await Promise.all([runLoop(own), runLoop(own)]);
    for (const { prompts } of both) assert.deepEqual(prompts, alone.prompts);
    const sessions = new Set(log.rewrites.map(({ sessionId }) => sessionId));
    assert.equal(sessions.size, 3);
    assert.equal(log.of('error').length, 3);
    compactor.dispose();
  });
});
