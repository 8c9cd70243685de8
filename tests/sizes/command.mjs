/** The command line of `npm run sizes`. */

import { commandLine } from '../../bindings/toolchain/command-line.mjs';

export const command = commandLine(
  'npm run sizes --',
  'Measures sizes, memory and counts beside what is recorded, and lists what is long or imported in circles.',
).option('--record', 'write them down as the recorded ones');
