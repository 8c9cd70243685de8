// promise: api
/** The store in memory, and that the checks find stores which break their contract. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { conformance } from 'epitome/stores/conformance';
import { memoryStore } from 'epitome/stores/memory';
import { assertKeepsKeys, assertOneHolder, conforms, count } from './conform.mjs';
import { withstands } from './faults.mjs';

const store = memoryStore();
conforms('memoryStore', () => store);
withstands('memoryStore', { make: async (number) => Array(number).fill(store), ownClock: true });

test('eight writers lose nothing', async () => {
  const each = 200;
  assert.deepEqual(await count(Array(8).fill(memoryStore()), each), {
    revision: 8 * each,
    decisions: `${8 * each}`,
  });
});

test('one of eight takers holds a lease', () => assertOneHolder(Array(8).fill(memoryStore())));
test('keys may be any text', () => assertKeepsKeys(memoryStore()));

test('a lease ends by the clock', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: 1_000 });
  const own = memoryStore();
  const key = { scope: 'a', id: 'b' };
  assert.equal((await own.lease(key, 'one', 500)).granted, true);
  context.mock.timers.tick(499);
  assert.deepEqual(await own.lease(key, 'two', 500), {
    granted: false,
    revision: 0,
    millisLeft: 1,
  });
  context.mock.timers.tick(1);
  assert.equal((await own.lease(key, 'two', 500)).granted, true);
});

test('what was returned or given can be changed without harm', async () => {
  const own = memoryStore();
  const key = { scope: 'a', id: 'b' };
  const round = {
    round: 1,
    tokensBefore: 2,
    tokensAfter: 1,
    messagesCompacted: 1,
    summary: 's',
    details: '{}',
  };
  const meter = { text: 'm', totalTokens: 0, compactionCount: 0, turnCount: 0 };
  await own.save(key, {
    revision: 0,
    decisions: 'd',
    meter,
    summary: '',
    rounds: [round],
    messages: [],
  });
  round.summary = meter.text = 'changed';
  const [given] = await own.rounds(key);
  assert.equal(given.summary, 's');
  given.summary = 'changed';
  assert.equal((await own.rounds(key))[0].summary, 's');
  assert.equal((await own.load(key)).meter, 'm');
});

/** Pieces of a store that is wrong in one way, over one that is right. */
const broken = {
  'the last write wins': (right) => ({
    async save(key, write) {
      const revision = (await right.load(key))?.revision ?? 0;
      return right.save(key, { ...write, revision });
    },
  }),
  'who writes is told that it wrote': (right) => ({
    save: async (key, write) => (await right.save(key, write)) || true,
  }),
  'compares, waits and sets': (right) => ({
    async save(key, write) {
      if (((await right.load(key))?.revision ?? 0) !== write.revision) return false;
      await new Promise((resolve) => setTimeout(resolve, 1));
      const revision = (await right.load(key))?.revision ?? 0;
      return right.save(key, { ...write, revision });
    },
  }),
  'rounds and messages come after the revision': (right) => {
    const late = new Map();
    const name = ({ scope, id }) => `${scope} ${id}`;
    const add = async (key, write) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      const all = late.get(name(key)) ?? { rounds: [], messages: [] };
      late.set(name(key), {
        rounds: [...all.rounds, ...write.rounds],
        messages: [...all.messages, ...write.messages],
      });
    };
    return {
      async save(key, write) {
        const isSaved = await right.save(key, { ...write, rounds: [], messages: [] });
        if (isSaved) await add(key, write);
        return isSaved;
      },
      rounds: async (key) => late.get(name(key))?.rounds ?? [],
      messages: async (key) => late.get(name(key))?.messages ?? [],
    };
  },
  'what is not saved leaves its meter': (right) => ({
    async save(key, write) {
      const isSaved = await right.save(key, write);
      const revision = (await right.load(key))?.revision ?? 0;
      if (!isSaved) await right.saveMeter(key, revision, write.meter);
      return isSaved;
    },
  }),
  'deletes by LIKE': (right) => ({
    async delete({ scope, id }) {
      const pattern = id
        .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
        .replaceAll('%', '.*')
        .replaceAll('_', '.');
      const like = new RegExp(`^${pattern}(/.*)?$`, 's');
      for (const one of await right.list(scope)) {
        if (like.test(one.id)) await right.delete({ scope, id: one.id });
      }
    },
  }),
  'deletes what begins alike': (right) => ({
    async delete({ scope, id }) {
      for (const one of await right.list(scope)) {
        if (one.id.startsWith(id)) await right.delete({ scope, id: one.id });
      }
    },
  }),
  'deletes no child': (right) => ({
    async delete({ scope, id }) {
      const kept = (await right.list(scope, id)).filter((one) => one.id !== id);
      await right.delete({ scope, id });
      const meter = { text: '', totalTokens: 0, compactionCount: 0, turnCount: 0 };
      for (const one of kept) {
        const write = { revision: 0, decisions: '', meter, summary: '', rounds: [], messages: [] };
        await right.save({ scope, id: one.id }, write);
      }
    },
  }),
  'a lease has no end': (right) => ({
    lease: (key, holder) => right.lease(key, holder, 3_600_000),
  }),
  'any save ends a lease': (right) => ({
    save: (key, write) => right.save(key, { ...write, keepsLease: false }),
  }),
  'no save ends a lease': (right) => ({
    save: (key, write) => right.save(key, { ...write, keepsLease: true }),
  }),
  'a lease is granted to all': (right) => ({
    lease: async (key, holder, millis) => ({
      ...(await right.lease(key, holder, millis)),
      granted: true,
    }),
  }),
  'any holder releases': (right) => ({
    async release(key) {
      for (const holder of [
        'one',
        'two',
        ...Array.from({ length: 8 }, (_, at) => `holder ${at}`),
      ]) {
        await right.release(key, holder);
      }
    },
  }),
  'lease without release': () => ({ release: undefined }),
  'a meter is written at any revision': (right) => ({
    async saveMeter(key, _, meter) {
      const revision = (await right.load(key))?.revision;
      if (revision !== undefined) await right.saveMeter(key, revision, meter);
    },
  }),
  'texts are trimmed': (right) => ({
    async load(key) {
      const found = await right.load(key);
      return found && { ...found, decisions: found.decisions.trim() };
    },
  }),
  'texts go through UTF-8': (right) => ({
    async load(key) {
      const found = await right.load(key);
      return found && { ...found, decisions: Buffer.from(found.decisions).toString() };
    },
  }),
  'a round is written over': (right) => {
    const newest = new Map();
    return {
      async save(key, write) {
        for (const round of write.rounds)
          newest.set(`${key.scope} ${key.id} ${round.round}`, round);
        return right.save(key, write);
      },
      rounds: async (key) =>
        (await right.rounds(key)).map(
          (round) => newest.get(`${key.scope} ${key.id} ${round.round}`) ?? round,
        ),
    };
  },
  'messages come last first': (right) => ({
    messages: async (key, round) => (await right.messages(key, round)).reverse(),
  }),
  'all rounds have all messages': (right) => ({ messages: (key) => right.messages(key) }),
  'keys are not told apart by case': (right) => ({
    load: ({ scope, id }) => right.load({ scope, id: id.toLowerCase() }),
  }),
  'scopes are one': (right) => ({ load: (key) => right.load({ ...key, scope: '' }) }),
  'lists the first written first': (right) => ({
    list: async (scope, id) => (await right.list(scope, id)).reverse(),
  }),
  'lists what begins alike': (right) => ({
    list: async (scope, id) =>
      (await right.list(scope)).filter((one) => one.id.startsWith(id ?? '')),
  }),
  'nothing expires': () => ({ expire: async () => 0 }),
  'all expires': (right) => ({ expire: () => right.expire(0) }),
};

describe('the checks find a store where', () => {
  for (const [what, piece] of Object.entries(broken)) {
    test(what, async () => {
      const failed = [];
      for (const { name, run } of conformance()) {
        const right = memoryStore();
        await run({ ...right, ...piece(right) }).catch((error) => {
          assert.match(error.message, /contract/);
          failed.push(name);
        });
      }
      assert.notDeepEqual(failed, []);
    });
  }

  test('nothing is broken', async () => {
    for (const { run } of conformance()) await run(memoryStore());
    const { lease, release, ...one } = memoryStore();
    for (const { run } of conformance()) await run(one);
  });
});
