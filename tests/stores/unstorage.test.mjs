// promise: api
/** The store over unstorage: its drivers for memory and files. */

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { unstorageStore } from 'epitome/stores/unstorage';
import { createStorage } from 'unstorage';
import fs from 'unstorage/drivers/fs';
import { conforms, count, write } from './conform.mjs';
import { withstands } from './faults.mjs';

const folder = mkdtempSync(join(tmpdir(), 'epitome-unstorage-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const singleWriter = true;

const memory = unstorageStore(createStorage(), { singleWriter });
conforms('unstorageStore in memory', () => memory);

const files = unstorageStore(createStorage({ driver: fs({ base: folder }) }), { singleWriter });
conforms('unstorageStore in files', () => files);

withstands('unstorageStore', {
  // One process alone writes.
  make: async () => [unstorageStore(createStorage(), { singleWriter })],
  processes: 1,
  async disk() {
    const storage = createStorage();
    const state = { isFull: false };
    const be = async (isFull) => Object.assign(state, { isFull });
    const full = {
      ...storage,
      async setItem(key, value) {
        // What a save has written before is there.
        if (state.isFull && key.endsWith('@head'))
          throw new Error('ENOSPC: no space left on device');
        await storage.setItem(key, value);
      },
    };
    return {
      store: unstorageStore(full, { singleWriter }),
      fill: () => be(true),
      free: () => be(false),
    };
  },
});

test('eight writers of one process lose nothing', async () => {
  const each = 200;
  const store = unstorageStore(createStorage(), { singleWriter });
  assert.deepEqual(await count(Array(8).fill(store), each), {
    revision: 8 * each,
    decisions: `${8 * each}`,
  });
});

test('it has no lease', () => {
  assert.equal(memory.lease, undefined);
  assert.equal(memory.release, undefined);
});

test('without singleWriter it is refused', () => {
  for (const options of [undefined, {}, { singleWriter: false }, { singleWriter: 'yes' }]) {
    assert.throws(() => unstorageStore(createStorage(), options), {
      code: 'invalid-option',
      message: /compare-and-set/,
    });
  }
});

test('a save that ends half way was none', async () => {
  const storage = createStorage();
  const store = unstorageStore(storage, { singleWriter });
  const key = { scope: 'user', id: 'chat' };
  const message = { round: 1, message: 1, print: 'p', role: 'user', content: '"first"' };
  await store.save(key, write(0));
  let left = 1;
  const ending = {
    getItem: (name) => storage.getItem(name),
    getKeys: (base) => storage.getKeys(base),
    removeItem: (name) => storage.removeItem(name),
    async setItem(name, value) {
      if (left === 0) throw new Error('cut');
      left -= 1;
      await storage.setItem(name, value);
    },
  };
  const cut = unstorageStore(ending, { singleWriter });
  await assert.rejects(cut.save(key, write(1, { messages: [message] })), { message: 'cut' });
  assert.equal((await store.load(key)).revision, 1);
  assert.deepEqual(await store.messages(key), []);
  assert.equal(await store.save(key, write(1)), true);
  assert.equal(await store.save(key, write(2, { messages: [{ ...message, round: 2 }] })), true);
  assert.deepEqual(await store.messages(key), [{ ...message, round: 2 }]);
});

test('files of what was deleted are gone', async () => {
  const own = join(folder, 'own');
  const store = unstorageStore(createStorage({ driver: fs({ base: own }) }), { singleWriter });
  const key = { scope: 'user', id: 'chat' };
  for (const id of ['chat', 'chat/child']) {
    await store.save({ ...key, id }, write(0, { rounds: [], messages: [] }));
    await store.saveMeter({ ...key, id }, 1, write(0).meter);
  }
  await store.delete(key);
  const left = readdirSync(own, { recursive: true, withFileTypes: true });
  assert.deepEqual(
    left.filter((entry) => entry.isFile()),
    [],
  );
});

test('what a delete that ends half way leaves behind is nothing to the session that begins anew', async () => {
  const key = { scope: 'user', id: 'chat' };
  const old = { text: 'old', totalTokens: 1, compactionCount: 1, turnCount: 1 };
  const message = { round: 1, message: 1, print: 'p', role: 'user', content: '"old"' };
  for (let removed = 0; removed <= 3; removed += 1) {
    const storage = createStorage();
    const store = unstorageStore(storage, { singleWriter });
    await store.save(key, write(0, { messages: [message] }));
    await store.saveMeter(key, 1, old);
    assert.equal((await store.load(key)).meter, 'old');
    let left = removed;
    const ending = {
      ...storage,
      async removeItem(name) {
        if (left === 0) throw new Error('cut');
        left -= 1;
        await storage.removeItem(name);
      },
    };
    await unstorageStore(ending, { singleWriter })
      .delete(key)
      .catch(() => {});
    if (removed === 0) continue;
    assert.equal(await store.load(key), undefined);
    assert.deepEqual(await store.list('user'), []);
    // Two sessions of one name don't begin in the same millisecond.
    const began = Date.now();
    while (Date.now() === began) await setImmediate();
    const fresh = write(0);
    assert.equal(await store.save(key, fresh), true);
    assert.equal((await store.load(key)).meter, fresh.meter.text, `${removed} items were removed`);
    assert.deepEqual(await store.messages(key), []);
    const [entry] = await store.list('user');
    assert.equal(entry.totalTokens, fresh.meter.totalTokens);
  }
});

test('a file that was cut short is no session', async () => {
  const storage = createStorage();
  const store = unstorageStore(storage, { singleWriter });
  const key = { scope: 'user', id: 'chat' };
  await store.save(key, write(0));
  await store.saveMeter(key, 1, write(0).meter);
  for (const piece of ['', '{"rev', '[]', '7']) {
    for (const item of await storage.getKeys()) await storage.setItemRaw(item, piece);
    assert.equal(await store.load(key), undefined);
    assert.deepEqual(await store.list('user'), []);
  }
  assert.equal(await store.save(key, write(0)), true);
  assert.equal((await store.load(key)).revision, 1);
});
