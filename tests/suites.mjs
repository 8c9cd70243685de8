/**
 * The test suites: what each needs, how it runs and how its result is counted; what is tested is the
 * suites' own matter. `npm test` runs those that are quick, `npm run test:all` all.
 */

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setUpBrowser } from '../bindings/toolchain/browser.mjs';
import { buildFolder } from '../bindings/toolchain/cmake.mjs';
import { checkFormat, lintCpp } from '../bindings/toolchain/format.mjs';
import { packagedNode, packages } from '../bindings/toolchain/node.mjs';
import { filesBelow, root, run, say, step, watch } from '../bindings/toolchain/shell.mjs';

/** Keeps all cores busy by itself. */
const all = Number.POSITIVE_INFINITY;

const check = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });

/** True unless `work` throws; then its message is in the log. */
async function succeeds(work) {
  try {
    await work();
    return true;
  } catch (error) {
    say(error.message);
    return false;
  }
}

/** Reads a count such as `[  PASSED  ] 12 tests` or `pass 12`; absent means none. */
const countIn = (output, pattern) => Number(output.match(pattern)?.[1] ?? 0);

/** A process that died early has no summary, so a bad exit code counts as a failure of its own. */
const counted = (code, passed, failed) => ({
  passed,
  failed: code !== 0 && failed === 0 ? 1 : failed,
});

/** Runs GoogleTest in as many processes as there are cores, each with a share of the tests. */
async function googleTest(preset, env = {}) {
  const program = join(buildFolder(preset), 'epitome_tests');
  const shards = availableParallelism();
  const runs = Array.from({ length: shards }, async (_, index) => {
    const { code, output } = await watch(program, ['--gtest_brief=1'], {
      env: {
        ...process.env,
        ...env,
        GTEST_TOTAL_SHARDS: `${shards}`,
        GTEST_SHARD_INDEX: `${index}`,
      },
    });
    return counted(
      code,
      countIn(output, /\[ {2}PASSED {2}\] (\d+) test/),
      countIn(output, /\[ {2}FAILED {2}\] (\d+) test/),
    );
  });
  return (await Promise.all(runs)).reduce(add);
}

/** Runs files of Node's test runner with the Node given. */
async function nodeTest(node, files, env = {}) {
  const { code, output } = await watch(
    node,
    ['--test', '--test-reporter=spec', `--test-concurrency=${availableParallelism()}`, ...files],
    {
      // A runner started by another would report to it instead of printing a summary.
      env: {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        NO_COLOR: '1',
        FORCE_COLOR: '0',
        ...env,
      },
    },
  );
  return counted(code, countIn(output, /^ℹ pass (\d+)/m), countIn(output, /^ℹ fail (\d+)/m));
}

let packed;
/**
 * Packs the package and installs the tarball into an empty project, as a user would. The project
 * lies outside the repository, whose node_modules would otherwise serve what the package forgot.
 */
async function pack() {
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
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
  packed = { EPITOME_TARBALL: tarball, EPITOME_INSTALLED: project };
}

/** Tests of the installed package; each runs on the Node given. */
const runtime = (folder, node, env = {}) =>
  nodeTest(node, filesBelow(`tests/runtime/${folder}`, /\.test\.mjs$/), { ...packed, ...env });

async function packageChecks() {
  const bin = (name) => join(packages.tests, 'node_modules/.bin', name);
  const { EPITOME_TARBALL: tarball } = packed;
  const publint = await watch(packagedNode(), [bin('publint'), tarball, '--strict']);
  const attw = await watch(packagedNode(), [
    bin('attw'),
    tarball,
    '--profile',
    'esm-only',
    // Not modules: the binaries that loaders and bundlers name.
    '--exclude-entrypoints',
    './core.wasm',
    './fold.wasm',
    './tokens.wasm',
    './bpe.wasm',
    './recall.wasm',
    './o200k_base.bin',
    './cl100k_base.bin',
    '--no-emoji',
  ]);
  return add(check(publint.code === 0), check(attw.code === 0));
}

async function types() {
  const tsc = join(packages.tests, 'node_modules/typescript/bin/tsc');
  const { code } = await watch(process.execPath, [tsc, '--project', 'tests/tsconfig.json']);
  return check(code === 0);
}

/** Plays generated transcripts natively: a sample of what `npm run fuzz -- trials` plays by the million. */
async function trials(count) {
  const { code } = await watch(join(buildFolder('native-gcc'), 'epitome_trials'), [`${count}`]);
  return check(code === 0);
}

/**
 * Runs each fuzz target. For `seconds` where those are given, and what the fuzzer learns is kept; else
 * with the same inputs at each run, so that a change is not held up by a fault that it did not bring.
 */
