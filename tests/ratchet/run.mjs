/**
 * `npm run ratchet`: measures what must not grow unseen and compares it with what is recorded. Fails
 * where a figure is more than 2 % above its record.
 *
 *     npm run ratchet                          compare (part of npm test)
 *     npm run ratchet -- --accept "REASON"     record today's figures; those that grew get the reason
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setUpEmscripten } from '../../bindings/toolchain/emscripten.mjs';
import { measure } from './figures.mjs';

/** The share by which a figure may pass its record. */
const slack = 0.02;
const file = new URL('recorded.json', import.meta.url);

const { values: options } = parseArgs({ options: { accept: { type: 'string' } } });

const recorded = JSON.parse(readFileSync(file, 'utf8'));
const { version } = await setUpEmscripten();
const figures = await measure();

const change = (now, was) =>
  was === undefined ? 'new' : `${((now / was - 1) * 100).toFixed(1)} %`;
const show = (number) => number?.toLocaleString('en-US') ?? '';

/** Whether today's value is above what the record allows. */
const grew = (name, value) => {
  const was = recorded.figures[name]?.value;
  return was === undefined || value > was * (1 + slack);
};

if (options.accept !== undefined) {
  const entries = Object.entries(figures).map(([name, { value, unit }]) => {
    const reason = grew(name, value) ? options.accept : recorded.figures[name].reason;
    return [name, { value, unit, reason }];
  });
  const content = { emscripten: version, figures: Object.fromEntries(entries) };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`${entries.length} figures recorded in tests/ratchet/recorded.json`);
} else {
  const width = Math.max(...Object.keys(figures).map((name) => name.length));
  const above = [];
  for (const [name, { value, unit }] of Object.entries(figures)) {
    const was = recorded.figures[name]?.value;
    if (grew(name, value)) above.push(name);
    const mark = grew(name, value)
      ? '  GREW'
      : value < was * (1 - slack)
        ? '  smaller: record it'
        : '';
    console.log(
      `  ${name.padEnd(width)}  ${show(value).padStart(12)} ${unit.padEnd(8)}  recorded ${show(was).padStart(12)}  ${change(value, was)}${mark}`,
    );
  }
  // Another compiler writes other bytes, for which nothing is recorded.
  const comparable = version === recorded.emscripten;
  if (!comparable) {
    console.log(
      `\nRecorded with Emscripten ${recorded.emscripten}, built with ${version}: not judged.`,
    );
  } else if (above.length > 0) {
    console.log(
      `\n${above.length} figures grew by more than ${slack * 100} %: ${above.join('; ')}.\n` +
        'Make them smaller, or record them and the reason in the same commit:\n' +
        '  npm run ratchet -- --accept "why it has to be larger"',
    );
    process.exitCode = 1;
  }
}
