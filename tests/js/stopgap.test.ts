// promise: 6 pays once, 9 loses nothing silently
/**
 * Records that code wrote because a call to the model failed, timed out or was aborted: a model writes them
 * after all, once, in the next fold or from a reply that comes late.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions, SummaryRequest } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { inVirtualTime, turn } from './support/clock.ts';
import { conversation, goodSummary, jsonClone } from './support/conversation.ts';
import { opener } from './support/opener.ts';

const open = opener({ contextWindow: 8_000 });

type Summarize = NonNullable<CompactorOptions['summarize']>;
type Opened = Awaited<ReturnType<typeof open>>;

/** How a call may end without a reply, and how the step is made that has it so. */
const failures: Record<
  string,
  { reason: string; options?: Partial<CompactorOptions>; fails: Summarize; aborts?: boolean }
> = {
  'a call that fails': {
    reason: 'failed',
    options: { summarizeRetries: 0 },
    fails: async () => {
      throw Object.assign(new Error('overloaded'), { statusCode: 529 });
    },
  },
  'a call that takes too long': {
    reason: 'timed-out',
    options: { summarizeTimeout: 5_000 },
    fails: () => new Promise(() => {}),
  },
  'a user who leaves': { reason: 'aborted', fails: () => new Promise(() => {}), aborts: true },
};

/** A session whose model fails while `isDown`, and what it was asked. */
async function failing(name: string, options: Partial<CompactorOptions> = {}, state?: string) {
  const failure = failures[name] as (typeof failures)[string];
  const control = { isDown: true, requests: [] as SummaryRequest[] };
  const summarize: Summarize = async (request, signal) => {
    control.requests.push(request);
    return control.isDown ? failure.fails(request, signal) : goodSummary(request);
  };
  const opened = await open({ ...failure.options, summarize, ...options }, state);
  return { ...opened, control, failure };
}

/** Plays on until there are more rewrites that fold. The number of messages played, and that fold. */
async function playToFold(
  { session, log }: Pick<Opened, 'session' | 'log'>,
  history: readonly Message[],
  from: number,
  aborts = false,
) {
  const folds = () => log.rewrites.flatMap((event) => event.folds);
  const before = folds().length;
  for (let end = from; end <= history.length; end += 2) {
    const controller = new AbortController();
    const step = session.prepare(history.slice(0, end), { abortSignal: controller.signal });
    if (aborts) {
      await turn();
      controller.abort(new Error('the user left'));
    }
    const { messages } = await step;
    const fold = folds()[before];
    if (fold !== undefined) return { end, fold, messages };
  }
  return assert.fail('the history is too short');
}

const history = conversation(320) as Message[];

describe('a record that code wrote because of', () => {
  for (const name of Object.keys(failures)) {
    for (const contextWindow of [8_000, 24_000]) {
      for (const restarts of [false, true]) {
        const after = restarts ? ', after a restart' : '';
        it(`${name} is written by the model in the next fold (${contextWindow})${after}`, () =>
          inVirtualTime(async () => {
            let opened = await failing(name, { contextWindow });
            const first = await playToFold(opened, history, 1, opened.failure.aborts);
            assert.deepEqual(
              [first.fold.source, first.fold.codeReason],
              ['code', opened.failure.reason],
            );
            if (restarts)
              opened = await failing(name, { contextWindow }, opened.session.snapshot());
            opened.control.isDown = false;
            const asked = opened.control.requests.length;
            const played = restarts ? (jsonClone(history) as Message[]) : history;
            const second = await playToFold(opened, played, first.end + 2);
            const [request] = opened.control.requests.slice(asked);
            assert.equal(request?.firstMessage, first.fold.firstMessage);
            assert.deepEqual(
              [second.fold.source, second.fold.firstMessage, second.fold.replaces?.ids],
              ['model', first.fold.firstMessage, [first.fold.id]],
            );
            assert.equal(second.fold.replaces?.cacheTokens, first.fold.tokensAfter);
            const inView = opened.session.records().filter((record) => record.inView);
            assert.deepEqual(
              inView.map(({ id }) => id),
              [second.fold.id],
            );
            const { viewTokens, budget } = opened.session.usage();
            assert.ok(viewTokens <= budget);
            // Once: the next one begins behind it.
            const third = await playToFold(opened, played, second.end + 2);
            assert.equal(third.fold.firstMessage, second.fold.lastMessage + 1);
            assert.equal(third.fold.replaces, undefined);
          }));
      }
    }
  }

  it('an outage is written by the model when that is over, all at once; until then it stays', async () => {
    const opened = await failing('a call that fails');
    const first = await playToFold(opened, history, 1);
    const second = await playToFold(opened, history, first.end + 2);
    assert.deepEqual(
      [second.fold.source, second.fold.firstMessage, second.fold.replaces],
      ['code', first.fold.lastMessage + 1, undefined],
    );
    const inView = opened.session.records().filter((record) => record.inView);
    assert.deepEqual(
      inView.map(({ id }) => id),
      [first.fold.id, second.fold.id],
    );
    opened.control.isDown = false;
    const third = await playToFold(opened, history, second.end + 2);
    assert.deepEqual(
      [third.fold.source, third.fold.firstMessage, third.fold.replaces?.ids],
      ['model', first.fold.firstMessage, [first.fold.id, second.fold.id]],
    );
    const fourth = await playToFold(opened, history, third.end + 2);
    assert.equal(fourth.fold.firstMessage, third.fold.lastMessage + 1);
  });

  it('a reply that was refused stays: the model had its say', async () => {
    let isGood = false;
    const opened = await open({
      summarize: async (request) => (isGood ? goodSummary(request) : ''),
    });
    const first = await playToFold(opened, history, 1);
    assert.equal(first.fold.codeReason, 'empty');
    isGood = true;
    const second = await playToFold(opened, history, first.end + 2);
    assert.equal(second.fold.firstMessage, first.fold.lastMessage + 1);
  });

  it('a failure is left alone where the host does not send its messages any more', async () => {
    const before = await failing('a call that fails');
    const first = await playToFold(before, history, 1);
    const opened = await failing('a call that fails', {}, before.session.snapshot());
    opened.control.isDown = false;
    let messages = jsonClone(first.messages) as Message[];
    for (let end = first.end + 2; opened.log.rewrites.length === 0; end += 2) {
      assert.ok(end < history.length);
      const view = await opened.session.prepare([...messages, ...history.slice(end - 2, end)]);
      messages = view.messages as Message[];
    }
    const [fold] = opened.log.rewrites[0]?.folds ?? [];
    assert.equal(fold?.source, 'model');
    assert.ok((fold?.firstMessage ?? 0) > first.fold.lastMessage);
    assert.deepEqual(opened.log.of('error'), []);
  });

  it('a failure is written beside the run, too, and the view waits for it as it was', async () => {
    const opened = await failing('a call that fails', { background: true });
    const first = await playToFold(opened, history, 1);
    const before = JSON.stringify(first.messages);
    const asked = opened.control.requests.length;
    let answer = (_: string) => {};
    opened.control.isDown = false;
    const held = new Promise<string>((resolve) => {
      answer = resolve;
    });
    failures['held back'] = { reason: 'failed', fails: () => held };
    const two = await failing('held back', { background: true }, opened.session.snapshot());
    let { end } = first;
    while (two.control.requests.length === 0) {
      end += 2;
      const { messages } = await two.session.prepare(history.slice(0, end));
      assert.ok(JSON.stringify(messages).startsWith(before.slice(0, -1)));
    }
    assert.ok(asked > 0);
    const [request] = two.control.requests;
    assert.equal(request?.firstMessage, first.fold.firstMessage);
    answer(goodSummary(request as SummaryRequest));
    await turn();
    await two.session.prepare(history.slice(0, end + 2));
    const [fold] = two.log.rewrites.at(-1)?.folds ?? [];
    assert.deepEqual([fold?.source, fold?.replaces?.ids], ['model', [first.fold.id]]);
    assert.equal(two.control.requests.length, 1);
  });
});

