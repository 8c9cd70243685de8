/**
 * What every store must do, run against the real engine. Decides the cases; what is started and how a
 * store is had is the adapter's test's matter.
 */

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { archived, fullRecord, oddIds, oddMessage, record } from './samples.mjs';

/** Code points, which are the order of UTF-8 bytes. */
const byBytes = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));
const positions = (messages) => messages.map(({ position }) => position);
const writers = 8;
const turns = 25;

/**
 * Runs the cases. `start()` resolves with `{ connect, stop }`: `connect()` opens a store on the same data
 * as another process would. `exact: false`: the store says that it has no compare-and-set. `outlives:
 * false`: its data is gone when it is closed.
 */
export function conforms(title, start, { exact = true, outlives = true } = {}) {
  suite(title, () => {
    let fixture;
    let store;
    const opened = [];
    const connect = async () => {
      const made = await fixture.connect();
      opened.push(made);
      return made;
    };

    before(async () => {
      fixture = await start();
      store = await connect();
    });
    after(async () => {
      for (const made of opened) await made.close?.();
      await fixture?.stop?.();
    });

    /** Saves from nothing, or on top of what is there. */
    async function put(id, state, more = {}) {
      const expectedRevision = (await store.load(id))?.revision ?? 0;
      return store.save(id, { state, expectedRevision, ...more });
    }
    const isRefused = (work, code) => assert.rejects(work, (error) => error.code === code);

    test('says whether it compares and sets', () => assert.equal(store.compareAndSet, exact));

    test('round trip: state, records, messages', async () => {
      assert.equal(await store.load('round trip'), null);
      assert.deepEqual(await store.records('round trip'), []);
      assert.deepEqual(await store.archive('round trip'), []);
      const state = JSON.stringify({ a: 1, text: '你好 👩‍👩‍👧 \0 "' });
      const records = [record(1), fullRecord, record(2, { outcome: 'failed', summary: '' })];
      const archive = [archived(3, { message: oddMessage }), archived(1), archived(2)];
      const totals = { turns: 4, tokens: 123_456 };
      assert.deepEqual(
        await store.save('round trip', { state, expectedRevision: 0, records, archive, totals }),
        { ok: true, revision: 1 },
      );
      assert.deepEqual(await store.load('round trip'), { state, revision: 1 });
      assert.deepEqual(await store.records('round trip'), records);
      assert.deepEqual(await store.archive('round trip'), [archive[1], archive[2], archive[0]]);
      assert.deepEqual(await put('round trip', 'next', { records: [record(8)] }), {
        ok: true,
        revision: 2,
      });
      assert.deepEqual(await store.records('round trip'), [...records, record(8)]);
    });

    test('a save from an older revision changes nothing and gets what is stored', async () => {
      const late = { state: 'late', records: [record(1)], archive: [archived(1)] };
      assert.deepEqual(await store.save('late', { ...late, expectedRevision: 3 }), {
        ok: false,
        stored: null,
      });
      await put('late', 'first');
      await put('late', 'second');
      for (const expectedRevision of [0, 1, 3]) {
        assert.deepEqual(await store.save('late', { ...late, expectedRevision }), {
          ok: false,
          stored: { state: 'second', revision: 2 },
        });
      }
      assert.deepEqual(await store.records('late'), []);
      assert.deepEqual(await store.archive('late'), []);
    });

    test(`${writers} writers, ${turns} increments each`, async () => {
      const stores = await Promise.all(Array.from({ length: writers }, connect));
      let conflicts = 0;
      await Promise.all(
        stores.map(async (own, writer) => {
          for (let turn = 0; turn < turns; turn += 1) {
            for (;;) {
              const held = await own.load('counter');
              const next = Number(held?.state ?? 0) + 1;
              const result = await own.save('counter', {
                state: `${next}`,
                expectedRevision: held?.revision ?? 0,
                records: [record(next)],
                archive: [archived(next, { fingerprint: `${writer}` })],
              });
              if (result.ok) break;
              conflicts += 1;
            }
          }
        }),
      );
      const count = Number((await store.load('counter')).state);
      console.log(`${title}: ${count} of ${writers * turns} increments, ${conflicts} conflicts`);
      if (!exact) return assert.ok(count <= writers * turns);
      assert.equal(count, writers * turns);
      const rounds = (await store.records('counter')).map(({ round }) => round);
      const all = Array.from({ length: count }, (_, at) => at + 1);
      assert.deepEqual(rounds, all);
      assert.deepEqual(positions(await store.archive('counter')), all);
    });

    test('a save that is repeated is stored once', async () => {
      await put('repeat', 'before');
      const change = {
        state: 'after',
        expectedRevision: 1,
        changeId: 'change-1',
        records: [record(1), record(2)],
        archive: [archived(1), archived(2)],
      };
      for (let time = 0; time < 3; time += 1) {
        assert.deepEqual(await store.save('repeat', change), { ok: true, revision: 2 });
      }
      // Without its name it can't be told from another writer's.
      assert.deepEqual(await store.save('repeat', { ...change, changeId: undefined }), {
        ok: false,
        stored: { state: 'after', revision: 2 },
      });
      assert.deepEqual(await store.save('repeat', { ...change, changeId: 'change-2' }), {
        ok: false,
        stored: { state: 'after', revision: 2 },
      });
      assert.equal((await store.records('repeat')).length, 2);
      assert.equal((await store.archive('repeat')).length, 2);
      await put('repeat', 'later');
      assert.equal((await store.save('repeat', change)).ok, false);
    });

    test('the archive keeps each position and fingerprint once, the first', async () => {
      await put('archive', '1', { archive: [archived(1), archived(2)] });
      const again = [archived(2, { round: 9 }), archived(2, { fingerprint: 'other' }), archived(3)];
      await put('archive', '2', { archive: [...again, archived(3)] });
      const held = await store.archive('archive');
      assert.deepEqual(positions(held), [1, 2, 2, 3]);
      assert.deepEqual(
        held.filter(({ position }) => position === 2).map(({ round }) => round),
        [1, 1],
      );
      const two = held.filter(({ position }) => position === 2);
      assert.deepEqual(
        two.map(({ fingerprint }) => fingerprint),
        ['f2', 'other'],
      );
    });

    test('ranges of a large archive, with messages larger than a row may be', async () => {
      const long = `${'👩‍👩‍👧 "quoted" \\ 你好 '.repeat(90_000)}end`;
      const messages = Array.from({ length: 1000 }, (_, at) =>
        archived(1000 - at, at === 300 ? { message: { role: 'tool', content: long } } : {}),
      );
      await put('large archive', 'x', { archive: messages });
      const range = (options) => store.archive('large archive', options);
      const all = await range();
      assert.deepEqual(
        positions(all),
        messages.map((_, at) => at + 1),
      );
      assert.equal(all[699].message.content, long);
      assert.deepEqual(positions(await range({ from: 998 })), [998, 999, 1000]);
      assert.deepEqual(positions(await range({ to: 2 })), [1, 2]);
      assert.deepEqual(positions(await range({ from: 699, to: 701 })), [699, 700, 701]);
      assert.deepEqual(positions(await range({ from: 699, limit: 3 })), [699, 700, 701]);
      assert.deepEqual(await range({ from: 5, to: 4 }), []);
      assert.deepEqual(await range({ limit: 0 }), []);
      await isRefused(range({ from: -1 }), 'invalid-argument');
      await isRefused(range({ limit: 1.5 }), 'invalid-argument');
      // Some drivers look at every item at each call.
      await store.delete('large archive');
    });

    test('a state of 64 KB', async () => {
      const state = JSON.stringify({ text: 'ä"\\\n'.repeat(11_000) });
      assert.ok(Buffer.byteLength(state) > 64 * 1024);
      await put('large state', state);
      assert.equal((await store.load('large state')).state, state);
    });

    test('ids of any Unicode are told apart, listed and deleted', async () => {
      const ids = oddIds.map((id) => (id.length < 500 ? `odd ${id}` : id));
      for (const [at, id] of ids.entries()) {
        await put(id, `${at}`, { records: [record(at)], archive: [archived(at + 1)] });
      }
      for (const [at, id] of ids.entries()) {
        assert.equal((await store.load(id)).state, `${at}`, id);
        assert.deepEqual(positions(await store.archive(id)), [at + 1]);
        assert.equal((await store.records(id))[0].round, at);
      }
      const listed = await store.list({ prefix: 'odd ' });
      assert.deepEqual(listed, ids.filter((id) => id.startsWith('odd ')).sort(byBytes));
      assert.deepEqual(await store.list({ prefix: 'odd %' }), ['odd %_*?[a]^$']);
      assert.deepEqual(await store.list({ prefix: 'odd \u{10ffff}' }), ['odd \u{10ffff}']);
      assert.deepEqual(await store.list({ prefix: 'x'.repeat(512) }), ['x'.repeat(512)]);
      for (const id of ids) await store.delete(id);
      assert.deepEqual(await store.list({ prefix: 'odd ' }), []);
      assert.deepEqual(await store.archive(ids[0]), []);
    });

    test('an id that not every engine can store is refused', async () => {
      for (const id of ['', 'a\0b', 'a\ud800', 'x'.repeat(513), '你'.repeat(171), undefined, 7]) {
        await isRefused(store.load(id), 'invalid-argument');
        await isRefused(store.save(id, { state: '', expectedRevision: 0 }), 'invalid-argument');
      }
      await isRefused(store.save('a', { state: 1, expectedRevision: 0 }), 'invalid-argument');
      await isRefused(store.save('a', { state: '', expectedRevision: -1 }), 'invalid-argument');
      await isRefused(store.save('a', { state: '' }), 'invalid-argument');
      const cycle = [];
      cycle.push(cycle);
      const archive = [archived(1, { message: cycle })];
      if (!fixture.isRemote && title !== 'memory') {
        const change = { state: '', expectedRevision: 0, archive };
        await isRefused(store.save('cycle', change), 'invalid-message');
        assert.equal(await store.load('cycle'), null);
      }
    });

    test('lists in pages, by prefix', async () => {
      const ids = Array.from({ length: 23 }, (_, at) => `page/${String.fromCharCode(97 + at)}`);
      for (const id of ids) await put(id, '');
      for (const id of ['page', 'page0', 'page.']) await put(id, '');
      assert.deepEqual(await store.list({ prefix: 'page/' }), ids);
      const paged = [];
      for (let after; ; ) {
        const page = await store.list({ prefix: 'page/', limit: 5, ...(after && { after }) });
        paged.push(...page);
        if (page.length < 5) break;
        after = page.at(-1);
      }
      assert.deepEqual(paged, ids);
      assert.deepEqual(await store.list({ prefix: 'page/', limit: 0 }), []);
      assert.deepEqual(await store.list({ prefix: 'page/', after: 'zzz' }), []);
      assert.deepEqual(await store.list({ prefix: 'page/', after: 'a', limit: 1 }), [ids[0]]);
      const whole = await store.list();
      assert.deepEqual(whole, [...whole].sort(byBytes));
      assert.ok(whole.includes('page') && whole.includes(ids[22]));
    });

    test('a deleted session is gone whole and can begin anew', async () => {
      await put('deleted', 'old', { records: [record(1)], archive: [archived(1)] });
      await store.delete('deleted');
      await store.delete('deleted');
      assert.equal(await store.load('deleted'), null);
      assert.deepEqual(await store.records('deleted'), []);
      assert.deepEqual(await store.archive('deleted'), []);
      assert.ok(!(await store.list()).includes('deleted'));
      assert.deepEqual(await put('deleted', 'new'), { ok: true, revision: 1 });
      assert.deepEqual(await store.archive('deleted'), []);
      assert.ok((await store.list()).includes('deleted'));
    });

    test('expires what was not saved since', async () => {
      const old = Array.from({ length: 40 }, (_, at) => `expire/${at}`);
      for (const id of old) await put(id, 'old', { records: [record(1)], archive: [archived(1)] });
      const everything = (await store.list()).length;
      await sleep(30);
      const moment = Date.now();
      await sleep(30);
      await put('expire/0', 'saved again');
      await put('expire/new', 'new');
      assert.equal(await store.expire(0), 0);
      assert.equal(await store.expire(moment), everything - 1);
      assert.deepEqual(await store.list(), ['expire/0', 'expire/new']);
      assert.deepEqual(positions(await store.archive('expire/0')), [1]);
      assert.equal(await store.load('expire/1'), null);
      assert.deepEqual(await store.archive('expire/1'), []);
      assert.equal(await store.expire(moment), 0);
    });

    test('what was saved is there after it was closed and opened again', async () => {
      if (!outlives) return;
      await put('outlives', 'state', { records: [record(1)], archive: [archived(1)] });
      await store.close?.();
      store = await connect();
      assert.deepEqual(await store.load('outlives'), { state: 'state', revision: 1 });
      assert.deepEqual(await store.records('outlives'), [record(1)]);
      assert.deepEqual(await store.archive('outlives'), [archived(1)]);
      assert.deepEqual(await put('outlives', 'next'), { ok: true, revision: 2 });
    });
  });
}
