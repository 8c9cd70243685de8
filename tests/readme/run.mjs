/**
 * `npm run readme`: does what README says, in an empty folder, with the package as it is published. Its
 * `npm install` lines install, its files are written as they are printed and run with the real AI SDK;
 * only the model's server is scripted. Prints the seconds of each, and what README left to the reader.
 */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { setUpBrowser } from '../../bindings/toolchain/browser.mjs';
import { packagedNode } from '../../bindings/toolchain/node.mjs';
import { root, run, say, seconds } from '../../bindings/toolchain/shell.mjs';
import { launch, serve } from '../runtime/shared/page.mjs';
import { startServer } from '../server.mjs';
import { packInto, temporaryFolder } from '../tarball.mjs';
import { blocksOf, importsOf, kindOf } from './blocks.mjs';
import { command } from './command.mjs';
import { startModel } from './model.mjs';

command.parse();
const [page = join(root, 'README.md')] = command.args;
const bundlers = JSON.parse(readFileSync(join(root, 'tests/bundlers/package.json'), 'utf8'));
const { devDependencies: pinned } = bundlers;

/** Characters of a long text: some 10,000 tokens. */
const long = 40_000;

/** What a page that is printed can't hold: modules of the reader's own. */
const ownFiles = {
  'tools.ts': `import { jsonSchema, tool } from 'ai';
export const tools = {
  readLog: tool({
    description: 'Reads a log.',
    inputSchema: jsonSchema({ type: 'object', properties: { name: { type: 'string' } } }),
    execute: async ({ name }) => \`a line of \${name}\\n\`.repeat(${long / 20}),
  }),
};
`,
  'history.ts': `export const history = Array.from({ length: 40 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: \`message \${at}: \${'some words of it. '.repeat(300)}\`,
}));
`,
};

const words = (number) => `${number}: ${'some words of a long text. '.repeat(long / 27)}`;

const folder = join(temporaryFolder(), 'project');
mkdirSync(folder);
const tarball = await packInto(temporaryFolder());
const model = await startModel();
const env = {
  ...process.env,
  // npm takes the newest release that its Node can run.
  PATH: `${dirname(packagedNode())}:${process.env.PATH}`,
  OPENAI_BASE_URL: model.address,
  OPENAI_API_KEY: 'none',
  NODE_TEST_CONTEXT: undefined,
  CI: '1',
  WRANGLER_SEND_METRICS: 'false',
};
const rows = [];

/** Times `work` and keeps what came of it for the table. */
async function timed(what, work) {
  const started = performance.now();
  let verdict;
  try {
    verdict = (await work()) ?? 'ok';
  } catch (error) {
    verdict = `FAILED: ${error.message}`;
  }
  rows.push({ what, ms: performance.now() - started, verdict });
  say(`  ${what}: ${verdict} (${seconds(rows.at(-1).ms)})`);
}

const npm = (...args) => run('npm', [...args, '--no-audit', '--no-fund'], { cwd: folder, env });

