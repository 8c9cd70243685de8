/**
 * Keeps checklist.json honest: it has every item that the compaction systems before this one name,
 * and what it calls green is shown by tests that exist.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

interface Entry {
  /** What the system does, in a few words. */
  item: string;
  /** `partly`: the note says what of it is open. */
  status: 'green' | 'open' | 'partly';
  /** `file > name of the test`. */
  tests: string[];
  /** Where it is done otherwise than there, and why. */
  note?: string;
}

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const checklist = JSON.parse(read('tests/js/checklist.json')) as Record<string, Entry>;

/** Items of the five systems. */
const counts = { S1: 21, S2: 15, S3: 20, S4: 12, S5: 12 };

/** The names of the tests of a file, as written there; native ones as `Suite.Name`. */
function testNames(file: string): Set<string> {
  if (file.endsWith('.cc')) {
    const tests = read(file).matchAll(/^TEST(?:_F|_P)?\((\w+), (\w+)\)/gm);
    return new Set([...tests].map(([, suite, name]) => `${suite}.${name}`));
  }
  const calls = read(file).matchAll(/\b(?:it|test)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g);
  return new Set([...calls].map(([, , name = '']) => name.replaceAll(/\\(.)/g, '$1')));
}

describe('the checklist', () => {
  it('has every item, and no other', () => {
    const ids = Object.entries(counts).flatMap(([system, count]) =>
      Array.from({ length: count }, (_, i) => `${system}.${i + 1}`),
    );
    assert.deepEqual(Object.keys(checklist), ids);
    for (const [id, entry] of Object.entries(checklist)) {
      assert.ok(entry.item.length > 10, `${id} says what it is`);
      assert.ok(['green', 'open', 'partly'].includes(entry.status), `${id}: ${entry.status}`);
    }
  });

  it('names tests that exist for all but what is open', () => {
    for (const [id, { status, tests }] of Object.entries(checklist)) {
      if (status === 'open') {
        assert.deepEqual(tests, [], `${id} is open`);
        continue;
      }
      assert.ok(tests.length > 0, `${id} has no test`);
      assert.equal(new Set(tests).size, tests.length, `${id} names a test twice`);
      for (const test of tests) {
        const [file = '', ...name] = test.split(' > ');
        assert.match(file, /^tests\/(.*\.test\.m?[jt]s|core\/\w+_test\.cc)$/, `${id}: ${file}`);
        assert.ok(existsSync(new URL(file, root)), `${id}: there is no ${file}`);
        assert.ok(testNames(file).has(name.join(' > ')), `${id}: ${file} has no test "${name}"`);
      }
    }
  });

  it('says what is missing of what is there in part', () => {
    for (const [id, { status, note = '' }] of Object.entries(checklist)) {
      if (status === 'partly') assert.match(note, /^open: ./, id);
    }
  });
});
