/**
 * One cold start in a process of its own, as JSON: milliseconds from the import to the last count of a
 * history, and what was counted. Arguments: what counts, and a file with the history's texts.
 */

import { readFileSync } from 'node:fs';

const [, , counter, file] = process.argv;
const texts = JSON.parse(readFileSync(file, 'utf8'));

const start = performance.now();
let count;
if (counter === 'epitome') {
  const { createTokenCounter } = await import('../../../dist/node/tokens.js');
  const own = await createTokenCounter();
  count = (text) => own.estimateTokens(text);
} else {
  const { estimateTokenCount } = await import('tokenx');
  count = estimateTokenCount;
}
const ready = performance.now();
let tokens = 0;
for (const text of texts) tokens += count(text);
const end = performance.now();
console.log(JSON.stringify({ whole: end - start, start: ready - start, tokens }));
