// promise: 1 always valid

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mended } from '../../js/values/well-formed.ts';
import { scaled } from './support/amount.ts';
import { createRng, type Rng } from './support/random.ts';
import { deepFreeze } from './support/recording-sink.ts';

const pieces = [
  '\ud83d',
  '\udc00',
  '\u{1f600}',
  '\\',
  '\\\\',
  'ud83d',
  '\\ud83d',
  'u',
  'd',
  '"',
  '\n',
  '\ud7ff',
  'ê',
];

function text(rng: Rng): string {
  return Array.from({ length: rng.int(0, 6) }, () => rng.pick(pieces)).join('');
}

function value(rng: Rng, depth = 0): unknown {
  if (depth > 3 || rng.chance(0.4)) return rng.chance(0.8) ? text(rng) : rng.pick([1, null, true]);
  const count = rng.int(0, 3);
  if (rng.chance(0.5)) return Array.from({ length: count }, () => value(rng, depth + 1));
  return Object.fromEntries(
    Array.from({ length: count }, () => [text(rng), value(rng, depth + 1)]),
  );
}

/** All strings of a value, keys among them. */
function strings(of: unknown): string[] {
  if (typeof of === 'string') return [of];
  if (typeof of !== 'object' || of === null) return [];
  return [...(Array.isArray(of) ? [] : Object.keys(of)), ...Object.values(of).flatMap(strings)];
}

describe('well-formed text', () => {
  it('is made of any value, which stays as it was, and shares what is fine', () => {
    const rng = createRng('mended');
    for (let round = 0; round < scaled(4_000); round++) {
      const sample = deepFreeze(value(rng));
      const before = JSON.stringify(sample);
      const copy = mended(sample);
      assert.equal(JSON.stringify(sample), before);
      assert.ok(strings(copy).every((words) => words.isWellFormed()));
      if (strings(sample).every((words) => words.isWellFormed())) assert.equal(copy, sample);
      else if (typeof sample === 'string') assert.equal(copy, sample.toWellFormed());
      assert.equal(mended(copy), copy);
    }
  });

  it('ends on circles, on what has no end, and on what can not be read', () => {
    const ring: Record<string, unknown> = { text: '\ud83d' };
    ring.self = ring;
    assert.equal((mended(ring) as typeof ring).text, '\ufffd');
    let deep: unknown = '\ud83d';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    assert.equal(mended(deep), deep);
    const endless: object = new Proxy([], {
      get: (_target, key) => (key === 'length' ? 2 : endless),
    });
    mended(endless);
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    assert.equal(mended(revoked.proxy), revoked.proxy);
    const date = new Date(0);
    const bytes = new Uint8Array(3);
    const held = { date, bytes, text: '\ud83d' };
    assert.deepEqual(mended(held), { date, bytes, text: '\ufffd' });
    assert.equal(mended(held).date, date);
  });

  it('is made of arrays that are mostly holes, which cost nothing and stay', () => {
    const rng = createRng('holes');
    for (let round = 0; round < 40; round++) {
      const length = rng.pick([0, 1, 5_000, 2 ** 17, 1e8, 2 ** 32 - 1]);
      const sample: unknown[] = [];
      sample.length = length;
      const few = rng.chance(0.1) ? 6_000 : rng.int(0, 9);
      for (let n = 0; n < few; n++) {
        const at = rng.chance(0.5) ? rng.int(0, 9) : rng.int(0, length - 1);
        if (at < length) sample[at] = rng.chance(0.2) ? [text(rng)] : text(rng);
      }
      const operations = { count: 0 };
      const copy = mended({ sample: counted(sample, operations) }).sample;
      assert.ok(operations.count < 20 * few + 40_000, `${operations.count} for ${few} elements`);
      assert.equal(copy.length, length);
      assert.deepEqual(Object.keys(copy), Object.keys(sample));
      for (const key of Object.keys(sample) as unknown as number[]) {
        assert.deepEqual(copy[key], mended(sample[key]));
        assert.ok(strings(copy[key]).every((words) => words.isWellFormed()));
      }
    }
  });
});

/** The array, which counts how often it is looked into. */
function counted<T extends object>(array: T, operations: { count: number }): T {
  const trap =
    <A extends unknown[], R>(operation: (target: T, ...rest: A) => R) =>
    (target: T, ...rest: A): R => {
      operations.count += 1;
      return operation(target, ...rest);
    };
  return new Proxy(array, {
    get: trap(Reflect.get),
    has: trap(Reflect.has),
    getOwnPropertyDescriptor: trap(Reflect.getOwnPropertyDescriptor),
    ownKeys: trap(Reflect.ownKeys),
  } as ProxyHandler<T>);
}
