/** The command line of `npm run counting`. */

import { Argument, commandLine, listOf } from '../../bindings/toolchain/command-line.mjs';

export const sections = [
  'accuracy',
  'speed',
  'length',
  'cold',
  'size',
  'exact',
  'pathological',
  'billing',
  'generalisation',
];
/** Measured only when asked for: it fits many times. */
const onRequest = new Set(['generalisation']);

export const command = commandLine(
  'npm run counting --',
  'Measures accuracy, speed and size of counting tokens beside what people use today.',
)
  .addArgument(
    new Argument('[fit]', "fits the estimator's weights anew, and measures nothing").choices([
      'fit',
    ]),
  )
  .option(
    '--only <list>',
    `of ${sections.join(', ')} (all but ${[...onRequest].join(', ')})`,
    listOf(sections),
    sections.filter((section) => !onRequest.has(section)),
  )
  .option('--transcripts <dir>', 'recordings of agents: JSON Lines of OpenAI chats')
  .option('--json', 'print one JSON object and nothing else');
