/**
 * Runs test suites, as many side by side as the cores allow, and ends with one line that counts them:
 * `N passed, M failed`. Decides the command line; the suites are in suites.mjs.
 */

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stages } from '../bindings/stages.mjs';
import { runJobs } from '../bindings/toolchain/jobs.mjs';
import { seconds } from '../bindings/toolchain/shell.mjs';
import { packing, suites as suitesFor } from './suites.mjs';

const { values: options } = parseArgs({
  options: {
    /** Suites to run, whichever they are. */
    only: { type: 'string', multiple: true, default: [] },
    /** Every suite, not only the quick ones. */
    all: { type: 'boolean', default: false },
    /** The suites that are not quick. */
    rest: { type: 'boolean', default: false },
    /** How many message arrays the driver's properties send, where the default is too few or many. */
    cases: { type: 'string' },
    /** A folder of transcripts, each conversation of which the packed command line is to plan and replay. */
    transcripts: { type: 'string' },
    /** Fuzz each target so long, with inputs that no run had before. */
    'fuzz-seconds': { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const { cases, transcripts, 'fuzz-seconds': fuzzSeconds } = options;
const suites = suitesFor({ cases, transcripts: transcripts && resolve(transcripts), fuzzSeconds });
const only = options.only.flatMap((value) => value.split(','));
const unknown = only.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0 || options.list) {
  if (unknown.length > 0) console.log(`No such suite: ${unknown.join(', ')}\n`);
  for (const { name, title, quick } of suites) {
    console.log(`  ${name.padEnd(10)}  ${quick ? 'npm test ' : 'test:all '}  ${title}`);
  }
  process.exit(unknown.length > 0 ? 2 : 0);
}

function isChosen({ name, quick }) {
  if (only.length > 0) return only.includes(name);
  if (options.rest) return !quick;
  return quick || options.all;
}

const rows = await runJobs(
  [...stages, ...packing, ...suites],
  suites.filter(isChosen).map(({ name }) => name),
  availableParallelism(),
);

const width = Math.max(...rows.map(({ name }) => name.length));
console.log('\n== summary');
for (const { name, passed, failed, ms, note, suite } of rows) {
  const verdict = failed > 0 ? 'FAILED' : 'ok';
  const counts = suite || failed > 0 ? (note ?? `${passed} passed, ${failed} failed`) : '';
  console.log(
    `  ${name.padEnd(width)}  ${verdict.padEnd(6)}  ${counts.padEnd(24)}  ${seconds(ms)}`,
  );
}
const { passed, failed } = rows.reduce(
  (sum, row) => ({
    passed: sum.passed + (row.passed ?? 0),
    failed: sum.failed + (row.failed ?? 0),
  }),
  { passed: 0, failed: 0 },
);
// A run that tested nothing must not look like one that found nothing.
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed`);
