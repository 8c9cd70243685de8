/**
 * Branches of a conversation, the way back to an earlier round, and what lies between two: over stores, and
 * in loops of the real AI SDK.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type CompactorOptions, createCompactor, EpitomeError, type SessionStore } from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import { sqliteStore } from 'epitome/stores/sqlite';
import { defaultScript, runLoop } from './support/agents.ts';
import {
  assistant,
  conversation,
  EventLog,
  goodSummary,
  jsonClone,
  playRaw,
  segmentText,
  step,
  user,
} from './support/conversation.ts';
import { validateView } from './support/validator.ts';

const folder = mkdtempSync(join(tmpdir(), 'epitome-rounds-'));
const opened: { dispose(): void }[] = [];
after(() => {
  for (const compactor of opened) compactor.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function worker(store: SessionStore | undefined, options: Partial<CompactorOptions> = {}) {
  const log = new EventLog();
  let bought = 0;
  const compactor = await createCompactor({
    contextWindow: 8_000,
    windowGuard: { warn: 0 },
    prices: { input: 3, output: 15 },
    onEvent: log.onEvent,
    summarize: async (request) => {
      bought += 1;
      return { text: goodSummary(request), usage: { inputTokens: 1_000, outputTokens: 100 } };
    },
    ...(store && { store }),
    ...options,
  });
  opened.push(compactor);
  return { compactor, log, bought: () => bought };
}

const code = (wanted: string) => (error: unknown) =>
  EpitomeError.isInstance(error) && error.code === wanted;

const history = conversation(120);
let files = 0;
const stores: [string, () => SessionStore][] = [
  ['memory', memoryStore],
  [
    'sqlite',
    () => {
      files += 1;
      return sqliteStore({ file: join(folder, `${files}.db`) });
    },
  ],
];

/** The view after each round, as it was when the round was made. */
async function played(store: SessionStore, options: Partial<CompactorOptions> = {}) {
  const made = await worker(store, options);
  const session = await made.compactor.open('chat');
  const views = new Map<number, { end: number; view: unknown[] }>();
  for (let end = 1; end <= history.length; end += 2) {
    const before = made.log.rewrites.length;
    const { messages } = await session.prepare(history.slice(0, end));
    const event = made.log.rewrites.at(-1);
    if (made.log.rewrites.length > before && event && event.folds.length > 0) {
      views.set(event.round, { end, view: messages });
    }
  }
  return { ...made, session, views };
}

