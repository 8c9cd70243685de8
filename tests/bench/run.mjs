/**
 * `npm run bench`: measures, and prints each figure beside its aim; each part in a file of its own. With
 * --record the ratios of time against peers are kept in recorded.json, beside which later runs are printed.
 * A missed aim is shown, not hidden, and does not make the run fail: figures depend on the machine.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { command, parts } from './command.mjs';
import { printFigures } from './support/figures.mjs';

command.parse();
const options = command.opts();
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
const recordFile = new URL('recorded.json', import.meta.url);
const recorded = JSON.parse(readFileSync(recordFile, 'utf8'));
const results = {};
for (const part of parts.filter((name) => options.only.includes(name))) {
  const { title, measure } = await import(`./${part}.mjs`);
  results[part] = await measure(options);
  if (!options.json) printFigures(title, results[part], recorded);
}

if (options.record) {
  const ratios = Object.values(results)
    .flat()
    .filter(({ unit }) => unit === 'times')
    .map(({ name, value }) => [name, Number(value.toPrecision(3))]);
  const content = { ...recorded, ...Object.fromEntries(ratios) };
  writeFileSync(recordFile, `${JSON.stringify(content, null, 2)}\n`);
}

if (options.json) {
  console.log(JSON.stringify({ machine, results }));
} else {
  const all = Object.values(results)
    .flat()
    .filter(({ aim }) => aim !== undefined);
  const missed = all.filter(({ met }) => !met);
  console.log(`\nNode ${machine.node}, ${machine.cores} x ${machine.cpu}`);
  console.log(`${all.length - missed.length} of ${all.length} aims met`);
}
