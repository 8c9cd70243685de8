// promise: 6 pays once, 4 never breaks the agent
/**
 * Summary calls that fail for a moment: what is tried again, when, for how long, and what a host hears
 * of it and of progress.
 */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { APICallError as APICallError5, RetryError as RetryError5 } from 'ai5';
import { APICallError as APICallError6 } from 'ai6';
import { APICallError as APICallError7 } from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { type CompactorOptions, fromFetch, fromModel, type SummaryRequest } from 'epitome';
import { mayPass, withRetries } from '../../js/summarizers/retrying.ts';
import { inVirtualTime, turn } from './support/clock.ts';
import { maker } from './support/compactors.ts';
import { conversation, goodSummary, playRaw } from './support/conversation.ts';

const make = maker({ contextWindow: 8_000 });

const headers = { 'retry-after-ms': '4' };
const details = { url: 'https://x.test', requestBodyValues: {}, message: 'no' };

/** Plays one fold. */
async function fold(
  summarize: CompactorOptions['summarize'],
  options: Partial<CompactorOptions> = {},
) {
  const { compactor, log } = await make({ ...options, ...(summarize && { summarize }) });
  const session = compactor.session();
  await inVirtualTime(() => playRaw(session, conversation(24)));
  assert.equal(log.rewrites.length, 1);
  assert.deepEqual(log.of('error'), []);
  const [report] = log.rewrites[0]?.folds ?? [];
  assert.ok(report);
  return { log, report, session };
}

/** Fails `failures` times, then writes well. */
function failing(failures: number, error: () => unknown) {
  const calls: SummaryRequest[] = [];
  const summarize: NonNullable<CompactorOptions['summarize']> = async (request) => {
    calls.push(request);
    if (calls.length <= failures) throw error();
    return goodSummary(request);
  };
  return { calls, summarize };
}

describe('a summary call that fails for a moment', () => {
  for (const [version, APICallError] of [
    [5, APICallError5],
    [6, APICallError6],
    [7, APICallError7],
  ] as const) {
    it(`is made again after an error of ai ${version} that may pass`, async () => {
      const error = () =>
        new APICallError({ ...details, statusCode: 503, responseHeaders: headers });
      const { calls, summarize } = failing(2, error);
      const { log, report } = await fold(summarize);
      assert.equal(calls.length, 3);
      assert.equal(report.source, 'model');
      assert.deepEqual(
        log.of('summary-call').map(({ kind, reason, wait }) => [kind, reason, wait]),
        [
          ['fold', 'failed', 4],
          ['fold', 'failed', 4],
        ],
      );
      assert.deepEqual(log.of('summary-rejected', 'summary-failed'), []);
    });

    it(`is given up after an error of ai ${version} that no retry helps`, async () => {
      for (const statusCode of [400, 401, 403, 404, 413, 422]) {
        const { calls, summarize } = failing(1, () => new APICallError({ ...details, statusCode }));
        const { log, report } = await fold(summarize);
        assert.equal(calls.length, 1, String(statusCode));
        assert.equal(report.codeReason, 'failed');
        assert.deepEqual(log.of('summary-call'), []);
      }
    });
  }

  it('is made as often as it is told to, and no more', async () => {
    const error = () =>
      new APICallError7({ ...details, statusCode: 429, responseHeaders: headers });
    for (const summarizeRetries of [0, 1, 4]) {
      const { calls, summarize } = failing(99, error);
      const { report, log } = await fold(summarize, { summarizeRetries });
      assert.equal(calls.length, summarizeRetries + 1);
      assert.equal(report.codeReason, 'failed');
      assert.equal(log.of('summary-failed').length, 1, 'it counts as one failure');
    }
  });

  it('waits no longer than the time-out allows', async () => {
    const responseHeaders = { 'retry-after': '60' };
    const error = () => new APICallError7({ ...details, statusCode: 429, responseHeaders });
    const { calls, summarize } = failing(99, error);
    const { report } = await fold(summarize, { summarizeTimeout: 5_000 });
    assert.equal(calls.length, 1);
    assert.equal(report.codeReason, 'failed');
  });

  it('is aborted while it waits', async () => {
    const controller = new AbortController();
    const responseHeaders = { 'retry-after': '30' };
    const error = () => {
      turn().then(() => controller.abort(new Error('enough')));
      return new APICallError7({ ...details, statusCode: 429, responseHeaders });
    };
    const { calls, summarize } = failing(99, error);
    const { report } = await fold(summarize, { abortSignal: controller.signal });
    assert.equal(calls.length, 1);
    assert.equal(report.codeReason, 'aborted');
  });

  it('is made again through fromModel and fromFetch', async () => {
    let asked = 0;
    const model = new MockLanguageModelV4({
      doGenerate: async () => {
        asked += 1;
        if (asked === 1) {
          throw new APICallError7({ ...details, statusCode: 529, responseHeaders: headers });
        }
        const text = goodSummary({ firstMessage: 2, lastMessage: 9 });
        const usage = {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        };
        const finishReason = { unified: 'stop' as const, raw: 'stop' };
        return { content: [{ type: 'text', text }], finishReason, usage, warnings: [] };
      },
    });
    assert.equal((await fold(fromModel(model))).report.source, 'model');
    assert.equal(asked, 2);

    const answers = [
      { ok: false, status: 429, headers: new Headers({ 'retry-after': '0.01' }), text: '' },
      { ok: true, status: 200, headers: new Headers(), text: 'x' },
    ];
    let posts = 0;
    const summarize = fromFetch({
      url: 'https://x.test/v1',
      model: 'm',
      fetch: async () => {
        posts += 1;
        const answer = answers.shift();
        if (answer === undefined) throw new Error('asked too often');
        const content = goodSummary({ firstMessage: 2, lastMessage: 9 });
        const choices = [{ message: { content }, finish_reason: 'stop' }];
        return { ...answer, text: async () => JSON.stringify({ choices }) };
      },
    });
    const { report, log } = await fold(summarize);
    assert.equal(report.source, 'model');
    assert.equal(posts, 2);
    assert.equal(log.of('summary-call')[0]?.wait, 10);
  });
});

