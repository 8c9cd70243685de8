/**
 * The cases of tests/golden/cases through WebAssembly: whatever the native engine answered, byte for
 * byte. `tests/golden/golden_test.cc` says how the expected parts are rewritten.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Code } from '../../build/modules/core/code.js';
import type { GoldenFile } from './support/golden-case.ts';
import { GoldenPlayer } from './support/golden-engine.ts';

const cases = new URL('../golden/cases/', import.meta.url);
const names = readdirSync(cases).filter((name) => name.endsWith('.json'));
const code = await Code.load(undefined);

/** Equal in content, told with a readable difference, and equal in the order of keys. */
function same(seen: unknown, expected: unknown, where: string): void {
  assert.deepEqual(seen, expected);
  assert.equal(JSON.stringify(seen), JSON.stringify(expected), where);
}

describe('golden cases through WebAssembly', () => {
  assert.ok(names.length > 0);
  for (const name of names.sort()) {
    it(name.replace('.json', ''), async () => {
      const file: GoldenFile = JSON.parse(readFileSync(new URL(name, cases), 'utf8'));
      const player = await GoldenPlayer.begin(code, file);
      for (const [index, step] of file.steps.entries()) {
        same(player.play(step), step.expected, `step ${index}`);
      }
      same(player.end(), file.end, 'end');
    });
  }
});