/** Runs a command of README's, where it installs something. */
async function follow(line) {
  const words = line.replace(/\s#.*/, '').trim().split(/\s+/);
  if (words[0] !== 'npm' || !/^i(nstall)?$/.test(words[1] ?? '')) return 'left to the reader';
  await npm(...words.slice(1).map((word) => (word === 'epitome' ? tarball : word)));
}

/** Installs what a file needs and README did not name, and writes the reader's own files beside it. */
async function complete({ text }, tools) {
  const { packages, files } = importsOf(text);
  for (const name of files) {
    if (existsSync(join(folder, name))) continue;
    if (ownFiles[name] === undefined) throw new Error(`README does not say what is in ${name}`);
    writeFileSync(join(folder, name), ownFiles[name]);
  }
  const isMissing = (name) => !existsSync(join(folder, 'node_modules', name));
  const missing = packages.filter(isMissing);
  const needed = [...missing, ...tools.filter(isMissing).map((name) => `${name}@${pinned[name]}`)];
  if (needed.length > 0) await npm('install', ...needed);
  return missing.length > 0 ? `; README installs no ${missing.join(', ')}` : '';
}

/** What the requests tell: a prompt that is smaller than the one before it was compacted. */
function compacted() {
  const { requests } = model;
  const at = requests.findIndex((size, index) => size < (requests[index - 1] ?? 0) * 0.9);
  if (at < 0) throw new Error(`no request of ${requests.length} was compacted`);
  const kilobytes = (size) => `${Math.round(size / 1024)} KB`;
  const largest = kilobytes(Math.max(...requests));
  return `${requests.length} requests, none above ${largest}; compacted at ${at + 1}`;
}

const program = (name, ...args) => {
  const { bin } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return [join(folder, 'node_modules', name, bin[name] ?? bin), ...args];
};

const runs = {
  async program({ file }) {
    await run(packagedNode(), [join(folder, file)], { cwd: folder, env });
    return compacted();
  },

  /**
   * A chat whose history outgrows the window, sent as useChat sends it: in full with each request. The server
   * is started again in the middle; later a second one has the same file, and they take turns; at the end a third
   * one goes on elsewhere, from a copy of the file. Another user asks for the same chat, and gets nothing of it.
   */
  async server({ file, text }) {
    const port = Number(/port: (\d+)|listen\((\d+)/.exec(text)?.slice(1).find(Boolean) ?? 3000);
    const path = /\.post\('([^']+)'/.exec(text)?.[1] ?? '/';
    const second = `second-${file}`;
    writeFileSync(join(folder, second), text.replaceAll(`${port}`, `${port + 1}`));
    // Below the folder, so that it finds the packages.
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere, { recursive: true });
    writeFileSync(join(elsewhere, file), text);
    const users = { 'Bearer a': 'ann', 'Bearer b': 'ben' };
    const start = (name, at, cwd = folder) =>
      startServer(packagedNode(), () => [join(cwd, name)], {
        ...{ port: at, cwd, env: { ...env, USERS: JSON.stringify(users) } },
      });
    const servers = [await start(file, port)];
    let server = servers[0];
    const ask = async (authorization, messages) => {
      const response = await fetch(`${server.address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ id: 'chat', messages }),
      });
      return { status: response.status, stream: await response.text() };
    };
    const stored = async (authorization) => {
      const response = await fetch(`${server.address}${path}/chat`, { headers: { authorization } });
      return response.status === 200 ? await response.json() : response.status;
    };
    const messages = [];
    const said = (role, text) => {
      const parts = [{ type: 'text', text }];
      return { id: `${messages.length}`, role, parts };
    };
    try {
      for (let turn = 1; turn <= 40; turn += 1) {
        messages.push(said('user', words(turn)));
        const before = model.last.map((message) => JSON.stringify(message));
        const sent = model.requests.at(-1) ?? 0;
        if (turn === 20) {
          await server.stop();
          servers[0] = await start(file, port);
        }
        if (turn === 30) servers.push(await start(second, port + 1));
        if (turn === 36) {
          for (const each of servers.splice(0)) await each.stop();
          for (const name of readdirSync(folder).filter((name) => /\.db/.test(name))) {
            copyFileSync(join(folder, name), join(elsewhere, name));
          }
          servers.push(await start(file, port, elsewhere));
        }
        server = servers[turn % servers.length];
        const { status, stream } = await ask('Bearer a', messages);
        if (status !== 200 || !stream.includes('Done')) {
          throw new Error(`turn ${turn}: ${status} ${stream.slice(0, 300)}`);
        }
        // A prompt that was not compacted begins with the one before, wherever it was made.
        const isLonger = model.requests.at(-1) > sent;
        const isSame = before.every((message, at) => message === JSON.stringify(model.last[at]));
        if (turn > 1 && isLonger && !isSame) throw new Error(`turn ${turn} begins another prompt`);
        messages.push(said('assistant', words(turn)));
      }
      const told = compacted();
      const kept = await stored('Bearer a');
      if (kept.length !== messages.length) throw new Error(`${kept.length ?? kept} are stored`);
      const others = [await stored('Bearer b'), await stored('Bearer c')];
      const { status } = await ask('Bearer c', messages);
      await ask('Bearer b', [said('user', 'What have I said?')]);
      const isApart = others.every((one) => one === 404) && status === 401;
      if (
        !isApart ||
        model.last.length !== 1 ||
        JSON.stringify(model.last).includes('some words')
      ) {
        throw new Error(
          `another user reaches it: ${others} ${status} ${JSON.stringify(model.last)}`,
        );
      }
      return `${told}; goes on after a restart and elsewhere; another user gets nothing of it`;
    } catch (error) {
      throw new Error(`${error.message}\n${server.output().slice(-2000)}`);
    } finally {
      for (const each of servers) await each.stop();
    }
  },

  /** A chat of more than 3 MB, which no single value of a Durable Object holds. */
  async worker({ file, text }) {
    const [, name] = /export class (\w+) extends DurableObject/.exec(text) ?? [];
    const entry = text.includes('export default') ? file : 'entry.ts';
    if (entry !== file) {
      writeFileSync(
        join(folder, entry),
        `export * from './${file}';
export default {
  fetch: (request, env) => env.${name}.get(env.${name}.idFromName('chat')).fetch(request),
};
`,
      );
    }
    const config = {
      name: 'app',
      main: entry,
      compatibility_date: '2026-01-15',
      compatibility_flags: ['nodejs_compat'],
      vars: { OPENAI_API_KEY: env.OPENAI_API_KEY, OPENAI_BASE_URL: model.address },
      ...(name && {
        durable_objects: {
          bindings: [name, name.toUpperCase()].map((own) => ({ name: own, class_name: name })),
        },
        migrations: [{ tag: '1', new_sqlite_classes: [name] }],
      }),
    };
    writeFileSync(join(folder, 'wrangler.json'), JSON.stringify(config));
    const server = await startServer(
      packagedNode(),
      (port) => program('wrangler', 'dev', '--port', port, '--ip', '127.0.0.1'),
      { cwd: folder, env },
    );
    try {
      model.requests.length = 0;
      const ask = async (body) => {
        const response = await fetch(server.address, { method: 'POST', body });
        const answer = await response.text();
        if (!response.ok) {
          throw new Error(`${body.slice(0, 20)}: ${response.status} ${answer.slice(0, 300)}`);
        }
      };
      for (let turn = 1; turn <= 80; turn += 1) await ask(words(turn));
      const told = compacted();
      const atOnce = ['one at once', 'two at once', 'three at once'];
      await Promise.all(atOnce.map(ask));
      await ask('What have I said?');
      const lost = atOnce.filter((text) => !JSON.stringify(model.last).includes(text));
      if (lost.length > 0) throw new Error(`of three messages at once these are lost: ${lost}`);
      return told;
    } catch (error) {
      throw new Error(`${error.message}\n${server.output().slice(-2000)}`);
    } finally {
      await server.stop();
    }
  },

  async page({ file }) {
    if (!file.endsWith('.html')) {
      const script = `<!doctype html><body></body><script type="module" src="/${file}"></script>`;
      writeFileSync(join(folder, 'index.html'), script);
    }
    await run(packagedNode(), program('vite', 'build'), { cwd: folder, env });
    const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
    const server = await serve((path) => {
      const found = join(folder, 'dist', path === '/' ? 'index.html' : path);
      return existsSync(found)
        ? { type: types[extname(found)], body: readFileSync(found) }
        : undefined;
    });
    process.env.CHROME_PATH = await setUpBrowser();
    const browser = await launch();
    try {
      const tab = await browser.newPage();
      const problems = [];
      tab.on('pageerror', (error) => problems.push(String(error)));
      await tab.goto(`${server.address}/`, { waitUntil: 'load' });
      const shows = () => `${document.title} ${document.body.innerText}`.trim();
      await tab.waitForFunction(() => /\d/.test(`${document.title} ${document.body.innerText}`));
      const shown = await tab.evaluate(shows);
      const [before, after] = (shown.match(/\d+/g) ?? []).map(Number);
      if (!(after < before)) throw new Error(`the page shows '${shown}' ${problems.join(' ')}`);
      return `it shows: ${shown}`;
    } finally {
      await browser.close();
      await server.close();
    }
  },
};

const tools = { page: ['vite'], worker: ['wrangler'] };

for (const block of blocksOf(readFileSync(page, 'utf8'))) {
  if (block.language === 'sh') {
    for (const line of block.text.trim().split('\n')) await timed(line, () => follow(line));
  } else if (block.file) {
    writeFileSync(join(folder, block.file), block.text);
    const kind = kindOf(block);
    let note = '';
    await timed(`what ${block.file} needs`, async () => {
      note = await complete(block, tools[kind] ?? []);
      return `ok${note}`;
    });
    model.requests.length = 0;
    await timed(`${block.file} (${kind})`, () => runs[kind](block));
  }
}
model.close();

const width = Math.max(...rows.map(({ what }) => what.length));
console.log('');
for (const { what, ms, verdict } of rows) {
  console.log(`  ${what.padEnd(width)}  ${seconds(ms).padStart(8)}  ${verdict.split('\n')[0]}`);
}
process.exitCode = rows.length === 0 || rows.some(({ verdict }) => /^FAILED/.test(verdict)) ? 1 : 0;
