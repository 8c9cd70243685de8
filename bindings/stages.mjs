// What has to be set up and built before something can run, as jobs that wait for each other. Decides
// what needs what; how each is done is the toolchain's and the build's matter.

import { buildDeclarations, buildDistribution } from './distribution.mjs';
import { setUpBrowser } from './toolchain/browser.mjs';
import { buildPreset } from './toolchain/cmake.mjs';
import { setUpPostgres, setUpRedis } from './toolchain/databases.mjs';
import { setUpEmscripten } from './toolchain/emscripten.mjs';
import { ensureTools } from './toolchain/native.mjs';
import { ensurePackages, packages } from './toolchain/node.mjs';

/** Cores of a job that mostly waits for the network. */
const waits = 0;
/** Cores of a build, which uses all there are. */
const all = Number.POSITIVE_INFINITY;

/** In the order of their urgency: what takes longest until something can be tested comes first. */
export const stages = [
  { name: 'emscripten', cores: waits, run: setUpEmscripten },
  { name: 'packages', cores: waits, run: () => ensurePackages() },
  { name: 'packages-tests', cores: waits, run: () => ensurePackages(packages.tests) },
  { name: 'packages-releases', cores: waits, run: () => ensurePackages(packages.releases) },
  { name: 'packages-providers', cores: waits, run: () => ensurePackages(packages.providers) },
  { name: 'packages-ai-sdk', cores: waits, run: () => ensurePackages(packages.aiSdk) },
  { name: 'packages-frameworks', cores: waits, run: () => ensurePackages(packages.frameworks) },
  { name: 'packages-hosts', cores: waits, run: () => ensurePackages(packages.hosts) },
  { name: 'packages-worker', cores: waits, run: () => ensurePackages(packages.worker) },
  { name: 'packages-next', cores: waits, run: () => ensurePackages(packages.next) },
  { name: 'packages-counting', cores: waits, run: () => ensurePackages(packages.counting) },
  { name: 'packages-memory', cores: waits, run: () => ensurePackages(packages.memory) },
  { name: 'packages-recall', cores: waits, run: () => ensurePackages(packages.recall) },
  { name: 'chromium', cores: waits, run: setUpBrowser },
  {
    name: 'databases',
    cores: waits,
    async run() {
      await setUpPostgres();
      await setUpRedis();
    },
  },
  { name: 'build-wasm', needs: ['emscripten'], cores: all, run: () => buildPreset('wasm-release') },
  { name: 'dist', needs: ['packages', 'build-wasm'], run: buildDistribution },
  { name: 'declarations', needs: ['dist', 'packages-tests'], run: buildDeclarations },
  // Emscripten's set-up installs the compiler.
  {
    name: 'build-native',
    needs: ['emscripten'],
    cores: all,
    run: () => buildPreset('native', 'epitome_tests'),
  },
  { name: 'build-gcc', cores: all, run: () => buildPreset('native-gcc', 'epitome_trials') },
  { name: 'build-asan', cores: all, run: () => buildPreset('native-asan', 'epitome_tests') },
  { name: 'build-fuzz', cores: all, run: () => buildPreset('native-asan', 'epitome_fuzz') },
  { name: 'format-tools', cores: waits, run: () => ensureTools(['clang-format-19']) },
  { name: 'tidy-tools', cores: waits, run: () => ensureTools(['clang-tidy-19']) },
];
