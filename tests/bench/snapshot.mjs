/** Size of a saved state after 10,000 messages in a small window: many folds and merges. */

import { soundCompactor } from './support/engine.mjs';
import { figure } from './support/figures.mjs';
import { history } from './support/histories.mjs';

async function snapshotOf(messages, contextWindow) {
  const compactor = await soundCompactor({ contextWindow });
  const session = compactor.session();
  const steps = [];
  let sent = [];
  let largest = 0;
  for (let count = 1; count <= messages.length; count += 2) {
    sent = messages.slice(0, count);
    await session.prepareStep({ messages: sent, steps, stepNumber: steps.length, model: 'm' });
    steps.push({});
    if (steps.length % 50 === 0) largest = Math.max(largest, bytes(session.snapshot()));
  }
  const figures = { largest, compactions: session.usage().compactions };
  compactor.dispose();
  return figures;
}

const bytes = (text) => new TextEncoder().encode(text).length;

export const title = 'Size of a saved state';

export async function measure() {
  const figures = [];
  for (const cjk of [false, true]) {
    for (const contextWindow of [16_000, 200_000]) {
      const messages = history(10_000, { cjk, userEvery: 10 });
      const { largest, compactions } = await snapshotOf(messages, contextWindow);
      figures.push(
        figure(
          `10,000 messages, ${cjk ? 'CJK' : 'ASCII'}, window ${contextWindow}, largest`,
          largest / 1024,
          'KB',
          { aim: 64, note: `${compactions} rewrites` },
        ),
      );
    }
  }
  return figures;
}
