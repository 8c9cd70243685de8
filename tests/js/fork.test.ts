// promise: api, 6 pays once
/**
 * Sessions that go on from another one: with what it has, on their own from there, while it is idle, while a step
 * of it runs, and while summaries are written in the background.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, type SummaryRequest } from 'epitome';
import { holds } from './support/cases.ts';
import { until } from './support/clock.ts';
import { conversation, EventLog, goodSummary } from './support/conversation.ts';
import { Player } from './support/play.ts';
import { playRaw, randomGrowth, randomPlay } from './support/scenarios.ts';

const history = conversation(90);

describe('session.fork', () => {
  it('goes on as the session would, and what one does is nothing to the other', async () => {
    await holds('fork', 0.3, async ({ rng, seed, compactors, enter, fail }) => {
      const play = { ...randomPlay(rng, `${seed}`, compactors[0]), replies: undefined };
      const growth = randomGrowth(rng);
      const half = Math.ceil(growth.arrays.length / 2);
      const [first, rest] = [growth.arrays.slice(0, half), growth.arrays.slice(half)];
      const player = enter(new Player(play));
      await playRaw(player, { ...growth, arrays: first });
      const fork = enter(await player.fork(`fork ${seed}`));
      const state = player.state;
      // The restored session is what a fork has to be equal to.
      const restored = enter(player.restored());
      for (const messages of rest) {
        await fork.send(messages, { sound: growth.wellFormed });
        await restored.send(messages, { sound: growth.wellFormed });
        fork.newLoop();
        restored.newLoop();
      }
      const views = ({ calls }: Player) => JSON.stringify(calls.map(({ view }) => view));
      if (views(fork) !== views(restored)) fail('a fork is not what its state is');
      if (player.state !== state) fail('a fork has changed the session that it is of');
      const forked = fork.state;
      for (const messages of rest) {
        await player.send(messages, { sound: growth.wellFormed });
        player.newLoop();
      }
      if (fork.state !== forked) fail('a session has changed its fork');
    });
  });

  it('lets a small model be asked without folding for the large one', async (t) => {
    const models = { large: { contextWindow: 200_000 }, small: { contextWindow: 8_000 } };
    const compactor = await createCompactor({ model: 'large', models, quiet: true });
    t.after(() => compactor.dispose());
    const session = compactor.session();
    const length = async (own: typeof session, model: string) =>
      (await own.prepare(history, { model })).messages.length;
    assert.equal(await length(session, 'large'), history.length);
    assert.ok((await length(await session.fork('aside'), 'small')) < history.length);
    assert.equal(await length(session, 'large'), history.length);
    assert.ok((await length(session, 'small')) < history.length);
    assert.ok((await length(session, 'large')) < history.length);
  });

  it('has decisions, records, bills and options, and takes overrides', async (t) => {
    const compactor = await createCompactor({ contextWindow: 8_000, system: '', tools: {} });
    t.after(() => compactor.dispose());
    const session = compactor.session('one', { contextWindow: 9_000 });
    await session.prepare(history);
    session.pin('Never touch the parser.');
    const fork = await session.fork('two');
    assert.equal(compactor.session('two'), fork);
    assert.equal(fork.id, 'two');
    assert.deepEqual(fork.usage(), session.usage());
    assert.deepEqual(fork.pins, session.pins);
    await fork.prepare(history);
    assert.deepEqual(fork.records(), session.records());
    assert.equal(fork.explain().budget.contextWindow, 9_000);
    fork.pin('And never the client.');
    await fork.rewind();
    assert.equal(session.pins.length, 1);
    assert.equal(session.records().filter(({ withdrawn }) => withdrawn).length, 0);
    const log = new EventLog();
    const third = await fork.fork('three', { contextWindow: 6_000, onEvent: log.onEvent });
    await third.prepare(history);
    assert.equal(third.explain().budget.contextWindow, 6_000);
    assert.ok(log.all.every(({ sessionId }) => sessionId === 'three'));
  });

  it('throws for an id that is open or none, for a state, and after dispose', async (t) => {
    const compactor = await createCompactor({ contextWindow: 8_000 });
    t.after(() => compactor.dispose());
    const session = compactor.session('one');
    compactor.session('two');
    const code = 'invalid-argument';
    for (const id of ['one', 'two', '', undefined, 7]) {
      await assert.rejects(session.fork(id as string), { code });
    }
    const state = session.snapshot();
    await assert.rejects(session.fork('three', { state } as object), { code });
    await assert.rejects(session.fork('three', { contextWindw: 7 } as object), {
      code: 'invalid-option',
    });
    (await session.fork('three')).dispose();
    session.dispose();
    await assert.rejects(session.fork('four'), { code: 'disposed' });
  });

  it('has what was decided before the step that runs, and takes that step itself', async (t) => {
    const open: (() => void)[] = [];
    const summarize = (request: SummaryRequest) =>
      new Promise<string>((resolve) => {
        open.push(() => resolve(goodSummary(request)));
      });
    const compactor = await createCompactor({
      contextWindow: 8_000,
      system: '',
      tools: {},
      summarize,
    });
    t.after(() => compactor.dispose());
    const session = compactor.session('one');
    const running = session.prepare(history);
    await until(() => open.length > 0);
    const fork = await session.fork('two', { summarize: async (request) => goodSummary(request) });
    const { messages: view } = await fork.prepare(history);
    assert.ok(view.length < history.length, 'the fork folds by itself');
    const records = fork.records();
    const answering = setInterval(() => open.shift()?.(), 1);
    await running;
    clearInterval(answering);
    assert.deepEqual(fork.records(), records);
    assert.ok(session.records().length > 0);
  });

  it('shares summaries that were asked for in the background before, and pays for none again', async (t) => {
    for (const isThereFirst of [true, false]) {
      const asked: SummaryRequest[] = [];
      const open: (() => void)[] = [];
      const summarize = (request: SummaryRequest) =>
        new Promise<string>((resolve) => {
          asked.push(request);
          open.push(() => resolve(goodSummary(request)));
        });
      const compactor = await createCompactor({
        contextWindow: 8_000,
        system: '',
        tools: {},
        background: true,
        summarize,
      });
      t.after(() => compactor.dispose());
      const session = compactor.session('one');
      let end = 1;
      for (; asked.length === 0 && end < history.length; end += 2) {
        await session.prepare(history.slice(0, end));
      }
      assert.equal(asked.length, 1);
      if (isThereFirst) open.shift()?.();
      await until(() => open.length === (isThereFirst ? 0 : 1));
      await new Promise(setImmediate);
      const fork = await session.fork('two');
      open.shift()?.();
      await new Promise(setImmediate);
      const array = history.slice(0, end);
      await fork.prepare(array);
      await session.prepare(array);
      assert.equal(asked.length, 1);
      for (const each of [fork, session]) {
        assert.deepEqual(
          each.records().map(({ source }) => source),
          ['model'],
        );
      }
    }
  });

  it('asks for itself where the session gives up what they share', async (t) => {
    const asked: SummaryRequest[] = [];
    const summarize = (request: SummaryRequest) => {
      asked.push(request);
      return asked.length === 1 ? new Promise<string>(() => {}) : goodSummary(request);
    };
    const compactor = await createCompactor({
      contextWindow: 8_000,
      system: '',
      tools: {},
      background: true,
      summarize: async (request) => summarize(request),
    });
    t.after(() => compactor.dispose());
    const session = compactor.session('one');
    let end = 1;
    for (; asked.length === 0; end += 2) await session.prepare(history.slice(0, end));
    const fork = await session.fork('two');
    session.dispose();
    await new Promise(setImmediate);
    for (const _ of [1, 2, 3]) {
      await fork.prepare(history.slice(0, end));
      await new Promise(setImmediate);
    }
    assert.ok(asked.length > 1);
    assert.equal(fork.records().at(-1)?.source, 'model');
  });
});
