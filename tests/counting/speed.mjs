/**
 * How fast the estimator is, the crossing into WebAssembly included, beside what people use today. All
 * take turns in one process on the same strings; the ratio is taken within a turn, so that what else
 * the machine does falls on both.
 */

import { estimateTokenCount } from 'tokenx';
import { createTokenCounter } from '../../dist/node/tokens.js';
import { median } from '../bench/support/stats.mjs';
import { agentStrings, chineseStrings } from './exact/texts.mjs';
import { judged } from './figures.mjs';

const rounds = 10;
/** Strings of a turn: so few that hardly a turn is interrupted by what else the machine does. */
const stringsPerTurn = 8;
/** Milliseconds for each counter before it is timed: compilers finish in the background. */
const warmUp = 600;
const unitsPerShortString = 200;

export const title = 'Speed (million UTF-16 code units a second, in turns, medians)';

/** Copies that share nothing with a longer string, as hosts have them. */
const copies = (strings) => JSON.parse(JSON.stringify(strings));

/** Speeds of each counter by turn. */
function inTurns(strings, counters) {
  const entries = Object.entries(counters);
  const speeds = Object.fromEntries(entries.map(([name]) => [name, []]));
  let sink = 0;
  const pass = (count, texts) => {
    const start = performance.now();
    for (const text of texts) sink += count(text);
    return performance.now() - start;
  };
  for (const [, count] of entries) {
    for (let spent = 0; spent < warmUp; ) spent += pass(count, strings);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < strings.length; at += stringsPerTurn) {
      const texts = strings.slice(at, at + stringsPerTurn);
      const units = texts.reduce((sum, text) => sum + text.length, 0);
      // Who comes second finds the strings in the cache: they change places.
      entries.reverse();
      for (const [name, count] of entries) speeds[name].push(units / pass(count, texts) / 1e3);
    }
  }
  if (sink === 0) throw new Error('nothing was counted');
  return speeds;
}

function figuresOf(name, strings, counters, marks = {}) {
  const speeds = inTurns(strings, counters);
  const times = median(speeds.epitome.map((speed, round) => speed / speeds.tokenx[round]));
  return [
    judged(`${name}: times tokenx`, times, 'x', { ...marks, larger: true }),
    judged(`${name}: epitome`, median(speeds.epitome), 'M/s', {
      larger: true,
      best: { name: 'tokenx', value: median(speeds.tokenx) },
    }),
  ];
}

export async function measure({ transcripts } = {}) {
  const counter = await createTokenCounter();
  const counters = {
    tokenx: estimateTokenCount,
    epitome: (text) => counter.estimateTokens(text),
  };
  const agent = copies(await agentStrings(transcripts));
  const short = copies(agent.map((text) => text.slice(0, unitsPerShortString)));
  return [
    ...figuresOf('4 KB of agents', agent, counters, { floor: 10, goal: 25 }),
    ...figuresOf('200 units of agents', short, counters),
    ...figuresOf('4 KB of Chinese', copies(await chineseStrings()), counters),
    judged('ceil(length / 4)', 0, '', { note: 'reads no text at all: a length is free' }),
  ];
}
