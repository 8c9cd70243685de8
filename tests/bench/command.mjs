/** The command line of `npm run bench`. */

import { fileURLToPath } from 'node:url';
import { commandLine, listOf, Option } from '../../bindings/toolchain/command-line.mjs';

export const parts = ['size', 'cold', 'step', 'slope', 'fold', 'memory', 'snapshot'];

export const command = commandLine(
  'npm run bench --',
  'Measures speed against peers in one run, start-up and memory.',
)
  .option('--only <list>', `of ${parts.join(', ')} (all)`, listOf(parts), parts)
  .addOption(
    new Option('--session <file>', 'a recording').default(
      fileURLToPath(new URL('../../demo/sessions/repo-tour.json', import.meta.url)),
      "the demo's",
    ),
  )
  .option('--json', 'print one JSON object and nothing else')
  .option('--record', 'write the ratios down as the recorded ones');
