// promise: 9 loses nothing silently, 6 pays once
/**
 * The host's model as a writer of summaries: what it is asked, what becomes of a good reply, and that
 * none of its misbehaviours costs the run a message, its budget, or a second call for one range.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CodeReason, CompactorOptions, SummaryRequest } from 'epitome';
import { inVirtualTime, turn, until } from './support/clock.ts';
import { maker } from './support/compactors.ts';
import {
  conversation,
  goodSummary,
  model,
  playRaw,
  recordingSummarizer,
  segmentText,
} from './support/conversation.ts';
import { validateView } from './support/validator.ts';

const make = maker({ contextWindow: 8_000 });

// biome-ignore lint/suspicious/noExplicitAny: what the type of the callback forbids is the subject.
type Summarizer = (request: SummaryRequest, options: { signal: AbortSignal }) => any;

async function open(summarize: Summarizer | undefined, options: Partial<CompactorOptions> = {}) {
  const { compactor, log } = await make({ ...(summarize && { summarize }), ...options });
  return { session: compactor.session('chat'), log };
}

const longHistory = conversation(130);

/** Plays a long history, and checks what holds whatever the model does. */
async function playThrough(summarize: Summarizer | undefined, options = {}) {
  const requests: SummaryRequest[] = [];
  const counted =
    summarize &&
    ((request: SummaryRequest, how: { signal: AbortSignal }) => {
      requests.push(request);
      return summarize(request, how);
    });
  const { session, log } = await open(counted, options);
  const { views } = await playRaw(session, longHistory);
  // The first view after each rewrite, and the last: those between only grow.
  views.forEach((view, i) => {
    const grown = (views[i + 1]?.length ?? 0) > view.length;
    if (grown && (views[i - 1]?.length ?? 0) < view.length) return;
    assert.deepEqual(validateView(view, longHistory.slice(0, 1 + 2 * i)), []);
  });
  const { viewTokens, budget, ...usage } = session.usage();
  assert.ok(viewTokens <= budget);
  assert.deepEqual(log.of('error'), []);
  assert.deepEqual(log.of('cannot-fit'), []);
  for (const { tokensAfter, budget: room } of log.rewrites) assert.ok(tokensAfter <= room);
  assert.ok(log.rewrites.length >= 3);
  // Each range, and each merge, is asked for once.
  assert.equal(new Set(requests.map(({ prompt }) => prompt)).size, requests.length);
  return { views, log, requests, usage };
}

describe('a summary request', () => {
  it('says what is wanted, quotes the range, and comes with a signal', async () => {
    const { requests, signals, summarize } = recordingSummarizer();
    const { session } = await open(summarize);
    await playRaw(session, conversation(30));
    const [request] = requests;
    assert.ok(request);

    assert.equal(request.attempt, 1);
    assert.equal(request.kind, 'fold');
    assert.ok(Number.isInteger(request.maxOutputTokens) && request.maxOutputTokens > 50);
    assert.ok(request.maxOutputTokens < 8_000);
    assert.match(request.system, /record/);
    assert.match(request.prompt, /messages 2 to \d+/);
    assert.match(request.prompt, /src\/c0\.ts/, 'the range is in the prompt');
    assert.match(request.prompt, /Please repair the c module/, 'the opening is there to orient by');
    assert.equal(signals[0]?.aborted, false);
  });

  it('asks for a merge when segments outgrow their share, each once', async () => {
    const { requests, usage, log } = await playThrough(goodSummary, { contextWindow: 5_000 });
    const merges = requests.filter(({ kind }) => kind === 'merge');
    assert.ok(merges.length > 0);
    for (const { prompt } of merges) assert.match(prompt, /SUMMARY of messages/);
    const reported = log.rewrites
      .flatMap(({ folds }) => folds)
      .filter(({ kind }) => kind === 'merge');
    assert.equal(reported.length, merges.length);
    assert.equal(usage.summariesRequested, requests.length);
  });
});

