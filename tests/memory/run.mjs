/**
 * `npm run memory`: what folds leave behind, of recorded and of generated sessions. Every
 * figure is another file's.
 */

import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createCompactor } from 'epitome';
import { command, parts, windows } from './command.mjs';
import { floors, judged } from './floors.ts';
import { generatedSets } from './generated.mjs';
import { filesIn, ImportError, recordedSessions } from './load.mjs';
import { measureConstraints, measureSet } from './measures.mjs';
import { plants } from './plants/index.ts';
import { Report } from './report.ts';
import { optionsWithout, UnknownRuleError } from './switches.ts';

/** The sets of sessions for a window: `{ name, sessions }`. */
function setsFor(window, options) {
  const files = [
    ...(options.session ?? []),
    ...(options.transcripts === undefined ? [] : filesIn(options.transcripts)),
  ];
  // Long enough for more than ten folds, where there is so much.
  const lengths = { least: window * 2, length: window * 8 };
  const sets = files.map((file) => ({
    name: basename(file).replace(/\.jsonl?$/, ''),
    sessions: recordedSessions(file, lengths),
  }));
  if (files.length > 0 && !options.generated) return sets;
  return [...sets, ...generatedSets({ window, seeds: options.seeds, quick: options.quick })];
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

async function main() {
  command.parse();
  const options = command.opts();
  const given = { ...options.options, ...optionsWithout(options.without ?? []) };
  const report = new Report();
  const details = [];
  const only = options.only ?? parts.filter((part) => part !== 'peers');
  const setup = {
    createCompactor,
    options: given,
    models: options.model,
    only,
    plants,
    seeds: options.seeds,
    report,
    detail: (line) => details.push(line),
  };
  for (const window of options.window ?? (options.quick ? [16_000] : windows)) {
    for (const { name, sessions } of setsFor(window, options)) {
      if (sessions.length === 0) continue;
      await measureSet({
        ...setup,
        name,
        sessions,
        window,
        progress: (what) => progress(`${name}, ${window}: ${what}`),
      });
    }
  }
  if (only.includes('constraints')) {
    for (const model of options.model) await measureConstraints({ ...setup, progress }, model);
  }
  progress('');
  console.log(report.table(options));
  if (options.details) console.log(`\n${details.join('\n')}`);
  if (options.json !== undefined) {
    writeFileSync(options.json, `${JSON.stringify(report.json(), null, 1)}\n`);
  }
  if (!options.check) return;
  const judgements = judged(report, floors);
  const missed = judgements.filter(({ holds }) => !holds);
  for (const { row, column, least, most, found } of missed) {
    const wanted = [least !== undefined && `≥ ${least}`, most !== undefined && `≤ ${most}`];
    const figure = found === undefined ? 'not measured' : found.toFixed(1);
    console.log(`worse: ${row}, ${column}: ${figure}, ${wanted.filter(Boolean).join(' and ')}`);
  }
  console.log(`\n${judgements.length - missed.length} figures as good, ${missed.length} worse`);
}

main().catch((error) => {
  const isKnown = error instanceof ImportError || error instanceof UnknownRuleError;
  if (!isKnown && error?.code !== 'invalid-option') throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
