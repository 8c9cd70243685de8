/** The command line of `npm run golden`. */

import { commandLine } from '../../bindings/toolchain/command-line.mjs';

export const command = commandLine(
  'npm run golden --',
  'Writes what a model sees in place of folded messages into tests/golden, and prints what changed.',
).option('--check', 'only print');