async function fuzz(seconds) {
  let total = { passed: 0, failed: 0 };
  const crashes = join(root, 'build/crashes/');
  mkdirSync(crashes, { recursive: true });
  for (const target of filesBelow('tests/fuzz', /_fuzz\.cc$/).map((file) =>
    basename(file, '.cc'),
  )) {
    const corpus = join(root, seconds ? 'build/corpus' : 'build/fixed-corpus', target);
    if (!seconds) rmSync(corpus, { recursive: true, force: true });
    mkdirSync(corpus, { recursive: true });
    // Inputs worth keeping for ever.
    const seeds = join(root, 'tests/fuzz/seeds', target);
    const dictionary = join(root, 'tests/fuzz', `${target}.dict`);
    const passed = await succeeds(() =>
      step(`fuzzing ${target}${seconds ? ` for ${seconds} s` : ''}`, () =>
        run(join(buildFolder('native-asan'), target), [
          ...(seconds
            ? [`-max_total_time=${seconds}`]
            : ['-seed=1', '-runs=50000', '-max_total_time=10']),
          `-artifact_prefix=${crashes}${target}-`,
          '-timeout=10',
          '-rss_limit_mb=2048',
          '-print_final_stats=0',
          ...(existsSync(dictionary) ? [`-dict=${dictionary}`] : []),
          // The fuzzer writes into the first.
          corpus,
          ...(existsSync(seeds) ? [seeds] : []),
        ]),
      ),
    );
    total = add(total, check(passed));
  }
  return total;
}

/** JavaScript suites that play through the repository's own build. */
const driverTests = () => [
  ...filesBelow('tests/js', /\.test\.(?:mjs|ts)$/),
  ...filesBelow('tests/golden', /\.test\.ts$/),
  ...filesBelow('tests/counting/test', /\.test\.mjs$/),
  ...filesBelow('tests/replay', /\.test\.mjs$/),
  ...filesBelow('tests/memory', /\.test\.ts$/),
  ...filesBelow('tests/recall', /\.test\.mjs$/),
  ...filesBelow('tests/canaries', /\.test\.ts$/),
  ...filesBelow('tests/canaries', /\.test\.mjs$/),
];

/** Tests of stores whose engines are there anyway; the others need servers or a browser. */
const quickStores = ['chat-server', 'docs', 'memory', 'sessions', 'sqlite', 'workers'];

const storeTests = (isChosen) =>
  filesBelow('tests/stores', /\.test\.mjs$/).filter((file) =>
    isChosen(basename(file, '.test.mjs')),
  );

/** Tests of the AI SDK by name. */
const aiSdkTests = (names) => names.map((name) => `tests/ai-sdk/${name}.test.mjs`);
const hostTests = () => filesBelow('tests/hosts', /\.test\.mjs$/);

/** Puts the package beside others, where it finds those that it imports. Adds nothing to an environment. */
function installedAmong(folder) {
  const target = join(folder, 'node_modules/epitome');
  rmSync(target, { recursive: true, force: true });
  cpSync(join(packed.EPITOME_INSTALLED, 'node_modules/epitome'), target, { recursive: true });
  return {};
}

/**
 * The jobs of the suites, for `runJobs`. `quick` are those of `npm test`. `cases`: how many message
 * arrays the driver's properties send; `fuzzSeconds`: for each fuzz target,
 * with inputs of its own; without it all runs have the same. `transcripts`: a folder of recorded sessions.
 */
