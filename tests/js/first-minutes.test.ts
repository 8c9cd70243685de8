// promise: api
/**
 * What a server does with sessions in its first minutes: a request opens the session of a chat, others come
 * meanwhile, each saves the state and disposes. What it hears of that, and what a wrong size and a wrong file say.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import type { CompactorEvent, CompactorOptions, EpitomeError } from 'epitome';
import { createCompactor } from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import { runLoop } from './support/agents.ts';
import {
  conversation,
  EventLog,
  goodSummary,
  playRaw,
  prose,
  recordingSummarizer,
  resultMessage,
  step,
  user,
} from './support/conversation.ts';
import { memoryOf } from './support/memory.ts';
import { validateView } from './support/validator.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the types forbid is the subject.
type Anything = any;

const options: CompactorOptions = { contextWindow: 8_000, maxOutputTokens: 500 };
const given = (messages: Anything[], steps: object[] = []) => ({
  messages,
  steps,
  stepNumber: steps.length,
});

describe('requests of one chat', () => {
  for (const way of ['session.prepareStep', 'compactor.prepareStep'] as const) {
    it(`may run at the same time, by ${way}: each is served in turn, within the budget`, async () => {
      const log = new EventLog();
      const { summarize, requests } = recordingSummarizer();
      using compactor = await createCompactor({
        ...options,
        onEvent: log.onEvent,
        summarize: async (request, { signal }) => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          return summarize(request, { signal }) as Promise<string>;
        },
      });
      const loops = await Promise.all(
        [5, 6, 7].map((version) => {
          const { prepareStep } =
            way === 'session.prepareStep'
              ? compactor.session('chat', { state: null })
              : { prepareStep: compactor.prepareStep({ sessionId: 'chat' }) };
          const how = { version: version as 5 | 6 | 7, mode: 'generate' as const, steps: 40 };
          return runLoop({ ...how, prepareStep, freeze: true, overheadTokens: 400 });
        }),
      );
      assert.deepEqual(log.of('error'), []);
      for (const loop of loops) {
        assert.deepEqual(loop.errors, []);
        assert.equal(loop.prompts.length, 40);
        assert.ok(Math.max(...loop.promptTokens) <= 7_500);
        for (const [i, view] of loop.views.entries()) {
          assert.deepEqual(validateView(view, loop.transcripts[i] as unknown[]), [], `step ${i}`);
        }
      }
      assert.ok(requests.length > 0);
    });
  }
});

describe('a session that is disposed while its loop runs', () => {
  for (const version of [5, 6, 7] as const) {
    it(`goes on compacting for ai ${version}, and its id is free`, async () => {
      const log = new EventLog();
      const { summarize } = recordingSummarizer();
      using compactor = await createCompactor({ ...options, summarize, onEvent: log.onEvent });
      const session = compactor.session('chat');
      const shared = compactor.prepareStep({ sessionId: 'chat' });
      const loops = [session.prepareStep, shared].map((prepareStep) =>
        runLoop({
          version,
          mode: 'stream',
          steps: 60,
          overheadTokens: 400,
          prepareStep: (given) => {
            if (given.stepNumber === 30) session.dispose();
            return prepareStep(given);
          },
        }),
      );
      for (const loop of await Promise.all(loops)) {
        assert.deepEqual(loop.errors, []);
        assert.equal(loop.prompts.length, 60);
        assert.ok(Math.max(...loop.promptTokens) <= 7_500);
      }
      assert.deepEqual(log.of('error'), []);
      assert.ok(log.rewrites.some(({ round }) => round > 2));
      const next = compactor.session('chat');
      assert.notEqual(next, session);
      assert.equal(next.usage().compactions, 0);
      assert.throws(() => session.explain(), { code: 'disposed' });
      const state = session.snapshot();
      next.dispose();
      const { compactions } = compactor.session('chat', { state }).usage();
      assert.ok(compactions > 2, 'the state of a request that ends later is its own');
    });
  }

  it('pays once for what it has folded', async () => {
    const { summarize, requests } = recordingSummarizer();
    using compactor = await createCompactor({ ...options, summarize });
    const session = compactor.session('chat');
    const steps: object[] = [];
    const history = conversation(60);
    const before = await session.prepareStep(given(history, steps));
    const paid = requests.length;
    session.dispose();
    steps.push({});
    const grown = [...history, ...step('more')];
    const after = await session.prepareStep(given(grown, steps));
    assert.equal(requests.length, paid);
    assert.deepEqual(after?.messages, [...(before?.messages ?? []), ...grown.slice(-2)]);
  });

  it('keeps no memory of the engine, however many there are', async () => {
    const peak = (sessions: number) =>
      memoryOf(async () => {
        using compactor = await createCompactor({ contextWindow: 64_000 });
        for (let i = 0; i < sessions; i += 1) {
          const session = compactor.session(`chat ${i}`);
          const history = conversation(1_500, { name: `n${i}` });
          await session.prepareStep(given(history));
          session.dispose();
          await session.prepareStep(given(history, [{}]));
        }
      });
    const [few, many] = [await peak(2), await peak(30)];
    assert.ok(many <= few * 1.5, `${few} bytes, then ${many}`);
  });
});

describe('one request', () => {
  it('may have a listener and a signal of its own', async () => {
    const [all, first, second, third] = [
      new EventLog(),
      new EventLog(),
      new EventLog(),
      new EventLog(),
    ];
    const waiting = new AbortController();
    using compactor = await createCompactor({
      ...options,
      onEvent: all.onEvent,
      summarize: (request) =>
        request.firstMessage < 60 && !waiting.signal.aborted
          ? new Promise(() => {})
          : Promise.resolve(goodSummary(request)),
    });
    const session = compactor.session('chat');
    const history = conversation(60);
    const pending = session.prepareStep({
      ...given(history),
      abortSignal: waiting.signal,
      onEvent: first.onEvent,
    });
    const other = conversation(60, { name: 'other' });
    const queued = session.prepare(other, { onEvent: second.onEvent });
    const hook = compactor.prepareStep({ sessionId: 'chat', onEvent: third.onEvent });
    const last = hook(given([...other, ...step('more')]));
    waiting.abort();
    await Promise.all([pending, queued, last]);
    assert.equal(first.of('summary-failed')[0]?.reason, 'aborted');
    assert.equal(first.of('compaction').length, 1);
    assert.equal(second.of('summary-failed').length, 0);
    assert.equal(second.of('compaction').length, 1);
    assert.ok(third.all.every((event) => !second.all.includes(event)));
    assert.deepEqual(all.all, [...first.all, ...second.all, ...third.all]);
    await session.prepare(null as Anything, { onEvent: second.onEvent });
    assert.equal(second.of('error').length, 1);
  });
});

/** Every type of event once, so that a new one is not forgotten here. */
const types: Record<CompactorEvent['type'], true> = {
  compaction: true,
  repair: true,
  fault: true,
  aligned: true,
  'summary-rejected': true,
  'summary-failed': true,
  'summary-call': true,
  compacting: true,
  view: true,
  veto: true,
  flush: true,
  'cannot-fit': true,
  warning: true,
  'usage-ignored': true,
  'unknown-model': true,
  'small-window': true,
  'state-dropped': true,
  'store-failed': true,
  'state-replaced': true,
  'unseen-learned': true,
  'window-learned': true,
  'limit-learned': true,
  error: true,
};

