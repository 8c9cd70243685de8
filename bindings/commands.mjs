// What each npm script sets up, builds and runs. Starts with nothing installed, so it imports only Node and
// the set-up.

import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nativeStages, stages } from './stages.mjs';
import { buildPreset, presetEnvironment, presets } from './toolchain/cmake.mjs';
import { checkFormat, fixFormat, lintCpp } from './toolchain/format.mjs';
import { runJobs } from './toolchain/jobs.mjs';
import { ensurePackages, packagedNode, readsTypeScript } from './toolchain/node.mjs';
import { become, filesBelow, root, run, SetupError, say, step } from './toolchain/shell.mjs';

/** The package as published, and as it is built where neither size nor speed is looked at. */
const release = 'wasm-release';
const quick = 'wasm-quick';

/** Sets up and builds what the named stages make; the package with the WebAssembly of a preset. */
async function ready(wasm, ...names) {
  const rows = await runJobs([...stages(wasm), ...nativeStages], names);
  if (rows.some(({ failed }) => failed > 0)) throw new SetupError('Setting up did not succeed.');
}

/** Runs a Node with its arguments in this process's place. */
async function start(node, args) {
  process.exitCode = await become(node, args, { cwd: process.cwd() });
}

/** Runs a script of the repository by this Node. */
const handOver = (script, args = []) =>
  start(process.execPath, [...readsTypeScript, join(root, script), ...args]);

/** The same of a script that has no TypeScript: no package is needed. */
const handOverBare = (script, args = []) => start(process.execPath, [join(root, script), ...args]);

/** The same by the Node that is among the packages of the tests, whichever the user's is. */
const measure = (script, args = []) => start(packagedNode(), [join(root, script), ...args]);

/** Runs the tests of an instrument itself: what is broken must not measure. */
async function testInstrument(folder) {
  const files = filesBelow(`tests/${folder}`, /\.test\.(ts|mjs)$/);
  if (files.length === 0) return;
  await step('testing the instrument', () => run(packagedNode(), ['--test', ...files]));
}

/**
 * Trains the estimator's tables anew: hard words first, since their sum is a feature that is then
 * weighed. Each is compiled in before the next is looked at.
 */
async function fitTokens(args) {
  for (const [name, ...rest] of [['hardness.mjs'], ['fit.mjs', '--empty'], ['fit.mjs', ...args]]) {
    await measure(`tests/counting/${name}`, rest);
    if (process.exitCode !== 0) return;
    if (name !== 'hardness.mjs') await ready(quick, 'declarations');
  }
  await step('formatting', fixFormat);
}

/** Builds a native program and runs it in this one's place. */
async function native(program, args) {
  const folder = await buildPreset('native', program);
  process.exitCode = await become(join(folder, program), args, { cwd: process.cwd() });
}

/** The core's readers, then the driver's; a second argument names one of the core's alone. */
async function hostile(args) {
  await native('epitome_hostile', args);
  if (process.exitCode !== 0 || args.length > 1) return;
  await ready(quick, 'declarations');
  await measure('tests/bench/hostile.mjs', args);
}

/**
 * An instrument of the tests. `command.mjs` beside it exports its command line as `command`, or the module
 * `line` does; `tests` is the folder of the tests that it has itself.
 */
function instrument(file, { wasm = quick, needs = [], tests, line } = {}) {
  return {
    line: line ?? join(dirname(file), 'command.mjs'),
    async run(args) {
      await ready(wasm, 'declarations', ...needs);
      if (tests !== undefined) await testInstrument(tests);
      await measure(file, args);
    },
  };
}

/** A command of this file's own. `declare` adds what its command line takes. */
const own = (what, run, declare = (line) => line) => ({ what, run, declare });

