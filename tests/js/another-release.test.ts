// promise: 6 pays once, 8 keeps what matters
/**
 * A state in a store that another release has saved: its records are made anew of rounds and archive, no model is asked,
 * and the session goes on.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions, Store, SummaryRequest } from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import { compactorOn } from './support/stored.ts';
import { type Dialect, dialects, stepsIn, talkIn } from './support/talk.ts';
import { validateView } from './support/validator.ts';

async function processOn(store: Store, options: Partial<CompactorOptions>) {
  const asked: SummaryRequest[] = [];
  const { compactor, log } = await compactorOn(store, {
    contextWindow: 12_000,
    summarize: async (request) => {
      asked.push(request);
      return `## Work\nThe files up to message ${request.lastMessage} were read, mark-${request.lastMessage}.\n## Open\nThe others are still to be read.`;
    },
    ...options,
  });
  return { compactor, session: await compactor.open('chat'), log, asked };
}

/** The store as a process of this release sees it after one whose states have another form. */
function ofAnotherRelease(store: Store): Store {
  let isFirst = true;
  return new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name);
      if (name !== 'load' || !isFirst) return method;
      return async (...given: Parameters<Store['load']>) => {
        const found = await target.load(...given);
        isFirst = false;
        if (found === undefined) return undefined;
        const { pins, limits } = JSON.parse(found.decisions);
        const decisions = JSON.stringify({ epitome: 99, records: 'of another form', pins, limits });
        return { ...found, decisions, meter: '{"of":"another form"}' };
      };
    },
  });
}

const stepsOf = (dialect: Dialect, count: number) =>
  stepsIn(dialect, count, {
    first: 'Read the files one by one. Begin with the first.',
    every: 6,
    next: (at) => `Go on: ${at}`,
  });

/** Plays the steps, then what a process of another release does with the next one. */
async function upgraded(dialect: Dialect, options: Partial<CompactorOptions> = {}) {
  const store = memoryStore();
  const arrays = stepsOf(dialect, 61);
  const last = arrays.at(-1) ?? [];
  const before = await processOn(store, { dialect, ...options });
  for (const messages of arrays.slice(0, -1)) await before.session.prepare(messages);
  const records = before.session.records().filter(({ inView }) => inView);
  assert.ok(records.length > 0);
  await before.session.close();
  const open = () => processOn(ofAnotherRelease(store), { dialect, ...options });
  const lastFolded = Math.max(...records.map(({ lastMessage }) => lastMessage));
  return { store, last, before, records, lastFolded, open };
}

const marks = (text: string) => new Set(text.match(/mark-\d+/g));
const textOf = (view: readonly unknown[]) => JSON.stringify(view);

