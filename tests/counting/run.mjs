/**
 * `npm run counting`: measures what counting tokens promises, beside what people use today. Decides the
 * command line and the order; each section measures in a file of its own.
 *
 *     npm run counting -- [--only accuracy,speed,...] [--transcripts DIR] [--json]
 *     npm run counting -- fit            # fits the estimator's weights anew
 *
 * Transcripts are recordings of agents (JSON Lines, OpenAI's chat shape) that nothing was fitted to;
 * without --transcripts the folder ../shared/transcripts beside the repository is used where it is
 * there. With --json one object on stdout and nothing else. A missed mark is shown, not hidden, and
 * does not make the run fail: figures depend on the machine.
 */

import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../../bindings/toolchain/shell.mjs';
import { printSection, verdictOf } from './figures.mjs';

const sections = [
  'accuracy',
  'speed',
  'length',
  'cold',
  'size',
  'exact',
  'pathological',
  'billing',
  'generalisation',
];
/** Measured only when asked for: it fits many times. */
const onRequest = new Set(['generalisation']);

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    transcripts: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const only = options.only.flatMap((value) => value.split(','));
const unknown = only.filter((name) => !sections.includes(name));
if (unknown.length > 0) {
  console.error(`No such section: ${unknown.join(', ')} (${sections.join(', ')})`);
  process.exit(2);
}

const beside = join(root, '../shared/transcripts');
const transcripts = options.transcripts ?? (existsSync(beside) ? beside : undefined);
const needed = { ...options, ...(transcripts && { transcripts: resolve(transcripts) }) };

const fileOf = (section) => new URL(`./${section}.mjs`, import.meta.url);
const wanted = sections.filter((section) =>
  only.length > 0 ? only.includes(section) : !onRequest.has(section),
);
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
const results = {};
for (const section of wanted) {
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