describe('a reply that comes late', () => {
  /** A session that gave up waiting for a request that it had handed out. */
  async function late() {
    // Begun so late that no other one is begun at once.
    const options = { background: { external: true, at: 0.79 }, summarizeTimeout: 30 };
    const summarize: Summarize = async () => assert.fail('it is under way elsewhere');
    const opened = await open({ ...options, summarize });
    let end = 1;
    while (opened.session.pending().length === 0) {
      end += 2;
      await opened.session.prepare(history.slice(0, end));
    }
    const [job] = opened.session.pending();
    assert.ok(job?.prompt !== undefined);
    end += 14;
    await opened.session.prepare(history.slice(0, end));
    const [fold] = opened.log.rewrites[0]?.folds ?? [];
    assert.deepEqual([fold?.source, fold?.codeReason], ['code', 'timed-out']);
    assert.deepEqual(opened.session.pending(), []);
    return { ...opened, options, job, end, fold };
  }

  it('takes the place of the record that code wrote, once, and that is told', async () => {
    for (const restarts of [false, true]) {
      const one = await late();
      const { options, job, end, fold: first } = one;
      const { session, log } = restarts ? await open(options, one.session.snapshot()) : one;
      // A step without the reply changes nothing.
      await session.prepare(history.slice(0, end + 2));
      const rewrites = log.rewrites.length;
      assert.equal(session.deliver(job.id, goodSummary(job)), true);
      const { messages } = await session.prepare(history.slice(0, end + 4));
      assert.equal(log.rewrites.length, rewrites + 1);
      const [fold] = log.rewrites.at(-1)?.folds ?? [];
      assert.equal(log.rewrites.at(-1)?.reason, 'background');
      assert.deepEqual(
        [fold?.source, fold?.firstMessage, fold?.lastMessage, fold?.replaces?.ids],
        ['model', first?.firstMessage, first?.lastMessage, [first?.id]],
      );
      assert.ok((fold?.replaces?.cacheTokens ?? 0) > (first?.tokensAfter ?? 0));
      assert.ok(JSON.stringify(messages).includes('SUMMARY of messages'));
      assert.equal(session.deliver(job.id, goodSummary(job)), false);
      await session.prepare(history.slice(0, end + 6));
      assert.equal(log.rewrites.length, rewrites + 1);
    }
  });

  it('is refused once another fold is begun that takes the messages in', async () => {
    const { session, log, job, end } = await late();
    let at = end;
    while (log.rewrites.length < 2) {
      at += 2;
      const step = session.prepare(history.slice(0, at));
      await turn();
      for (const next of session.pending()) {
        assert.equal(session.deliver(job.id, goodSummary(job)), false);
        if (next.prompt !== undefined) session.deliver(next.id, goodSummary(next));
      }
      await step;
    }
    assert.equal(log.rewrites[1]?.folds[0]?.firstMessage, log.rewrites[0]?.folds[0]?.firstMessage);
    assert.equal(session.deliver(job.id, goodSummary(job)), false);
  });
});
