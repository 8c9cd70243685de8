/**
 * `npm run canaries`: plays the suite, or one real model, and prints what is left of what was planted.
 * Decides options and exit code; every figure is another file's.
 */
import { parseArgs } from 'node:util';
import { createCompactor } from 'epitome';
import { openEndpoint } from './endpoint.ts';
import { figuresOf, modelFigures, modelPromises, promisesOf } from './judging.ts';
import { languages } from './plants.ts';
import { bundledSession, measureStalls, stallLines } from './stalls.mjs';
import { runModel, runSuite } from './suite.ts';
import { modelNames } from './summarisers.ts';
import { byRound, figureLines, overview, precision, rejections } from './table.ts';

const usage = `npm run canaries -- [OPTIONS]           scripted models
npm run canaries -- --url URL --model NAME   the same with a real model behind an OpenAI-compatible URL
npm run canaries -- stalls                   how long steps wait for a summary that takes five seconds

  --url URL          base of the API, such as http://localhost:8080/v1
  --model NAME       the model, as its endpoint calls it
  --key-env VAR      the environment variable that holds the endpoint's key
  --seeds N          replicates of each trial (5; with a real model 1)
  --languages LIST   of ${languages.join(', ')} (all; with a real model english)
  --only LIST        scripted models: ${modelNames.join(', ')}
  --window TOKENS    context window (32,000)
  --options JSON     options of epitome, such as '{"background":true}'
  --rounds           every kind of canary round by round, for each model (else for the lossy one)
  --help             this`;

class UsageError extends Error {}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        model: { type: 'string' },
        'key-env': { type: 'string' },
        seeds: { type: 'string' },
        languages: { type: 'string' },
        only: { type: 'string' },
        window: { type: 'string', default: '32000' },
        options: { type: 'string', default: '{}' },
        rounds: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function whole(text, least, name) {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw new UsageError(`--${name} must be a whole number of at least ${least}`);
}

function listOf(text, known, name) {
  const list = text?.split(',').map((item) => item.trim());
  const wrong = list?.find((item) => !known.includes(item));
  if (wrong !== undefined)
    throw new UsageError(`--${name}: ${wrong} is none of ${known.join(', ')}`);
  return list;
}

function objectOf(text, name) {
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {}
  throw new UsageError(`--${name} must be a JSON object`);
}

function suiteOptions(options, { seeds, languages: few }) {
  const count = whole(options.seeds ?? seeds, 1, 'seeds');
  let played = 0;
  return {
    seeds: Array.from({ length: count }, (_, i) => i + 1),
    languages: listOf(options.languages, languages, 'languages') ?? few,
    models: listOf(options.only, modelNames, 'only') ?? modelNames,
    window: whole(options.window, 8_000, 'window'),
    overrides: objectOf(options.options, 'options'),
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
  const { url, model, 'key-env': keyVariable } = options;
  if (model === undefined) throw new UsageError('--url needs --model');
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

async function main() {
  const { values, positionals } = parsed();
  const [what, ...more] = positionals;
  if (more.length > 0 || (what !== undefined && what !== 'stalls')) {
    throw new UsageError(`there is no ${positionals.join(' ')}`);
  }
  if (values.help) console.log(usage);
  else if (what === 'stalls') await stalls();
  else if (values.url !== undefined) await real(values);
  else if (values.model !== undefined || values['key-env'] !== undefined) {
    throw new UsageError('--model and --key-env need --url');
  } else await scripted(values);
}

main().catch((error) => {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
});
