/**
 * Runs test suites, as many side by side as the cores allow, and ends with one line that counts them:
 * `N passed, M failed`. The suites are in suites.mjs.
 */

import { availableParallelism } from 'node:os';
import { nativeStages, stages } from '../bindings/stages.mjs';
import { runJobs } from '../bindings/toolchain/jobs.mjs';
import { SetupError, seconds } from '../bindings/toolchain/shell.mjs';
import { command } from './command.mjs';
import { packing, suites as suitesFor } from './suites.mjs';

command.parse();
const options = command.opts();

const suites = suitesFor(options);
const { only = [] } = options;
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

const chosen = suites.filter(isChosen);

const rows = await runJobs(
  // What is told soonest first: a native build takes longer than all that the package is tested by.
  [
    // Sizes and what is published are looked at where more than the quick suites runs.
    ...stages(chosen.every((suite) => suite.quick) ? 'wasm-quick' : 'wasm-release'),
    ...packing,
    ...suites.filter((suite) => suite.quick),
    ...nativeStages,
    ...suites.filter((suite) => !suite.quick),
  ],
  chosen.map(({ name }) => name),
  availableParallelism(),
).catch((error) => {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exit(1);
});

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