describe('a good reply', () => {
  for (const [name, reply] of Object.entries<Summarizer>({
    'as text': (request) => goodSummary(request),
    'as a record': async (request) => ({ text: goodSummary(request), finishReason: 'stop' }),
    'without a finish reason': async (request) => ({ text: goodSummary(request) }),
    'as generateText of ai 7 returns it': async (request) => ({
      text: goodSummary(request),
      finishReason: { unified: 'stop', raw: 'end_turn' },
      usage: { inputTokens: undefined, outputTokens: 5 },
    }),
    'in a fence, after thinking': async (request) =>
      `<think>What did they do?</think>\n\`\`\`markdown\n${goodSummary(request)}\n\`\`\``,
    'with odd usage': async (request) => ({
      text: goodSummary(request),
      usage: { inputTokens: Number.NaN, outputTokens: '5' },
    }),
  })) {
    it(`${name} is in the view`, async () => {
      const { views, requests, log, usage } = await playThrough(reply);
      assert.match(segmentText(views.at(-1) ?? []), /SUMMARY of messages 2 to \d+/);
      assert.equal(usage.summariesAccepted, requests.length);
      assert.deepEqual(log.of('summary-rejected', 'summary-failed'), []);
      const sources = log.rewrites.flatMap(({ folds }) => folds.map(({ source }) => source));
      assert.deepEqual(new Set(sources), new Set(['model']));
      assert.doesNotMatch(segmentText(views.at(-1) ?? []), /<think>|```/);
    });
  }
});

describe('without a summariser', () => {
  it('code writes, and nothing is reported as rejected', async () => {
    const { views, log, usage } = await playThrough(undefined);
    assert.deepEqual(log.of('summary-rejected', 'summary-failed'), []);
    const folds = log.rewrites.flatMap((event) => event.folds);
    assert.deepEqual(new Set(folds.map((fold) => fold.codeReason)), new Set(['no-summarizer']));
    assert.deepEqual(new Set(folds.map((fold) => fold.source)), new Set(['code']));
    assert.match(segmentText(views.at(-1) ?? []), /src\/c/);
    assert.equal(usage.summariesRequested, 0);
  });
});

describe('a summariser that', () => {
  const never = new Promise<string>(() => {});
  const failure = new Error('HTTP 500');
  const fails = (): never => {
    throw failure;
  };
  /** The misbehaviour, the reason that is reported, and the error beside it. */
  const cases: Record<string, [Summarizer, CodeReason, unknown?]> = {
    'throws at once': [fails, 'failed', failure],
    rejects: [() => Promise.reject(failure), 'failed', failure],
    'rejects with nothing': [() => Promise.reject(), 'failed'],
    hangs: [() => never, 'timed-out'],
    'ignores that it was told to stop': [
      () => new Promise((resolve) => setTimeout(resolve, 60_000, 'too late to matter')),
      'timed-out',
    ],
    'returns nothing': [() => undefined, 'empty'],
    'returns a number': [async () => 42, 'empty'],
    'returns an array': [async () => ['a summary'], 'empty'],
    'returns an object without text': [async () => ({ summary: 'It went well.' }), 'empty'],
    'returns text that is no string': [async () => ({ text: 42 }), 'empty'],
    'returns an object that throws': [
      async () => Object.defineProperty({}, 'text', { get: fails }),
      'failed',
      failure,
    ],
    'returns a thenable that throws': [
      () => Object.defineProperty({}, 'then', { get: fails }),
      'failed',
      failure,
    ],
    'returns an empty text': [async () => '', 'empty'],
    'returns white space and markup': [async () => ' \n\n```\n```\n', 'empty'],
    refuses: [async () => 'I’m sorry, but I can’t help with that request.', 'refused'],
    'is filtered': [
      async (request) => ({ text: goodSummary(request), finishReason: 'content-filter' }),
      'refused',
    ],
    'writes too little': [async () => 'Work was done.', 'too-short'],
    'writes too much': [async (request) => goodSummary(request).repeat(60), 'inflated'],
    'writes a hundred thousand Chinese characters': [
      async () => '完成了'.repeat(40_000),
      'inflated',
    ],
    'calls a tool': [async () => ({ text: '', finishReason: 'tool-calls' }), 'tool-call'],
    'calls a tool in text': [
      async () => '{"name":"read","arguments":{"path":"src/one.ts","from":1,"to":200}}',
      'tool-call',
    ],
    'is cut off': [
      async (request) => ({ text: goodSummary(request), finishReason: 'length' }),
      'truncated',
    ],
    'is cut off, in the words of ai 7': [
      async (request) => ({ text: goodSummary(request), finishReason: { unified: 'length' } }),
      'truncated',
    ],
  };

  for (const [name, [summarize, reason, error]] of Object.entries(cases)) {
    it(`${name} is replaced by code, told of, and left alone after some time`, async () => {
      const { views, log, requests, usage } = await inVirtualTime(() =>
        // Reading a reply takes real time, which must not run out.
        playThrough(summarize, { summarizeTimeout: 20_000 }),
      );
      assert.equal(usage.summariesAccepted, 0);
      assert.equal(usage.summariesRequested, requests.length);
      const rejected = log.of('summary-rejected', 'summary-failed');
      // Nothing is asked twice in the same words, and each is asked for once more at the most.
      assert.equal(new Set(requests.map(({ prompt }) => prompt)).size, requests.length);
      assert.ok(requests.every(({ attempt }) => attempt <= 2));
      assert.deepEqual(
        rejected.map(({ kind, attempt }) => `${kind} ${attempt}`),
        requests.map(({ kind, attempt }) => `${kind} ${attempt}`),
      );
      for (const event of rejected) {
        assert.equal(event.reason, reason);
        // What is asked for again with more may be too long for one request.
        assert.ok(['fold', 'merge', 'part'].includes(event.kind));
        if (event.type !== 'summary-failed') continue;
        if (reason === 'failed') assert.equal(event.error?.message, (error as Error)?.message);
        if (reason === 'timed-out') assert.match(event.error?.message ?? '', /20000 ms/);
      }
      const folds = log.rewrites.flatMap((event) => event.folds);
      for (const fold of folds) {
        assert.equal(fold.source, 'code');
        const why = fold.codeReason ?? '';
        // There is no prose to merge: nobody is asked.
        if (fold.kind === 'merge') assert.equal(why, 'not-asked');
        else assert.ok(why === reason || why === 'paused');
      }
      assert.ok(folds.some(({ codeReason }) => codeReason === 'paused'));
      assert.match(segmentText(views.at(-1) ?? []), /src\/c/, 'the record names files');
    });
  }

  it('has finish reasons nobody knows is taken at its text', async () => {
    for (const finishReason of ['constructor', '__proto__', 'end_turn', 'other', 'error', {}, 5]) {
      const reply = async (request: SummaryRequest) => ({
        text: goodSummary(request),
        finishReason,
      });
      const { session, log } = await open(reply);
      await playRaw(session, conversation(24));
      assert.deepEqual(log.of('error'), [], String(finishReason));
      assert.equal(log.rewrites.length, 1);
    }
  });

  it('fails twice and works once, over and over, is never left alone', async () => {
    let calls = 0;
    const { log, usage } = await playThrough(
      (request) => {
        calls += 1;
        if (calls % 3 !== 0) throw failure;
        return goodSummary(request);
      },
      { summarizeRetries: 0 },
    );
    assert.ok(usage.summariesAccepted > 1, `${usage.summariesAccepted} of ${calls}`);
    const sources = log.rewrites.flatMap(({ folds }) => folds.map(({ source }) => source));
    assert.deepEqual(new Set(sources), new Set(['code', 'model']));
    const reasons = log.rewrites.flatMap(({ folds }) => folds.map((fold) => fold.codeReason));
    assert.ok(reasons.includes('failed') && !reasons.includes('paused'), `${reasons}`);
  });

  it('answers after its time is up changes nothing any more', async () => {
    let answer = (_: string) => {};
    const late = (): Promise<string> =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const { session, log } = await open(late, { summarizeTimeout: 5_000 });
    const history = conversation(60);
    const given = { messages: history, steps: [], stepNumber: 0, model };
    const first = await inVirtualTime(() => session.prepareStep(given));
    const events = log.all.length;
    answer('## Done\n- This summary comes too late to be of any use to anybody at all, alas.');
    await turn();
    const second = await session.prepareStep(given);
    assert.deepEqual(second, first);
    assert.deepEqual(
      log.all.slice(events).map(({ type }) => type),
      ['view'],
    );
  });
});

describe('an abort signal', () => {
  const waits =
    (seen: AbortSignal[]): Summarizer =>
    (_, { signal }) => {
      seen.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    };

  it('of the compactor, fired while a call is under way, aborts it: code steps in', async () => {
    const controller = new AbortController();
    const seen: AbortSignal[] = [];
    const { session, log } = await open(waits(seen), { abortSignal: controller.signal });
    const reason = new Error('the user left');
    const history = conversation(60);
    const pending = session.prepareStep({ messages: history, steps: [], stepNumber: 0, model });
    await until(() => seen.length > 0);
    controller.abort(reason);
    const answer = await pending;
    assert.deepEqual(validateView(answer?.messages ?? [], history), []);
    assert.equal(seen[0]?.aborted, true);
    const [failed] = log.of('summary-failed');
    assert.equal(failed?.reason, 'aborted');
    assert.equal(failed?.error?.message, reason.message);
  });

  it('fired before keeps the model from being called at all', async () => {
    const seen: AbortSignal[] = [];
    const { session, log } = await open(waits(seen), { abortSignal: AbortSignal.abort() });
    await playRaw(session, conversation(40));
    assert.equal(seen.length, 0);
    assert.deepEqual(new Set(log.of('summary-failed').map((e) => e.reason)), new Set(['aborted']));
  });

  it('of one call aborts that call', async () => {
    const controller = new AbortController();
    const seen: AbortSignal[] = [];
    const { session, log } = await open(waits(seen));
    // Each is of a size that one request holds.
    const pending = session.prepare(conversation(24), { abortSignal: controller.signal });
    await until(() => seen.length > 0);
    controller.abort();
    const { messages } = await pending;
    assert.ok(messages.length < 49);
    const failed = () => log.of('summary-failed').map(({ kind, reason }) => [kind, reason]);
    assert.deepEqual(failed(), [['fold', 'aborted']]);

    const compacting = session.compact({
      messages: conversation(24, { name: 'd' }),
      abortSignal: AbortSignal.abort(),
    });
    assert.equal((await compacting).compacted, true);
    assert.deepEqual(failed(), [
      ['fold', 'aborted'],
      ['fold', 'aborted'],
    ]);
  });

  it('is let go of when the call is over', async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const { session, log } = await open(goodSummary, { abortSignal: signal });
    await playRaw(session, conversation(60));
    assert.ok(log.rewrites.length > 1);
    assert.equal(listeners, 0);
  });
});
