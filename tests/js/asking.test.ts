/**
 * How often a model is asked in one step, for how long, and what ends it: one call where one is enough,
 * one deadline over all of them, no call that must fail like the one before, an abort that is heard at
 * once, and what a host hears of each.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions, SummaryRequest } from 'epitome';
import { isLasting } from '../../js/summarizers/retrying.ts';
import { assistant, type EventLog, goodSummary, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { createRng } from './support/random.ts';

const contextWindow = 12_000;
const open = opener({ contextWindow });

/** A chat of so many messages, all of it text that is shown to the summariser as it is. */
function chat(count: number, tokens: number, seed = 1) {
  const random = createRng(seed);
  const words = 'the offer says that parts come late and cost more with small orders'.split(' ');
  const text = () => {
    let out = '';
    while (out.length < tokens * 4) out += `${random.pick(words)} ${random.int(0, 999)} `;
    return out;
  };
  return Array.from({ length: count }, (_, at) => (at % 2 === 0 ? user : assistant)(text()));
}

/** More than a window of 12,000 tokens holds: it is read in parts there. */
const long = chat(41, 800);
/** More than the budget, and less than the window. */
const short = chat(41, 150);

const good = async (request: SummaryRequest) => goodSummary(request);
const never = () => new Promise<never>(() => {});
const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));
const refused = (status: number) => Object.assign(new Error(`status ${status}`), { status });

type Model = (request: SummaryRequest, nth: number) => Promise<string>;

/** A session whose model is `model`, and what it was asked. */
async function scripted(
  model: Model,
  { modelId, ...options }: Partial<CompactorOptions> & { modelId?: string } = {},
) {
  const asked: SummaryRequest[] = [];
  const signals: AbortSignal[] = [];
  const call = async (request: SummaryRequest, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return model(request, asked.push(request));
  };
  const summarize = Object.assign(call, { modelId });
  const { session, log } = await open({ ...options, summarize });
  return { asked, signals, session, log };
}

/** Prepares a history at once: what was asked, what was told, and how long it took. */
async function prepared(
  model: Model,
  options: Parameters<typeof scripted>[1] = {},
  history = long,
  abortSignal?: AbortSignal,
) {
  const { session, log, ...seen } = await scripted(model, options);
  const started = performance.now();
  await session.prepare(history, { ...(abortSignal && { abortSignal }) });
  const millis = performance.now() - started;
  return { ...seen, ...outcome(log), log, millis };
}

function outcome(log: EventLog) {
  assert.deepEqual(log.of('error'), []);
  const [fold] = log.rewrites[0]?.folds ?? [];
  assert.ok(fold);
  return {
    fold,
    reasons: log.of('summary-call').map(({ reason }) => reason),
    fractions: log.of('compacting').map(({ fraction }) => fraction),
    rejected: log.of('summary-rejected', 'summary-failed').map(({ reason }) => reason),
  };
}

const kindsOf = (asked: SummaryRequest[]) => asked.map(({ kind }) => kind);

describe('a range that fits the summariser', () => {
  it("is read by one call, however small the agent's window is", async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const history = chat(41, createRng(seed).int(250, 1_000), seed);
      for (const own of [{ modelId: 'gpt-5' }, { summarizerWindow: 400_000 }]) {
        const { asked, fold, reasons } = await prepared(good, own, history);
        assert.deepEqual(kindsOf(asked), ['fold']);
        assert.deepEqual(reasons, []);
        assert.equal(fold.source, 'model');
      }
    }
  });

  it('is read by one call where the window is unknown and the agent would hold it', async () => {
    assert.deepEqual(kindsOf((await prepared(good, {}, short)).asked), ['fold']);
    assert.ok((await prepared(good)).asked.length > 1, 'and a longer one is not');
  });

  it('takes no more calls where the window is larger', async () => {
    let before = Number.POSITIVE_INFINITY;
    for (let window = 6_000; window < 100_000; window *= 1.5) {
      const summarizerWindow = Math.round(window);
      const { asked } = await prepared(good, { summarizerWindow });
      assert.ok(asked.length <= before, `${asked.length} after ${before} at ${summarizerWindow}`);
      before = asked.length;
    }
    assert.equal(before, 1);
  });
});

