/** What a user downloads: the binaries, and the package's JavaScript for a page; gzip at level 9. */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { figure } from './support/figures.mjs';

const distribution = new URL('../../dist/', import.meta.url);
const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length / 1024;

export const title = 'Size';

export async function measure() {
  const files = {
    'core.wasm': ['core.wasm'],
    'fold.wasm, when a rewrite is near': ['fold.wasm'],
    'JavaScript, glue included': ['browser/index.js', 'errors.js'],
  };
  const parts = Object.entries(files).map(([name, list]) => {
    const all = list.map((file) => readFileSync(new URL(file, distribution)));
    const raw = all.reduce((sum, { length }) => sum + length, 0) / 1024;
    return { name, raw, packed: all.reduce((sum, bytes) => sum + gzip(bytes), 0) };
  });
  const start = parts.filter(({ name }) => !name.startsWith('fold'));
  const whole = start.reduce((sum, { packed }) => sum + packed, 0);
  return [
    ...parts.map(({ name, raw, packed }) =>
      figure(`${name}, gzip`, packed, 'KB', { note: `${raw.toFixed(1)} KB raw` }),
    ),
    figure('together at the start, gzip', whole, 'KB', { aim: 100 }),
  ];
}
