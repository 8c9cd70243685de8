/**
 * The test suites: what each needs, how it runs and how its result is counted; what is tested is the
 * suites' own matter. `npm test` runs those that are quick, `npm run test:all` all.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setUpBrowser } from '../bindings/toolchain/browser.mjs';
import { buildFolder } from '../bindings/toolchain/cmake.mjs';
import { checkFormat, readByGcc } from '../bindings/toolchain/format.mjs';
import { packagedNode, packages } from '../bindings/toolchain/node.mjs';
import { filesBelow, root, run, say, step, watch } from '../bindings/toolchain/shell.mjs';
import { packInto, temporaryFolder } from './tarball.mjs';

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

/** Runs GoogleTest in processes that have a share of the tests each, on all cores. */
async function googleTest(preset) {
  const program = join(buildFolder(preset), 'epitome_tests');
  // Some tests take much longer than others: small shards keep all cores busy to the end.
  const shards = 16;
  return shared(Array.from({ length: shards }).keys(), async (index) => {
    const { code, output } = await watch(program, ['--gtest_brief=1'], {
      env: {
        ...process.env,
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
}

/** Has all cores work items off, each by `work`; resolves with the sum of what that gives. */
async function shared(items, work) {
  const waiting = items[Symbol.iterator]();
  let total = { passed: 0, failed: 0 };
  const worker = async () => {
    for (const item of waiting) {
      const result = await work(item);
      total = add(total, result);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return total;
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
/** Packs the package and installs the tarball into an empty project, as a user would. */
async function pack() {
  const folder = temporaryFolder();
  const project = join(folder, 'project');
  mkdirSync(project);
  const tarball = await packInto(folder);
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'project', private: true, type: 'module' }),
  );
  // Nothing but the tarball is needed: a dependency that slipped in would fail here.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
  packed = { EPITOME_TARBALL: tarball, EPITOME_INSTALLED: project };
  // What every other runtime is compared with.
  const printer = join(root, 'tests/runtime/shared/print-scenario.mjs');
  const entry = pathToFileURL(join(project, 'node_modules/epitome/dist/node/index.js'));
  writeFileSync(join(project, 'scenario.json'), await run(packagedNode(), [printer, entry.href]));
}

/** Tests of the installed package; each runs on the Node given. */
const runtime = (folder, node, env = {}) =>
  nodeTest(
    node,
    testsIn(`runtime/${folder}`).filter((file) => !isDemo(file)),
    { ...packed, ...env },
  );

/** What npm says of the package when it is published: nothing, but that nobody is logged in. */
async function publishing() {
  const args = ['publish', '--dry-run', '--ignore-scripts', '--no-update-notifier'];
  // Offline: that the version is free, only the registry can say.
  const { code, output } = await watch('npm', [...args, '--loglevel=warn', '--offline'], {
    env: { PATH: process.env.PATH, HOME: temporaryFolder() },
  });
  const warnings = output.match(/^npm (warn|error).*/gim) ?? [];
  return check(
    code === 0 && warnings.every((line) => line.includes('requires you to be logged in')),
  );
}

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
    './tokens.wasm',
    './bpe.wasm',
    './o200k_base.bin',
    './cl100k_base.bin',
    '--no-emoji',
  ]);
  return [check(publint.code === 0), check(attw.code === 0), await publishing()].reduce(add);
}

async function types() {
  const tsc = join(packages.tests, 'node_modules/typescript/bin/tsc');
  const checkProject = async (project) =>
    check((await watch(process.execPath, [tsc, '--project', project])).code === 0);
  return add(
    await checkProject('tests/tsconfig.json'),
    await checkProject('demo/page/tsconfig.json'),
  );
}

/** Plays generated transcripts natively: a sample of what `npm run fuzz -- trials` plays by the million. */
async function trials(count) {
  const { code } = await watch(join(buildFolder('native'), 'epitome_trials'), [`${count}`]);
  return check(code === 0);
}

/** Plays the same transcripts natively and as WebAssembly, and compares what comes of each hundred. */
async function parity(count) {
  const args = ['--digests', `${count}`];
  const [native, wasm] = await Promise.all([
    run(join(buildFolder('native'), 'epitome_trials'), args, { cwd: root }),
    run(packagedNode(), [join(buildFolder('wasm-trials'), 'epitome_trials.mjs'), ...args], {
      cwd: root,
    }),
  ]);
  const [left, right] = [native, wasm].map((output) => output.trim().split('\n'));
  const differing = left.filter((line, at) => line !== right[at]);
  for (const line of differing) say(`differs in WebAssembly: ${line}`);
  return { passed: left.length - differing.length, failed: differing.length };
}

/**
 * How to start a fuzz target so that it makes the same inputs at each run: always at the same
 * addresses, since it draws on what it compares. Not every container allows that.
 */
function atFixedAddresses() {
  const command = ['setarch', '-R'];
  const [program, ...args] = [...command, 'true'];
  return spawnSync(program, args).status === 0 ? command : [];
}

/**
 * Runs each fuzz target. For `seconds` where those are given, and what the fuzzer learns is kept; else
 * with the same inputs at each run, so that a change is not held up by a fault that it did not bring.
 */
async function fuzz(seconds) {
  const start = seconds ? [] : atFixedAddresses();
  const crashes = join(root, 'build/crashes/');
  mkdirSync(crashes, { recursive: true });
  const fuzzOne = (target) => {
    const corpus = join(root, seconds ? 'build/corpus' : 'build/fixed-corpus', target);
    if (!seconds) rmSync(corpus, { recursive: true, force: true });
    mkdirSync(corpus, { recursive: true });
    // Inputs worth keeping for ever.
    const seeds = join(root, 'tests/fuzz/seeds', target);
    const dictionary = join(root, 'tests/fuzz', `${target}.dict`);
    const [program, ...args] = [
      ...start,
      join(buildFolder('native-asan'), target),
      ...(seconds ? [`-max_total_time=${seconds}`] : ['-seed=1', '-runs=1000']),
      `-artifact_prefix=${crashes}${target}-`,
      '-timeout=10',
      '-rss_limit_mb=2048',
      '-print_final_stats=0',
      ...(existsSync(dictionary) ? [`-dict=${dictionary}`] : []),
      // The fuzzer writes into the first.
      corpus,
      ...(existsSync(seeds) ? [seeds] : []),
    ];
    const title = `fuzzing ${target}${seconds ? ` for ${seconds} s` : ''}`;
    return succeeds(() => step(title, () => run(program, args)));
  };
  const targets = filesBelow('tests/fuzz', /_fuzz\.cc$/).map((file) => basename(file, '.cc'));
  return shared(targets, async (target) => check(await fuzzOne(target)));
}

/** Files of Node's test runner below a folder of the tests, all or those whose names begin so. */
const testsIn = (folder, begin = '') =>
  filesBelow(`tests/${folder}`, /\.test\.(ts|mjs)$/).filter((file) =>
    basename(file).startsWith(begin),
  );

/** Runs a script that prints, and fails only where it says so by its exit code. */
async function script(name, args = []) {
  const { code } = await watch(packagedNode(), [join(root, name), ...args], {
    env: { ...process.env, ...packed },
  });
  return check(code === 0);
}

/** Has the last line of the check stand in the summary: a stale page is told, and is no failure. */
async function goldenPages() {
  const args = [join(root, 'tests/golden.mjs'), '--check'];
  const { code, output } = await watch(packagedNode(), args);
  return { ...check(code === 0), ...(code === 0 && { note: output.trim().split('\n').at(-1) }) };
}

const isDemo = (file) => /(^|\/)(page(-\w+)?|worker|demo-\w+)\.test\.mjs$/.test(file);
const browserEnv = async () => ({ CHROME_PATH: await setUpBrowser() });

/**
 * The jobs of the suites, for `runJobs`: what is told first comes first. `quick` are those of
 * `npm test`. `cases`: how many message arrays the driver's properties send; `fuzzSeconds`: for each
 * fuzz target, with inputs of its own; without it all runs have the same.
 */
export function suites({ cases, fuzzSeconds }) {
  const table = {
    format: {
      title: 'format, and lint of scripts',
      quick: true,
      needs: ['packages-tests', 'format-tools'],
      run: async () => check(await succeeds(checkFormat)),
    },
    types: {
      title: 'TypeScript types',
      quick: true,
      needs: ['declarations', 'packages-providers', 'packages-page'],
      run: types,
    },
    package: {
      title: 'contents and types of the package',
      quick: true,
      needs: ['tarball'],
      run: packageChecks,
    },
    js: {
      title: 'the driver',
      quick: true,
      needs: ['declarations'],
      cores: all,
      run: () =>
        nodeTest(packagedNode(), testsIn('js'), cases ? { EPITOME_CASES: `${cases}` } : {}),
    },
    docs: {
      title: 'what the docs claim',
      quick: true,
      needs: ['declarations'],
      run: () => nodeTest(packagedNode(), testsIn('docs')),
    },
    node24: {
      title: 'the package on Node 24',
      quick: true,
      needs: ['tarball'],
      run: () => runtime('node', packagedNode()),
    },
    workerd: {
      title: 'the package in workerd',
      quick: true,
      needs: ['tarball'],
      run: () => runtime('workerd', packagedNode()),
    },
    browser: {
      title: 'the package in Chromium',
      quick: true,
      needs: ['tarball', 'chromium'],
      run: async () => runtime('browser', packagedNode(), await browserEnv()),
    },
    core: {
      title: 'the core, native',
      quick: true,
      needs: ['build-native', 'presets'],
      cores: all,
      run: () => googleTest('native'),
    },
    demo: {
      title: "the demo's terminal, page and Worker",
      needs: ['tarball', 'chromium', 'packages-page'],
      async run() {
        const files = ['node', 'browser', 'workerd'].flatMap((room) => testsIn(`runtime/${room}`));
        const env = { ...packed, ...(await browserEnv()) };
        return nodeTest(packagedNode(), files.filter(isDemo), env);
      },
    },
    canaries: {
      title: 'what must never stand in a view: inventions, orders of tools, secrets',
      needs: ['declarations'],
      run: () => nodeTest(packagedNode(), testsIn('canaries', 'canaries')),
    },
    commands: {
      title: 'every npm script, on a copy where only its own set-up has been',
      needs: ['declarations', 'packages-releases'],
      run: () => nodeTest(packagedNode(), testsIn('commands')),
    },
    readme: {
      title: "README's agent, servers, page and Worker, done word for word, and its results",
      needs: ['tarball', 'chromium', 'packages-memory'],
      run: async () =>
        add(
          await script('tests/readme/run.mjs'),
          await nodeTest(packagedNode(), testsIn('readme')),
        ),
    },
    golden: {
      title: 'pages of what a model sees after a fold: prints which are stale',
      needs: ['declarations'],
      run: goldenPages,
    },
    sizes: {
      title: 'sizes, memory and counts',
      needs: ['tarball', 'packages-page'],
      run: () => script('tests/sizes/run.mjs'),
    },
    gcc: {
      title: 'the core is read by GCC, too',
      cores: all,
      run: async () => check(await succeeds(readByGcc)),
    },
    trials: {
      title: 'generated transcripts, native',
      needs: ['build-trials', 'presets'],
      cores: all,
      run: () => trials(20_000),
    },
    parity: {
      title: 'the same bytes natively and in WebAssembly',
      needs: ['build-trials', 'build-wasm-trials', 'presets'],
      cores: all,
      run: () => parity(2_000),
    },
    asan: {
      title: 'the core with sanitizers',
      needs: ['build-asan', 'presets'],
      cores: all,
      run: () => googleTest('native-asan'),
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
        nodeTest(packagedNode(), testsIn('js', 'properties'), {
          EPITOME_CASES: `${cases ?? 50_000}`,
        }),
    },
    providers: {
      title: 'requests of real provider packages, by the rules of the providers',
      needs: ['declarations', 'packages-providers'],
      run: () => nodeTest(packagedNode(), testsIn('providers')),
    },
    frameworks: {
      title: 'loops of other frameworks, by the programs of their page',
      needs: ['declarations', 'packages-frameworks'],
      run: () => nodeTest(packagedNode(), testsIn('frameworks')),
    },
    stores: {
      title: 'where sessions are kept, in real databases',
      needs: ['declarations', 'packages-stores', 'databases'],
      run: () => nodeTest(packagedNode(), testsIn('stores')),
    },
    releases: {
      title: 'the first and the latest AI SDK 5, 6 and 7, on Node 20, 22 and 24',
      needs: ['declarations', 'packages-releases'],
      run: () => nodeTest(packagedNode(), testsIn('runtime/releases')),
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
  {
    name: 'presets',
    title: 'the presets, for native trials',
    needs: ['declarations'],
    run: () => run(packagedNode(), [join(root, 'tests/presets.ts')]),
  },
];