/** A model that is asked once more at once. */
const busy = Object.assign(new TypeError('busy', { cause: new Error('too many calls') }), {
  statusCode: 503,
  responseHeaders: { 'retry-after-ms': '1' },
});

async function everyEvent(own: Partial<CompactorOptions>): Promise<void> {
  using compactor = await createCompactor({
    ...options,
    warn: 3_000,
    summarize: () => Promise.reject(busy),
    summarizeRetries: 1,
    memoryFlush: () => Promise.reject(new RangeError('no memory\nis left')),
    beforeCompaction: () => ({ veto: true }),
    reinject: () => [{ name: 'rules', text: 5 as Anything }],
    pin: () => {
      throw new Error('a rule failed');
    },
    ...own,
  });
  const session = compactor.session('chat');
  const history = conversation(60);
  await playRaw(session, history);
  const steps = [{ usage: { inputTokens: -5, outputTokens: 1 } }];
  const model = { modelId: 'nobody/knows-it' };
  await session.prepareStep({ ...given([...history, null as Anything], steps), model });
  await session.prepare([...history, resultMessage('lost', 'a result'), user('And now?')]);
  await session.prepare([user(prose(20_000)), user('And now?')]);
  await session.prepare(5 as Anything);
  const elsewhere = await createCompactor(options);
  elsewhere.session('chat').pin('Keep the names.');
  compactor.session('chat', { state: elsewhere.session('chat').snapshot() });
  compactor.session('other', { state: 'not a state' });
  elsewhere.dispose();
  await session.prepare([user('And now?')]);
  using unknown = await createCompactor({ model: 'nobody/knows-it', ...own });
  const large = [user(prose(40_000))];
  await unknown.session('u').prepare(large);
  await unknown.session('u').prepare(large, { usage: { inputTokens: 41_000 } });
  using hidden = await createCompactor({
    ...options,
    contextWindow: 200_000,
    system: '',
    tools: {},
    ...own,
  });
  const blind = hidden.session('h');
  for (let end = 1; end < 10; end += 2) {
    const inputTokens = end > 1 ? 60_000 + blind.usage().viewTokens : 0;
    await blind.prepare(history.slice(0, end), { usage: { inputTokens } });
  }
  await hidden.session('l').prepare(history);
  await hidden.session('l').recover(new Error('prompt is too long: 9000 tokens > 5000 maximum'));
  using called = await createCompactor({
    ...options,
    ...own,
    summarize: async () => 'I can’t help with that.',
  });
  await playRaw(called.session('c'), history);
  const broken = { ...memoryStore(), load: () => Promise.reject(new Error('no connection')) };
  using stored = await createCompactor({ ...options, ...own, store: broken });
  await stored.open('s');
}

