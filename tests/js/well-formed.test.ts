import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasLoneEscape, mended } from '../../js/adapters/well-formed.ts';
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
  it('is told from the JSON of a value', () => {
    const rng = createRng('well-formed');
    let broken = 0;
    for (let round = 0; round < 20_000; round++) {
      const sample = value(rng);
      const expected = strings(sample).some((words) => !words.isWellFormed());
      assert.equal(hasLoneEscape(JSON.stringify(sample)), expected, JSON.stringify(sample));
      if (expected) broken++;
    }
    assert.ok(broken > 4000 && broken < 16_000, `${broken} broken`);
  });

  it('is made of any value, which stays as it was, and shares what is fine', () => {
    const rng = createRng('mended');
    for (let round = 0; round < 20_000; round++) {
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
    const wide = Object.assign(new Array(4e9), { 0: '\ud83d' });
    assert.equal(mended(wide), wide);
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    assert.equal(mended(revoked.proxy), revoked.proxy);
    const date = new Date(0);
    const bytes = new Uint8Array(3);
    const held = { date, bytes, text: '\ud83d' };
    assert.deepEqual(mended(held), { date, bytes, text: '\ufffd' });
    assert.equal(mended(held).date, date);
  });
});
