/**
 * `npm run memory`: what folds leave behind, of recorded and of generated sessions. Decides the command
 * line and the order; every figure is another file's.
 */

import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { createCompactor } from 'epitome';
import { floors, judged } from './floors.ts';
import { generatedSets } from './generated.mjs';
import { filesIn, ImportError, recordedSessions } from './load.mjs';
import { measureConstraints, measureSet, parts } from './measures.mjs';
import { plants } from './plants/index.ts';
import { Report } from './report.ts';
import { optionsWithout, UnknownRuleError } from './switches.ts';

const windows = [4_000, 8_000, 16_000, 32_000, 64_000, 128_000];

function windowsOf(text) {
  return text.split(',').map((each) => {
    const value = each.endsWith('k') ? Number(each.slice(0, -1)) * 1_000 : Number(each);
    if (Number.isInteger(value) && value >= 2_000) return value;
    throw new InvalidArgumentError('Tokens from 2,000 on are needed, such as 32k or 32000.');
  });
}

function listOf(known) {
  return (text) => {
    const list = text.split(',').filter((name) => name !== '');
    const unknown = list.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new InvalidArgumentError(`Known are ${known.join(', ')}.`);
    return list;
  };
}

function whole(text) {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A whole number from 1 on is needed.');
}

function objectOf(text) {
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {}
  throw new InvalidArgumentError('A JSON object is needed.');
}

const command = new Command('npm run memory --')
  .description('Measures what the view still holds of what was folded, without any model.')
  .option('--session <file...>', 'recordings, or JSON Lines of OpenAI chats')
  .option('--transcripts <dir>', 'every such file of a folder')
  .option('--generated', 'generated sessions (the default where no file is named)')
  .option('--window <list>', `context windows, such as 32k,64k (${windows.join(', ')})`, windowsOf)
  .addOption(
    new Option('--only <list>', `of ${parts.join(', ')} (all but peers)`).argParser(listOf(parts)),
  )
  .addOption(
    new Option('--model <list>', 'whose summaries: digest, faithful (digest)')
      .argParser(listOf(['digest', 'faithful']))
      .default(['digest'], 'digest'),
  )
  .option('--seeds <n>', 'how often plants are spread, and sessions generated', whole, 1)
  .option('--quick', 'one minute: generated sessions, one window')
  .option('--without <rule...>', 'rules of the engine that are switched off')
  .option('--options <json>', "further options of epitome's createCompactor", objectOf, {})
  .option('--json <file>', 'write the figures to a file too')
  .option('--details', 'rows by section, type and language too, and what is torn and wrong')
  .option('--check', 'print the figures that are worse than what was reached before')
  .allowExcessArguments(false);

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