for (const [name, make] of stores) {
  describe(`rounds over ${name}`, () => {
    it('go back to an earlier one byte for byte, whatever came since', async () => {
      const store = make();
      const { session, views, bought } = await played(store);
      const rounds = [...views.keys()];
      assert.ok(rounds.length >= 3, `${rounds.length} rounds`);
      const [round = 0] = rounds.slice(-2);
      const { end, view } = views.get(round) ?? { end: 0, view: [] };
      const paid = bought();
      const revision = session.revision;
      assert.equal(await session.rewind(round), true);
      assert.ok(session.revision > revision, 'it is saved');
      assert.ok(session.records().some(({ inView }) => inView));
      const { messages } = await session.prepare(history.slice(0, end));
      assert.deepEqual(messages, view);
      assert.equal(bought(), paid, 'nothing is bought again');
      // A fresh process sees the same.
      const other = await worker(store);
      const again = await other.compactor.open('chat');
      const restarted = await again.prepare(jsonClone(history.slice(0, end)));
      assert.deepEqual(restarted.messages, jsonClone(view));
    });

    it('are counted on from the one that it went back to', async () => {
      const store = make();
      const { session, views, log } = await played(store);
      const [first = 0, second = 0, third = 0] = views.keys();
      await session.rewind(first);
      await session.compact({ messages: history.slice(0, views.get(third)?.end) });
      assert.equal(log.rewrites.at(-1)?.round, first + 1);
      const { folded } = await session.diff(0, first + 1);
      assert.ok(folded.every((range) => range.round <= first + 1));
      await assert.rejects(session.diff(0, third), code('round-not-kept'));
      assert.ok(second < third);
      await session.rewind(0);
      const { messages } = await session.prepare(history.slice(0, 9));
      assert.deepEqual(messages, history.slice(0, 9));
    });

    it('differ in what was folded, in summaries and in tokens', async () => {
      const store = make();
      const { session, views, log } = await played(store);
      const rounds = [...views.keys()];
      const last = rounds.at(-1) ?? 0;
      const whole = await session.diff(0, last);
      const folds = log.rewrites.flatMap((event) => event.folds);
      const ranges = folds.filter(({ kind }) => kind === 'fold');
      assert.equal(whole.folded.length, ranges.length);
      assert.equal(
        whole.foldedTokens,
        ranges.reduce((sum, { tokensBefore }) => sum + tokensBefore, 0),
      );
      assert.deepEqual(whole.removed, []);
      // What it says stands in the view stands there.
      const shown = session.records().filter(({ inView }) => inView);
      assert.deepEqual(
        whole.added.map(({ firstMessage, lastMessage, text }) => [firstMessage, lastMessage, text]),
        shown.map(({ firstMessage, lastMessage, text }) => [firstMessage, lastMessage, text]),
      );
      const calls = log.rewrites.length;
      assert.ok(whole.cost > 0 && whole.cost <= (calls * 3 * (1_000 * 3 + 100 * 15)) / 1e6);
      for (const [i, round] of rounds.slice(1).entries()) {
        const before = await session.diff(0, rounds[i] ?? 0);
        const one = await session.diff(rounds[i] ?? 0, round);
        const after = await session.diff(0, round);
        assert.equal(before.foldedTokens + one.foldedTokens, after.foldedTokens);
        assert.equal(one.summaryTokens.from, before.summaryTokens.to);
        assert.equal(one.summaryTokens.to, after.summaryTokens.to);
        assert.equal(
          before.added.length - one.removed.length + one.added.length,
          after.added.length,
        );
      }
    });

    it('branch: each goes its own way, and has what was folded before', async () => {
      const store = make();
      const { session, compactor, views, bought } = await played(store);
      const paid = bought();
      const branch = await session.fork('branch');
      assert.equal(compactor.has('branch'), true);
      const [one, two] = await Promise.all([session.prepare(history), branch.prepare(history)]);
      assert.deepEqual(two.messages, one.messages);
      assert.equal(bought(), paid, 'nothing is bought again');
      assert.deepEqual(await store.archive('branch'), await store.archive('chat'));
      assert.equal((await store.records('branch')).length, (await store.records('chat')).length);
      // What one says the other never hears.
      const left = [...history, user('Left.'), ...conversation(40, { name: 'left' }).slice(1)];
      const right = [...history, user('Right.'), ...conversation(40, { name: 'right' }).slice(1)];
      const [leftView, rightView] = [await session.prepare(left), await branch.prepare(right)];
      assert.deepEqual(validateView(leftView.messages, left, {}), []);
      assert.deepEqual(validateView(rightView.messages, right, {}), []);
      assert.doesNotMatch(JSON.stringify(leftView.messages), /src\/right/);
      assert.doesNotMatch(JSON.stringify(rightView.messages), /src\/left/);
      // From an earlier round, with that round's past alone.
      const [round = 0] = views.keys();
      const early = await session.fork('early', { round });
      const { end, view } = views.get(round) ?? { end: 0, view: [] };
      assert.deepEqual((await early.prepare(history.slice(0, end))).messages, view);
      const archived = await store.archive('early');
      assert.ok(archived.length > 0 && archived.every((message) => message.round <= round));
      // A fresh process finds the branch.
      const other = await worker(store);
      const again = await other.compactor.open('branch');
      assert.deepEqual(
        (await again.prepare(jsonClone(right))).messages,
        jsonClone(rightView.messages),
      );
    });

    it('are refused where they are not kept, and ids where they are taken', async () => {
      const store = make();
      const { session, compactor } = await played(store);
      await assert.rejects(session.rewind(999), code('round-not-kept'));
      await assert.rejects(session.fork('x', { round: 999 }), code('round-not-kept'));
      await assert.rejects(session.diff(0, 999), code('round-not-kept'));
      await assert.rejects(session.diff(2, 1), code('invalid-argument'));
      await assert.rejects(session.rewind(1.5), code('invalid-argument'));
      await assert.rejects(session.fork('chat'), code('session-exists'));
      await assert.rejects(session.fork(''), code('invalid-argument'));
      const branch = await session.fork('branch');
      await branch.close();
      assert.equal(compactor.has('branch'), false);
      await assert.rejects((await worker(store)).compactor.session('y').fork('branch'), (error) =>
        code('session-exists')(error),
      );
    });
  });
}

it('without a store a session branches from where it is, and keeps no rounds', async () => {
  const { compactor } = await worker(undefined);
  const session = compactor.session('chat');
  await playRaw(session, history);
  const branch = await session.fork('branch');
  const [one, two] = await Promise.all([session.prepare(history), branch.prepare(history)]);
  assert.deepEqual(two.messages, one.messages);
  await assert.rejects(session.rewind(1), code('round-not-kept'));
  await assert.rejects(session.diff(0, 1), code('round-not-kept'));
  assert.equal(await session.rewind(0), true);
  assert.equal(segmentText((await session.prepare(history.slice(0, 5))).messages), '');
});

for (const version of [5, 6, 7] as const) {
  it(`a branch goes on in a loop of ai ${version}`, async () => {
    const { compactor, log } = await worker(memoryStore(), { contextWindow: 6_000 });
    const session = await compactor.open('chat');
    const steps = 24;
    const script = defaultScript(steps);
    const run = (prepareStep: (typeof session)['prepareStep']) =>
      runLoop({ version, mode: 'generate', steps, script, prepareStep });
    const first = await run(session.prepareStep);
    assert.deepEqual(first.errors, []);
    assert.ok(log.rewrites.some(({ folds }) => folds.length > 0));
    const branch = await session.fork('branch');
    const messages = [...(first.transcripts.at(-1) ?? []), assistant('Done.'), user('Once more.')];
    const sent = messages as Parameters<typeof session.prepare>[0][number][];
    const [one, two] = [await session.prepare(sent), await branch.prepare(sent)];
    assert.deepEqual(two.messages, one.messages);
    assert.deepEqual(validateView(two.messages, sent, {}), []);
    const more = [...sent, ...step('more')];
    assert.deepEqual(validateView((await branch.prepare(more)).messages, more, {}), []);
    assert.deepEqual(log.of('error'), []);
  });
}
