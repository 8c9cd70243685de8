/** The command line of `npm run canaries`. */

import {
  Argument,
  commandLine,
  numberFrom,
  objectOf,
} from '../../bindings/toolchain/command-line.mjs';

/** Names with commas between them; which are known is known once there is a build. */
const names = (text) => text.split(',').map((name) => name.trim());

export const command = commandLine(
  'npm run canaries --',
  'Plants facts, orders and deeds in long sessions, has models summarise them badly, and says what is left.',
)
  .addArgument(
    new Argument('[stalls]', 'how long steps wait for a summary that takes five seconds').choices([
      'stalls',
    ]),
  )
  .option('--url <url>', 'base of an OpenAI-compatible API, such as http://localhost:8080/v1')
  .option('--model <name>', 'a real model, as its endpoint calls it')
  .option('--key-env <name>', "the environment variable that holds the endpoint's key")
  .option('--seeds <n>', 'replicates of each trial (5; with a real model 1)', numberFrom(1))
  .option('--languages <list>', 'all; with a real model english', names)
  .option('--only <list>', 'scripted models', names)
  .option('--window <tokens>', 'context window', numberFrom(8_000), 32_000)
  .option('--options <json>', "options of epitome's createCompactor", objectOf, {})
  .option(
    '--rounds',
    'every kind of canary round by round, for each model (else for the lossy one)',
  );
