/** The checks that every store passes, and eight writers that each have a connection of their own. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conformance } from 'epitome/stores/conformance';

/** Runs the checks one after the other on the store that `make` gives. */
export function conforms(what, make, options = {}) {
  for (const { name, run } of conformance()) {
    test(`${what} ${name}`, options, async () => run(await make()));
  }
}

const meter = { text: '', totalTokens: 0, compactionCount: 0, turnCount: 0 };
const rest = { meter, summary: '', rounds: [], messages: [] };

export const write = (revision, more = {}) => ({ revision, decisions: '', ...rest, ...more });

/** Has every store add to one number, many times each; returns what is stored in the end. */
export async function count(stores, each, key = { scope: 'count', id: 'all' }) {
  await Promise.all(
    stores.map(async (store) => {
      for (let saved = 0; saved < each; ) {
        const { revision = 0, decisions = '0' } = (await store.load(key)) ?? {};
        const next = { decisions: `${Number(decisions) + 1}` };
        if (await store.save(key, write(revision, next))) saved += 1;
      }
    }),
  );
  const { revision, decisions } = await stores[0].load(key);
  return { revision, decisions };
}

/** Of holders that ask at once, each through a store of its own, one has the lease. */
export async function assertOneHolder(stores, key = { scope: 'lease', id: 'one' }) {
  const taken = await Promise.all(
    stores.map((store, at) => store.lease(key, `holder ${at}`, 60_000)),
  );
  assert.equal(taken.filter(({ granted }) => granted).length, 1, 'one holder');
  for (const { granted, millisLeft } of taken) assert.equal(millisLeft === 0, granted);
}

/** Keys that hosts would never make of names as they are: a store takes them all the same. */
export const hostileKeys = [
  ...[
    "'",
    '"',
    "'; DROP TABLE epitome_sessions; --",
    '%',
    '_',
    '\\',
    '?',
    '$1',
    '\n',
    '\0',
    'a\0b',
  ],
  ...['{', '}', '{a}', '*', '[a]', '汉字', '\ud800', ' ', ''],
];

/** Every hostile key is a session of its own, as scope and as id. */
export async function assertKeepsKeys(store) {
  const keys = hostileKeys.flatMap((name) => [
    { scope: name, id: 'id' },
    { scope: 'scope', id: name },
  ]);
  for (const [at, key] of keys.entries()) {
    assert.equal(await store.save(key, write(0, { decisions: `${at}` })), true);
  }
  for (const [at, key] of keys.entries()) {
    assert.equal((await store.load(key))?.decisions, `${at}`);
    assert.ok((await store.list(key.scope)).some(({ id }) => id === key.id));
  }
  for (const key of keys) await store.delete(key);
  for (const key of keys) assert.equal(await store.load(key), undefined);
}

/** Neither an error nor its cause has a text of what was stored, wherever it keeps it. */
export function assertTells(error, ...secrets) {
  assert.ok(error instanceof Error);
  const told = [error.message, error.stack, JSON.stringify({ ...error }), String(error.cause)];
  for (const secret of secrets) {
    assert.ok(!told.some((text) => text?.includes(secret)), 'a value stands in the error');
  }
}

/** How many requests each call makes, where `requests` tells how many there were so far. */
export async function costs(store, requests) {
  const key = { scope: 'requests', id: 'one' };
  const round = { round: 1, tokensBefore: 2, tokensAfter: 1, messagesCompacted: 1 };
  const rounds = [{ ...round, summary: '', details: '{}' }];
  const messages = [{ round: 1, message: 1, print: 'p', role: 'user', content: '""' }];
  const calls = {
    save: () => store.save(key, write(0, { rounds, messages })),
    'save again': () => store.save(key, write(1)),
    'save too late': () => store.save(key, write(1)),
    load: () => store.load(key),
    saveMeter: () => store.saveMeter(key, 2, write(0).meter),
    lease: () => store.lease(key, 'a', 1000),
    'lease of another': () => store.lease(key, 'b', 1000),
    release: () => store.release(key, 'a'),
    rounds: () => store.rounds(key),
    messages: () => store.messages(key),
    list: () => store.list(key.scope),
    delete: () => store.delete(key),
    expire: () => store.expire(1e12),
  };
  const all = {};
  for (const [call, work] of Object.entries(calls)) {
    const before = requests();
    await work();
    all[call] = requests() - before;
  }
  return all;
}
