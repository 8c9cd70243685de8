/**
 * Where a quarter of the length is faster: a string knows its length, so that rule reads no text. What
 * it gains, and what it costs in error, side by side.
 */

import { createTokenCounter } from '../../dist/node/tokens.js';
import { median } from '../bench/support/stats.mjs';
import { agentStrings } from './exact/texts.mjs';
import { judged } from './figures.mjs';

export const title = 'Where ceil(length / 4) is faster: it reads no text (no goal)';

const historyUnits = 822_000;
const rounds = 31;
/** Passes over the history per sample: one of the cheap rule alone is below the clock's resolution. */
const cheapPasses = 200;

const milliseconds = (work) => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

export async function measure({ transcripts } = {}) {
  const counter = await createTokenCounter();
  const texts = [];
  let units = 0;
  for (const text of await agentStrings(transcripts)) {
    if (units >= historyUnits) break;
    texts.push(text);
    units += text.length;
  }
  let sink = 0;
  const pass = (count) => {
    for (const text of texts) sink += count(text);
  };
  const quarter = (text) => Math.ceil(text.length / 4);
  const ours = (text) => counter.estimateTokens(text);
  const cheap = [];
  const estimated = [];
  for (let round = 0; round < rounds; round += 1) {
    cheap.push(
      milliseconds(() => {
        for (let again = 0; again < cheapPasses; again += 1) pass(quarter);
      }) / cheapPasses,
    );
    estimated.push(milliseconds(() => pass(ours)));
  }
  if (sink === 0) throw new Error('nothing was counted');
  const note = `${texts.length} strings, ${units.toLocaleString('en-US')} code units, about 200,000 tokens`;
  return [
    judged('a whole history, warm: chars/4', median(cheap) * 1000, 'us', { note }),
    judged('a whole history, warm: epitome', median(estimated) * 1000, 'us', { note }),
    judged('chars/4 is faster by', median(estimated) / median(cheap), 'x', {
      note: 'and off by six times as much a message: see the section on accuracy',
    }),
  ];
}
