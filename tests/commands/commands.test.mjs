// promise: commands
/**
 * Every npm script of the repository is started as a newcomer starts it: in a copy of the sources where no
 * package is installed but what the script's own set-up asks for, on old and new releases of Node.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript-5.9';
import { packagedNode } from '../../bindings/toolchain/node.mjs';
import { which } from '../../bindings/toolchain/shell.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What only runs as a whole: the check itself and its parts, which .ci/run runs. */
const wholes = [
  ...[
    'setup',
    'build',
    'build:native',
    'build:wasm',
    'test',
    'test:all',
    'green',
    'prepublishOnly',
  ],
  ...['lint', 'format', 'sizes', 'fuzz', 'pictures', 'bundlers', 'readme', 'deploy', 'stores'],
];
/** The smallest run of each of the others, and of what it prints something that it cannot do without. */
const runs = {
  demo: { args: ['--no-serve'], prints: /with epitome/ },
  models: { args: [], prints: /profiles/ },
  promises: { args: [], prints: /\.test\./ },
  golden: { args: ['--check'], prints: /pages/ },
  replay: { args: ['--policies', 'raw'], prints: /raw/ },
  canaries: {
    args: ['--seeds', '1', '--languages', 'english', '--only', 'forgetful'],
    prints: /fact/i,
  },
  memory: { args: ['--quick', '--window', '4k', '--only', 'record'], prints: /record/ },
  recall: { args: [], prints: /recall@5/ },
  counting: { args: ['--only', 'size'], prints: /KiB/ },
  // Where the published WebAssembly is built already.
  bench: { args: ['--only', 'size'], prints: /KB/, cwd: root },
};
/** What the cold start of .ci/run has compiled need not be compiled again. */
const compiled = join(root, 'build/stranger/ccache');
/** Those that run on the user's Node; the others run on one that the tests' packages bring. */
const onAnyNode = ['demo', 'models', 'promises'];

const releases = {
  20: dirname(packagedNode('node20')),
  22: dirname(packagedNode('node22')),
  24: dirname(packagedNode()),
};

let copy;

before(() => {
  copy = mkdtempSync(join(tmpdir(), 'epitome-commands-'));
  const tracked = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  for (const file of `${tracked.stdout}`.trim().split('\n')) {
    const target = join(copy, file);
    mkdirSync(dirname(target), { recursive: true });
    if (existsSync(join(root, file))) cpSync(join(root, file), target);
  }
  // What is asked for is there at once where the repository has it.
  const npm = join(copy, 'bin/npm');
  mkdirSync(dirname(npm));
  writeFileSync(
    npm,
    `#!/bin/sh
there="${root}\${PWD#${copy}}/node_modules"
[ "$1" = ci ] && [ -d "$there" ] && exec cp -al "$there" .
exec "${which('npm')}" "$@"
`,
  );
  chmodSync(npm, 0o755);
});

after(() => rmSync(copy, { recursive: true, force: true }));

/** Forgets which packages were installed; what was built stays. */
function uninstall() {
  for (const folder of [
    '',
    'tests',
    'tests/providers',
    'tests/frameworks',
    'tests/stores',
    'tests/counting',
    'tests/memory',
    'demo/page',
  ]) {
    rmSync(join(copy, folder, 'node_modules'), { recursive: true, force: true });
  }
}

/** Runs a script as npm does, without the time that npm itself takes. */
function start(script, args, release, cwd = copy) {
  const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  const path = `${releases[release]}:${join(copy, 'bin')}:${process.env.PATH}`;
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', [manifest.scripts[script], ...args].join(' ')],
    {
      cwd,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: path,
        CI: 'true',
        NODE_OPTIONS: '',
        NODE_TEST_CONTEXT: undefined,
        ...(existsSync(compiled) && { CCACHE_DIR: compiled }),
      },
      maxBuffer: 2 ** 26,
    },
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  return { status, output: stdout + stderr, seconds };
}

/** Lines of a stack tell a user nothing. */
const stack = /^\s+at .*(node:internal|\.m?[jt]s:\d+)/m;

it('every script is started here', () => {
  assert.deepEqual([...wholes, ...Object.keys(runs)].sort(), Object.keys(scripts).sort());
});

for (const release of Object.keys(releases)) {
  describe(`on Node ${release}`, () => {
    // Command lines are read the same way; the oldest Node tries them all.
    for (const script of release === '20' ? Object.keys(scripts) : onAnyNode) {
      it(`${script} --help prints a usage, and ${script} --nonsense ends with 2 and one`, () => {
        const help = start(script, ['--help'], release);
        assert.equal(help.status, 0, help.output);
        assert.match(help.output, /Usage:/);
        const wrong = start(script, ['--nonsense'], release);
        assert.equal(wrong.status, 2, wrong.output);
        assert.match(wrong.output, /--nonsense[\s\S]*Usage:/);
        assert.doesNotMatch(help.output + wrong.output, stack);
        assert.equal(existsSync(join(copy, 'build/wasm-quick')), false, 'nothing is built');
      });
    }
  });
}

for (const [release, names] of [
  ['20', Object.keys(runs)],
  ['22', onAnyNode],
  ['24', onAnyNode],
]) {
  describe(`after its own set-up alone, on Node ${release}`, () => {
    for (const script of names) {
      it(script, (t) => {
        uninstall();
        const { args, prints, cwd } = runs[script];
        const { status, output, seconds } = start(script, args, release, cwd);
        t.diagnostic(`${seconds} s`);
        assert.equal(status, 0, output.slice(-4000));
        assert.match(output, prints);
      });
    }
  });
}

describe('the Node template', () => {
  for (const release of ['20', '22']) {
    it(`says on Node ${release} which one it needs`, () => {
      const folder = join(copy, 'demo/node');
      const { status, output } = start('start', [], release, folder);
      assert.equal(status, 1, output);
      assert.match(output, /needs 22\.18/);
      assert.doesNotMatch(output, stack);
    });
  }
});

it('every relative import of every file is of a file that is there', () => {
  const { stdout } = spawnSync('git', ['ls-files', '*.ts', '*.mts', '*.mjs', '*.js'], {
    cwd: root,
  });
  const missing = [];
  for (const file of `${stdout}`.trim().split('\n')) {
    const { importedFiles } = typescript.preProcessFile(readFileSync(join(root, file), 'utf8'));
    for (const { fileName } of importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const target = join(root, dirname(file), fileName.replace(/\?.*$/, ''));
      // What a build makes, and what the reader of the template's page puts beside it.
      const isMade =
        /\/(build|dist)\/|\/js\/(\w+\/)?\w+\.(mjs|wasm|bin)$|\/demo\/node\/agent\//.test(target);
      if (!isMade && !existsSync(target)) missing.push(`${file}: ${fileName}`);
    }
  }
  assert.deepEqual(missing, []);
});
