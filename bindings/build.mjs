// The one driver behind the npm scripts: decides what each of them sets up, builds and runs, in
// which order. Starts on Node 20 with nothing installed, so it imports only Node and the set-up.

import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { bundle } from './bundle.mjs';
import { setUpBrowser } from './toolchain/browser.mjs';
import { buildFolder, buildPreset, presetEnvironment, presets } from './toolchain/cmake.mjs';
import { setUpEmscripten } from './toolchain/emscripten.mjs';
import { checkFormat, fixFormat, lintCpp } from './toolchain/format.mjs';
import { ensureTools } from './toolchain/native.mjs';
import { ensurePackages, toolNode } from './toolchain/node.mjs';
import { ask, become, root, run, SetupError, say, step, withLock } from './toolchain/shell.mjs';
import { packedVocabulary, vocabularies } from './vocabulary/pack.mjs';

const usage = `node bindings/build.mjs COMMAND

  setup             install what every build and test needs (--browser: Chromium too)
  native [PRESET]   build the core natively (native, native-clang, native-asan)
  wasm [--debug]    build core.mjs and core.wasm
  js                bundle js/ into dist/ and put the core beside it
  package           wasm and js
  all               native, wasm and js
  demo [ARGS]       build, then run demo/replay.mjs
  test [ARGS]       run tests/run.mjs, which builds what its suites need
  bench [ARGS]      build, then run tests/bench/run.mjs
  counting [ARGS]   build, then run tests/counting/run.mjs; with fit: fit the estimator's weights anew
  replay [ARGS]     build, then run tests/replay/run.mjs
  canaries [ARGS]   build, then run tests/canaries/run.mjs
  fuzz [SECONDS]    build the fuzz targets and run each (default 60)
  fuzz hostile [MB]  time what reads a range on texts made to be slow, at a tenth and at all of the size
  fuzz trials [COUNT [FIRST]]  play so many generated transcripts (default 1,000,000) natively
  lint              check format and run the linters
  format            rewrite files in the project's format
  env               print the variables that the CMake presets read, for a shell's eval`;

const distribution = join(root, 'dist');
/** The modules of js/, compiled one by one. */
const modules = join(root, 'build/modules');

