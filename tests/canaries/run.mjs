/**
 * `npm run canaries`: plays the suite, or one real model, and prints what is left of what was planted.
 * Decides options and exit code; every figure is another file's.
 */
import { createCompactor } from 'epitome';
import { command } from './command.mjs';
import { openEndpoint } from './endpoint.ts';
import { figuresOf, modelFigures, modelPromises, promisesOf } from './judging.ts';
import { languages } from './plants.ts';
import { bundledSession, measureStalls, stallLines } from './stalls.mjs';
import { runModel, runSuite } from './suite.ts';
import { modelNames } from './summarisers.ts';
import { byRound, figureLines, overview, precision, rejections } from './table.ts';

/** The names that were asked for; what is not known ends the program. */
function listOf(list, known, name) {
  const wrong = list?.find((item) => !known.includes(item));
  if (wrong !== undefined) {
    command.error(`error: --${name}: ${wrong} is none of ${known.join(', ')}`);
  }
  return list;
}

function suiteOptions(options, { seeds, languages: few }) {
  let played = 0;
  return {
    seeds: Array.from({ length: options.seeds ?? seeds }, (_, i) => i + 1),
    languages: listOf(options.languages, languages, 'languages') ?? few,
    models: listOf(options.only, modelNames, 'only') ?? modelNames,
    window: options.window,
    overrides: options.options,
    onTrial: () => {
      played += 1;
      if (process.stderr.isTTY) process.stderr.write(`\r${played} trials played `);
    },
  };
}

/** Prints the figures, and each promise that is broken; the exit code tells of those alone. */
function judged(figures, promises) {
  console.log(`\n${figureLines(figures)}`);
  const broken = promises.filter(({ found }) => found.length > 0);
  for (const { name, found } of broken) console.log(`FAILED: ${name}\n  ${found.join('\n  ')}`);
  if (broken.length > 0) process.exitCode = 1;
}

async function scripted(options) {
  const suite = await runSuite(suiteOptions(options, { seeds: 5, languages }));
  const { trials, scarce, none } = suite;
  const all = new Map([...trials, ['lossy, few words', scarce], ['lossy, no words', none]]);
  console.log(`What the view still says after each of five rounds (lowest and highest seed)\n`);
  console.log(`${overview(all)}\n\nReplies turned down\n${rejections(trials) || '  none'}`);
  for (const [model, played] of trials) {
    if (options.rounds || model === 'lossy 30 %') console.log(`\n${model}\n${byRound(played)}`);
  }
  const forgetful = trials.get('forgetful') ?? [];
  console.log(`\nPer 100 messages of the user\n${precision(forgetful, scarce)}`);
  judged(figuresOf(suite), promisesOf(suite));
  console.log('\nSkipped: a real model, since there is no --url.');
}

async function real(options) {
  const { url, model, keyEnv: keyVariable } = options;
  if (model === undefined) command.error('error: --url needs --model');
  const summarize = openEndpoint({ url, model, keyVariable });
  const played = await runModel(
    model,
    summarize,
    suiteOptions(options, { seeds: 1, languages: ['english'] }),
  );
  const trials = new Map([[model, played]]);
  console.log(`${overview(trials)}\n\nReplies turned down\n${rejections(trials) || '  none'}`);
  console.log(`\n${byRound(played)}`);
  for (const failure of new Set(played.flatMap(({ failures }) => [...failures]))) {
    console.log(`  failed: ${failure}`);
  }
  for (const stranger of played.flatMap(({ strangers }) => strangers)) {
    console.log(`  said by nobody: ${stranger}`);
  }
  judged(modelFigures(model, played), modelPromises(model, played));
}

async function stalls() {
  for (const background of [false, true]) {
    const replays = [];
    // So many that a 95th percentile of the real times means something.
    while (replays.length < 20) {
      replays.push(await measureStalls({ createCompactor, session: bundledSession, background }));
    }
    console.log(stallLines(replays));
  }
}

command.parse();
const options = command.opts();
if (command.args[0] === 'stalls') await stalls();
else if (options.url !== undefined) await real(options);
else if (options.model !== undefined || options.keyEnv !== undefined) {
  command.error('error: --model and --key-env need --url');
} else await scripted(options);
