/** The command line of `npm test`. */

import { commandLine, numberFrom } from '../bindings/toolchain/command-line.mjs';

const list = (text, before = []) => [...before, ...text.split(',')];

export const command = commandLine('npm test --', 'Runs the quick suites, set-up included.')
  .option('--only <suites>', 'these, whichever they are', list)
  .option('--all', 'every suite')
  .option('--rest', 'the suites that are not quick')
  .option('--cases <n>', "message arrays that the driver's properties send", numberFrom(1))
  .option(
    '--fuzz-seconds <n>',
    'fuzz each target so long, with inputs that no run had before',
    numberFrom(1),
  )
  .option('--list', 'name all suites');
