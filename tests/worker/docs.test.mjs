/** The pages on deployment, followed literally as far as that goes without a network. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { copyTemplate } from './support/template.mjs';

const folder = copyTemplate();
const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
const env = { ...process.env, PATH: path, WRANGLER_SEND_METRICS: 'false', CI: '1', NO_COLOR: '1' };

/** The command lines of a page's blocks that are marked `kind`. */
function commands(page, kind) {
  const text = readFileSync(new URL(`../../js/docs/${page}`, import.meta.url), 'utf8');
  const blocks = text.matchAll(new RegExp(`^\`\`\`${kind}\\n([^]*?)^\`\`\``, 'gm'));
  return [...blocks].flatMap(([, block]) => block.trim().split('\n'));
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What is installed already. */
const isInstalled = (command) => command === 'npm install';

/** Starts a server, waits for its address, and sends the request that the page tells. */
async function tried(context, page, command, args, port) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...env, PORT: `${port}` },
    detached: true,
  });
  context.after(() => process.kill(-child.pid, 'SIGKILL'));
  let printed = '';
  await new Promise((resolve, reject) => {
    const read = (data) => {
      printed += data;
      if (/http:\/\/[^\s]*:\d+/.test(printed)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(printed)));
  });
  const [request] = commands(page, 'sh-server');
  const { stdout, status } = spawnSync('sh', ['-c', request.replace(':8787', `:${port}`)], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, printed);
  assert.match(stdout, /src\/cart\.js/);
}

test('deploy-node.md', async (context) => {
  const lines = commands('deploy-node.md', 'sh').filter((line) => !isInstalled(line));
  assert.deepEqual(lines, ['npm run node &']);
  await tried(context, 'deploy-node.md', 'npm', ['run', 'node'], await freePort());
});

test('deploy-workers.md', async (context) => {
  const lines = commands('deploy-workers.md', 'sh').filter((line) => !isInstalled(line));
  assert.equal(lines.length, 1);
  for (const line of lines) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /--dry-run: exiting now/);
  }
  const port = await freePort();
  const args = ['run', 'dev', '--', '--port', `${port}`, '--inspector-port', '0'];
  await tried(context, 'deploy-workers.md', 'npm', args, port);
});

test('the template is what the pages and its own README say', () => {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.deepEqual(scripts, {
    dev: 'wrangler dev',
    deploy: 'wrangler deploy',
    node: 'node src/node.js',
  });
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  assert.ok(readme.split('\n').length < 80, 'one screen');
});