describe('events', () => {
  it('are plain data: JSON loses nothing of them', async () => {
    const log = new EventLog();
    await everyEvent({ onEvent: log.onEvent });
    assert.deepEqual(
      [...new Set(log.all.map(({ type }) => type))].sort(),
      Object.keys(types).sort(),
    );
    for (const event of log.all) assert.deepEqual(JSON.parse(JSON.stringify(event)), event);
    const messages = log.of('error').map(({ error }) => error.message);
    for (const said of ['a rule failed', 'reinject']) {
      assert.ok(
        messages.some((message) => message.includes(said)),
        said,
      );
    }
    assert.match(log.of('summary-call')[0]?.error?.message ?? '', /busy.*too many calls/);
    const [flushed] = log.of('flush');
    assert.deepEqual(flushed?.error, { name: 'RangeError', message: 'no memory\nis left' });
  });

  it('are printed a line each with `debug`', async () => {
    const lines: string[] = [];
    const log = new EventLog();
    const { debug } = console;
    console.debug = (...words) => lines.push(words.join(' '));
    try {
      await everyEvent({ debug: true, onEvent: log.onEvent });
    } finally {
      console.debug = debug;
    }
    assert.equal(lines.length, log.all.length);
    for (const [i, line] of lines.entries()) {
      const { type, sessionId } = log.all[i] ?? assert.fail();
      assert.ok(line.includes(type) && line.includes(sessionId), line);
      assert.ok(!/\n|undefined|\[object/.test(line), line);
      assert.ok(line.length < 2_000, line);
    }
  });

  it('tell of no compaction where results only arrive smaller', async () => {
    const log = new EventLog();
    using compactor = await createCompactor({
      contextWindow: 64_000,
      results: { arrival: 2_000 },
      onEvent: log.onEvent,
    });
    const text = prose(300, 'same');
    const history = [user('Go.')];
    for (let i = 0; i < 20; i += 1) {
      history.push(step(`c${i}`)[0], resultMessage(`c${i}`, i % 2 === 0 ? text : prose(900)));
    }
    const session = compactor.session('chat');
    const { views } = await playRaw(session, history);
    assert.ok(JSON.stringify(views.at(-1)).length < JSON.stringify(history).length);
    assert.deepEqual(log.rewrites, []);
    assert.equal(session.usage().compactions, 0);
    assert.ok(session.explain().messages.some(({ fate }) => fate === 'pointed'));
  });

  it('tell of a small window once, however often sessions are opened', async () => {
    const log = new EventLog();
    using compactor = await createCompactor({ ...options, onEvent: log.onEvent });
    for (const contextWindow of [8_000, 8_000, 9_000, 8_000]) {
      const session = compactor.session('chat', { contextWindow });
      await session.prepare([user('hi')]);
      session.dispose();
    }
    assert.deepEqual(
      log.of('small-window').map((event) => event.contextWindow),
      [8_000, 9_000],
    );
  });
});

it('a size is held against the window of a model, and only where that is known', async () => {
  const above = { model: 'gpt-4', trigger: 20_000 };
  await assert.rejects(createCompactor(above), { code: 'invalid-option', message: /8192/ });
  (await createCompactor({ model: 'nobody/knows-it', trigger: 100_000 })).dispose();
});

describe('a file that is not there', () => {
  it('is named with the cause, and without credentials and query', async () => {
    const server = createServer((_, response) => {
      response.statusCode = 404;
      response.end('nothing here');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const at = `http://127.0.0.1:${port}/files`;
    try {
      for (const [wasm, why] of [
        [`${at}/core.wasm?key=secret#part`, /404/],
        [`http://secret:secret@127.0.0.1:${port}/files/core.wasm`, /credentials/],
        ['http://127.0.0.1:1/files/core.wasm?key=secret', /fetch failed/],
      ] as const) {
        await assert.rejects(createCompactor({ ...options, wasm }), (error: EpitomeError) => {
          assert.equal(error.code, 'load-failed');
          assert.match(error.message, /http:\/\/127\.0\.0\.1:\d+\/files\/core\.wasm/);
          assert.match(error.message, why);
          assert.ok(!error.message.includes('secret'), error.message);
          return true;
        });
      }
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
