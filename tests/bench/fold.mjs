/**
 * What a fold computes: the steps of a real session that fold, with a model that answers at once, in two windows.
 * The larger one folds about 64,000 tokens.
 */

import { scriptedSummarizer } from 'epitome/testing';
import { loadSession } from '../../demo/import/file.mjs';
import { soundCompactor } from './support/engine.mjs';
import { figure, ratio } from './support/figures.mjs';
import { estimateAll } from './support/seed.mjs';
import { median, quantile } from './support/stats.mjs';

const windows = [32_000, 128_000];
const rounds = 30;
const warmUps = 5;

/** The whole session, step by step: milliseconds and tokens of each step that folds. */
async function foldsOf(messages, contextWindow) {
  const folds = [];
  let folded = 0;
  const compactor = await soundCompactor({
    contextWindow,
    summarize: scriptedSummarizer(),
    onEvent: (event) => {
      if (event.type !== 'compaction') return;
      for (const { tokensBefore } of event.folds) folded += tokensBefore;
    },
  });
  const session = compactor.session();
  const steps = [];
  for (let count = 1; count <= messages.length; count += 1) {
    if (messages[count]?.role !== 'assistant' && count < messages.length) continue;
    const sent = messages.slice(0, count);
    folded = 0;
    const start = performance.now();
    await session.prepareStep({ messages: sent, steps, stepNumber: steps.length, model: 'm' });
    const millis = performance.now() - start;
    if (folded > 0) {
      const began = performance.now();
      estimateAll(sent);
      folds.push({ millis, tokens: folded, estimate: performance.now() - began });
    }
    steps.push({});
  }
  compactor.dispose();
  return folds;
}

export const title = 'What a fold computes';

export async function measure({ session: file }) {
  const { name, messages } = loadSession(file);
  const kept = new Map(windows.map((window) => [window, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const window of windows) {
      const folds = await foldsOf(messages, window);
      if (round >= warmUps) kept.get(window).push(...folds);
    }
  }
  return [...kept].flatMap(([window, folds]) => {
    if (folds.length === 0) return [];
    const millis = folds.map((fold) => fold.millis);
    const tokens = Math.round(median(folds.map((fold) => fold.tokens)));
    const at = `${name}, a window of ${window.toLocaleString('en-US')}`;
    return [
      figure(`${at}, tokens of a fold, p50`, tokens, 'tokens'),
      figure(`${at}, p50`, quantile(millis, 0.5), 'ms', { note: `${folds.length} folds` }),
      figure(`${at}, p99`, quantile(millis, 0.99), 'ms', { aim: 20 }),
      ratio(
        `${at}, beside estimating everything anew`,
        quantile(millis, 0.5) / median(folds.map((fold) => fold.estimate)),
      ),
    ];
  });
}