describe('withRetries', () => {
  it('backs off by 1, 2 and 4 seconds where nobody says how long', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const waits: number[] = [];
      let calls = 0;
      const pending = withRetries(
        async () => {
          calls += 1;
          throw new APICallError7({ ...details, statusCode: 500 });
        },
        {
          retries: 3,
          deadline: performance.now() + 60_000,
          signal: new AbortController().signal,
          onRetry: (_error, wait) => waits.push(wait),
        },
      );
      const failed = assert.rejects(pending, /no/);
      for (const wait of [1_000, 2_000, 4_000]) {
        for (let i = 0; i < 20; i += 1) await Promise.resolve();
        mock.timers.tick(wait - 1);
        for (let i = 0; i < 20; i += 1) await Promise.resolve();
        const before = calls;
        mock.timers.tick(1);
        for (let i = 0; i < 20; i += 1) await Promise.resolve();
        assert.equal(calls, before + 1);
      }
      await failed;
      assert.deepEqual(waits, [1_000, 2_000, 4_000]);
    } finally {
      mock.timers.reset();
    }
  });

  it('reads when a server wants to be asked again', async () => {
    const inTwoSeconds = new Date(Date.now() + 2_000).toUTCString();
    const cases: [unknown, (wait: number) => boolean][] = [
      [{ status: 429, headers: new Headers({ 'Retry-After': '3' }) }, (wait) => wait === 3_000],
      [{ status: 429, headers: { 'Retry-After': '3' } }, (wait) => wait === 3_000],
      [{ cause: { status: 503, responseHeaders: { 'retry-after': '0' } } }, (wait) => wait === 0],
      [
        { status: 503, headers: { 'retry-after': inTwoSeconds } },
        (wait) => wait <= 2_000 && wait >= 0,
      ],
      [{ status: 503, headers: { 'retry-after': 'soon' } }, (wait) => wait === 1_000],
      [{ status: 503, headers: { 'retry-after': '' } }, (wait) => wait === 1_000],
      [{ status: 503, headers: 5 }, (wait) => wait === 1_000],
    ];
    for (const [error, fits] of cases) {
      const waits: number[] = [];
      const controller = new AbortController();
      const call = async () => {
        throw error;
      };
      const onRetry = (_error: unknown, wait: number) => {
        waits.push(wait);
        queueMicrotask(() => controller.abort(new Error('seen')));
      };
      const { signal } = controller;
      const how = { retries: 1, deadline: performance.now() + 60_000, signal, onRetry };
      await assert.rejects(withRetries(call, how));
      assert.equal(waits.length, 1);
      assert.ok(fits(waits[0] ?? -1), `${JSON.stringify(error)}: ${waits}`);
    }
  });

  it('tells what may pass from what will not, whatever is thrown', () => {
    const passing = [
      new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }),
      new TypeError('Failed to fetch'),
      Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
      Object.assign(new Error('x'), { status: 500 }),
      Object.assign(new Error('x'), { name: 'APIConnectionTimeoutError' }),
      new Error('x', { cause: new APICallError5({ ...details, statusCode: 408 }) }),
    ];
    for (const error of passing) assert.equal(mayPass(error), true, String(error));
    const hostile = new Proxy({}, { get: () => assert.fail('no') });
    const loop: { cause?: unknown } = {};
    loop.cause = loop;
    const retried = new RetryError5({
      message: 'x',
      reason: 'maxRetriesExceeded',
      errors: [new APICallError5({ ...details, statusCode: 503 })],
    });
    const lasting = [
      new Error('boom'),
      new TypeError('x is not a function'),
      new DOMException('stop', 'AbortError'),
      Object.assign(new Error('x'), { status: 401 }),
      retried,
      undefined,
      null,
      'text',
      hostile,
      loop,
    ];
    for (const error of lasting) assert.equal(mayPass(error), false);
  });
});

describe('progress', () => {
  it('is told from the start to the end of what a model is waited for', async () => {
    const { compactor, log } = await make({
      contextWindow: 5_000,
      // A merge and the fold that it is asked for with: two stages, where they end one by one.
      summarize: async (request) => {
        if (request.kind === 'merge') await turn();
        return goodSummary(request);
      },
    });
    await playRaw(compactor.session('chat'), conversation(130));
    const told = log.of('compacting');
    assert.ok(told.some(({ kind }) => kind === 'merge'));
    let open = false;
    let last = 0;
    for (const { kind, fraction, sessionId } of told) {
      assert.equal(sessionId, 'chat');
      assert.ok(kind === 'fold' || kind === 'merge');
      if (!open) assert.equal(fraction, 0);
      else assert.ok(fraction > last);
      open = fraction < 1;
      last = fraction;
    }
    assert.equal(open, false, 'each is ended');
    assert.ok(
      told.some(({ fraction }) => fraction > 0 && fraction < 1),
      'stages are told',
    );
  });

  it('is ended when the model fails, and not told where none is asked', async () => {
    const { log } = await fold(async () => {
      throw new Error('no');
    });
    assert.deepEqual(
      log.of('compacting').map(({ fraction }) => fraction),
      [0, 1],
    );
    assert.deepEqual((await fold(undefined)).log.of('compacting'), []);
  });
});
