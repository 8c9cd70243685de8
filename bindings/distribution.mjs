// Makes dist/, which is what gets published: the modules, the WebAssembly files, the vocabularies of the
// exact counter, the declarations of their types, and the notices of what is inside.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { bundle, plain } from './bundle.mjs';
import { writeCalls } from './calls.mjs';
import { noticeFiles } from './notices.mjs';
import { buildFolder } from './toolchain/cmake.mjs';
import { packages } from './toolchain/node.mjs';
import { filesBelow, root, run, withLock } from './toolchain/shell.mjs';
import { packedVocabulary, vocabularies } from './vocabulary/pack.mjs';

const distribution = join(root, 'dist');
/** js/ compiled file by file, where tests can reach inside. */
const modules = join(root, 'build/modules');
const isDeclaration = (file) => /\.d\.m?ts$/.test(file);

/** Puts `source` at `target` and returns it. */
function put(source, target) {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
  return target;
}

/** The WebAssembly files: the core, and the side modules, each of which stands alone. */
function copyWasm(preset) {
  return ['core', 'bpe', 'tokens'].map((name) =>
    put(join(buildFolder(preset), `${name}.wasm`), join(distribution, `${name}.wasm`)),
  );
}

function copyVocabularies(preset) {
  const made = {
    folder: join(root, 'build/vocabulary'),
    ranksFolder: join(root, 'node_modules/gpt-tokenizer/data'),
    wasmFile: join(buildFolder(preset), 'bpe.wasm'),
  };
  return vocabularies.map((vocabulary) =>
    put(packedVocabulary(vocabulary, made), join(distribution, `${vocabulary.name}.bin`)),
  );
}

/** The licences of what is inside, and the bill of materials. */
function writeNotices(inputs, preset) {
  const texts = noticeFiles({ inputs, buildFolder: buildFolder(preset) });
  return Object.entries(texts).map(([name, text]) => {
    const file = join(distribution, name);
    writeFileSync(file, text);
    return file;
  });
}

/** Removes what an earlier build left below `folder` and nothing emits any more. */
function removeOthers(folder, kept, isMine = () => true) {
  if (!existsSync(folder)) return;
  for (const name of filesBelow(relative(root, folder), /./)) {
    const file = join(root, name);
    if (isMine(file) && !kept.has(file)) rmSync(file);
  }
}

/** Builds what runs: everything in dist/ but the declarations, with the WebAssembly of a preset. */
export function buildDistribution(preset) {
  return withLock(join(root, 'build/dist.lock'), async () => {
    writeCalls();
    const glue = join(buildFolder(preset), 'core.mjs');
    const { files, inputs } = await bundle({ folder: distribution, glue });
    const kept = new Set([
      ...files,
      ...copyWasm(preset),
      ...copyVocabularies(preset),
      ...writeNotices(inputs, preset),
    ]);
    removeOthers(distribution, kept, (file) => !isDeclaration(file));
  });
}

/** The declarations that one needs, itself included. */
function reached(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)/g)) {
    reached(resolve(dirname(file), path.replace(/\.(m?)[jt]s$/, '.d.$1ts')), found);
  }
  return found;
}

/** Checks the types of js/, and builds the declarations and the modules that tests reach into. */
export function buildDeclarations(preset) {
  return withLock(join(root, 'build/dist.lock'), async () => {
    const emitted = await run(process.execPath, [
      join(packages.tests, 'node_modules/typescript/bin/tsc'),
      '--project',
      join(root, 'tsconfig.json'),
      '--listEmittedFiles',
    ]);
    const kept = new Set();
    for (const [, name] of emitted.matchAll(/^TSFILE:\s*(.+)$/gm)) kept.add(resolve(root, name));
    // Hand-written declarations describe what no TypeScript source emits: the glue and the binary.
    for (const name of filesBelow('js', /\.d\.m?ts$/)) {
      kept.add(put(join(root, name), join(modules, relative('js', name))));
    }
    const published = new Set();
    const entries = ['index', 'tokens/index', 'ai', ...plain];
    for (const entry of entries) {
      reached(join(modules, `${entry}.d.ts`), published);
    }
    for (const file of published) kept.add(put(file, join(distribution, relative(modules, file))));
    for (const [name, folder] of [
      ['core.wasm', ''],
      ['core.mjs', 'engine'],
    ]) {
      kept.add(put(join(buildFolder(preset), name), join(modules, folder, name)));
    }
    removeOthers(modules, kept);
    removeOthers(distribution, kept, isDeclaration);
  });
}
