/** The command line of `npm run replay`. */

import { fileURLToPath } from 'node:url';
import {
  commandLine,
  InvalidArgumentError,
  listOf,
  numberFrom,
  Option,
  objectOf,
} from '../../bindings/toolchain/command-line.mjs';

const bundledSession = fileURLToPath(
  new URL('../../demo/sessions/repo-tour.json', import.meta.url),
);
const names = ['epitome', 'oracle', 'prune', 'raw', 'seed-004'];

function amount(text) {
  const value = Number(text);
  if (value > 0 && (value < 1 || Number.isInteger(value))) return value;
  throw new InvalidArgumentError('Tokens, or a fraction between 0 and 1, are needed.');
}

export const command = commandLine(
  'npm run replay --',
  'Prices a recorded session step by step: cache reads 0.1, cache writes 1.25 units a token, ' +
    'sizes counted exactly (o200k).',
)
  .addOption(
    new Option('--session <file>', 'a recording, or JSON Lines of OpenAI chats').default(
      bundledSession,
      "the demo's",
    ),
  )
  .option('--conversation <n>', 'which line of a JSON Lines file', numberFrom(1), 1)
  .option('--window <tokens>', 'context window', numberFrom(1000), 32_000)
  .option('--policies <list>', `of ${names.join(', ')}`, listOf(names), names)
  .option('--preset <names>', "epitome's presets, one row each", (text) => text.split(','))
  .option(
    '--trigger <amount>',
    "epitome's and the oracle's, tokens or fraction of the budget",
    amount,
  )
  .option('--target <amount>', "epitome's and the oracle's", amount)
  .option('--keep-recent <amount>', "epitome's and the oracle's", amount)
  .option('--options <json>', "further options of epitome's createCompactor", objectOf, {})
  .option('--prose <tokens>', 'length of a scripted summary; 0: the digest', numberFrom(0), 0)
  .option('--prune <messages>', 'what pruneMessages leaves alone', numberFrom(1), 10)
  .option('--cold', 'nothing is cached where the bill on record read nothing from a cache')
  .option('--price <amount>', 'of a million tokens of input', numberFrom(0, { whole: false }))
  .option(
    '--match-largest <tokens>',
    "find epitome's trigger for this largest prompt",
    numberFrom(1),
  )
  .option(
    '--ratio <fraction>',
    'target by trigger where it is being found',
    numberFrom(0.01, { whole: false }),
    0.5,
  )
  .option('--rewrites', "list epitome's rewrites, in its own figures")
  .option('--json', 'print one JSON object and nothing else');
