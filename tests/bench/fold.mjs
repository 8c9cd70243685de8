/**
 * The most that one step computes while a fold is due or under way: each step of a session that is folded
 * several times, the smallest of its times over the rounds, and of these the largest. Without a model,
 * and with one that answers at once.
 */

import { loadSession } from '../../demo/replay/session-file.mjs';
import { soundCompactor } from './support/engine.mjs';
import { figure, ratio } from './support/figures.mjs';
import { estimateAll, prune } from './support/seed.mjs';

const windows = [32_000, 128_000];
const rounds = 7;
/** Folds of the largest window that the session should come to. */
const folds = 3;

const reply = [
  '## Goal\nGo through the repository and say what it does.',
  '## State\nThe files were read in their order, and what was found was noted for each.',
  '## Next\nGo on with the next file.',
].join('\n\n');

const models = {
  'no model': {},
  'a model': { summarize: async () => ({ text: reply, finishReason: 'stop' }) },
};

/** The session again and again with ids of its own, until it has so many tokens. */
function repeated(messages, tokens) {
  const all = [];
  for (let round = 0, size = 0; size < tokens; round += 1) {
    const text = JSON.stringify(messages)
      // Nothing may pass for a repetition.
      .replaceAll(/("type":"text","value":")/g, (opening) => `${opening}${round} `)
      .replaceAll(/("toolCallId":")/g, (opening) => `${opening}${round}-`);
    const copy = JSON.parse(text);
    all.push(...copy);
    size += estimateAll(copy);
  }
  return all;
}

/** Milliseconds of work: others keep a machine busy, and no step waits for anything. */
function clock() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of each step, and how many of them folded. */
async function timesOf(compactor, messages) {
  const session = compactor.session();
  const steps = [];
  const times = [];
  for (let count = 1; count <= messages.length; count += 1) {
    if (messages[count]?.role !== 'assistant' && count < messages.length) continue;
    const step = {
      messages: messages.slice(0, count),
      steps,
      stepNumber: steps.length,
      model: 'm',
    };
    const start = clock();
    await session.prepareStep(step);
    times.push(clock() - start);
    steps.push({});
  }
  const { compactions } = session.usage();
  session.dispose();
  return { times, compactions };
}

export const title = 'The most that one step computes while a fold is due';

export async function measure({ session: file }) {
  const { messages } = loadSession(file);
  const figures = [];
  for (const contextWindow of windows) {
    const sent = repeated(messages, contextWindow * folds);
    for (const [name, options] of Object.entries(models)) {
      const compactor = await soundCompactor({ contextWindow, ...options });
      let least;
      let compactions = 0;
      for (let round = 0; round < rounds; round += 1) {
        const played = await timesOf(compactor, sent);
        compactions = played.compactions;
        least = played.times.map((time, i) => Math.min(time, least?.[i] ?? time));
      }
      compactor.dispose();
      const most = Math.max(...least);
      const before = sent.slice(0, Math.ceil(sent.length / folds));
      const start = clock();
      estimateAll(before);
      const estimated = clock();
      prune(before);
      const pruned = clock();
      const at = `window ${contextWindow}, ${name}`;
      figures.push(
        figure(at, most, 'ms', {
          aim: contextWindow > 50_000 ? 10 : 5,
          note: `${compactions} rewrites in ${sent.length} messages`,
        }),
        ratio(`${at}, beside estimating everything anew`, most / (estimated - start)),
        ratio(`${at}, beside pruneMessages`, most / (pruned - estimated)),
      );
    }
  }
  return figures;
}
