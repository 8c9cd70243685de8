/**
 * Builds the demo page into build/demo, from the package as a user would get it: it imports `epitome` by
 * its name. `npm run build` comes first.
 */

import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = (path) => here(`../build/demo/${path}`);

const common = { bundle: true, format: 'esm', minify: true, target: 'es2022', logLevel: 'warning' };

/**
 * Resolves `epitome` as a file in `root` would: the repository itself, or a folder where the packed
 * package is installed.
 */
function packageFrom(root) {
  return {
    name: 'epitome-from',
    setup(context) {
      context.onResolve({ filter: /^epitome(?:\/.*)?$/ }, ({ path, kind, pluginData }) => {
        if (pluginData === 'resolved') return undefined;
        return context.resolve(path, { kind, resolveDir: root, pluginData: 'resolved' });
      });
    },
  };
}

/** Builds the page into `folder` with the package that `root` sees; returns the folder. */
export async function buildPage({ root = here('..'), folder = target('page') } = {}) {
  await build({
    ...common,
    entryPoints: [here('page/app.js'), here('page/style.css')],
    outdir: folder,
    conditions: ['browser'],
    platform: 'browser',
    plugins: [packageFrom(root)],
  });
  mkdirSync(folder, { recursive: true });
  for (const name of ['index.html', 'icon.svg'])
    copyFileSync(here(`page/${name}`), join(folder, name));
  // Bundlers do not follow `new URL(..., import.meta.url)`: the page says where its wasm lies.
  const wasm = createRequire(join(root, 'package.json')).resolve('epitome/core.wasm');
  copyFileSync(wasm, join(folder, 'core.wasm'));
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`page    ${await buildPage()}`);
}
