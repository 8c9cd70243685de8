/**
 * Time of a step that needs no edit: over the steps of a real session, and with equal new messages
 * behind a short and a long history; beside what the same step costs elsewhere, in the same run.
 */

import { loadSession } from '../../demo/import/file.mjs';
import { soundCompactor } from './support/engine.mjs';
import { figure, ratio } from './support/figures.mjs';
import { pair } from './support/histories.mjs';
import { estimateAll, prune } from './support/seed.mjs';
import { quantile } from './support/stats.mjs';

/** Tokens: larger than any session, so that no step needs an edit. */
const contextWindow = 100_000_000;
const rounds = 60;
const warmUps = 15;
const stepsPerRound = 10;
/** Steps this many messages around a point count as steps at it. */
const around = 20;

const micros = async (work) => {
  const start = performance.now();
  await work();
  return (performance.now() - start) * 1000;
};

function collector(points) {
  const samples = {};
  return {
    add(kind, point, value) {
      samples[`${kind} ${point}`] ??= [];
      samples[`${kind} ${point}`].push(value);
    },
    of: (kind, point) => samples[`${kind} ${point}`] ?? [],
    points,
  };
}

/** The whole session, step by step; samples of the steps near the points. */
async function replay(compactor, messages, points, keep) {
  const session = compactor.session();
  const steps = [];
  for (let count = 1; count <= messages.length; count += 1) {
    if (messages[count]?.role !== 'assistant' && count < messages.length) continue;
    const sent = messages.slice(0, count);
    const point = points.find((at) => Math.abs(count - at) <= around);
    const step = { messages: sent, steps, stepNumber: steps.length, model: 'm' };
    const time = await micros(() => session.prepareStep(step));
    if (point !== undefined && keep) {
      keep.add('step', point, time);
      keep.add('estimate', point, await micros(() => estimateAll(sent)));
      keep.add('prune', point, await micros(() => prune(sent)));
    }
    steps.push({});
  }
  session.dispose();
}

/** Equal new messages behind the first `point` messages. */
async function extend(compactor, messages, point, keep) {
  const session = compactor.session();
  const steps = [];
  let sent = messages.slice(0, point);
  await session.prepareStep({ messages: sent, steps, stepNumber: 0, model: 'm' });
  for (let i = 1; i <= stepsPerRound; i += 1) {
    sent = [...sent, ...pair(1_000_000 + i)];
    const step = { messages: sent, steps, stepNumber: i, model: 'm' };
    const time = await micros(() => session.prepareStep(step));
    keep?.add('equal', point, time);
  }
  session.dispose();
}

export const title = 'Time of a step that needs no edit';

export async function measure({ session: file }) {
  const { name, messages } = loadSession(file);
  const last = Math.min(900, messages.length);
  const points = [100, last].filter((point) => point <= messages.length);
  const compactor = await soundCompactor({ contextWindow });
  const kept = collector(points);
  for (let round = 0; round < rounds; round += 1) {
    const keep = round < warmUps ? undefined : kept;
    await replay(compactor, messages, points, keep);
    for (const point of points) await extend(compactor, messages, point, keep);
  }
  compactor.dispose();

  const figures = [];
  for (const point of points) {
    const at = `${name}, message ${point}`;
    const equal = kept.of('equal', point);
    const real = kept.of('step', point);
    const estimate = quantile(kept.of('estimate', point), 0.5);
    const pruned = quantile(kept.of('prune', point), 0.5);
    const step = quantile(real, 0.5);
    figures.push(
      figure(`${at}, equal new messages, p50`, quantile(equal, 0.5) / 1000, 'ms', {
        aim: 0.06,
        note: `${equal.length} steps`,
      }),
      figure(`${at}, equal new messages, p99`, quantile(equal, 0.99) / 1000, 'ms'),
      figure(`${at}, the session's own messages, p50`, quantile(real, 0.5) / 1000, 'ms', {
        aim: 0.06,
        note: `${real.length} steps`,
      }),
      figure(`${at}, the session's own messages, p99`, quantile(real, 0.99) / 1000, 'ms'),
      figure(`${at}, estimating everything anew, p50`, estimate / 1000, 'ms'),
      figure(`${at}, ai's pruneMessages, p50`, pruned / 1000, 'ms'),
      ratio(`${at}, a step beside estimating everything anew`, step / estimate),
      ratio(`${at}, a step beside pruneMessages`, step / pruned),
    );
  }
  return figures;
}
