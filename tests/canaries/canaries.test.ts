// promise: 9 loses nothing silently, 8 keeps the user's word
/**
 * What must never stand in a view, whatever a model writes. Shares of what is kept are printed.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plenty } from '../js/support/amount.ts';
import { figuresOf, promisesOf } from './judging.ts';
import { runSuite } from './suite.ts';
import { figureLines } from './table.ts';

const suite = await runSuite({ seeds: plenty ? [1, 2, 3, 4] : [1] });
console.log(figureLines(figuresOf(suite)));

describe('after five rounds', () => {
  for (const { name, found } of promisesOf(suite)) {
    it(`no ${name}`, () => assert.deepEqual(found, []));
  }
});
