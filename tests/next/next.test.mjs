/**
 * The page on Vercel, followed literally: its files built by Next.js with both of its bundlers, and run on both
 * runtimes with real stores; only the model is scripted.
 */
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startPostgres, startRedis } from '../stores/support/fleet.mjs';
import { startEndpoint } from '../worker/support/endpoint.mjs';
import { startUpstash } from './support/upstash.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const page = readFileSync(here('../../js/docs/deploy-vercel.md'), 'utf8');
const blocks = (kind) =>
  [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n([^]*?)^\`\`\``, 'gm'))].map(([, text]) => text);

const runFile = promisify(execFile);
const windowTokens = 6_000;
const routes = { chat: 'the Node.js runtime', edge: 'the Edge runtime' };

const counted = 'Hello, 12345678';
let tokens;
let folder;
let postgres;
let redis;
let upstash;
let endpoint;
let env;

const summary = [
  '## Goal\nAnswer questions about the release.',
  `## Done\nThe release is on the 14th of March. ${Array.from({ length: 10 }, (_, i) => `Question ${i} asked for words.`).join(' ')}`,
  '## Next\nAnswer questions.',
].join('\n\n');
const answer = `Here are the words: ${'more words of it '.repeat(60)}`;

/** The agent's requests are streamed, the summariser's are not. */
const summariesAsked = () => endpoint.requests.filter(({ stream }) => !stream).length;
const lastPrompt = () =>
  JSON.stringify(endpoint.requests.findLast(({ stream }) => stream).messages);

/** A route of the test's own: the entries that have binaries of their own count and search there, too. */
const ownRoute = (runtime) => `
import { createRecall } from 'epitome/recall';
import { countTokens } from 'epitome/tokens';
export const runtime = '${runtime}';
export const dynamic = 'force-dynamic';
export const GET = async () =>
  Response.json({ tokens: await countTokens('${counted}'), recall: typeof createRecall });
`;

function put(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'epitome-next-'));
  const { EPITOME_INSTALLED: project } = process.env;
  // Its bundler follows no link that leads out of the project.
  const [from, to] = [here('node_modules'), join(folder, 'node_modules')];
  const linked = spawnSync('cp', ['-al', from, to]);
  if (linked.status !== 0) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const installed = project ? join(project, 'node_modules/epitome') : here('../..');
  for (const part of ['dist', 'package.json']) {
    cpSync(join(installed, part), join(to, 'epitome', part), { recursive: true });
  }
  const { countTokens } = await import(pathToFileURL(join(to, 'epitome/dist/node/tokens.js')).href);
  tokens = await countTokens(counted);
  put('package.json', JSON.stringify({ name: 'app', private: true, type: 'module' }));
  for (const block of blocks('ts')) {
    const [, path] = /^\/\/ (\S+)\n/.exec(block);
    put(path, block);
  }
  put('app/api/own-node/route.ts', ownRoute('nodejs'));
  put('app/api/own-edge/route.ts', ownRoute('edge'));

  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  upstash = await startUpstash(redis.socket);
  endpoint = await startEndpoint(({ stream }) => (stream ? answer : summary));
  const { host, user, database } = postgres.config;
  env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    NODE_ENV: undefined,
    NEXT_TELEMETRY_DISABLED: '1',
    NO_COLOR: '1',
    MODEL_URL: endpoint.url,
    MODEL_ID: 'own-model',
    WINDOW_TOKENS: `${windowTokens}`,
    DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    UPSTASH_REDIS_REST_URL: upstash.url,
    UPSTASH_REDIS_REST_TOKEN: upstash.token,
  };
});

after(async () => {
  endpoint?.close();
  upstash?.stop();
  await Promise.all([postgres?.stop(), redis?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs a command line of the page to its end, or as a server until it says that it is ready. */
function build(line) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
}

async function start(context, line) {
  const port = await freePort();
  const child = spawn('sh', ['-c', `exec ${line}`], {
    cwd: folder,
    env: { ...env, PORT: `${port}` },
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = (signal) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
  };
  context.after(() => end('SIGKILL'));
  let printed = '';
  await new Promise((resolve, reject) => {
    const read = (data) => {
      printed += data;
      if (printed.includes('Ready')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then(() => reject(new Error(printed)));
  });
  return {
    port,
    printed: () => printed,
    async stop() {
      end('SIGTERM');
      await ended;
    },
  };
}

const said = (role, text, id) => ({ id, role, parts: [{ type: 'text', text }] });

/** Sends what was said, as `useChat` does. */
async function turn(server, route, id, messages) {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, messages, trigger: 'submit-message' }),
  });
  const stream = await response.text();
  assert.equal(response.status, 200, `${stream}\n${server.printed()}`);
  assert.match(stream, /Here are the words/);
  messages.push(said('assistant', answer, `a${messages.length}`));
}

test('the page names what the tests install', () => {
  const { devDependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'));
  const named = blocks('sh').flatMap((block) => block.trim().split(' ').slice(2));
  assert.ok(named.includes('epitome'));
  for (const name of named) assert.ok(name === 'epitome' || name in devDependencies, name);
});

const [buildLine, startLine] = blocks('sh-build')[0].trim().split('\n');
const [turbopack, webpack] = buildLine.split(/ +# or: /);

for (const [bundler, line] of Object.entries({ turbopack, webpack })) {
  test(`built by ${bundler}, it folds on both runtimes, and a restart buys nothing twice`, async (context) => {
    assert.match(line, /^npx next build/);
    build(line);
    let server = await start(context, startLine);
    const chats = new Map();
    for (const route of Object.keys(routes)) {
      const id = `${bundler}-${route}`;
      const messages = [];
      const before = summariesAsked();
      for (let i = 0; summariesAsked() === before && i < 40; i += 1) {
        const text = i === 0 ? 'The release is on the 14th of March.' : `Question ${i}?`;
        messages.push(said('user', `${text} ${'words '.repeat(200)}`, `u${i}`));
        await turn(server, route, id, messages);
      }
      assert.ok(summariesAsked() > before, `it folded on ${routes[route]}`);
      assert.ok(
        JSON.parse(lastPrompt()).length < messages.length / 2,
        'and the model is sent less',
      );
      chats.set(route, messages);
    }
    for (const runtime of ['node', 'edge']) {
      const own = await fetch(`http://127.0.0.1:${server.port}/api/own-${runtime}`);
      assert.deepEqual(await own.json(), { tokens, recall: 'function' }, runtime);
    }
    const [request] = blocks('sh-server');
    // Not synchronously: what answers is this process.
    await runFile('sh', ['-c', request.replace(':3000', `:${server.port}`)]);
    await server.stop();

    server = await start(context, startLine);
    for (const [route, messages] of chats) {
      const bought = summariesAsked();
      messages.push(said('user', 'And when is it?', 'last'));
      await turn(server, route, `${bundler}-${route}`, messages);
      assert.match(
        lastPrompt(),
        /Answer questions about the release/,
        'the summary is in the view',
      );
      assert.equal(summariesAsked(), bought, 'and was not bought again');
    }
    await server.stop();
  });
}
