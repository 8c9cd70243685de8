/** What a user downloads: the binary, the glue, and the package's JavaScript, minified; gzip at level 9. */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { figure } from './support/figures.mjs';

const distribution = new URL('../../dist/', import.meta.url);
const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length / 1024;

async function bundled(external) {
  const { outputFiles } = await build({
    entryPoints: [new URL('index.js', distribution).pathname],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['browser'],
    external,
    write: false,
  });
  return outputFiles[0].contents;
}

export const title = 'Size';

export async function measure() {
  const wasm = readFileSync(new URL('core.wasm', distribution));
  const parts = {
    'core.wasm': wasm,
    'Emscripten glue': readFileSync(new URL('core.mjs', distribution)),
    JavaScript: await bundled(['*/core.mjs']),
  };
  const whole = gzip(await bundled([])) + gzip(wasm);
  return [
    ...Object.entries(parts).map(([name, bytes]) =>
      figure(`${name}, gzip`, gzip(bytes), 'KB', {
        note: `${(bytes.length / 1024).toFixed(1)} KB raw`,
      }),
    ),
    figure('together, gzip', whole, 'KB', { aim: 100, note: 'one bundle and the binary' }),
  ];
}
