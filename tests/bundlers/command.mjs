/** The command line of `npm run bundlers`. */

import { commandLine } from '../../bindings/toolchain/command-line.mjs';

export const command = commandLine(
  'npm run bundlers --',
  'Builds small apps with each bundler and the packed package, and runs them.',
).argument('[words...]', 'cases whose names hold one of them (all)');
