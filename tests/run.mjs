// Runs every test suite in order and ends with one line that counts them: `N passed, M failed`.
// Decides what a suite needs and how its result is counted; what is tested is the suites' matter.

import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { setUpBrowser } from '../bindings/toolchain/browser.mjs';
import { buildFolder, buildPreset } from '../bindings/toolchain/cmake.mjs';
import { checkFormat, lintCpp } from '../bindings/toolchain/format.mjs';
import { canFuzz } from '../bindings/toolchain/native.mjs';
import { ensurePackages, packagedNode } from '../bindings/toolchain/node.mjs';
import { root, run, SetupError, seconds, step, watch } from '../bindings/toolchain/shell.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    'fuzz-seconds': { type: 'string', default: '10' },
    list: { type: 'boolean', default: false },
  },
});

/** What a suite returns: its counts, or the reason why there was nothing to run. */
const skipped = (reason) => ({ passed: 0, failed: 0, note: reason });
const check = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

function matching(pattern) {
  return globSync(pattern, { cwd: root }).sort();
}

function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

/** Reads a count such as `[  PASSED  ] 12 tests` or `pass 12`; absent means none. */
function countIn(output, pattern) {
  return Number(output.match(pattern)?.[1] ?? 0);
}

/** A process that died early has no summary, so a bad exit code counts as a failure of its own. */
function counted(code, passed, failed) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function googleTest(preset) {
  if (matching('tests/{core,golden}/**/*_test.cc').length === 0) return skipped('no test files');
  // Some tests read the vocabularies that the package carries.
  await built();
  const folder = await buildPreset(preset);
  const { code, output } = await watch(join(folder, 'epitome_tests'), ['--gtest_brief=1']);
  return counted(
    code,
    countIn(output, /\[ {2}PASSED {2}\] (\d+) test/),
    countIn(output, /\[ {2}FAILED {2}\] (\d+) test/),
  );
}

async function nodeTest(node, patterns, env = {}) {
  const files = patterns.flatMap(matching);
  if (files.length === 0) return skipped('no test files');
  const { code, output } = await watch(node, ['--test', '--test-reporter=spec', ...files], {
    // A runner started by another would report to it instead of printing a summary.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
  });
  return counted(code, countIn(output, /^ℹ pass (\d+)/m), countIn(output, /^ℹ fail (\d+)/m));
}

/** A package of its own: nothing else needs the AI SDK's providers. */
const providers = join(root, 'tests/providers');

let packageBuild;
/** Builds dist/ once, whichever suite asks first. */
function built() {
  packageBuild ??= run(process.execPath, [join(root, 'bindings/build.mjs'), 'package'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return packageBuild;
}

let packed;
/**
 * Packs the package and installs the tarball into an empty project, as a user would. The project
 * lies outside the repository, whose node_modules would otherwise serve what the package forgot.
 */
function installed() {
  packed ??= built().then(() =>
    step('packing, and installing into an empty project', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'epitome-'));
      process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
      const project = join(folder, 'project');
      mkdirSync(project);
      await run('npm', ['pack', '--pack-destination', folder]);
      const tarball = join(
        folder,
        readdirSync(folder).find((name) => name.endsWith('.tgz')),
      );
      writeFileSync(
        join(project, 'package.json'),
        JSON.stringify({ name: 'project', private: true, type: 'module' }),
      );
      // Nothing but the tarball is needed: a dependency that slipped in would fail here.
      await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
        cwd: project,
      });
      return { EPITOME_TARBALL: tarball, EPITOME_INSTALLED: project };
    }),
  );
  return packed;
}

/** A sample of the transcripts that `npm run fuzz -- trials` plays by the million. */
async function trials() {
  const folder = await buildPreset('native');
  const { code } = await watch(join(folder, 'epitome_trials'), ['3000']);
  return check(code === 0);
}

async function fuzz() {
  const targets = matching('tests/fuzz/*_fuzz.cc').map((file) => basename(file, '.cc'));
  if (targets.length === 0) return skipped('no targets');
  let total = await trials();
  if (!canFuzz()) return total;
  await buildPreset('fuzz');
  for (const target of targets) {
    // What the fuzzer learns is kept between runs; inputs worth keeping for ever are seeds.
    const corpus = join(root, 'build/corpus', target);
    const crashes = join(root, 'build/crashes/');
    for (const folder of [corpus, crashes]) mkdirSync(folder, { recursive: true });
    const seeds = join(root, 'tests/fuzz/seeds', target);
    const dictionary = join(root, 'tests/fuzz', `${target}.dict`);
    const limit = options['fuzz-seconds'];
    const passed = await step(`fuzzing ${target} for ${limit} s`, () =>
      run(join(buildFolder('fuzz'), target), [
        `-max_total_time=${limit}`,
        `-artifact_prefix=${crashes}${target}-`,
        '-timeout=10',
        '-rss_limit_mb=2048',
        '-print_final_stats=0',
        ...(existsSync(dictionary) ? [`-dict=${dictionary}`] : []),
        corpus,
        ...(existsSync(seeds) ? [seeds] : []),
      ]).then(
        () => true,
        (error) => report(error),
      ),
    );
    total = add(total, check(passed));
  }
  return total;
}