describe('one deadline for all that a step asks', () => {
  it('ends parts that nobody answers, and those that stand in line', async () => {
    const { asked, signals, fold } = await prepared(never, { summarizeTimeout: 100 });
    assert.deepEqual(kindsOf(asked), ['part', 'part', 'part'], 'three at once, and no other');
    assert.ok(signals.every(({ aborted, reason }) => aborted && reason.code === 'timed-out'));
    assert.equal(fold.codeReason, 'timed-out');
  });

  it('leaves no time for the merge of parts', async () => {
    const { asked, fold } = await prepared(
      (request, nth) => (nth === 1 ? good(request) : never()),
      { summarizeTimeout: 1_000, summarizeParallel: 1 },
    );
    assert.deepEqual(kindsOf(asked), ['part', 'part']);
    assert.equal(fold.codeReason, 'timed-out');
  });

  it('is not begun anew for a second attempt', async () => {
    const options = { summarizeTimeout: 2_000, modelId: 'gpt-5' };
    let isAnew = false;
    const slow: Model = async (_, nth) => {
      if (nth > 1) {
        // Half of the time is left. Timers come in the order in which they are due, on a slow machine too.
        setTimeout(() => {
          isAnew = true;
        }, options.summarizeTimeout * 0.75).unref();
        return never();
      }
      await pause(1_000);
      return 'no';
    };
    const { asked, rejected } = await prepared(slow, options);
    assert.deepEqual(
      asked.map(({ attempt }) => attempt),
      [1, 2],
    );
    assert.equal(rejected.at(-1), 'timed-out');
    assert.equal(isAnew, false);
  });

  it('is the next step’s own', async () => {
    let patient = false;
    const model: Model = async (request) => {
      if (!patient) return never();
      await pause(5);
      return goodSummary(request);
    };
    const { session, log } = await scripted(model, { summarizeTimeout: 500, modelId: 'gpt-5' });
    await session.prepare(short);
    patient = true;
    await session.compact({ messages: [...short, ...chat(20, 400, 2)] });
    assert.deepEqual(
      log.rewrites.map(({ folds }) => folds[0]?.source),
      ['code', 'model'],
    );
  });
});

describe('a failure that every call would meet', () => {
  for (const status of [400, 401, 403, 404, 422]) {
    it(`ends the other calls of the step: ${status}`, async () => {
      const { asked, signals, fold, reasons } = await prepared(
        (_, nth) => (nth === 1 ? Promise.reject(refused(status)) : never()),
        { summarizeParallel: 2 },
      );
      assert.deepEqual(kindsOf(asked), ['part', 'part']);
      assert.equal(signals[1]?.aborted, true);
      assert.equal(fold.codeReason, 'failed');
      assert.deepEqual(reasons, ['too-long', 'too-long'], 'of the calls that were made');
    });
  }

  it('leaves what was written, and does not ask for the merge', async () => {
    const { asked, fold } = await prepared(
      async (request, nth) => {
        if (nth > 1) throw refused(401);
        return goodSummary(request);
      },
      { summarizeParallel: 1 },
    );
    assert.deepEqual(kindsOf(asked), ['part', 'part']);
    assert.equal(fold.codeReason, 'failed');
  });

  it('is none that may pass, and none that says nothing', async () => {
    for (const error of [refused(429), refused(503), new Error('boom')]) {
      const { asked, fold } = await prepared(
        async (request, nth) => {
          if (nth === 1) throw error;
          return goodSummary(request);
        },
        { summarizeRetries: 0 },
      );
      assert.ok(asked.length > 3);
      assert.equal(asked.at(-1)?.kind, 'merge');
      assert.equal(fold.source, 'model');
    }
  });

  it('is known by its status, or by what a client says of it', () => {
    const lasting = [
      refused(401),
      { statusCode: 404, isRetryable: false },
      { isRetryable: false },
      new Error('x', { cause: refused(403) }),
      { name: 'AI_RetryError', reason: 'errorNotRetryable' },
    ];
    for (const error of lasting) assert.equal(isLasting(error), true, String(error));
    const others = [
      ...[refused(408), refused(409), refused(429), refused(500)],
      // What came could not be read.
      { statusCode: 200, isRetryable: false },
      { name: 'AI_RetryError', reason: 'maxRetriesExceeded' },
      new DOMException('stop', 'AbortError'),
      ...[new Error('boom'), undefined, null, 'text'],
    ];
    for (const error of others) assert.equal(isLasting(error), false, String(error));
  });
});

