/**
 * `npm run sizes`: prints sizes, memory and counts of this checkout's build beside what was recorded, and what
 * its sources and its docs look like.
 * Fails only where a promised ceiling is passed.
 *
 *     npm run sizes                print
 *     npm run sizes -- --record    keep today's figures to compare with
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { command } from './command.mjs';
import { measure } from './figures.mjs';
import { longestSentences } from './sentences.mjs';
import { shape } from './shape.mjs';

const ceilings = {
  'core.wasm, gzip': 330 * 1024,
  'saved state, 10,000 messages, largest': 64 * 1024,
};
const file = new URL('recorded.json', import.meta.url);
command.parse();
const options = command.opts();

const recorded = JSON.parse(readFileSync(file, 'utf8'));
const figures = await measure();
const width = Math.max(...Object.keys(figures).map((name) => name.length));
const show = (number) => (number?.toLocaleString('en-US') ?? '').padStart(12);
const change = (now, was) =>
  was === undefined ? 'new' : `${((now / was - 1) * 100).toFixed(1)} %`;

for (const [name, { value, unit }] of Object.entries(figures)) {
  const was = recorded[name];
  const ceiling = ceilings[name];
  const limit = ceiling === undefined ? '' : `  at most ${show(ceiling).trim()}`;
  const mark = value > ceiling ? '  FAILED' : '';
  console.log(
    `  ${name.padEnd(width)}  ${show(value)} ${unit.padEnd(8)}  recorded ${show(was)}  ${change(value, was)}${limit}${mark}`,
  );
  if (mark) process.exitCode = 1;
}
const lists = { ...shape(), 'longest sentences of the docs': longestSentences() };
for (const [title, list] of Object.entries(lists)) {
  console.log(`  ${title}: ${list.length === 0 ? 'none' : ''}`);
  for (const each of list) console.log(`    ${each}`);
}
for (const name of Object.keys(ceilings)) {
  if (figures[name] === undefined) throw new Error(`${name} was not measured`);
}
if (options.record) {
  const entries = Object.entries(figures).map(([name, { value }]) => [name, value]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
