// Turns a CMake preset into a finished build. Configures only when something has changed, and two
// processes never build in one folder at once.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasApt } from './debian.mjs';
import { setUpEmscripten } from './emscripten.mjs';
import { ensureTools, setUpNlohmann, toolPackages } from './native.mjs';
import { readIfPresent, root, run, step, withLock } from './shell.mjs';

/** Clang is preferred, not required: CMakeLists.txt falls back to the system's compiler. */
const clang = hasApt() ? 'clang++-19' : 'g++';

/** Not required: CMakeLists.txt does without. */
const cache = hasApt() ? ['ccache'] : [];

/** The tools behind each preset. */
const needs = {
  native: ['cmake', 'ninja', ...cache, clang, 'gtest'],
  'native-gcc': ['cmake', 'ninja', ...cache, 'g++', 'gtest'],
  'native-asan': ['cmake', 'ninja', ...cache, clang, 'sanitizers', 'gtest'],
  lint: ['cmake', 'ninja', clang, 'gtest'],
  'wasm-release': ['cmake', 'ninja', ...cache],
  'wasm-quick': ['cmake', 'ninja', ...cache],
  'wasm-trials': ['cmake', 'ninja', ...cache],
  'wasm-debug': ['cmake', 'ninja', ...cache],
};

export const presets = Object.keys(needs);

/** What has to be installed into the system for a preset, Emscripten's own needs aside. */
export function presetPackages(preset) {
  return toolPackages(needs[preset]);
}

/**
 * What ccache needs to recognise a unit in another clone: paths below the root count as relative, and
 * precompiled headers are compared by what bindings/precompile.cmake says of them.
 */
const compilerCache = {
  CCACHE_BASEDIR: root,
  CCACHE_NOHASHDIR: 'true',
  // Includes are read from what the compiler tells, not by preprocessing first.
  CCACHE_DEPEND: 'true',
  CCACHE_PCH_EXTSUM: 'true',
  CCACHE_SLOPPINESS: 'pch_defines,time_macros',
  // Emscripten's compiler is Clang behind a script.
  CCACHE_COMPILERTYPE: 'clang',
};

/** The environment that a preset reads its paths from; sets up what is missing. */
export async function presetEnvironment({ wasm }) {
  const environment = {};
  if (wasm) {
    const emscripten = await setUpEmscripten();
    environment.EPITOME_EMSCRIPTEN = emscripten.root;
    Object.assign(environment, emscripten.env);
    if (emscripten.nlohmann) environment.EPITOME_NLOHMANN_JSON = emscripten.nlohmann;
  }
  environment.EPITOME_NLOHMANN_JSON ??= (await setUpNlohmann()) ?? '';
  return environment;
}

export function buildFolder(preset) {
  return join(root, 'build', preset);
}

/** Configures a preset if that is needed, calls `work(environment)` and returns the build folder. */
async function inPreset(preset, work) {
  await ensureTools(needs[preset]);
  const environment = await presetEnvironment({ wasm: preset.startsWith('wasm-') });
  const env = { ...process.env, ...compilerCache, ...environment };
  const folder = buildFolder(preset);
  // CMake notices changes of its own files, but neither of the presets nor of the paths they read.
  const stamp = join(folder, '.epitome-configured');
  const inputs = createHash('sha256')
    .update(readFileSync(join(root, 'CMakePresets.json')))
    .update(JSON.stringify(environment))
    .digest('hex');
  await withLock(`${folder}.lock`, async () => {
    if (readIfPresent(stamp) !== inputs || !existsSync(join(folder, 'build.ninja'))) {
      await step(`configuring ${preset}`, () =>
        run('cmake', ['--preset', preset, '--fresh'], { env }),
      );
      writeFileSync(stamp, inputs);
    }
    await work(env);
  });
  return folder;
}

/** Makes a preset's compile_commands.json without compiling anything. */
export function configurePreset(preset) {
  return inPreset(preset, async () => {});
}

/** Builds one target of a preset, or all. */
export function buildPreset(preset, target) {
  return inPreset(preset, (env) =>
    step(`building ${preset}`, () =>
      run('cmake', ['--build', '--preset', preset, ...(target ? ['--target', target] : [])], {
        env,
      }),
    ),
  );
}
