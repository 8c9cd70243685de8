// promise: 4 never breaks the agent, 6 pays once, api
/**
 * `beforeCompaction` and `afterCompaction`: a host is told of a fold before a model is asked and after it is saved, may
 * put it off while the view fits, and may say what the summary shall have; nothing that it does breaks a step.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  type BeforeCompaction,
  type CompactionRequest,
  type CompactorOptions,
  createCompactor,
  memoryFlush,
  type SummaryRequest,
} from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import type { Message } from '../../js/testing/shapes.ts';
import { inVirtualTime } from './support/clock.ts';
import { EventLog, goodSummary } from './support/conversation.ts';
import { type Dialect, dialects, stepsIn } from './support/talk.ts';
import { validateView } from './support/validator.ts';

const disposables: { dispose(): void }[] = [];
after(() => {
  for (const each of disposables) each.dispose();
});

async function open(options: Partial<CompactorOptions>, state?: string) {
  const log = new EventLog();
  const asked: SummaryRequest[] = [];
  const compactor = await createCompactor({
    contextWindow: 16_000,
    summarize: async (request) => {
      asked.push(request);
      return goodSummary(request);
    },
    onEvent: log.onEvent,
    ...options,
  });
  disposables.push(compactor);
  const session = compactor.session('chat', { state });
  return { compactor, session, log, asked };
}

const stepsOf = (dialect: Dialect, count: number) =>
  stepsIn(dialect, count, {
    first: 'Read the files one by one.',
    every: 8,
    next: (at) => `Next: ${at}`,
  });

const folds = (log: EventLog) => log.rewrites.filter((event) => event.folds.length > 0);

for (const dialect of dialects) {
  describe(`beforeCompaction (${dialect})`, () => {
    it('is told of each fold once, of the messages that it takes, before a model is asked', async () => {
      const told: (CompactionRequest & { askedBefore: number })[] = [];
      const { session, log, asked } = await open({
        dialect,
        beforeCompaction: (request) => {
          told.push({ ...request, askedBefore: asked.length });
        },
      });
      for (const messages of stepsOf(dialect, 60)) {
        const [before, views] = [folds(log).length, told.length];
        const { messages: view } = await session.prepare(messages);
        const made = folds(log).slice(before);
        assert.equal(told.length - views, made.length);
        const request = told.at(-1);
        if (made.length === 0 || request === undefined) continue;
        assert.ok(request.messages.length > 0);
        for (const message of request.messages) {
          assert.ok(messages.includes(message as Message));
          assert.ok(!view.includes(message as Message));
        }
        assert.equal(request.askedBefore, asked.length - 1);
        assert.equal(request.sessionId, 'chat');
      }
      assert.ok(told.length >= 3, `${told.length} folds`);
    });

    it('puts a fold off while the view fits, and is asked again; a view that does not fit is folded', async () => {
      let vetoes = 0;
      const { session, log } = await open({
        dialect,
        beforeCompaction: () => {
          vetoes += 1;
          return { veto: true };
        },
      });
      let [before, heard] = [0, 0];
      for (const messages of stepsOf(dialect, 60)) {
        const { messages: view } = await session.prepare(messages);
        if (dialect === 'ai-sdk') assert.deepEqual(validateView(view, messages), []);
        const { viewTokens, budget } = session.usage();
        assert.ok(viewTokens <= budget);
        const made = folds(log).length - before;
        before += made;
        const told = log.of('veto').slice(heard);
        heard += told.length;
        assert.equal(told.filter((event) => !event.heard).length, made);
      }
      const events = log.of('veto');
      assert.equal(events.length, vetoes);
      assert.ok(events.some((event) => event.heard) && events.some((event) => !event.heard));
    });

    it('gives instructions to the summary of its fold alone', async () => {
      let count = 0;
      const { session, asked } = await open({
        dialect,
        summary: { instructions: 'Name every port.' },
        beforeCompaction: () => {
          count += 1;
          return count === 2 ? { instructions: 'Keep the sums of money of fold two.' } : {};
        },
      });
      for (const messages of stepsOf(dialect, 60)) await session.prepare(messages);
      const texts = asked.map(({ system, prompt }) => system + prompt);
      const having = texts.map((each) => each.includes('sums of money of fold two'));
      assert.equal(having.filter(Boolean).length, 1);
      assert.ok(texts.every((each) => each.includes('Name every port.')));
    });
  });
}

describe('beforeCompaction', () => {
  it('belongs to a request that is answered elsewhere, also after a restart', async () => {
    const background = { external: true };
    const beforeCompaction: BeforeCompaction = () => ({ instructions: 'Say which file was last.' });
    const options = { background, beforeCompaction, summarize: undefined };
    const first = await open(options);
    const arrays = stepsOf('ai-sdk', 40);
    let at = 0;
    while (first.session.pending().length === 0) await first.session.prepare(arrays[at++] ?? []);
    const pending = first.session.pending();
    assert.match(JSON.stringify(pending), /Say which file was last\./);
    let told = 0;
    const second = await open(
      {
        ...options,
        beforeCompaction: () => {
          told += 1;
        },
      },
      first.session.snapshot(),
    );
    await second.session.prepare(arrays[at] ?? []);
    assert.deepEqual(
      second.session.pending().map(({ id }) => id),
      pending.map(({ id }) => id),
    );
    assert.match(JSON.stringify(second.session.pending()), /Say which file was last\./);
    assert.equal(told, 0);
  });

  const odd: [string, BeforeCompaction][] = [
    ['throws', () => Promise.reject(new Error('no disk'))],
    ['never answers', () => new Promise(() => {})],
    ['answers a text', (() => 'veto') as unknown as BeforeCompaction],
    ['answers null', (() => null) as unknown as BeforeCompaction],
    ['answers another member', (() => ({ vetoes: true })) as unknown as BeforeCompaction],
    ['answers no truth', (() => ({ veto: 'yes' })) as unknown as BeforeCompaction],
    ['answers too much', () => ({ instructions: 'x'.repeat(1_001) })],
    [
      'answers what throws',
      () =>
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Error('hostile');
            },
          },
        ),
    ],
  ];
  for (const [name, beforeCompaction] of odd) {
    it(`changes nothing where it ${name}, but for an event`, async () => {
      const [plain, hooked] = [await open({}), await open({ beforeCompaction })];
      const last = stepsOf('ai-sdk', 30).at(-1) ?? [];
      const { messages: expected } = await plain.session.prepare(last);
      const work = () => hooked.session.prepare(last);
      const { messages } = await inVirtualTime(work);
      assert.deepEqual(messages, expected);
      assert.equal(folds(hooked.log).length, 1);
      assert.equal(hooked.log.of('error').length, 1);
    });
  }

  it('may have the agent save memories', async () => {
    const saved: unknown[] = [];
    const save = memoryFlush({
      generateText: async ({ messages }: { messages: unknown[] }) => {
        saved.push(messages.at(-1));
        return { text: 'SILENT' };
      },
      tools: {},
    });
    const { session, log } = await open({
      beforeCompaction: async (request) => {
        await save(request);
      },
    });
    await session.prepare(stepsOf('ai-sdk', 30).at(-1) ?? []);
    assert.equal(folds(log).length, 1);
    assert.equal(saved.length, 1);
    assert.match(JSON.stringify(saved[0]), /SILENT/);
  });

  it('and afterCompaction may ask for a fold, which comes when the step is over', async () => {
    const answers: boolean[] = [];
    const compact = async () => {
      const { compacted } = await session.compact();
      answers.push(compacted);
    };
    const { session } = await open({ beforeCompaction: compact, afterCompaction: compact });
    await session.prepare(stepsOf('ai-sdk', 30).at(-1) ?? []);
    assert.deepEqual(answers.slice(0, 2), [false, false]);
  });

  it('is not called by a plan', async () => {
    let calls = 0;
    const { session } = await open({
      beforeCompaction: () => {
        calls += 1;
      },
    });
    const plan = session.plan(stepsOf('ai-sdk', 30).at(-1) ?? []);
    assert.equal(calls, 0);
    assert.equal(plan.flushes, false);
    assert.ok(plan.folds.length > 0);
  });
});

describe('afterCompaction', () => {
  it('comes when the round is saved, once for each fold', async () => {
    const store = memoryStore();
    const seen: number[] = [];
    const log = new EventLog();
    const compactor = await createCompactor({
      contextWindow: 16_000,
      summarize: async (request) => goodSummary(request),
      store,
      onEvent: log.onEvent,
      afterCompaction: async ({ round }) => {
        const rounds = await session.rounds();
        assert.deepEqual(rounds.at(-1), round);
        seen.push(round.round);
      },
    });
    disposables.push(compactor);
    const session = await compactor.open('chat');
    for (const messages of stepsOf('ai-sdk', 60)) await session.prepare(messages);
    assert.deepEqual(
      seen,
      folds(log).map(({ round }) => round),
    );
    assert.ok(seen.length >= 3);
    assert.deepEqual(log.of('error'), []);
  });

  for (const [name, afterCompaction] of [
    ['throws', () => Promise.reject(new Error('no disk'))],
    ['never ends', () => new Promise(() => {})],
  ] as const) {
    it(`changes nothing where it ${name}, but for an event`, async () => {
      const [plain, hooked] = [await open({}), await open({ afterCompaction })];
      const last = stepsOf('ai-sdk', 30).at(-1) ?? [];
      const { messages: expected } = await plain.session.prepare(last);
      const { messages } = await inVirtualTime(() => hooked.session.prepare(last));
      assert.deepEqual(messages, expected);
      assert.equal(hooked.log.of('error').length, 1);
    });
  }
});