const commands = {
  setup: own('Installs what every build and test needs.', () =>
    ready(
      quick,
      ...[
        'emscripten',
        'packages',
        'packages-tests',
        'packages-page',
        'packages-providers',
        'packages-frameworks',
        'packages-stores',
        'databases',
        'chromium',
      ],
      ...['format-tools', 'tidy-tools'],
    ),
  ),
  native: own(
    'Builds the core natively.',
    async ([preset = 'native']) => {
      if (!presets.includes(preset)) throw new SetupError(`No such preset: ${preset}`);
      await buildPreset(preset, 'epitome_tests');
    },
    (line) => line.argument('[preset]', `of ${presets.join(', ')}`),
  ),
  wasm: own(
    'Builds core.mjs and core.wasm.',
    async (args) => {
      await buildPreset(args.includes('--debug') ? 'wasm-debug' : 'wasm-release');
    },
    (line) => line.option('--debug', 'with names and assertions'),
  ),
  package: own('Builds dist/ with everything that is published.', () =>
    ready(release, 'declarations'),
  ),
  all: own('Builds the package, and the core natively.', () =>
    ready(release, 'declarations', 'build-native'),
  ),
  test: {
    line: 'tests/command.mjs',
    async run(args) {
      // Its command line needs them.
      await ensurePackages();
      // The runner's own process outlives the installation of what it tests with.
      await handOverBare('tests/run.mjs', args);
    },
  },
  green: own('Runs the whole check in a fresh clone of HEAD.', () =>
    handOverBare('bindings/green.mjs'),
  ),
  promises: own('Lists the test files by the promise that each is about.', () =>
    handOverBare('tests/promises.mjs'),
  ),
  models: own('Writes js/models/table.ts from the catalogue of models.', async () => {
    await ensurePackages();
    await handOver('bindings/models.mjs');
  }),
  demo: {
    line: 'demo/command.mjs',
    async run(args) {
      await ready(quick, 'dist', 'packages-page');
      await handOver('demo/replay.mjs', args);
    },
  },
  pictures: own('Takes the pictures of the demo page anew.', async () => {
    await ready(quick, 'dist', 'packages-page', 'packages-tests', 'chromium');
    await measure('demo/pictures.mjs');
  }),
  bench: instrument('tests/bench/run.mjs', { wasm: release, needs: ['chromium'], tests: 'bench' }),
  sizes: instrument('tests/sizes/run.mjs', {
    wasm: release,
    needs: ['packages-page'],
    tests: 'sizes',
  }),
  counting: {
    line: 'tests/counting/command.mjs',
    async run([part, ...args]) {
      await ready(quick, 'declarations', 'packages-counting');
      if (part === 'fit') return fitTokens(args);
      await testInstrument('counting');
      await measure('tests/counting/run.mjs', part === undefined ? [] : [part, ...args]);
    },
  },
  replay: instrument('tests/replay/run.mjs', { tests: 'replay' }),
  canaries: instrument('tests/canaries/run.mjs', { tests: 'canaries/test' }),
  memory: {
    line: 'tests/memory/command.mjs',
    async run(args) {
      const peers = args.some((arg) => arg.includes('peers')) ? ['packages-memory'] : [];
      await instrument('tests/memory/run.mjs', { needs: peers, tests: 'memory' }).run(args);
    },
  },
  recall: instrument('tests/recall/run.mjs'),
  stores: own(
    'Prints what stored sessions take in databases: bytes, and rows that are read and written.',
    () => instrument('tests/stores/run.mjs', { needs: ['packages-stores', 'databases'] }).run([]),
  ),
  bundlers: instrument('tests/bundlers/run.mjs', { needs: ['chromium'] }),
  readme: instrument('tests/readme/run.mjs', { needs: ['chromium'] }),
  deploy: own(
    'Does what the page on deploying says, as far as it goes without an account, and measures the CPU time of a fold.',
    () => instrument('tests/deploy/run.mjs', { wasm: release }).run([]),
  ),
  golden: instrument('tests/golden.mjs', { line: 'tests/golden/command.mjs' }),
  fuzz: own(
    'Fuzzes the boundary, the session and saved states, so many seconds each.',
    async ([what = '60', ...args]) => {
      if (what === 'trials') return native('epitome_trials', args.length > 0 ? args : ['1000000']);
      if (what === 'hostile') return hostile(args);
      await commands.test.run(['--only', 'trials,fuzz', '--fuzz-seconds', what]);
    },
    (line) =>
      line
        .argument('[seconds]', 'or `trials`, or `hostile`', '60')
        .argument('[count]', 'trials: how many generated transcripts; hostile: megabytes')
        .argument('[first]', 'trials: the first seed; hostile: one reader'),
  ),
  lint: own('Checks the format and runs the linters.', async () => {
    await ready(quick, 'packages-tests', 'format-tools', 'tidy-tools');
    await step('checking format', checkFormat);
    await step('linting C++', lintCpp);
  }),
  format: own("Rewrites files in the project's format.", async () => {
    await ready(quick, 'packages-tests', 'format-tools');
    await step('formatting', fixFormat);
  }),
  env: own("Prints the variables that the CMake presets read, for a shell's eval.", async () => {
    const environment = await presetEnvironment({ wasm: true });
    for (const [name, value] of Object.entries(environment)) {
      process.stdout.write(`export ${name}='${value}'\n`);
    }
  }),
};

/** Ends the process where the arguments ask for help or are wrong, before anything is built. */
async function check(name, args) {
  if (args.length === 0) return;
  await ensurePackages();
  const { commandLine } = await import('./toolchain/command-line.mjs');
  const { line, what, declare } = commands[name];
  const command =
    line === undefined
      ? declare(commandLine(`node bindings/build.mjs ${name}`, what))
      : (await import(pathToFileURL(join(root, line)))).command;
  command.parse(args, { from: 'user' });
}

const usage = `node bindings/build.mjs COMMAND, of ${Object.keys(commands).join(', ')}`;

/** Runs the command of that name; its exit code is the process's. */
export async function runCommand(name, ...args) {
  if (!Object.hasOwn(commands, name ?? '')) {
    say(usage);
    process.exitCode = 2;
    return;
  }
  try {
    await check(name, args);
    await commands[name].run(args);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(`\n${error.message}`);
    process.exitCode = 1;
  }
}
