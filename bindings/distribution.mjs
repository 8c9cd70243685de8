// Makes dist/, which is what gets published: the JavaScript and its types, the WebAssembly files and the
// vocabularies of the exact counter.

import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { buildFolder } from './toolchain/cmake.mjs';
import { packages, toolNode } from './toolchain/node.mjs';
import { filesBelow, root, run, withLock } from './toolchain/shell.mjs';
import { packedVocabulary, vocabularies } from './vocabulary/pack.mjs';

const distribution = join(root, 'dist');

async function compileTypeScript() {
  const emitted = await run(toolNode(), [
    join(packages.tests, 'node_modules/typescript/bin/tsc'),
    '--project',
    join(root, 'tsconfig.json'),
    '--listEmittedFiles',
  ]);
  const kept = new Set();
  for (const [, file] of emitted.matchAll(/^TSFILE:\s*(.+)$/gm)) kept.add(resolve(root, file));

  // Hand-written declarations describe what no TypeScript source emits: the glue and the binary.
  for (const source of filesBelow('js', /\.d\.m?ts$/)) {
    const target = join(distribution, relative('js', source));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, source), target);
    kept.add(target);
  }
  return kept;
}

async function copyCore(kept) {
  const folder = buildFolder('wasm-release');
  const glue = join(folder, 'core.mjs');
  if (!existsSync(glue)) return;
  const targets = { glue: join(distribution, 'core.mjs'), wasm: join(distribution, 'core.wasm') };
  mkdirSync(distribution, { recursive: true });
  // Emscripten only strips spaces without Closure; a minifier takes another quarter off the glue.
  await run(join(root, 'node_modules/.bin/esbuild'), [
    glue,
    '--minify',
    '--target=es2022',
    '--log-level=warning',
    '--allow-overwrite',
    `--outfile=${targets.glue}`,
  ]);
  copyFileSync(join(folder, 'core.wasm'), targets.wasm);
  kept.add(targets.glue).add(targets.wasm);
}

/**
 * Makes one file of each part of `epitome/tokens`, for a process that only counts must not wait for
 * twenty. What other entries share with them by identity, and what is loaded on demand, stays outside.
 */
async function bundleTokens() {
  const [estimates, exact] = ['index.js', 'exact.js'].map((name) =>
    join(distribution, 'tokens', name),
  );
  const outside = [join(distribution, 'errors.js'), exact];
  for (const [entry, external] of [
    [estimates, outside],
    [exact, outside.slice(0, 1)],
  ]) {
    if (!existsSync(entry)) continue;
    await run(join(root, 'node_modules/.bin/esbuild'), [
      entry,
      '--bundle',
      '--format=esm',
      '--minify',
      '--target=es2022',
      '--log-level=warning',
      '--external:#*',
      ...external.map((file) => `--external:${file}`),
      '--allow-overwrite',
      `--outfile=${entry}`,
    ]);
  }
}

/** Side modules: each a WebAssembly file that stands alone, bindings/side_module.cmake. */
const sideModules = ['bpe', 'tokens'];

function copySideModules(kept) {
  for (const name of sideModules) {
    const source = join(buildFolder('wasm-release'), `${name}.wasm`);
    if (!existsSync(source)) continue;
    const target = join(distribution, `${name}.wasm`);
    copyFileSync(source, target);
    kept.add(target);
  }
}

/** The vocabularies of the exact counter; without its module there is nothing to read them. */
function copyVocabularies(kept) {
  const wasmFile = join(buildFolder('wasm-release'), 'bpe.wasm');
  if (!existsSync(wasmFile)) return;
  const folder = join(root, 'build/vocabulary');
  const ranksFolder = join(root, 'node_modules/gpt-tokenizer/data');
  for (const vocabulary of vocabularies) {
    const target = join(distribution, `${vocabulary.name}.bin`);
    copyFileSync(packedVocabulary(vocabulary, { folder, ranksFolder, wasmFile }), target);
    kept.add(target);
  }
}

/** Builds dist/. Files of an earlier build that nothing emits any more are removed. */
export function buildDistribution() {
  return withLock(join(root, 'build/dist.lock'), async () => {
    const kept = await compileTypeScript();
    await bundleTokens();
    await copyCore(kept);
    copySideModules(kept);
    copyVocabularies(kept);
    for (const file of filesBelow('dist', /./)) {
      if (!kept.has(join(root, file))) rmSync(join(root, file));
    }
  });
}
