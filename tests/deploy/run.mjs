/**
 * `npm run deploy`: does what `js/docs/deploy.md` says, in an empty folder, with the package as it is
 * published. What needs an account at Cloudflare is told and left out: `wrangler deploy` is a dry run.
 * Then it measures the CPU time of a fold in workerd.
 */

import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packagedNode } from '../../bindings/toolchain/node.mjs';
import { root, run, say, seconds } from '../../bindings/toolchain/shell.mjs';
import { blocksOf } from '../readme/blocks.mjs';
import { freePort, startServer } from '../server.mjs';
import { packInto, temporaryFolder } from '../tarball.mjs';
import { measureCpu } from './cpu.mjs';

const above = temporaryFolder();
symlinkSync(join(root, 'demo'), join(above, 'demo'));
const tarball = await packInto(temporaryFolder());
const env = {
  ...process.env,
  PATH: `${dirname(packagedNode())}:${process.env.PATH}`,
  NODE_TEST_CONTEXT: undefined,
  CI: '1',
  NO_COLOR: '1',
  WRANGLER_SEND_METRICS: 'false',
};

let folder = above;
let server;
let failed = 0;

const shell = (line) => run('sh', ['-c', line], { cwd: folder, env });

async function serve(npm) {
  const port = await freePort();
  const args = npm === 'npm run dev' ? ['--', '--port', `${port}`, '--ip', '127.0.0.1'] : [];
  server = await startServer('npm', () => [...npm.split(' ').slice(1), ...args], {
    port,
    cwd: folder,
    env: { ...env, PORT: `${port}` },
  });
}

/** What becomes of a line, by how it begins. */
const lines = {
  async 'cd '(line) {
    folder = join(folder, line.slice('cd '.length));
  },
  async 'npm install'() {
    const file = join(folder, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    manifest.dependencies.epitome = `file:${tarball}`;
    writeFileSync(file, JSON.stringify(manifest));
    await shell('npm install --no-audit --no-fund');
    if (manifest.scripts.check) await shell('npm run check');
  },
  'npm run dev': serve,
  'npm start': serve,
  async curl(line) {
    const answer = await shell(line.replace('localhost:8787', new URL(server.address).host));
    if (!/5 words|"words":5/.test(answer)) throw new Error(`it answered: ${answer}`);
  },
  'npx wrangler deploy': () => shell('npx wrangler deploy --dry-run --outdir dist'),
  'npx wrangler': async () => 'needs an account',
  'cp ': shell,
};

async function follow(line) {
  const started = performance.now();
  const [, act] = Object.entries(lines).find(([begin]) => line.startsWith(begin)) ?? [];
  let verdict;
  try {
    if (!act) throw new Error('a command that this script does not know');
    const told = await act(line);
    verdict = told === 'needs an account' ? told : 'ok';
  } catch (error) {
    failed += 1;
    verdict = `FAILED: ${error.message}\n${server?.output().slice(-2000) ?? ''}`;
  }
  say(`  ${line.slice(0, 70)}: ${verdict} (${seconds(performance.now() - started)})`);
}

const page = readFileSync(join(root, 'js/docs/deploy.md'), 'utf8');
for (const section of page.split(/^## /m).slice(1)) {
  folder = above;
  for (const { language, text } of blocksOf(section)) {
    if (language !== 'sh') continue;
    for (const line of text.trim().split('\n')) await follow(line);
  }
  await server?.stop();
  server = undefined;
}

const ms = (value) => `${value.toFixed(1)} ms`;
const cpu = await measureCpu(
  mkdtempSync(join(above, 'cpu-')),
  join(above, 'my-agent/node_modules/epitome'),
);
say(`\n  CPU time in workerd, ${cpu.messages} messages, a window of 32,000 tokens`);
for (const [kind, what] of [
  ['plain', 'the host keeps the state'],
  ['stored', 'the session is in the store of the object'],
]) {
  const { folds, others, resumed } = cpu[kind];
  say(`  ${what}
    ${folds.count} steps that fold: median ${ms(folds.median)}, most ${ms(folds.most)}
    ${others.count} other steps: median ${ms(others.median)}, most ${ms(others.most)}
    the first step of an object that was evicted: ${ms(resumed)}`);
}
process.exitCode = failed > 0 ? 1 : 0;
