// promise: 10 deterministic, api
/**
 * The packed package in a real Chromium under a strict Content-Security-Policy: the scenario's bytes,
 * bundled and as plain modules, and what a page is told whose policy or server is wrong.
 *
 * Three ways into a page work, and are tested here:
 * - bundled, with core.wasm served one folder above the bundle, where `../core.wasm` leads;
 * - bundled, with core.wasm wherever the bundler puts it, and its URL in the option `wasm`;
 * - as plain modules, named by their address or by an import map. Import maps are inline scripts, so a
 *   strict policy has to name the map's hash.
 */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, extname, join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { bundle } from '../shared/bundle.mjs';
import { assertSameEverywhere, resolve, scenarioFile } from '../shared/installed.mjs';
import { launch, serve } from '../shared/page.mjs';

const packageFolder = dirname(resolve('epitome/package.json'));
const wasm = readFileSync(resolve('epitome/core.wasm'));

const types = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

function policy(scripts) {
  return `default-src 'none'; script-src 'self' ${scripts}; connect-src 'self'`;
}

/** Gives the page's functions to the test, which calls them through the debugging protocol. */
const expose = (epitome) => `
import * as epitome from '${epitome}';
import { createTokenCounter, loadExactCounter } from '${epitome}/tokens';
import { runScenario } from './scenario.mjs';
globalThis.scenario = () => runScenario(epitome);
globalThis.open = async (options) => {
  try {
    const compactor = await epitome.createCompactor({ contextWindow: 8000, ...options });
    return { tokens: compactor.estimateTokens('12345678') };
  } catch (error) {
    const { name, code, message } = error;
    return { name, code, message, isOurs: epitome.EpitomeError.isInstance(error) };
  }
};
globalThis.count = async (estimator, exact) => {
  const counters = [() => createTokenCounter(estimator), () => loadExactCounter(exact)];
  const counts = counters.map(async (load) => {
    const counter = await load();
    return counter.count?.('12345678') ?? counter.estimateTokens('12345678');
  });
  return (await Promise.allSettled(counts)).map(({ value, reason }) => value ?? reason.code);
};
`;

const addresses = {
  epitome: '/package/dist/browser/index.js',
  'epitome/tokens': '/package/dist/browser/tokens.js',
};
const importMap = JSON.stringify({ imports: addresses });
const importMapHash = createHash('sha256').update(importMap).digest('base64');

function html({ script, scripts = "'wasm-unsafe-eval'", map }) {
  return {
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policy(scripts) },
    body: `<!doctype html><title>test</title>${
      map ? `<script type="importmap">${map}</script>` : ''
    }<script type="module" src="${script}"></script>`,
  };
}

const pages = {
  '/bundled': html({ script: '/assets/app.js' }),
  '/no-wasm-allowed': html({ script: '/assets/app.js', scripts: '' }),
  '/no-core-there': html({ script: '/else/where/app.js' }),
  '/other-type': html({ script: '/typed/assets/app.js' }),
  '/by-url': html({ script: '/by-url/app.js' }),
  '/modules': html({
    script: '/plain/app.mjs',
    scripts: `'wasm-unsafe-eval' 'sha256-${importMapHash}'`,
    map: importMap,
  }),
  '/modules-no-map': html({ script: '/plain/app.mjs' }),
};

const files = new Map();
let browser;
let server;

function answer(path) {
  if (Object.hasOwn(pages, path)) return pages[path];
  const type = types[extname(path)];
  if (path.startsWith('/package/') && type) {
    const inside = normalize(path.slice('/package'.length));
    return { type, body: readFileSync(join(packageFolder, inside)) };
  }
  const body = files.get(path);
  return body && { type: path.startsWith('/typed/core') ? 'application/octet-stream' : type, body };
}