function files(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

/**
 * Compiles js/ file by file into build/modules, where tests can reach inside. The package has the
 * declarations of it, and its modules bundled.
 */
async function compileTypeScript() {
  const emitted = await run(toolNode(), [
    join(root, 'node_modules/typescript/bin/tsc'),
    '--project',
    join(root, 'tsconfig.json'),
    '--listEmittedFiles',
  ]);
  const kept = new Set();
  const keep = (source, target) => {
    if (source !== target) {
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(source, target);
    }
    kept.add(target);
  };
  for (const [, name] of emitted.matchAll(/^TSFILE:\s*(.+)$/gm)) {
    const file = resolve(root, name);
    keep(file, file);
    if (file.endsWith('.d.ts')) keep(file, join(distribution, relative(modules, file)));
  }
  // Hand-written declarations describe what no TypeScript source emits: the glue and the binary.
  const sources = join(root, 'js');
  for (const file of files(sources).filter((name) => /\.d\.m?ts$/.test(name))) {
    for (const folder of [modules, distribution]) keep(file, join(folder, relative(sources, file)));
  }
  return kept;
}

function copyCore(kept) {
  const folder = buildFolder('wasm-release');
  for (const [name, target] of [
    ['core.wasm', join(distribution, 'core.wasm')],
    ['core.wasm', join(modules, 'core.wasm')],
    ['core.mjs', join(modules, 'core.mjs')],
  ]) {
    const source = join(folder, name);
    if (!existsSync(source)) continue;
    copyFileSync(source, target);
    kept.add(target);
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

/** Builds dist/ and build/modules. Files of an earlier build that nothing emits any more are removed. */
async function buildJs() {
  await ensurePackages();
  await withLock(join(root, 'build/dist.lock'), () =>
    step('building dist', async () => {
      const kept = await compileTypeScript();
      const glue = join(buildFolder('wasm-release'), 'core.mjs');
      for (const file of await bundle({ folder: distribution, glue })) kept.add(file);
      copyCore(kept);
      copySideModules(kept);
      copyVocabularies(kept);
      for (const folder of [distribution, modules]) {
        for (const file of files(folder)) if (!kept.has(file)) rmSync(file);
      }
    }),
  );
}

async function buildPackage() {
  await ensurePackages();
  await buildPreset('wasm-release');
  await buildJs();
}

/** Hands over to a script of the repository, run by the Node that the project's tools need. */
async function handOver(script, args) {
  const file = join(root, script);
  if (!existsSync(file)) throw new SetupError(`${script} does not exist.`);
  process.exitCode = await become(toolNode(), [file, ...args], { cwd: process.cwd() });
}

/**
 * Trains the estimator's tables anew: hard words first, since their sum is a feature that is then
 * weighed. Each is compiled in before the next is looked at.
 */
async function fitTokens(args) {
  const script = (name, ...rest) =>
    become(toolNode(), [join(root, 'tests/counting', name), ...rest], { cwd: process.cwd() });
  for (const [name, ...rest] of [['hardness.mjs'], ['fit.mjs', '--empty'], ['fit.mjs', ...args]]) {
    process.exitCode = await script(name, ...rest);
    if (process.exitCode !== 0) return;
    if (name !== 'hardness.mjs') await buildPackage();
  }
  await step('formatting', fixFormat);
}

const commands = {
  async setup(args) {
    await ensurePackages();
    const { version, origin } = await setUpEmscripten();
    say(`  -- Emscripten ${version} ${origin}`);
    say(`  -- Node ${ask(toolNode(), ['--version'])?.trim()} for the tools: ${toolNode()}`);
    await ensureTools([
      'cmake',
      'ninja',
      'g++',
      'gtest',
      'clang++-19',
      'sanitizers',
      'clang-format-19',
      'clang-tidy-19',
    ]);
    await presetEnvironment({ wasm: true });
    if (args.includes('--browser')) say(`  -- browser: ${await setUpBrowser()}`);
  },
  async native([preset = 'native']) {
    if (!presets.includes(preset))
      throw new SetupError(`No such preset: ${preset} (${presets.join(', ')})`);
    await buildPreset(preset);
  },
  async wasm(args) {
    await buildPreset(args.includes('--debug') ? 'wasm-debug' : 'wasm-release');
  },
  js: buildJs,
  package: buildPackage,
  async all() {
    await buildPreset('native');
    await buildPackage();
  },
  async demo(args) {
    await buildPackage();
    await handOver('demo/replay.mjs', args);
  },
  async test(args) {
    await ensurePackages();
    await handOver('tests/run.mjs', args);
  },
  async bench(args) {
    await buildPackage();
    await handOver('tests/bench/run.mjs', args);
  },
  async counting([part, ...args]) {
    await ensurePackages(join(root, 'tests/counting'));
    if (part === 'fit') return fitTokens(args);
    await buildPackage();
    await handOver('tests/counting/run.mjs', part === undefined ? [] : [part, ...args]);
  },
  async replay(args) {
    await buildPackage();
    await handOver('tests/replay/run.mjs', args);
  },
  async canaries(args) {
    await buildPackage();
    await handOver('tests/canaries/run.mjs', args);
  },
  async fuzz([duration = '60', ...args]) {
    await ensurePackages();
    if (duration === 'trials') {
      const folder = await buildPreset('native');
      process.exitCode = await become(
        join(folder, 'epitome_trials'),
        args.length > 0 ? args : ['1000000'],
        { cwd: process.cwd() },
      );
      return;
    }
    if (duration === 'hostile') {
      const folder = await buildPreset('native', 'epitome_hostile');
      process.exitCode = await become(join(folder, 'epitome_hostile'), args, {
        cwd: process.cwd(),
      });
      return;
    }
    await handOver('tests/run.mjs', ['--only', 'fuzz', '--fuzz-seconds', duration]);
  },
  async lint() {
    await ensurePackages();
    await step('checking format', checkFormat);
    await step('linting C++', lintCpp);
  },
  async format() {
    await ensurePackages();
    await step('formatting', fixFormat);
  },
  async env() {
    const environment = await presetEnvironment({ wasm: true });
    for (const [name, value] of Object.entries(environment)) {
      process.stdout.write(`export ${name}='${value}'\n`);
    }
  },
};

const [name, ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  say(usage);
  process.exitCode = 2;
} else {
  try {
    await command(args);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(`\n${error.message}`);
    process.exitCode = 1;
  }
}
