// promise: api, 4 never breaks the agent, 5 always ends
/**
 * Folds that a host asks for while a step runs, or between two steps of a running loop: from a tool, from another
 * request, during a stream, from the functions that a step waits for.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, type Session } from 'epitome';
import { loopModes, runLoop, sdkVersions } from './support/agents.ts';
import { until } from './support/clock.ts';
import { conversation, goodSummary, isSegments } from './support/conversation.ts';
import { opener } from './support/opener.ts';

const open = opener({
  contextWindow: 8_000,
  system: '',
  tools: {},
  keepRecent: { messages: 2 },
});
const history = conversation(60);

describe('session.compact in a tool of a running loop', () => {
  for (const version of sdkVersions) {
    for (const mode of loopModes) {
      it(`folds before the next step of it (ai ${version}, ${mode})`, async (t) => {
        const ignored: unknown[] = [];
        const compactor = await createCompactor({
          contextWindow: 400_000,
          keepRecent: { messages: 2 },
          onEvent: (event) => event.type === 'usage-ignored' && ignored.push(event),
        });
        t.after(() => compactor.dispose());
        const session = compactor.session('chat');
        const outcomes: boolean[] = [];
        let calls = 0;
        const loop = await runLoop({
          version,
          mode,
          steps: 12,
          prepareStep: session.prepareStep,
          onCall: async () => {
            calls += 1;
            if (calls % 8 !== 0) return;
            const folds = await Promise.all([session.compact(), session.compactAbove(1)]);
            outcomes.push(...folds.map(({ compacted }) => compacted));
          },
        });
        assert.deepEqual(loop.errors, []);
        assert.ok(outcomes.includes(true));
        assert.ok(loop.views.at(-1)?.some(isSegments), 'the last step sees no record');
        assert.ok(session.records().length > 0);
        // A bill of the view before the fold teaches nothing of the one behind it.
        assert.deepEqual(ignored, []);
      });
    }
  }

  it('leaves no bill that seems wrong: the next one is of the view before', async () => {
    const { session, log } = await open({ contextWindow: 200_000 });
    const steps: object[] = [];
    for (let end = 1; end <= history.length; end += 2) {
      const messages = history.slice(0, end);
      const model = { modelId: 'unknown', provider: 'test' };
      await session.prepareStep({ messages, steps, stepNumber: steps.length, model });
      steps.push({ usage: { inputTokens: session.explain().viewTokens } });
      if (end === 101) assert.ok((await session.compact()).compacted);
    }
    assert.deepEqual(log.of('usage-ignored'), []);
    const billed = steps.slice(0, -1) as { usage: { inputTokens: number } }[];
    const sum = billed.reduce((all, { usage }) => all + usage.inputTokens, 0);
    assert.equal(session.usage().inputTokens, sum);
  });
});

describe('session.compact while a step runs', () => {
  /** A session whose summaries come when the test says so. */
  async function waiting() {
    const answers: (() => void)[] = [];
    const opened = await open({
      summarize: (request) =>
        new Promise((resolve) => {
          answers.push(() => resolve(goodSummary(request)));
        }),
    });
    return { ...opened, answers };
  }

  it('waits for the step where another request asks for it', async () => {
    const { session, answers, log } = await waiting();
    const order: string[] = [];
    const step = session.prepare(history).then(() => order.push('step'));
    await until(() => answers.length > 0);
    const fold = session.compact().then((outcome) => {
      order.push('fold');
      return outcome;
    });
    answers.shift()?.();
    const answering = setInterval(() => answers.shift()?.(), 1);
    await step;
    await fold;
    clearInterval(answering);
    assert.deepEqual(order, ['step', 'fold']);
    assert.equal(log.of('error').length, 0);
  });

  for (const [name, options] of Object.entries({
    summarize: (during: () => Promise<unknown>) => ({
      summarize: async (request: { firstMessage: number; lastMessage: number }) => {
        await during();
        return goodSummary(request);
      },
    }),
    memoryFlush: (during: () => Promise<unknown>) => ({
      memoryFlush: async () => {
        await during();
        return 'SILENT';
      },
    }),
    reinject: (during: () => Promise<unknown>) => ({
      reinject: async () => {
        await during();
        return [];
      },
    }),
  })) {
    it(`resolves at once in ${name}, and folds when the step is over`, async () => {
      let own: Session | undefined;
      let isCalled = false;
      const outcomes: unknown[] = [];
      const during = async () => {
        if (own === undefined || isCalled) return;
        isCalled = true;
        outcomes.push((await own.compact()).compacted);
        await assert.rejects(own.rewind(), { code: 'invalid-argument' });
        await assert.rejects(own.editRecord('0', 'x'), { code: 'invalid-argument' });
      };
      const { session, log } = await open(options(during));
      own = session;
      const view = await session.prepare(history);
      assert.ok(view.messages.some(isSegments));
      assert.deepEqual(outcomes, [false]);
      // The fold that was asked for comes next in line: what is asked for now comes behind it.
      await session.prepare(history);
      assert.deepEqual(
        log.rewrites.map(({ reason }) => reason),
        ['budget', 'manual'],
      );
      assert.equal(log.of('error').length, 0);
    });
  }
});
