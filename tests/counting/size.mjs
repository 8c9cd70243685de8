/** What a user downloads to estimate: the binary, and the JavaScript of `epitome/tokens`; gzip at level 9. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { judged } from './figures.mjs';

const distribution = fileURLToPath(new URL('../../dist/', import.meta.url));
const require = createRequire(import.meta.url);
const kilobytes = (bytes) => gzipSync(bytes, { level: 9 }).length / 1024;

export const title = 'Size (KiB, gzip)';

async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['browser'],
    write: false,
  });
  return outputFiles[0].contents;
}

export async function measure() {
  const wasm = readFileSync(join(distribution, 'tokens.wasm'));
  const tokenx = join(dirname(require.resolve('tokenx')), 'index.mjs');
  return [
    judged('tokens.wasm', kilobytes(wasm), 'KiB', {
      floor: 15,
      goal: 8,
      best: { name: 'tokenx', value: kilobytes(await bundled(tokenx)) },
      note: `${(wasm.length / 1024).toFixed(1)} KiB raw; weights of seven families, price rules`,
    }),
    judged(
      'JavaScript of epitome/tokens',
      kilobytes(await bundled(join(distribution, 'browser/tokens.js'))),
      'KiB',
    ),
  ];
}
