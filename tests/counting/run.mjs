/**
 * `npm run counting`: measures what counting tokens promises, beside what people use today; each section
 * in a file of its own. Without --transcripts the folder ../shared/transcripts beside the repository is
 * used where it is there. A missed mark is shown, not hidden, and does not make the run fail: figures
 * depend on the machine.
 */

import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../bindings/toolchain/shell.mjs';
import { command, sections } from './command.mjs';
import { printSection, verdictOf } from './figures.mjs';

command.parse();
const options = command.opts();

const beside = join(root, '../shared/transcripts');
const transcripts = options.transcripts ?? (existsSync(beside) ? beside : undefined);
const needed = { ...options, ...(transcripts && { transcripts: resolve(transcripts) }) };

const fileOf = (section) => new URL(`./${section}.mjs`, import.meta.url);
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
const results = {};
for (const section of sections.filter((name) => options.only.includes(name))) {
  if (!existsSync(fileURLToPath(fileOf(section)))) continue;
  if (section === 'billing' && !transcripts) {
    if (!options.json) console.log(`\nbilling: not measured without --transcripts`);
    continue;
  }
  const { title, measure } = await import(fileOf(section));
  results[section] = await measure(needed);
  if (!options.json) printSection(title, results[section]);
}

if (options.json) {
  console.log(JSON.stringify({ machine, results }));
} else {
  const verdicts = Object.values(results).flat().map(verdictOf).filter(Boolean);
  const count = (verdict) => verdicts.filter((one) => one === verdict).length;
  console.log(`\nNode ${machine.node}, ${machine.cores} x ${machine.cpu}`);
  console.log(`${count('goal')} goals and ${count('floor')} floors met, ${count('MISSED')} missed`);
}