before(async () => {
  const common = { conditions: ['browser'], platform: 'browser', minify: true, write: false };
  const app = (await bundle(expose('epitome'), common)).outputFiles[0].contents;
  for (const folder of ['/assets', '/else/where', '/typed/assets'])
    files.set(`${folder}/app.js`, app);
  for (const path of ['/core.wasm', '/typed/core.wasm']) files.set(path, wasm);
  for (const name of ['tokens.wasm', 'bpe.wasm', 'o200k_base.bin']) {
    files.set(`/handed/${name}`, readFileSync(resolve(`epitome/${name}`)));
  }

  const named = await bundle(
    `import { createCompactor } from 'epitome';
    import file from 'epitome/core.wasm';
    const wasm = new URL(file, import.meta.url);
    globalThis.open = async () => {
      const tokens = [];
      for (const source of [wasm, wasm.href, await (await fetch(wasm)).arrayBuffer()]) {
        const compactor = await createCompactor({ contextWindow: 8000, wasm: source });
        tokens.push(compactor.estimateTokens('12345678'));
      }
      return tokens;
    };`,
    { ...common, loader: { '.wasm': 'file' }, outdir: '/by-url', entryNames: 'app' },
  );
  for (const { path, contents } of named.outputFiles) files.set(path, contents);

  files.set('/plain/app.mjs', expose('epitome'));
  files.set('/plain/scenario.mjs', readFileSync(scenarioFile));
  server = await serve(answer);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens a page; `problems` gathers what it reports. */
async function open(path) {
  const page = await browser.newPage();
  const problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(server.address + path, { waitUntil: 'load' });
  return { page, problems };
}

test("the scenario's bytes, bundled", async () => {
  const { page, problems } = await open('/bundled');
  assertSameEverywhere(await page.evaluate(() => globalThis.scenario()));
  assert.deepEqual(problems, []);
  await page.close();
});

test("the scenario's bytes, plain modules with an import map", async () => {
  const { page, problems } = await open('/modules');
  assertSameEverywhere(await page.evaluate(() => globalThis.scenario()));
  assert.deepEqual(problems, []);
  await page.close();
});

test('the option `wasm` takes a URL, its text, and bytes', async () => {
  const { page, problems } = await open('/by-url');
  assert.deepEqual(await page.evaluate(() => globalThis.open()), [3, 3, 3]);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a server that does not know the type of core.wasm is good enough', async () => {
  const { page, problems } = await open('/other-type');
  assert.deepEqual(await page.evaluate(() => globalThis.open()), { tokens: 3 });
  assert.deepEqual(problems, []);
  await page.close();
});

test("without 'wasm-unsafe-eval' the error says so", async () => {
  const { page } = await open('/no-wasm-allowed');
  const refused = await page.evaluate(() => globalThis.open());
  assert.equal(refused.name, 'EpitomeError');
  assert.equal(refused.code, 'load-failed');
  assert.equal(refused.isOurs, true);
  assert.match(refused.message, /'wasm-unsafe-eval' in script-src/);
  await page.close();
});

test('without core.wasm the error says what is missing, and the option mends it', async () => {
  const { page } = await open('/no-core-there');
  const refused = await page.evaluate(() => globalThis.open());
  assert.equal(refused.code, 'load-failed');
  assert.match(refused.message, /HTTP status 404/);
  assert.match(refused.message, /option `wasm`/);
  const mended = await page.evaluate(() => globalThis.open({ wasm: '/core.wasm' }));
  assert.deepEqual(mended, { tokens: 3 });
  await page.close();
});

test("the counters' files can be handed over, too", async () => {
  const { page } = await open('/no-core-there');
  const count = (...options) => page.evaluate((given) => globalThis.count(...given), options);
  assert.deepEqual(await count(), ['load-failed', 'load-failed']);
  const exact = { wasm: '/handed/bpe.wasm', vocabulary: '/handed/o200k_base.bin' };
  assert.deepEqual(await count({ wasm: 1 }, { wasm: exact.wasm }), [
    'invalid-option',
    'invalid-option',
  ]);
  assert.deepEqual(await count({ wasm: '/handed/tokens.wasm' }, exact), [3, 3]);
  // What is loaded stays.
  assert.deepEqual(await count(), [3, 3]);
  await page.close();
});

test('plain modules without an import map are named by their address', async () => {
  const { page, problems } = await open('/modules-no-map');
  assert.match(problems.join('\n'), /Failed to resolve module specifier "epitome"/);
  const loaded = await page.evaluate(async ({ epitome, 'epitome/tokens': tokens }) => {
    const { createCompactor, EpitomeError } = await import(epitome);
    const { countTokens, createTokenCounter } = await import(tokens);
    const error = await countTokens('text', { encoding: 'none' }).catch((reason) => reason);
    const compactor = await createCompactor({ contextWindow: 8000 });
    return {
      session: compactor.estimateTokens('12345678'),
      counter: (await createTokenCounter()).estimateTokens('12345678'),
      exact: await countTokens('12345678'),
      // The entries are files of their own, and know each other's errors.
      isOurs: error instanceof EpitomeError,
      files: performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/package/'))
        .sort(),
    };
  }, addresses);
  assert.deepEqual(loaded, {
    session: 3,
    counter: 3,
    exact: 3,
    isOurs: true,
    files: [
      '/package/dist/bpe.wasm',
      '/package/dist/browser/exact.js',
      '/package/dist/browser/index.js',
      '/package/dist/browser/tokens.js',
      '/package/dist/core.wasm',
      '/package/dist/errors.js',
      '/package/dist/o200k_base.bin',
      '/package/dist/shared/redactor.js',
      '/package/dist/tokens.wasm',
    ],
  });
  await page.close();
});
