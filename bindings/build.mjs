// The one driver behind the npm scripts: decides what each of them sets up, builds and runs. Starts on
// Node 20 with nothing installed, so it imports only Node and the set-up.

import { join } from 'node:path';
import { stages } from './stages.mjs';
import { buildPreset, presetEnvironment, presets } from './toolchain/cmake.mjs';
import { checkFormat, fixFormat, lintCpp } from './toolchain/format.mjs';
import { runJobs } from './toolchain/jobs.mjs';
import { toolNode } from './toolchain/node.mjs';
import { become, root, SetupError, say, step } from './toolchain/shell.mjs';

const usage = `node bindings/build.mjs COMMAND

  setup             install what every build and test needs
  native [PRESET]   build the core natively (${presets.join(', ')})
  wasm [--debug]    build core.mjs and core.wasm
  package           build dist/ with everything that is published
  all               native and package
  demo [ARGS]       build, then run demo/replay.mjs
  test [ARGS]       run tests/run.mjs, which builds what its suites need
  bench [ARGS]      build, then run tests/bench/run.mjs
  ratchet [ARGS]    build, then run tests/ratchet/run.mjs
  counting [ARGS]   build, then run tests/counting/run.mjs; with fit: fit the estimator's weights anew
  replay [ARGS]     build, then run tests/replay/run.mjs
  canaries [ARGS]   build, then run tests/canaries/run.mjs
  memory [ARGS]     build, then run tests/memory/run.mjs
  recall [ARGS]     build, then run tests/recall/run.mjs
  models [SOURCE]   write js/models/table.ts anew, from a version of its source (default: the newest), or
                    from a folder or tarball that has it
  fuzz [SECONDS]    build the fuzz targets and run each (default 60)
  fuzz hostile [MB]  time what reads a range on texts made to be slow, at a tenth and at all of the size
  fuzz trials [COUNT [FIRST]]  play so many generated transcripts (default 1,000,000) natively
  lint              check format and run the linters
  format            rewrite files in the project's format
  env               print the variables that the CMake presets read, for a shell's eval`;

/** Sets up and builds what the named stages make. */
async function ready(...names) {
  const rows = await runJobs(stages, names);
  if (rows.some(({ failed }) => failed > 0)) throw new SetupError('Setting up did not succeed.');
}

/** Hands over to a script of the repository, run by the Node that the project's tools need. */
async function handOver(script, args) {
  process.exitCode = await become(toolNode(), [join(root, script), ...args], {
    cwd: process.cwd(),
  });
}

/** A command that builds the package and hands over to a script that measures it. */
function measures(script, ...needs) {
  return async (args) => {
    await ready('declarations', ...needs);
    await handOver(script, args);
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
    if (name !== 'hardness.mjs') await ready('declarations');
  }
  await step('formatting', fixFormat);
}

/** Builds a native program and runs it in this one's place. */
async function native(program, args) {
  const folder = await buildPreset('native', program);
  process.exitCode = await become(join(folder, program), args, { cwd: process.cwd() });
}

const commands = {
  setup: () =>
    ready(
      ...['emscripten', 'packages', 'packages-tests', 'packages-providers', 'chromium'],
      ...['databases', 'format-tools', 'tidy-tools'],
    ),
  async native([preset = 'native']) {
    if (!presets.includes(preset))
      throw new SetupError(`No such preset: ${preset} (${presets.join(', ')})`);
    await buildPreset(preset, 'epitome_tests');
  },
  async wasm(args) {
    await buildPreset(args.includes('--debug') ? 'wasm-debug' : 'wasm-release');
  },
  package: () => ready('declarations'),
  all: () => ready('declarations', 'build-native'),
  async demo(args) {
    await ready('dist');
    await handOver('demo/replay.mjs', args);
  },
  async test(args) {
    // The runner's own process outlives the installation of what it tests with.
    process.exitCode = await become(process.execPath, [join(root, 'tests/run.mjs'), ...args]);
  },
  bench: measures('tests/bench/run.mjs', 'chromium'),
  ratchet: measures('tests/ratchet/run.mjs'),
  async counting([part, ...args]) {
    await ready('declarations', 'packages-counting');
    if (part === 'fit') return fitTokens(args);
    await handOver('tests/counting/run.mjs', part === undefined ? [] : [part, ...args]);
  },
  replay: measures('tests/replay/run.mjs'),
  canaries: measures('tests/canaries/run.mjs'),
  async memory(args) {
    const peers = args.some((arg) => arg.includes('peers')) ? ['packages-memory'] : [];
    await measures('tests/memory/run.mjs', ...peers)(args);
  },
  async recall(args) {
    await ready('declarations', 'packages-recall');
    const script = join(root, 'tests/recall/run.mjs');
    // What an index takes is weighed after a collection.
    process.exitCode = await become(toolNode(), ['--expose-gc', script, ...args], {
      cwd: process.cwd(),
    });
  },
  async models(args) {
    await ready('packages-tests', 'format-tools');
    // It shares the spelling of names with js/, which Node 20 can't read.
    process.exitCode = await become(toolNode(), [join(root, 'bindings/models.mjs'), ...args], {
      cwd: process.cwd(),
    });
  },
  async fuzz([duration = '60', ...args]) {
    if (duration === 'trials')
      return native('epitome_trials', args.length > 0 ? args : ['1000000']);
    if (duration === 'hostile') return native('epitome_hostile', args);
    await commands.test(['--only', 'trials,fuzz', '--fuzz-seconds', duration]);
  },
  async lint() {
    await ready('packages-tests', 'format-tools', 'tidy-tools');
    await step('checking format', checkFormat);
    await step('linting C++', lintCpp);
  },
  async format() {
    await ready('packages-tests', 'format-tools');
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
