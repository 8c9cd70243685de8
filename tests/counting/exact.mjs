/**
 * The exact counter against the package that it replaces: speed on strings of 4 KB, in turns; what is
 * shipped; start-up and memory in fresh processes.
 */

import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exactEncodings, loadExactCounter } from '../../dist/node/exact.js';
import { median } from '../bench/support/stats.mjs';
import { agentStrings, chineseStrings } from './exact/texts.mjs';
import { judged } from './figures.mjs';

const rounds = 15;
const warmUps = 3;
const starts = 7;

export const title = 'Exact counts (o200k_base unless said otherwise)';

/** KB; what the package that is replaced comes to with brotli,. */
const shipped = {
  o200k_base: { floor: 700, goal: 620, best: { name: 'gpt-tokenizer, brotli', value: 814 } },
  cl100k_base: { floor: 330, goal: 290, best: { name: 'gpt-tokenizer, brotli', value: 365 } },
};

/** Nanoseconds per UTF-16 code unit of each counter, by round; the counters take turns. */
function inTurns(strings, counters) {
  const units = strings.reduce((sum, text) => sum + text.length, 0);
  const times = counters.map(() => []);
  let sums = [];
  for (let round = 0; round < rounds + warmUps; round += 1) {
    sums = counters.map((count, index) => {
      const start = performance.now();
      let tokens = 0;
      for (const text of strings) tokens += count(text);
      const nanos = ((performance.now() - start) * 1e6) / units;
      if (round >= warmUps) times[index].push(nanos);
      return tokens;
    });
  }
  return { times, sums };
}

function speeds(name, strings, counters, marks) {
  const { times, sums } = inTurns(strings, counters);
  const [ours, theirs] = times.map(median);
  const ratio = median(times[1].map((nanos, round) => nanos / times[0][round]));
  const equal = sums[0] === sums[1] ? 'equal sums' : `SUMS DIFFER: ${sums.join(', ')}`;
  const best = { name: 'gpt-tokenizer', value: 1e3 / theirs };
  return [
    judged(`${name}: times gpt-tokenizer`, ratio, 'x', {
      ...marks.ratio,
      larger: true,
      note: equal,
    }),
    judged(`${name}: speed`, 1e3 / ours, 'M units/s', { ...marks.speed, larger: true, best }),
  ];
}

function coldStarts(counter, encoding) {
  const script = fileURLToPath(new URL('exact/startup.mjs', import.meta.url));
  const runs = Array.from({ length: starts }, () =>
    JSON.parse(execFileSync(process.execPath, [script, counter, encoding], { encoding: 'utf8' })),
  );
  return {
    ms: median(runs.map(({ ms }) => ms)),
    cpu: median(runs.map(({ cpu }) => cpu)),
    rss: median(runs.map(({ rss }) => rss)) / 1e6,
    module: (runs[0].module ?? 0) / 1e6,
  };
}

export async function measure({ transcripts } = {}) {
  const figures = [];
  const ours = await loadExactCounter({ encoding: 'o200k_base' });
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const asText = { allowedSpecial: new Set(), disallowedSpecial: new Set() };
  const counters = [(text) => ours.count(text), (text) => countTokens(text, asText)];

  const agent = await agentStrings(transcripts);
  figures.push(
    ...speeds(`${agent.length} agent strings of 4 KB`, agent, counters, {
      ratio: { floor: 3, goal: 6 },
    }),
  );
  const chinese = await chineseStrings();
  figures.push(
    ...speeds(`${chinese.length} Chinese strings of 4 KB`, chinese, counters, {
      speed: { floor: 15, goal: 15 },
    }),
  );

  for (const encoding of exactEncodings) {
    const file = new URL(`../../dist/${encoding}.bin`, import.meta.url);
    figures.push(
      judged(`vocabulary ${encoding}`, statSync(file).size / 1000, 'KB', shipped[encoding]),
    );
  }
  const code = statSync(new URL('../../dist/bpe.wasm', import.meta.url));
  figures.push(judged('bpe.wasm', code.size / 1000, 'KB'));

  const start = coldStarts('epitome', 'o200k_base');
  const theirs = coldStarts('gpt-tokenizer', 'o200k_base');
  figures.push(
    judged('import to first count, cold process', start.ms, 'ms', {
      floor: 40,
      goal: 15,
      best: { name: 'gpt-tokenizer', value: theirs.ms },
      note: `of it ${start.cpu.toFixed(0)} ms on a processor`,
    }),
    judged('memory of the module', start.module, 'MB', { floor: 20, goal: 8 }),
    judged('growth of the process', start.rss, 'MB', {
      best: { name: 'gpt-tokenizer', value: theirs.rss },
    }),
  );
  return figures;
}
