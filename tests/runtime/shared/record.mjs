/**
 * Writes expected.json anew from dist/, on whatever Node runs it:
 *
 *     node bindings/build.mjs package && node tests/runtime/shared/record.mjs
 *
 * `--check` only compares. Whoever records says with the change why the bytes of a view differ.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import * as epitome from 'epitome';
import { runScenario } from './scenario.mjs';

const file = new URL('expected.json', import.meta.url);
const text = `${JSON.stringify(await runScenario(epitome), null, 2)}\n`;
if (process.argv.includes('--check')) {
  const same = readFileSync(file, 'utf8') === text;
  console.log(same ? 'as recorded' : 'differs from expected.json');
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(file, text);
  console.log(`wrote ${text.length} characters`);
}
