// promise: api
/** What the factories refuse: what is no client, and wrong options. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EpitomeError } from 'epitome';
import { durableObjectStore } from 'epitome/stores/durable-object';
import { encrypted } from 'epitome/stores/encrypted';
import { memoryStore } from 'epitome/stores/memory';
import { postgresSchema, postgresStore } from 'epitome/stores/postgres';
import { redisStore } from 'epitome/stores/redis';
import { sqliteSchema, sqliteStore } from 'epitome/stores/sqlite';
import { unstorageStore } from 'epitome/stores/unstorage';

const noClients = [undefined, null, '', 0, 7, true, {}, [], () => {}, { query: 'secret' }, 'x'];
const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
  ...['encrypt', 'decrypt'],
]);
const ofReading = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
  'decrypt',
]);
const client = {
  ...{ query() {}, eval() {}, evalSha() {}, exec() {}, prepare() {}, transactionSync() {} },
  ...{ getItem() {}, setItem() {}, removeItem() {}, getKeys() {}, sql: { exec() {} } },
};

const factories = {
  postgresStore,
  redisStore,
  durableObjectStore,
  unstorageStore: (storage, options) => unstorageStore(storage, { singleWriter: true, ...options }),
  sqliteStore: (database, options) => sqliteStore(database === 'x' ? 7 : database, options),
};

function assertRefused(work, code) {
  assert.throws(work, (error) => {
    assert.ok(error instanceof EpitomeError, `${error?.stack}`);
    assert.equal(error.code, code);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
}

for (const [name, factory] of Object.entries(factories)) {
  test(`${name} refuses what is no client`, () => {
    for (const given of noClients) assertRefused(() => factory(given), 'invalid-argument');
  });

  test(`${name} refuses wrong options`, () => {
    factory(client);
    for (const prefix of [
      ...['A', '1a', 'a-b', 'a"b', "a';--", '', 'é', 7, null, 'a b', 'a\n', `a${'b'.repeat(60)}`],
    ]) {
      assertRefused(() => factory(client, { prefix }), 'invalid-option');
    }
    assertRefused(() => factory(client, { other: 'secret' }), 'invalid-option');
    assertRefused(() => factory(client, { migrate: 'yes' }), 'invalid-option');
  });
}

test('schemas refuse a wrong prefix', () => {
  for (const schema of [postgresSchema, sqliteSchema]) {
    assert.match(schema(), /epitome_sessions/);
    assertRefused(() => schema("a'; --"), 'invalid-option');
  }
});

test('encrypted refuses what is no store and no key', () => {
  for (const given of noClients) {
    assertRefused(() => encrypted(given, key), 'invalid-argument');
    assertRefused(() => encrypted(memoryStore(), given), 'invalid-argument');
  }
  assertRefused(() => encrypted(memoryStore(), ofReading), 'invalid-argument');
  encrypted(memoryStore(), key);
});

test('times that are none are refused', async () => {
  for (const millis of [-1, Number.NaN, undefined, '1000']) {
    const store = memoryStore();
    await assert.rejects(store.expire(millis), { code: 'invalid-argument' });
    await assert.rejects(store.lease({ scope: '', id: 'a' }, 'h', millis), {
      code: 'invalid-argument',
    });
  }
});
