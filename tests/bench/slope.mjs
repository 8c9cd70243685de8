/**
 * How the time of a step grows with the messages that are known already, with equal new ones: the
 * host's full array rebuilt at each step (AI SDK 5 and 6), without and with an edit in the view, and
 * our own view handed back (7).
 */

import { soundCompactor } from './support/engine.mjs';
import { figure } from './support/figures.mjs';
import { history, pair } from './support/histories.mjs';
import { median, slope } from './support/stats.mjs';

const sizes = [100, 1_000, 3_000, 10_000];
const rounds = 12;
const warmUps = 3;
const stepsPerRound = 20;

const modes = {
  'full array, no edit': { aborted: false, carried: false },
  'full array, an edit in the view': { aborted: true, carried: false },
  'view handed back': { aborted: true, carried: true },
};

async function samplesOf(compactor, known, { aborted, carried }) {
  const session = compactor.session();
  const steps = [];
  const times = [];
  let sent = history(known, { aborted });
  for (let i = 0; i <= stepsPerRound; i += 1) {
    const step = { messages: sent, steps, stepNumber: i, model: 'm' };
    const start = performance.now();
    const prepared = await session.prepareStep(step);
    if (i > 0) times.push((performance.now() - start) * 1e6);
    const before = carried ? (prepared?.messages ?? sent) : sent;
    sent = [...before, ...pair(1_000_000 + i)];
  }
  session.dispose();
  return times;
}

export const title = 'Growth of a step with the messages known';

export async function measure() {
  const compactor = await soundCompactor({ contextWindow: 100_000_000 });
  const figures = [];
  const kept = {};
  // Sizes and modes take turns, so that a busy machine disturbs all alike.
  for (let round = 0; round < rounds; round += 1) {
    for (const [mode, settings] of Object.entries(modes)) {
      for (const known of sizes) {
        const times = await samplesOf(compactor, known, settings);
        if (round < warmUps) continue;
        kept[`${mode} ${known}`] ??= [];
        kept[`${mode} ${known}`].push(...times);
      }
    }
  }
  for (const mode of Object.keys(modes)) {
    const points = sizes.map((known) => [known, median(kept[`${mode} ${known}`])]);
    for (const [known, nanos] of points) {
      figures.push(figure(`${mode}, ${known} known, p50`, nanos / 1e6, 'ms'));
    }
    figures.push(figure(`${mode}, slope`, slope(points), 'ns a message', { aim: 5 }));
  }
  compactor.dispose();
  return figures;
}
