// What each npm script sets up, builds and runs. Starts on Node 20 with nothing installed, so it imports
// only Node and the set-up.

import { join } from 'node:path';
import { nativeStages, stages } from './stages.mjs';
import { buildPreset, presetEnvironment, presets } from './toolchain/cmake.mjs';
import { checkFormat, fixFormat, lintCpp } from './toolchain/format.mjs';
import { runJobs } from './toolchain/jobs.mjs';
import { toolNode } from './toolchain/node.mjs';
import { become, filesBelow, root, run, SetupError, say, step } from './toolchain/shell.mjs';

/** The package as published, and as it is built where neither size nor speed is looked at. */
const release = 'wasm-release';
const quick = 'wasm-quick';

const usage = `node bindings/build.mjs COMMAND

  setup             install what every build and test needs
  native [PRESET]   build the core natively (${presets.join(', ')})
  wasm [--debug]    build core.mjs and core.wasm
  package           build dist/ with everything that is published
  all               native and package
  demo [ARGS]       build, then run demo/replay.mjs
  pictures          build, then run demo/pictures.mjs
  test [ARGS]       run tests/run.mjs, which builds what its suites need
  bench [ARGS]      build, then run tests/bench/run.mjs
  sizes [ARGS]      build, then run tests/sizes/run.mjs
  counting [ARGS]   build, then run tests/counting/run.mjs; with fit: fit the estimator's weights anew
  replay [ARGS]     build, then run tests/replay/run.mjs
  canaries [ARGS]   build, then run tests/canaries/run.mjs
  memory [ARGS]     build, then run tests/memory/run.mjs
  bundlers [ARGS]   build, then run tests/bundlers/run.mjs
  readme [ARGS]     build, then run tests/readme/run.mjs
  deploy            build, then run tests/deploy/run.mjs
  golden [ARGS]     build, then run tests/golden.mjs
  fuzz [SECONDS]    build the fuzz targets and run each (default 60)
  fuzz hostile [MB]  time what reads a range on texts made to be slow, at a tenth and at all of the size
  fuzz trials [COUNT [FIRST]]  play so many generated transcripts (default 1,000,000) natively
  lint              check format and run the linters
  format            rewrite files in the project's format
  env               print the variables that the CMake presets read, for a shell's eval`;

/** Sets up and builds what the named stages make; the package with the WebAssembly of a preset. */
async function ready(wasm, ...names) {
  const rows = await runJobs([...stages(wasm), ...nativeStages], names);
  if (rows.some(({ failed }) => failed > 0)) throw new SetupError('Setting up did not succeed.');
}

/** Hands over to a script of the repository, run by the Node that the project's tools need. */
async function handOver(script, args) {
  process.exitCode = await become(toolNode(), [join(root, script), ...args], {
    cwd: process.cwd(),
  });
}

/** Runs the tests of an instrument itself: what is broken must not measure. */
async function testInstrument(folder) {
  const files = filesBelow(`tests/${folder}`, /\.test\.(ts|mjs)$/);
  if (files.length === 0) return;
  await step('testing the instrument', () => run(toolNode(), ['--test', ...files]));
}

/** A command that builds the package and hands over to a script that measures what it does. */
function measures(room, { wasm = quick, needs = [], tests = room } = {}) {
  return async (args) => {
    await ready(wasm, 'declarations', ...needs);
    await testInstrument(tests);
    await handOver(`tests/${room}/run.mjs`, args);
  };
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
  await handOver('tests/bench/hostile.mjs', args);
}

const commands = {
  setup: () =>
    ready(
      quick,
      ...[
        'emscripten',
        'packages',
        'packages-tests',
        'packages-page',
        'packages-providers',
        'chromium',
      ],
      ...['format-tools', 'tidy-tools'],
    ),
  async native([preset = 'native']) {
    if (!presets.includes(preset))
      throw new SetupError(`No such preset: ${preset} (${presets.join(', ')})`);
    await buildPreset(preset, 'epitome_tests');
  },
  async wasm(args) {
    await buildPreset(args.includes('--debug') ? 'wasm-debug' : 'wasm-release');
  },
  package: () => ready(release, 'declarations'),
  all: () => ready(release, 'declarations', 'build-native'),
  async demo(args) {
    await ready(quick, 'dist', 'packages-page');
    await handOver('demo/replay.mjs', args);
  },
  async pictures(args) {
    await ready(quick, 'dist', 'packages-page', 'packages-tests', 'chromium');
    await handOver('demo/pictures.mjs', args);
  },
  async test(args) {
    // The runner's own process outlives the installation of what it tests with.
    process.exitCode = await become(process.execPath, [join(root, 'tests/run.mjs'), ...args]);
  },
  bench: measures('bench', { wasm: release, needs: ['chromium'] }),
  sizes: measures('sizes', { wasm: release, needs: ['packages-page'] }),
  async counting([part, ...args]) {
    await ready(quick, 'declarations', 'packages-counting');
    if (part === 'fit') return fitTokens(args);
    await testInstrument('counting');
    await handOver('tests/counting/run.mjs', part === undefined ? [] : [part, ...args]);
  },
  replay: measures('replay'),
  canaries: measures('canaries', { tests: 'canaries/test' }),
  async bundlers(args) {
    await ready(quick, 'declarations', 'chromium');
    await handOver('tests/bundlers/run.mjs', args);
  },
  async readme(args) {
    await ready(quick, 'declarations', 'chromium');
    await handOver('tests/readme/run.mjs', args);
  },
  async deploy(args) {
    await ready(release, 'declarations');
    await handOver('tests/deploy/run.mjs', args);
  },
  async golden(args) {
    await ready(quick, 'declarations');
    await handOver('tests/golden.mjs', args);
  },
  async memory(args) {
    const needs = args.some((arg) => arg.includes('peers')) ? ['packages-memory'] : [];
    await measures('memory', { needs })(args);
  },
  async fuzz([duration = '60', ...args]) {
    if (duration === 'trials')
      return native('epitome_trials', args.length > 0 ? args : ['1000000']);
    if (duration === 'hostile') return hostile(args);
    await commands.test(['--only', 'trials,fuzz', '--fuzz-seconds', duration]);
  },
  async lint() {
    await ready(quick, 'packages-tests', 'format-tools', 'tidy-tools');
    await step('checking format', checkFormat);
    await step('linting C++', lintCpp);
  },
  async format() {
    await ready(quick, 'packages-tests', 'format-tools');
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