for (const dialect of dialects) {
  describe(`a state of another release (${dialect})`, () => {
    for (const oneSummary of [false, true]) {
      it(`keeps what models wrote, and asks none${oneSummary ? ', with one summary' : ''}`, async () => {
        const { store, last, records, lastFolded, open } = await upgraded(dialect, { oneSummary });
        const { session, log, asked } = await open();
        const { messages: view } = await session.prepare(last);
        assert.ok(asked.every(({ firstMessage }) => firstMessage > lastFolded));
        if (dialect === 'ai-sdk') assert.deepEqual(validateView(view, last), []);
        const { viewTokens, budget } = session.usage();
        assert.ok(viewTokens <= budget);
        for (const { prose } of records) {
          // One summary may have been brought up to date since.
          const told = textOf(view) + textOf(asked);
          for (const mark of marks(prose)) assert.ok(told.includes(mark), mark);
        }
        assert.equal(log.rewrites[0]?.reason, 'rebuilt');
        assert.ok(log.rewrites.slice(1).every(({ reason }) => reason === 'trigger'));
        assert.deepEqual(log.of('state-dropped'), []);
        const rounds = (await session.rounds()).map(({ round }) => round);
        assert.deepEqual(
          rounds,
          Array.from(rounds, (_, at) => at + 1),
        );
        assert.equal(session.usage().compactions, rounds.length);
        await session.close();
        // From now on it is a state of this release.
        const next = await processOn(store, { dialect, oneSummary });
        const { messages: again } = await next.session.prepare(last);
        assert.deepEqual(again, view);
        assert.deepEqual(next.log.rewrites, []);
      });
    }

    it('goes on where the host sends only what no record stands for', async () => {
      const { last, records, lastFolded, open } = await upgraded(dialect);
      const { session, asked } = await open();
      const tail = last.slice(lastFolded);
      const { messages: view } = await session.prepare(tail);
      assert.ok(asked.every(({ firstMessage }) => firstMessage > lastFolded));
      for (const { prose } of records) {
        for (const mark of marks(prose)) assert.ok(textOf(view).includes(mark), mark);
      }
      assert.equal(view.at(-1), tail.at(-1));
      const found = await session.recall('Begin with the first');
      assert.ok(Array.isArray(found));
    });

    it('leaves out records of a history that was edited', async () => {
      const { last, records, open } = await upgraded(dialect);
      const { session, log } = await open();
      const talk = talkIn(dialect);
      const edited = talk.user('Read the files one by one. Begin with the first.');
      while (edited.length < last.length) {
        const path = `other/${edited.length}.ts`;
        edited.push(...talk.step('read', { path }, `${path} has other lines. `.repeat(80)));
      }
      const { messages: view } = await session.prepare(edited);
      if (dialect === 'ai-sdk') assert.deepEqual(validateView(view, edited), []);
      for (const { prose } of records) {
        for (const mark of marks(prose)) assert.ok(!textOf(view).includes(mark), mark);
      }
      assert.equal(log.of('state-dropped').length, 1);
    });
  });
}

describe('a state of another release', () => {
  it('keeps pins, texts of the user, turns, and what recall finds', async () => {
    const store = memoryStore();
    const arrays = stepsOf('ai-sdk', 61);
    const before = await processOn(store, {});
    for (const messages of arrays.slice(0, -1)) await before.session.prepare(messages);
    before.session.pin('Answer in French.');
    const record = before.session.records().findLast(({ inView }) => inView);
    assert.ok(record);
    await before.session.editRecord(record.id, 'Only the parser was changed: own-words.');
    await before.session.prepare(arrays.at(-2) ?? []);
    await before.session.close();
    const lastFolded = record.lastMessage;
    const { session, asked } = await processOn(ofAnotherRelease(store), {});
    const { messages: view } = await session.prepare(arrays.at(-1) ?? []);
    assert.ok(asked.every(({ firstMessage }) => firstMessage > lastFolded));
    assert.deepEqual(session.pins, ['Answer in French.']);
    assert.match(textOf(view), /own-words/);
    const [entry] = await (async () => {
      await session.close();
      return store.list('');
    })();
    assert.equal(entry?.turnCount, arrays.length + 1);
  });

  it('is gone on from by each release after it', async () => {
    for (const dialect of dialects) {
      const { last, store, records, lastFolded } = await upgraded(dialect);
      for (let release = 0; release < 3; release += 1) {
        const { session, asked, log } = await processOn(ofAnotherRelease(store), { dialect });
        const { messages: view } = await session.prepare(last);
        assert.ok(asked.every(({ firstMessage }) => firstMessage > lastFolded));
        assert.deepEqual(log.of('state-dropped'), []);
        for (const { prose } of records) {
          for (const mark of marks(prose)) assert.ok(textOf(view).includes(mark), mark);
        }
        await session.close();
      }
    }
  });

  it('whose rounds can not be had leaves a session that begins anew', async () => {
    const { store, last } = await upgraded('ai-sdk');
    const foreign = ofAnotherRelease(store);
    const failing = new Proxy(foreign, {
      get: (target, name) =>
        name === 'rounds'
          ? () => Promise.reject(new Error('no rounds'))
          : Reflect.get(target, name),
    });
    const { session, log } = await processOn(failing, {});
    const { messages: view } = await session.prepare(last);
    assert.deepEqual(validateView(view, last), []);
    assert.ok(log.of('store-failed').length > 0);
  });
});
