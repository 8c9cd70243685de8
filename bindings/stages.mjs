// The jobs of set-up and build, and which of them wait for which. bindings/toolchain/ does the work.

import { buildDeclarations, buildDistribution } from './distribution.mjs';
import { browserPackages, setUpBrowser } from './toolchain/browser.mjs';
import { buildPreset, presetPackages } from './toolchain/cmake.mjs';
import { databasePackages, setUpDatabases } from './toolchain/databases.mjs';
import { emscriptenPackages, setUpEmscripten } from './toolchain/emscripten.mjs';
import { ensureTools, toolPackages } from './toolchain/native.mjs';
import { ensurePackages, packages } from './toolchain/node.mjs';

/** Cores of a job that mostly waits for the network. */
const waits = 0;
/** Cores of a build, which uses all there are. */
const all = Number.POSITIVE_INFINITY;

/** `system` gives what has to be installed into the system for a job. */
const building = (preset, target) => ({
  cores: all,
  system: () => presetPackages(preset),
  run: () => buildPreset(preset, target),
});
const tool = (name) => ({
  cores: waits,
  system: () => toolPackages([name]),
  run: () => ensureTools([name]),
});

/**
 * In the order of their urgency: what takes longest until something can be tested comes first. `wasm` is
 * the preset of the package's WebAssembly: `wasm-release`, or `wasm-quick` where its size matters to no one.
 */
export const stages = (wasm) => [
  { name: 'emscripten', cores: waits, system: emscriptenPackages, run: setUpEmscripten },
  { name: 'packages', cores: waits, run: () => ensurePackages() },
  { name: 'packages-tests', cores: waits, run: () => ensurePackages(packages.tests) },
  { name: 'packages-page', cores: waits, run: () => ensurePackages(packages.page) },
  { name: 'packages-releases', cores: waits, run: () => ensurePackages(packages.releases) },
  { name: 'packages-providers', cores: waits, run: () => ensurePackages(packages.providers) },
  { name: 'packages-frameworks', cores: waits, run: () => ensurePackages(packages.frameworks) },
  { name: 'packages-stores', cores: waits, run: () => ensurePackages(packages.stores) },
  { name: 'databases', cores: waits, system: databasePackages, run: setUpDatabases },
  { name: 'packages-counting', cores: waits, run: () => ensurePackages(packages.counting) },
  { name: 'packages-memory', cores: waits, run: () => ensurePackages(packages.memory) },
  { name: 'chromium', cores: waits, system: browserPackages, run: setUpBrowser },
  { name: 'build-wasm', needs: ['emscripten'], ...building(wasm) },
  { name: 'dist', needs: ['packages', 'build-wasm'], run: () => buildDistribution(wasm) },
  { name: 'declarations', needs: ['dist', 'packages-tests'], run: () => buildDeclarations(wasm) },
  { name: 'format-tools', ...tool('clang-format-19') },
  { name: 'tidy-tools', ...tool('clang-tidy-19') },
];

/** What only tests. Emscripten's set-up installs the compiler of most. */
export const nativeStages = [
  {
    name: 'build-native',
    needs: ['emscripten'],
    ...building('native', 'epitome_tests'),
  },
  {
    name: 'build-trials',
    needs: ['emscripten'],
    ...building('native', 'epitome_trials'),
  },
  {
    name: 'build-wasm-trials',
    needs: ['emscripten'],
    ...building('wasm-trials', 'epitome_trials'),
  },
  { name: 'build-asan', ...building('native-asan', 'epitome_tests') },
  { name: 'build-fuzz', ...building('native-asan', 'epitome_fuzz') },
];
