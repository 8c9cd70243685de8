/**
 * Faults that a session withstands whatever store it is in: requests that come at once and twice, clocks that jump, and a
 * disk that is full in the middle of a save. What must come of them is what comes of the same session without any.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { createCompactor } from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import { inVirtualTime } from '../js/support/clock.ts';
import { goodSummary } from '../js/support/conversation.ts';
import { createRng } from '../js/support/random.ts';
import { validateView } from '../js/support/validator.ts';
import { turnsOf } from './talk.mjs';

const hour = 3_600_000;
const turns = turnsOf(30);
let sessions = 0;

/** A process with one session, as far as stores can tell. `asked` gets the ranges that it buys. */
async function processOn(store, id, asked = [], options = {}) {
  const events = [];
  const compactor = await createCompactor({
    contextWindow: 8_000,
    store,
    onEvent: (event) => events.push(event),
    async summarize(request) {
      asked.push(
        `${request.kind} ${request.firstMessage}-${request.lastMessage} ${request.attempt}`,
      );
      await turn();
      return goodSummary(request);
    },
    ...options,
  });
  const session = await compactor.open(id, { scope: 'faults' });
  return {
    compactor,
    failures: () => events.filter(({ type }) => type === 'store-failed'),
    errors: () => events.filter(({ type }) => type === 'error'),
    /** The view of a turn, as text. */
    async view(at) {
      const { messages } = await session.prepare(turns[at]);
      assert.deepEqual(validateView(messages, turns[at]), [], `turn ${at}`);
      return JSON.stringify(messages);
    },
  };
}

const newId = () => {
  sessions += 1;
  return `chat ${sessions}`;
};

/** What the store keeps of a session's rewrites, without times. */
async function kept(store, id) {
  const key = { scope: 'faults', id: encodeURIComponent(id) };
  const rounds = (await store.rounds(key)).map(({ details: _, ...round }) => round);
  return { rounds, messages: await store.messages(key) };
}

/** The views and the store's content of the same session where nothing happens. */
let untroubled;
async function whole() {
  untroubled ??= (async () => {
    const store = memoryStore();
    const { compactor, view } = await processOn(store, 'chat');
    const views = [];
    for (const at of turns.keys()) views.push(await view(at));
    await compactor.close();
    return { views, ...(await kept(store, 'chat')) };
  })();
  return untroubled;
}

const close = (all) => Promise.all(all.map(({ compactor }) => compactor.close()));

/**
 * `make` resolves to `count` stores over one database, each with a connection of its own where it can have one. `disk`
 * resolves to a store with `fill` and `free`; `ownClock`: leases end by the clock of the process.
 */