describe('an abort', () => {
  const reason = new Error('the user left');

  /** Aborts when the model is asked for the `nth` time; that call and later ones hang. */
  function leavingAt(nth: number) {
    const controller = new AbortController();
    const model: Model = async (request, at) => {
      if (at < nth) return goodSummary(request);
      if (at === nth) setTimeout(() => controller.abort(reason), 20);
      return never();
    };
    return { controller, model };
  }

  for (const nth of [1, 2, 4]) {
    it(`of a step ends its waiting at once, at call ${nth}`, async () => {
      const { controller, model } = leavingAt(nth);
      const options = { summarizeParallel: 1 };
      const { asked, signals, fold, millis } = await prepared(
        model,
        options,
        long,
        controller.signal,
      );
      assert.equal(asked.length, nth);
      assert.equal(signals.at(-1)?.aborted, true);
      assert.equal(fold.codeReason, 'aborted');
      assert.ok(millis < 10_000, String(millis));
    });
  }

  it('of a step that stands in line is not held up by the step before', async () => {
    const { session, log } = await scripted(never, { summarizeTimeout: 1_500, modelId: 'gpt-5' });
    const order: string[] = [];
    const first = session.prepare(long).then(() => order.push('first'));
    const controller = new AbortController();
    const second = session.prepare(short, { abortSignal: controller.signal });
    const third = session.prepare(long).then(() => order.push('third'));
    await pause(20);
    controller.abort(reason);
    const { messages } = await second;
    assert.deepEqual(messages, short);
    assert.deepEqual(order, []);
    await Promise.all([first, third]);
    assert.deepEqual(order, ['first', 'third']);
    outcome(log);
  });

  it('ends the pause before another try, and has no second attempt made', async () => {
    const controller = new AbortController();
    const later = Object.assign(refused(429), { headers: { 'retry-after': '30' } });
    const model = () => Promise.reject(later);
    setTimeout(() => controller.abort(reason), 100);
    const waited = await prepared(model, { modelId: 'gpt-5' }, long, controller.signal);
    assert.equal(waited.asked.length, 1);
    assert.equal(waited.fold.codeReason, 'aborted');

    const second = new AbortController();
    const refusing: Model = async () => {
      second.abort(reason);
      return 'no';
    };
    const { asked, fold } = await prepared(refusing, { modelId: 'gpt-5' }, long, second.signal);
    assert.equal(asked.length, 1);
    assert.equal(fold.codeReason, 'aborted');
  });
});

describe('a call beyond one for each fold', () => {
  it('is told with its reason: parts, and what makes them one', async () => {
    const { asked, reasons, log } = await prepared(good);
    const parts = kindsOf(asked).filter((kind) => kind === 'part');
    assert.ok(parts.length > 1);
    assert.deepEqual(reasons, [...parts.map(() => 'too-long'), 'parts']);
    assert.deepEqual(
      log.of('summary-call').map(({ kind, attempt }) => [kind, attempt]),
      asked.map(({ kind, attempt }) => [kind, attempt]),
    );
  });

  it('is told with its reason: a second attempt', async () => {
    const { asked, reasons, log } = await prepared(
      async (request, nth) => (nth === 1 ? 'no' : goodSummary(request)),
      { modelId: 'gpt-5' },
    );
    assert.deepEqual(
      asked.map(({ attempt }) => attempt),
      [1, 2],
    );
    assert.deepEqual(
      log.of('summary-rejected').map(({ attempt }) => attempt),
      [1],
    );
    assert.deepEqual(reasons, ['rejected']);
  });

  it('is told with its reason: summaries that outgrew their share', async () => {
    const { session, asked, log } = await scripted(good, {
      modelId: 'gpt-5',
      contextWindow: 5_000,
    });
    const history = chat(160, 100);
    for (let end = 1; end <= history.length; end += 2) await session.prepare(history.slice(0, end));
    const merges = asked.filter(({ kind }) => kind === 'merge').length;
    assert.ok(merges > 0);
    const { reasons } = outcome(log);
    assert.deepEqual(reasons, Array(merges).fill('outgrown'));
  });
});

describe('the fraction', () => {
  it('grows with each part', async () => {
    let log: EventLog | undefined;
    const seen: number[] = [];
    const { session, asked, ...own } = await scripted(
      async (request) => {
        seen.push(log?.of('compacting').at(-1)?.fraction ?? -1);
        return goodSummary(request);
      },
      { summarizeParallel: 1 },
    );
    log = own.log;
    await session.prepare(long);
    assert.equal(seen.length, asked.length);
    // The second is called as soon as the first has answered, before the step looks at the answer.
    for (let at = 2; at < seen.length; at += 1) assert.ok((seen[at] ?? 0) > (seen[at - 2] ?? 1));
    const { fractions } = outcome(log);
    assert.ok(fractions.length > asked.length, String(fractions));
    assert.deepEqual([fractions[0], fractions.at(-1)], [0, 1]);
  });

  it('grows with a first reply that is not good enough', async () => {
    const { fractions } = await prepared(
      async (request, nth) => {
        await pause(1);
        return nth === 1 ? 'no' : goodSummary(request);
      },
      { modelId: 'gpt-5' },
    );
    assert.deepEqual(fractions, [0, 0.5, 1]);
  });
});
