// promise: 2 never mutates, api
/**
 * `session.plan`: what it says a step would do is what the step then does, and no step does anything else because it
 * was asked.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CompactorEvent,
  type CompactorOptions,
  createCompactor,
  type SummaryRequest,
} from 'epitome';
import { holds } from './support/cases.ts';
import { turn } from './support/clock.ts';
import { conversation, goodSummary, jsonClone } from './support/conversation.ts';
import { wrongIn } from './support/foresight.ts';
import { opener } from './support/opener.ts';
import { Player } from './support/play.ts';
import {
  inDialect,
  playCarried,
  playRaw,
  playReturns,
  playRough,
  randomGrowth,
  randomHistory,
  randomPlay,
  randomPolicy,
} from './support/scenarios.ts';
import { dialects } from './support/talk.ts';

describe('a plan', () => {
  for (const dialect of dialects) {
    it(`tells what the step then does, and changes nothing of it: ${dialect}`, async () => {
      const tally = await holds(`plans ${dialect}`, 0.05, async ({ rng, seed, ...rest }) => {
        const { compactors, enter, fail } = rest;
        const [one, other] = compactors;
        const play = randomPlay(rng, `${seed}`, one);
        const returns = dialect === 'ai-sdk' && seed % 4 === 3;
        if (!returns && rng.chance(0.5)) Object.assign(play.overrides, randomPolicy(rng));
        const growth = inDialect(dialect, play, randomGrowth(rng));
        const history = randomHistory(rng);
        const course = rng.int(0, 2 ** 31);
        const players = [
          enter(new Player({ ...play, plans: true })),
          enter(new Player({ ...play, compactor: other })),
        ];
        for (const player of players) {
          if (seed % 4 === 0) await playRough(player, growth, course);
          else if (seed % 4 === 1) await playCarried(player, growth);
          else if (returns) await playReturns(player, history, course);
          else await playRaw(player, growth);
        }
        const [planned, plain] = players;
        if (planned?.log.join() !== plain?.log.join()) fail('a plan changes a view');
        if (planned?.state !== plain?.state) fail('a plan changes a state');
      });
      tally?.looksFor('trim', 'clear', 'for trigger', 'for budget', 'for economy');
    });
  }
});

const open = opener({ contextWindow: 8_000, windowGuard: { warn: 0 } });
const history = conversation(60);

describe('a plan asks, tells and keeps nothing', () => {
  const answered = async (request: SummaryRequest) => goodSummary(request);

  it('of a session that never stepped, of one that was restored, and of a child', async () => {
    const { session } = await open();
    await session.compact({ messages: history.slice(0, 61) });
    const state = session.snapshot();
    for (const [given, name] of [
      [undefined, undefined],
      [state, undefined],
      [undefined, 'sub'],
    ] as const) {
      const calls: string[] = [];
      const called = (what: string) => () => {
        calls.push(what);
        return [];
      };
      const options: Partial<CompactorOptions> = {
        onEvent: ({ type }) => calls.push(type),
        summarize: async (request) => {
          calls.push('summarize');
          return goodSummary(request);
        },
        memoryFlush: called('flush'),
        reinject: called('reinject'),
        priority: () => {
          throw new Error('no');
        },
      };
      const pair = await Promise.all(
        [0, 1].map(async () => {
          const { session } = await open(options, given);
          return name === undefined ? session : session.child(name);
        }),
      );
      const [asked, plain] = pair as [typeof session, typeof session];
      const plans = [0, 1, 2].map(() => asked.plan(history));
      assert.deepEqual([...calls], []);
      assert.deepEqual(plans[1], plans[0]);
      assert.deepEqual(plans[2], JSON.parse(JSON.stringify(plans[0])));
      assert.equal(plans[0]?.reason, 'budget');
      assert.equal(plans[0]?.asksModel, true);
      assert.equal(plans[0]?.flushes, true);
      assert.throws(() => asked.explain(), { code: 'invalid-argument' });
      assert.deepEqual(asked.usage(), plain.usage());
      const { messages } = await asked.prepare(history);
      assert.ok(calls.includes('flush') && calls.includes('summarize') && calls.includes('error'));
      assert.deepEqual(messages, (await plain.prepare(history)).messages);
      assert.equal(asked.snapshot(), plain.snapshot());
    }
  });

  it('where another machine has gone on, and the next request will go on from there', async () => {
    const { session: elsewhere } = await open();
    await elsewhere.compact({ messages: history.slice(0, 81) });
    const events: CompactorEvent[] = [];
    using compactor = await createCompactor({
      contextWindow: 8_000,
      onEvent: (event) => events.push(event),
    });
    const session = compactor.session('chat');
    await session.prepare(history.slice(0, 21));
    compactor.session('chat', { state: elsewhere.snapshot() });
    events.length = 0;
    const within = session.plan(history, { steps: [{}] });
    const plan = session.plan(history);
    assert.deepEqual(events, []);
    assert.notDeepEqual(within.folds, plan.folds);
    await session.prepare(history);
    assert.ok(events.some(({ type }) => type === 'state-replaced'));
    assert.deepEqual(wrongIn(plan, events, session.usage(), true), []);
  });

  it('while a step waits for its model, and from a listener in the middle of one', async () => {
    const views = [];
    for (const plans of [true, false]) {
      const waiting: (() => void)[] = [];
      const { session } = await open({
        summarize: (request) =>
          new Promise((resolve) => {
            waiting.push(() => resolve(goodSummary(request)));
          }),
        onEvent: () => {
          if (plans) assert.equal(typeof session.plan(history).fits, 'boolean');
        },
      });
      let isDone = false;
      const prepared = session.prepare(history).finally(() => {
        isDone = true;
      });
      while (!isDone) {
        await turn();
        if (plans && waiting.length > 0) assert.equal(session.plan(history).asksModel, true);
        for (const answer of waiting.splice(0)) answer();
      }
      views.push([(await prepared).messages, session.snapshot()]);
    }
    assert.deepEqual(views[0], views[1]);
  });

  it('with summaries that are begun early, taken up when they are there', async () => {
    const reasons = new Set<unknown>();
    const events: CompactorEvent[] = [];
    const { session } = await open({
      background: true,
      summarize: answered,
      onEvent: (event) => events.push(event),
    });
    for (let end = 1; end <= history.length; end += 2) {
      const messages = history.slice(0, end);
      events.length = 0;
      const plan = session.plan(messages);
      await session.prepare(messages);
      assert.deepEqual(wrongIn(plan, events, session.usage(), false), [], `${end} messages`);
      reasons.add(plan.reason);
      await turn();
    }
    assert.ok(reasons.has('background'), [...reasons].join());
  });

  it('where the host does not want to work in such a window', async () => {
    const { session } = await open({ windowGuard: { refuse: 10_000, warn: 0 } });
    const { reason, folds, edits, fits, tokensBefore, tokensAfter } = session.plan(history);
    assert.deepEqual(
      { reason, folds, edits, fits },
      { reason: undefined, folds: [], edits: [], fits: false },
    );
    assert.equal(tokensAfter, tokensBefore);
    assert.equal((await session.prepare(history)).messages.length, history.length);
  });

  it('and throws typed errors only, for what no step takes', async () => {
    const { session } = await open({ strict: true });
    for (const wrong of [undefined, null, 'x', {}, 7]) {
      assert.throws(() => session.plan(wrong as never), { code: 'invalid-argument' });
    }
    for (const odd of [[], [null], [{ role: 'x' }], [{ role: 'user', content: 7 }]]) {
      assert.equal(session.plan(odd as never).reason, undefined);
    }
    for (const step of [{ usage: null }, { steps: [null] }]) {
      assert.equal(typeof session.plan(history, step as never).budget, 'number');
    }
    for (const step of [null, 7, { usage: 'x' }, { steps: 7 }]) {
      assert.throws(() => session.plan(history, step as never), { code: 'invalid-argument' });
    }
    const { session: windowless } = await open({
      contextWindow: undefined,
      strict: true,
      model: 'gpt-5',
    });
    assert.throws(() => windowless.plan(history, { model: 'nobody-knows' }), {
      code: 'unknown-model',
    });
    session.dispose();
    assert.throws(() => session.plan(history), { code: 'disposed' });
  });

  it('and its answer is plain data for the same messages in other objects', async () => {
    const { session } = await open();
    await session.prepare(history.slice(0, 41));
    assert.deepEqual(session.plan(jsonClone(history)), session.plan(history));
  });

  it('and what the compactor counts with is still there', async () => {
    using compactor = await createCompactor({
      contextWindow: 8_000,
      system: 'You mend modules.',
      tools: { read: { description: 'Reads a file.', inputSchema: { type: 'object' } } },
      quiet: true,
    });
    const session = compactor.session('chat');
    const { tokensBefore, budget } = session.plan(history);
    const other = compactor.session('other');
    assert.equal(compactor.estimateTokens('four words are here'), 4);
    await other.prepare(history);
    assert.equal(compactor.estimateTokens('four words are here'), 4);
    assert.equal(compactor.estimateMessagesTokens(history), tokensBefore);
    await session.prepare(history);
    assert.equal(session.usage().budget, budget);
    assert.deepEqual(session.usage(), other.usage());
  });
});