async function packageChecks() {
  const { EPITOME_TARBALL: tarball } = await installed();
  const bin = (name) => join(root, 'node_modules/.bin', name);
  const publint = await watch(process.execPath, [bin('publint'), tarball, '--strict']);
  const attw = await watch(process.execPath, [
    bin('attw'),
    tarball,
    '--profile',
    'esm-only',
    // Not modules: the binaries that loaders and bundlers name.
    '--exclude-entrypoints',
    './core.wasm',
    './tokens.wasm',
    './bpe.wasm',
    './o200k_base.bin',
    './cl100k_base.bin',
    '--no-emoji',
  ]);
  return add(check(publint.code === 0), check(attw.code === 0));
}

/** Tests of the installed package; each runs on the Node given. */
async function runtime(folder, node, env = {}) {
  const pattern = `tests/runtime/${folder}/**/*.test.mjs`;
  if (matching(pattern).length === 0) return skipped('no test files');
  return nodeTest(node, [pattern], { ...(await installed()), ...env });
}

const suites = {
  format: {
    title: 'format, and lint of scripts',
    run: async () => check(await checkFormat().then(() => true)),
  },
  tidy: {
    title: 'lint of C++',
    run: async () => check(await step('clang-tidy', lintCpp).then(() => true)),
  },
  core: { title: 'core, native', run: () => googleTest('native') },
  asan: { title: 'core, native with sanitizers', run: () => googleTest('native-asan') },
  fuzz: { title: 'fuzz targets', run: fuzz },
  types: {
    title: 'TypeScript types',
    async run() {
      await built();
      await ensurePackages(providers);
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const { code } = await watch(process.execPath, [tsc, '--project', 'tests/tsconfig.json']);
      return check(code === 0);
    },
  },
  js: {
    title: 'driver, and golden cases through WebAssembly',
    async run() {
      await built();
      return nodeTest(packagedNode(), [
        'tests/js/**/*.test.ts',
        'tests/golden/**/*.test.ts',
        'tests/counting/test/*.test.mjs',
        'tests/replay/*.test.mjs',
        'tests/canaries/*.test.ts',
        'tests/canaries/*.test.mjs',
      ]);
    },
  },
  providers: {
    title: 'requests of real provider packages, by the rules of the providers',
    async run() {
      await built();
      await ensurePackages(providers);
      return nodeTest(packagedNode(), ['tests/providers/*.test.ts']);
    },
  },
  node20: { title: 'package on Node 20', run: () => runtime('node', packagedNode('node20')) },
  node22: { title: 'package on Node 22', run: () => runtime('node', packagedNode('node22')) },
  node24: { title: 'package on Node 24', run: () => runtime('node', packagedNode()) },
  workerd: { title: 'package in workerd', run: () => runtime('workerd', packagedNode()) },
  browser: {
    title: 'package in Chromium',
    async run() {
      if (matching('tests/runtime/browser/**/*.test.mjs').length === 0) {
        return skipped('no test files');
      }
      return runtime('browser', packagedNode(), { CHROME_PATH: await setUpBrowser() });
    },
  },
  package: { title: 'package contents and types', run: packageChecks },
};

/** Shows why a suite failed; false, so that it reads as a result. */
function report(error) {
  console.log(error instanceof SetupError ? error.message : error);
  return false;
}

function table(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, passed, failed, ms, note } of rows) {
    const verdict = failed > 0 ? 'FAILED' : note ? 'skipped' : 'ok';
    const counts = note ?? `${passed} passed, ${failed} failed`;
    console.log(
      `  ${name.padEnd(width)}  ${verdict.padEnd(7)}  ${counts.padEnd(28)}  ${seconds(ms)}`,
    );
  }
}

const only = options.only.flatMap((value) => value.split(','));
const unknown = only.filter((name) => !(name in suites));
if (unknown.length > 0 || options.list) {
  if (unknown.length > 0) console.log(`No such suite: ${unknown.join(', ')}\n`);
  for (const [name, { title }] of Object.entries(suites)) {
    console.log(`  ${name.padEnd(9)}  ${title}`);
  }
  process.exit(unknown.length > 0 ? 2 : 0);
}

const chosen = Object.entries(suites).filter(([name]) => only.length === 0 || only.includes(name));
const rows = [];
for (const [name, suite] of chosen) {
  console.log(`\n== ${name}: ${suite.title}`);
  const start = performance.now();
  let result;
  try {
    result = await suite.run();
  } catch (error) {
    result = check(report(error));
  }
  rows.push({ name, ms: performance.now() - start, ...result });
}

console.log('\n== summary');
table(rows);
const { passed, failed } = rows.reduce(add, { passed: 0, failed: 0 });
// A run that tested nothing must not look like one that found nothing.
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed`);