export function withstands(what, { make, disk, ownClock = false, processes = 3 }, options = {}) {
  const name = (fault) => `${what}: a session withstands ${fault}`;

  test(name('requests that come at once, twice and late'), options, async () => {
    const stores = await make(processes);
    const [id, asked, expected] = [newId(), [], await whole()];
    const all = await Promise.all(stores.map((store) => processOn(store, id, asked)));
    const rng = createRng(`twice on ${what}`);
    for (const at of turns.keys()) {
      const at3 = Array.from({ length: 3 }, () => all[rng.int(0, all.length - 1)].view(at));
      const views = await Promise.all(at3);
      if (rng.chance(0.3)) views.push(await all[rng.int(0, all.length - 1)].view(at));
      assert.deepEqual([...new Set(views)], [expected.views[at]], `turn ${at}`);
    }
    await close(all);
    assert.equal(asked.length, new Set(asked).size, `bought twice: ${asked}`);
    const { rounds, messages } = expected;
    assert.deepEqual(await kept(stores[0], id), { rounds, messages });
    for (const { failures, errors } of all) assert.deepEqual([...failures(), ...errors()], []);
  });

  const jumps = processes === 1 ? {} : { forwards: hour, backwards: -hour };
  for (const [way, jump] of Object.entries(jumps)) {
    test(name(`a clock that jumps ${way} while a lease is held`), options, async (context) => {
      const stores = await make(2);
      const [id, asked, waiting, expected] = [newId(), [], [], await whole()];
      const summarize = async (request) => {
        asked.push(`${request.firstMessage}-${request.lastMessage}`);
        await new Promise((resolve) => waiting.push(resolve));
        return goodSummary(request);
      };
      const all = await Promise.all(stores.map((store) => processOn(store, id, [], { summarize })));
      context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      let isJumping = true;
      for (const at of turns.keys()) {
        const first = all[at % 2].view(at);
        let isOver = false;
        void first.then(() => {
          isOver = true;
        });
        // A database takes its time.
        while (!isOver && waiting.length === 0) await pause(1);
        if (!isOver && isJumping) {
          isJumping = false;
          context.mock.timers.setTime(Date.now() + jump);
        }
        const both = Promise.all([first, all[(at + 1) % 2].view(at)]);
        let areOver = false;
        void both.then(() => {
          areOver = true;
        });
        while (!areOver) {
          waiting.shift()?.();
          await turn();
        }
        const views = await both;
        assert.deepEqual([...new Set(views)], [expected.views[at]], `turn ${at}`);
      }
      await close(all);
      assert.ok(!isJumping);
      const { rounds, messages } = expected;
      assert.deepEqual(await kept(stores[0], id), { rounds, messages });
      for (const { errors } of all) assert.deepEqual(errors(), []);
      const again = asked.length - new Set(asked).size;
      // A lease that has ended too early costs one summary, and nothing else.
      assert.ok(again <= (ownClock && jump > 0 ? 1 : 0), `bought again: ${asked}`);
    });
  }

  if (ownClock) {
    test(
      name('a clock that was put back behind a lease whose holder died'),
      options,
      async (context) => {
        const [store] = await make(1);
        const id = newId();
        const key = { scope: 'faults', id: encodeURIComponent(id) };
        const { view, compactor, errors } = await processOn(store, id, [], {
          summarizeTimeout: 2_000,
        });
        context.mock.timers.enable({ apis: ['Date'], now: Date.now() + hour });
        await store.lease(key, 'somebody who died', 60_000);
        context.mock.timers.reset();
        await inVirtualTime(async () => {
          for (const at of turns.keys()) await view(at);
        });
        await compactor.close();
        assert.deepEqual(errors(), []);
        assert.ok((await store.rounds(key)).length > 0);
      },
    );
  }

  if (disk !== undefined) {
    test(name('a disk that is full in the middle of a save'), options, async () => {
      const { store, fill, free } = await disk();
      const [id, expected] = [newId(), await whole()];
      const one = await processOn(store, id);
      let at = 0;
      // The first rewrite is stored, the next ones are not.
      for (; (await kept(store, id)).rounds.length === 0; at += 1) {
        assert.equal(await one.view(at), expected.views[at]);
      }
      const key = { scope: 'faults', id: encodeURIComponent(id) };
      await one.view(at - 1);
      const before = { ...(await kept(store, id)), session: await store.load(key) };
      await fill(key);
      for (; one.failures().filter(({ doing }) => doing === 'save').length < 3; at += 1) {
        assert.equal(await one.view(at), expected.views[at], `turn ${at}`);
      }
      const { session, ...rest } = before;
      assert.deepEqual(await kept(store, id), rest, 'nothing is there by halves');
      const { revision, decisions } = await store.load(key);
      assert.deepEqual(
        { revision, decisions },
        { revision: session.revision, decisions: session.decisions },
      );
      await free(key);
      for (; at < turns.length; at += 1) assert.equal(await one.view(at), expected.views[at]);
      await one.compactor.close();
      const { rounds, messages } = expected;
      assert.deepEqual(
        await kept(store, id),
        { rounds, messages },
        'all that was missing is there',
      );
      assert.deepEqual(one.errors(), []);
      // Another machine shows what this one did.
      const other = await processOn(store, id);
      assert.equal(await other.view(turns.length - 1), expected.views.at(-1));
      await other.compactor.close();
    });
  }
}
