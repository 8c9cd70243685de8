/** The command line of `npm run readme`. */

import { commandLine } from '../../bindings/toolchain/command-line.mjs';

export const command = commandLine(
  'npm run readme --',
  'Does what README says, word for word, in an empty folder with a scripted model.',
).argument('[page]', 'another page than README.md');
