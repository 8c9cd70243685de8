/**
 * Inputs that freeze other tokenizers: 1 MB without a place to cut. The counts are checked where they
 * are known; peers are timed on less, since they would take minutes.
 */

import { loadExactCounter } from '../../dist/node/exact.js';
import { median } from '../bench/support/stats.mjs';
import { judged } from './figures.mjs';

const megabyte = 1_000_000;
const peerUnits = 16_384;
const rounds = 5;

export const title = 'Exact counts of 1 MB without a break (o200k_base; UTF-8 bytes)';

/** A small sequence of its own, so that a run can be repeated. */
function sequence(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function made(bytes, unit) {
  let text = '';
  let size = 0;
  while (size < bytes) {
    const next = unit();
    text += next;
    size += Buffer.byteLength(next);
  }
  return text;
}

const next = sequence(7);
const inputs = {
  'one letter': () => 'a',
  spaces: () => ' ',
  'random Han': () => String.fromCharCode(0x4e00 + next(0x5200)),
  'joined emoji': () => '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}\u200d',
  'random small letters': () => String.fromCharCode(97 + next(26)),
  'random hexadecimal': () => next(16).toString(16),
  'two letters in turn': () => 'ab',
  'line ends': () => '\n',
  'capitals without an end': () => 'A',
};
/** Those that the table of aims names. */
const named = new Set(['one letter', 'spaces', 'random Han', 'joined emoji']);

export async function measure() {
  const counter = await loadExactCounter({ encoding: 'o200k_base' });
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const figures = [];
  for (const [name, unit] of Object.entries(inputs)) {
    const text = made(megabyte, unit);
    const times = [];
    let tokens = 0;
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      tokens = counter.count(text);
      times.push(performance.now() - start);
    }
    const part = text.slice(0, peerUnits);
    const start = performance.now();
    const theirs = countTokens(part);
    const peer = performance.now() - start;
    const equal = counter.count(part) === theirs ? '' : '; COUNTS DIFFER';
    figures.push(
      judged(name, median(times), 'ms', {
        ...(named.has(name) && { floor: 500, goal: 60 }),
        note: `${tokens.toLocaleString('en-US')} tokens; gpt-tokenizer ${peer.toFixed(0)} ms for ${part.length.toLocaleString('en-US')} units${equal}`,
      }),
    );
  }
  figures.push(judged('memory of the module afterwards', counter.memoryBytes / 1e6, 'MB'));
  return figures;
}