export function suites({ cases, transcripts, fuzzSeconds }) {
  const table = {
    core: {
      title: 'the core and its golden cases, native',
      quick: true,
      needs: ['build-native', 'dist'],
      cores: all,
      run: () => googleTest('native'),
    },
    js: {
      title: 'the driver, and golden cases through WebAssembly',
      quick: true,
      needs: ['declarations'],
      cores: all,
      run: () => nodeTest(packagedNode(), driverTests(), cases ? { EPITOME_CASES: cases } : {}),
    },
    types: {
      title: 'TypeScript types',
      quick: true,
      needs: ['declarations', 'packages-providers'],
      run: types,
    },
    format: {
      title: 'format, and lint of scripts',
      quick: true,
      needs: ['packages-tests', 'format-tools'],
      run: async () => check(await succeeds(checkFormat)),
    },
    package: {
      title: 'contents and types of the package',
      quick: true,
      needs: ['tarball'],
      run: packageChecks,
    },
    ratchet: {
      title: 'sizes, memory and counts beside what is recorded',
      quick: true,
      needs: ['tarball'],
      async run() {
        const script = join(root, 'tests/ratchet/run.mjs');
        const { code } = await watch(packagedNode(), [script], {
          env: { ...process.env, ...packed },
        });
        return check(code === 0);
      },
    },
    node24: {
      title: 'the package on Node 24',
      quick: true,
      needs: ['tarball'],
      run: () =>
        runtime('node', packagedNode(), transcripts ? { EPITOME_TRANSCRIPTS: transcripts } : {}),
    },
    workerd: {
      title: 'the package in workerd',
      quick: true,
      needs: ['tarball'],
      run: () => runtime('workerd', packagedNode()),
    },
    worker: {
      title: 'the Worker template, on Workers and as a Node server',
      quick: true,
      needs: ['tarball', 'packages-worker', 'chromium'],
      run: async () =>
        nodeTest(packagedNode(), filesBelow('tests/worker', /\.test\.mjs$/), {
          ...packed,
          CHROME_PATH: await setUpBrowser(),
        }),
    },
    next: {
      title: 'the page on Vercel: Next.js by Turbopack and webpack, on Node and Edge',
      needs: ['tarball', 'packages-next', 'databases'],
      cores: all,
      run: () => nodeTest(packagedNode(), filesBelow('tests/next', /\.test\.mjs$/), packed),
    },
    browser: {
      title: 'the package in Chromium',
      quick: true,
      needs: ['tarball', 'chromium'],
      run: async () => runtime('browser', packagedNode(), { CHROME_PATH: await setUpBrowser() }),
    },
    'browser-large': {
      title: 'fifty megabytes in the page of the demo, in Chromium',
      needs: ['tarball', 'chromium'],
      run: async () =>
        runtime('browser-large', packagedNode(), { CHROME_PATH: await setUpBrowser() }),
    },
    stores: {
      title: 'stores in memory, SQLite and workerd, and sessions in them',
      quick: true,
      needs: ['declarations'],
      run: () =>
        nodeTest(
          packagedNode(),
          storeTests((name) => quickStores.includes(name)),
        ),
    },
    'stores-rest': {
      title: 'stores in PostgreSQL, Redis, Chromium and unstorage, and faults',
      needs: ['declarations', 'databases', 'chromium'],
      cores: all,
      run: async () =>
        nodeTest(
          packagedNode(),
          storeTests((name) => !quickStores.includes(name)),
          { CHROME_PATH: await setUpBrowser() },
        ),
    },
    trials: {
      title: 'generated transcripts, native by GCC',
      needs: ['build-gcc'],
      cores: all,
      run: () => trials(20_000),
    },
    'core-full': {
      title: 'the core, native, with all generated cases',
      needs: ['build-native', 'dist'],
      cores: all,
      run: () => googleTest('native', { EPITOME_EFFORT: '10' }),
    },
    asan: {
      title: 'the core with sanitizers',
      needs: ['build-asan', 'dist'],
      cores: all,
      run: () => googleTest('native-asan'),
    },
    tidy: {
      title: 'lint of C++, on files that changed since they were last found clean',
      needs: ['tidy-tools'],
      cores: all,
      run: async () => check(await succeeds(lintCpp)),
    },
    fuzz: {
      title: 'fuzz targets',
      needs: ['build-fuzz'],
      cores: all,
      run: () => fuzz(fuzzSeconds),
    },
    properties: {
      title: 'the properties of the driver, on many more cases',
      needs: ['declarations'],
      cores: all,
      run: () =>
        nodeTest(
          packagedNode(),
          filesBelow('tests/js', /\.test\.ts$/).filter((file) =>
            basename(file).startsWith('properties'),
          ),
          { EPITOME_CASES: cases ?? '50000' },
        ),
    },
    providers: {
      title: 'requests of real provider packages, by the rules of the providers',
      needs: ['declarations', 'packages-providers'],
      run: () => nodeTest(packagedNode(), filesBelow('tests/providers', /\.test\.ts$/)),
    },
    'ai-sdk': {
      title: 'the newest releases of the AI SDK',
      quick: true,
      needs: ['declarations'],
      run: () =>
        nodeTest(packagedNode(), aiSdkTests(['matrix', 'interfaces']), {
          EPITOME_RELEASES: '5,6,7',
        }),
    },
    'ai-sdk-rest': {
      title: 'every release of the AI SDK, errors of providers',
      needs: ['declarations', 'packages-ai-sdk'],
      run: () => nodeTest(packagedNode(), filesBelow('tests/ai-sdk', /\.test\.mjs$/)),
    },
    frameworks: {
      title: 'frameworks that are built on the AI SDK',
      needs: ['declarations', 'packages-frameworks'],
      run: () => nodeTest(packagedNode(), filesBelow('tests/frameworks', /\.test\.mjs$/)),
    },
    'ai-sdk-node20': {
      title: 'every release of the AI SDK on Node 20',
      needs: ['declarations', 'packages-ai-sdk', 'packages-releases'],
      run: () => nodeTest(packagedNode('node20'), aiSdkTests(['matrix'])),
    },
    'ai-sdk-node22': {
      title: 'every release of the AI SDK on Node 22',
      needs: ['declarations', 'packages-ai-sdk', 'packages-releases'],
      run: () => nodeTest(packagedNode('node22'), aiSdkTests(['matrix'])),
    },
    hosts: {
      title: 'agent frameworks and SDKs, each driven through the package',
      needs: ['tarball', 'packages-hosts'],
      cores: all,
      run: () => nodeTest(packagedNode(), hostTests(), installedAmong(packages.hosts)),
    },
    node20: {
      title: 'the package on Node 20',
      needs: ['tarball', 'packages-releases'],
      run: () => runtime('node', packagedNode('node20')),
    },
    node22: {
      title: 'the package on Node 22',
      needs: ['tarball', 'packages-releases'],
      run: () => runtime('node', packagedNode('node22')),
    },
  };
  return Object.entries(table).map(([name, suite]) => ({ name, suite: true, ...suite }));
}

/** The jobs between the build and the suites. */
export const packing = [
  { name: 'tarball', title: 'pack and install', needs: ['declarations'], run: pack },
];
