/** `npm run promises`: which test files are about which promise, as each says at its top. */

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow, root } from '../bindings/toolchain/shell.mjs';

/** Tests of instruments promise users nothing. */
const isInstrument = (file) => /^tests\/(memory|replay|counting|canaries\/test)\//.test(file);
const promises = new Map();
for (const file of filesBelow('tests', /(\.test\.(ts|mjs)|_test\.cc|_fuzz\.cc)$/)) {
  if (isInstrument(file)) continue;
  const lines = readFileSync(join(root, file), 'utf8').matchAll(/^\/\/ promise: (.+)$/gm);
  const named = [...lines].flatMap(([, list]) => list.split(', '));
  for (const promise of named.length > 0 ? named : ['none said']) {
    promises.set(promise, [...(promises.get(promise) ?? []), relative('tests', file)]);
  }
}

const order = (promise) => Number.parseInt(promise, 10) || promises.size + 1;
const names = [...promises.keys()].sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
for (const name of names) console.log(`${name}\n  ${promises.get(name).join('\n  ')}`);
