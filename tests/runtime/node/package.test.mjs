// promise: 10 deterministic, api
/**
 * The packed package in Node, installed into an empty project: the scenario's bytes, what can be
 * imported, what lies in it, and that importing it does nothing. Runs on every Node that is supported.
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  assertSameEverywhere,
  expected,
  project,
  repository,
  resolve,
} from '../shared/installed.mjs';

const execute = promisify(execFile);
const entry = resolve('epitome');
const entryUrl = pathToFileURL(entry).href;
const folder = dirname(resolve('epitome/package.json'));
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Runs this Node; what it prints on both channels. A test runner's own variables stay out. */
async function node(...args) {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined };
  return execute(process.execPath, args, { env, cwd: project, maxBuffer: 2 ** 26 });
}

const script = (source) => ['--input-type=module', '--eval', source];

/** Files that the package is made of, as paths below it with forward slashes. */
function packagedFiles() {
  const below = (top) =>
    readdirSync(join(folder, top), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => relative(folder, join(file.parentPath ?? file.path, file.name)));
  return below('.')
    .map((file) => file.split(sep).join('/'))
    .sort();
}

for (const flags of [[], ['--disallow-code-generation-from-strings']]) {
  test(`the scenario's bytes${flags.length > 0 ? ` with ${flags}` : ''}`, async () => {
    const printer = join(repository, 'tests/runtime/shared/print-scenario.mjs');
    const { stdout, stderr } = await node(...flags, printer, entryUrl);
    assertSameEverywhere(JSON.parse(stdout));
    assert.equal(stderr, '');
  });
}

test('the flag of the test before this one does forbid code from strings', async () => {
  const control = script('new Function("return 1")()');
  await assert.rejects(node('--disallow-code-generation-from-strings', ...control), /EvalError/);
});

test('what is compared is a session that folds, merges and fails at nothing', () => {
  for (const played of [expected.digest, expected.summarized]) {
    assert.equal(played.errors, '');
    assert.ok(played.compactions >= 2);
    assert.ok(played.lastViewMessages < 30);
    assert.ok(played.snapshot.length < 64 * 1024);
    assert.equal(played.requestsAfterRestore, 0);
  }
  assert.equal(expected.digest.requests, 0);
  assert.ok(expected.summarized.requests > 0);
});

test('exports the public names and nothing else', async () => {
  const names = Object.keys(await import(entryUrl)).sort();
  assert.deepEqual(names, [
    'EpitomeError',
    'buildSummaryPrompt',
    'compact',
    'createCompactor',
    'fromFetch',
    'fromModel',
    'memoryFlush',
    'modelProfile',
    'optionsFromEnv',
    'safeCompact',
    'selectMessagesToCompact',
    'shouldCompact',
  ]);
  assert.deepEqual(
    [...readFileSync(resolve('epitome/core.wasm')).subarray(0, 4)],
    [0, 97, 115, 109],
  );
  assert.throws(() => resolve('epitome/dist/session.js'), {
    code: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
  });
});

test('CommonJS can require it', async () => {
  const source = `const { createCompactor } = require('epitome');
    createCompactor({ contextWindow: 1000 }).then((compactor) => {
      console.log(compactor.estimateTokens('12345678'));
    });`;
  // Node 20 calls requiring a module an experiment.
  const { stdout } = await node('--no-warnings', '--input-type=commonjs', '--eval', source);
  // OpenAI's tokeniser groups digits by three.
  assert.equal(stdout, '3\n');
});

test('needs nothing at run time', () => {
  assert.equal(manifest.dependencies, undefined);
  assert.equal(manifest.optionalDependencies, undefined);
  assert.equal(manifest.bundleDependencies, undefined);
  for (const name of Object.keys(manifest.peerDependencies ?? {})) {
    assert.equal(manifest.peerDependenciesMeta[name].optional, true, `${name} is optional`);
  }
  for (const stage of ['preinstall', 'install', 'postinstall', 'prepare']) {
    assert.equal(manifest.scripts?.[stage], undefined, `no ${stage} script`);
  }
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => name[0] !== '.');
  assert.deepEqual(installed, ['epitome']);
});

/** All that is published, by kind, and what it is there for. A file is of one kind. */
const kinds = [
  [/^package\.json$/, 'what npm reads'],
  [/^LICENSE$/, 'the terms'],
  [/^README\.md$/, 'the page in the registry'],
  [/^CHANGELOG\.md$/, 'what a release changes, where the page on upgrading leads'],
  [/^dist\/THIRD_PARTY_LICENSES\.txt$/, 'the terms of what is inside'],
  [/^dist\/sbom\.cdx\.json$/, 'what is inside, for scanners'],
  [/^dist\/core\.wasm$/, 'the engine'],
  [/^dist\/tokens\.wasm$/, 'the estimator, for those who only count'],
  [/^dist\/bpe\.wasm$/, 'the exact counter'],
  [/^dist\/(cl100k|o200k)_base\.bin$/, 'vocabularies of the exact counter'],
  [/^dist\/errors\.js$/, 'the one class of errors, which all modules share'],
  [/^dist\/(browser|edge|node|workerd)\/(index|tokens)\.js$/, 'entries, by runtime'],
  [
    /^dist\/((browser|edge|node|workerd)\/exact|shared\/(redactor|searching))\.js$/,
    'what entries load when it is needed',
  ],
  [
    /^dist\/(shared\/ai|(stores|testing)\/[\w-]+)\.js$/,
    'entries that are the same in every runtime',
  ],
  [/^dist\/.+\.js\.map$/, 'stack traces that lead to the sources'],
  [/^dist\/.+\.d\.ts$/, 'types of the entries'],
  [/^js\/.+\.m?ts$/, 'the sources, where source maps lead'],
  [/^js\/docs\/.+\.md$/, 'the pages, where README leads'],
  [/^js\/docs\/images\/\w+\.svg$/, 'pictures of the pages'],
  [/^demo\/(node|worker)\/[\w./-]+$/, 'the templates, which are copied from the package'],
];

test('each file is there for one reason, and each reason has its files', (context) => {
  const files = packagedFiles();
  for (const file of files) {
    const reasons = kinds.filter(([pattern]) => pattern.test(file)).map(([, reason]) => reason);
    assert.equal(
      reasons.length,
      1,
      `${file} is there for ${reasons.join(' and for ') || 'nothing'}`,
    );
  }
  for (const [pattern, reason] of kinds) {
    const mine = files.filter((file) => pattern.test(file));
    assert.ok(mine.length > 0, reason);
    const bytes = mine.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    context.diagnostic(`${(bytes / 1000).toFixed(0)} kB in ${mine.length}: ${reason}`);
  }
});

test('each page and picture is led to from README, and each declaration from an entry', () => {
  const reached = new Set();
  const follow = (file) => {
    if (reached.has(file) || !existsSync(join(folder, file))) return;
    reached.add(file);
    const text = readFileSync(join(folder, file), 'utf8');
    const links = file.endsWith('.md') ? /\]\(([^)#:\s]+)/g : /(?:from |import\()['"](\.[^'"]+)/g;
    for (const [, path] of text.matchAll(links)) {
      follow(posix.join(posix.dirname(file), path.replace(/(?<!\.d)\.ts$/, '.d.ts')));
    }
  };
  follow('README.md');
  for (const { types } of Object.values(manifest.exports)) if (types) follow(posix.join(types));
  const led = packagedFiles().filter((file) => /\.(md|svg)$|^dist\/.+\.d\.ts$/.test(file));
  assert.deepEqual(
    led.filter((file) => !reached.has(file)),
    [],
  );
});

test('its modules are those of its entries', () => {
  const files = packagedFiles();
  const scripts = ['errors.js', 'shared/redactor.js', 'shared/searching.js'];
  for (const runtime of ['browser', 'edge', 'node', 'workerd']) {
    for (const name of ['exact', 'index', 'tokens']) {
      scripts.push(`${runtime}/${name}.js`);
    }
  }
  // Entries that are the same in every runtime.
  for (const { types, ...entry } of Object.values(manifest.exports)) {
    const isPlain = types !== undefined && Object.keys(entry).length === 1;
    if (isPlain) scripts.push(entry.default.slice('./dist/'.length));
  }
  assert.deepEqual(
    files.filter((file) => file.endsWith('.js')),
    scripts.map((file) => `dist/${file}`).sort(),
  );
});

test('knows Node in its modules for Node only, makes no code, and names no machine', () => {
  for (const file of packagedFiles().filter((name) => /\.(m?[jt]s|json|map)$/.test(name))) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (!/^(dist|demo)\/node\/|^js\/load\/\w+-node\.ts$|\/stores\/sqlite\./.test(file)) {
      assert.doesNotMatch(text, /['"`]node:/, file);
    }
    // The method of a Redis client runs a script on its server.
    const code = text.replace(/\b(?!globalThis|window|self|global)\w+\.eval\(/g, '');
    if (/\.m?js$/.test(file)) assert.doesNotMatch(code, /\beval\(|new Function\b/, file);
    assert.ok(!text.includes(repository), file);
  }
  // Paths of sources in assertions are the usual way in which a binary names its builder's machine.
  for (const file of packagedFiles().filter((name) => name.endsWith('.wasm'))) {
    const binary = readFileSync(join(folder, file), 'latin1');
    assert.ok(!binary.includes(repository), file);
    assert.doesNotMatch(binary, /\/(?:home|root|tmp|usr)\//, file);
  }
});

test('importing it does nothing: no globals, no listeners, no WebAssembly, nothing kept alive', async () => {
  const source = `
    let compiled = 0;
    for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
      const original = WebAssembly[name];
      if (original) WebAssembly[name] = (...args) => { compiled += 1; return original(...args); };
    }
    const look = () => JSON.stringify({
      globals: Object.getOwnPropertyNames(globalThis),
      prototypes: [Object, Array, Map, Promise, String].map((type) =>
        Object.getOwnPropertyNames(type.prototype)),
      listeners: process.eventNames().map(String),
    });
    // Requests under way are the loader's own reads and end by themselves.
    const resources = () => process.getActiveResourcesInfo().filter((name) =>
      !/Req|^TTYWrap$|^PipeWrap$/.test(name));
    const before = look();
    const kept = resources().length;
    await import(${JSON.stringify(entryUrl)});
    console.log(JSON.stringify({ same: look() === before, compiled, more: resources().length - kept }));`;
  const { stdout, stderr } = await node(...script(source));
  assert.deepEqual(JSON.parse(stdout), { same: true, compiled: 0, more: 0 });
  assert.equal(stderr, '');
  assert.equal(manifest.sideEffects, false);
});

test('a process ends by itself while a compactor is open', async () => {
  const source = `
    import { createCompactor } from ${JSON.stringify(entryUrl)};
    const compactor = await createCompactor({ contextWindow: 8000 });
    await compactor.session('a').prepare([{ role: 'user', content: 'hello' }]);
    console.log('open');`;
  const { stdout } = await node(...script(source));
  assert.equal(stdout, 'open\n');
});

test('a process with nothing else to do waits for the engine to be compiled', async () => {
  const source = `
    import { createCompactor } from ${JSON.stringify(entryUrl)};
    const compactor = await createCompactor({ contextWindow: 8000 });
    console.log(compactor.estimateTokens('1234'));`;
  // Compiling every function at once takes long enough to be forgotten.
  const { stdout } = await node('--no-wasm-lazy-compilation', ...script(source));
  assert.equal(stdout, '2\n');
});

const consumer = `
import {
  type CompactorEvent,
  createCompactor,
  EpitomeError,
  type PrepareStep,
  type Summarize,
} from 'epitome';

const summarize: Summarize = async ({ prompt }, { signal }) => {
  signal.throwIfAborted();
  return prompt.slice(0, 100);
};
const compactor = await createCompactor({
  contextWindow: 8_000,
  summarize,
  onEvent: (event: CompactorEvent) => {
    if (event.type === 'compaction') event.folds[0]?.firstMessage.toFixed();
  },
});
const session = compactor.session('chat');
export const prepareStep: PrepareStep = session.prepareStep;
interface Own { role: 'user' | 'assistant'; content: string; at: number }
const { messages } = await session.prepare<Own>([{ role: 'user', content: 'hello', at: 1 }]);
export const at: number | undefined = messages[0]?.at;
export const isOurs = (error: unknown): boolean =>
  EpitomeError.isInstance(error) && error.code === 'load-failed';

// @ts-expect-error: an option that does not exist is refused.
await createCompactor({ contextWindow: 8_000, sumarize: summarize });
`;

test('types resolve for a strict consumer, with and without a bundler', async (context) => {
  const place = mkdtempSync(join(project, 'types-'));
  context.after(() => rmSync(place, { recursive: true, force: true }));
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(place, 'consumer.ts'), consumer);
  const common = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    target: 'es2022',
    types: [],
  };
  const browser = ['es2022', 'dom', 'esnext.disposable'];
  const variants = {
    node: { module: 'nodenext', lib: browser },
    bundler: { module: 'esnext', moduleResolution: 'bundler', lib: browser },
    // A server without the browser's types: WebAssembly's are not in Node's.
    server: {
      module: 'nodenext',
      lib: ['es2022'],
      types: ['node'],
      typeRoots: [join(repository, 'tests/node_modules/@types')],
      skipLibCheck: true,
    },
    verbatim: { module: 'nodenext', lib: ['esnext', 'dom'], verbatimModuleSyntax: true },
  };
  const compiler = join(repository, 'tests/node_modules/typescript/bin/tsc');
  for (const [name, options] of Object.entries(variants)) {
    const file = join(place, `tsconfig.${name}.json`);
    writeFileSync(
      file,
      JSON.stringify({ compilerOptions: { ...common, ...options }, files: ['consumer.ts'] }),
    );
    const { stdout } = await node(compiler, '--project', file, '--pretty', 'false').catch(
      (error) => error,
    );
    assert.equal(stdout, '', name);
  }
});

test('every file that the exports name is in the package', () => {
  for (const [name, target] of Object.entries(manifest.exports)) {
    const targets = typeof target === 'string' ? [target] : Object.values(target);
    for (const file of targets) assert.ok(existsSync(join(folder, file)), file);
    if (typeof target === 'string') continue;
    assert.equal(Object.keys(target)[0], 'types', name);
    // A runtime that no condition names gets the module that needs nothing but fetch.
    assert.equal(Object.keys(target).at(-1), 'default', name);
  }
  assert.equal(fileURLToPath(entryUrl), entry);
});

test('bundlers find the binaries that a module for pages names', () => {
  const names = readdirSync(join(folder, 'dist/browser'))
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => {
      const text = readFileSync(join(folder, 'dist/browser', file), 'utf8');
      // The form that they look for, to the letter.
      return [...text.matchAll(/new URL\("\.\.\/([\w.]+)",import\.meta\.url\)/g)];
    })
    .map(([, name]) => name);
  assert.deepEqual(names.sort(), [
    'bpe.wasm',
    'cl100k_base.bin',
    'core.wasm',
    'o200k_base.bin',
    'tokens.wasm',
  ]);
  for (const name of names) assert.ok(existsSync(join(folder, 'dist', name)), name);
});

test('an entry is one file beside what it loads when it is needed, and errors are the same in both', async () => {
  const source = `
    import module from 'node:module';
    const loaded = [];
    module.registerHooks?.({
      load(url, context, next) {
        if (!url.startsWith('node:')) loaded.push(url);
        return next(url, context);
      },
    });
    const { createCompactor, EpitomeError } = await import('epitome');
    const { countTokens, EpitomeError: TokensError } = await import('epitome/tokens');
    const compactor = await createCompactor({ contextWindow: 8000 });
    const refused = await countTokens('text', { vocabulary: new URL('file:///none') }).catch((error) => error);
    console.log(JSON.stringify({
      same: EpitomeError === TokensError,
      isOurs: refused instanceof EpitomeError,
      files: module.registerHooks && loaded.map((url) => url.slice(url.lastIndexOf('/dist/') + 1)),
    }));`;
  const { stdout } = await node('--no-warnings', ...script(source));
  const { files, ...errors } = JSON.parse(stdout);
  assert.deepEqual(errors, { same: true, isOurs: true });
  if (files === undefined) return;
  assert.deepEqual(files, [
    'dist/node/index.js',
    'dist/errors.js',
    'dist/node/tokens.js',
    'dist/shared/redactor.js',
    'dist/node/exact.js',
  ]);
});

test('what its source maps say is bundled has its licence and its place in the bill of materials', () => {
  const read = (file) => readFileSync(join(folder, file), 'utf8');
  const notices = read('dist/THIRD_PARTY_LICENSES.txt');
  const { components } = JSON.parse(read('dist/sbom.cdx.json'));
  const maps = packagedFiles().filter((file) => file.endsWith('.map'));
  const sources = new Set(maps.flatMap((file) => JSON.parse(read(file)).sources));
  for (const source of sources) {
    if (/^(\.\.\/)+js\//.test(source)) continue;
    // Emscripten's glue is the one source that is built.
    const name = source.endsWith('/core.mjs')
      ? 'emscripten'
      : source.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1];
    assert.ok(name, `${source} is nobody's`);
    assert.ok(
      components.some((component) => component.name === name),
      name,
    );
    assert.match(notices, new RegExp(`^${name} [\\d.]+ \\(`, 'm'));
  }
});

test('its source maps lead to sources that are there', () => {
  const files = packagedFiles().filter((file) => file.startsWith('dist/'));
  const maps = files.filter((file) => file.endsWith('.map'));
  const scripts = files.filter((file) => file.endsWith('.js'));
  assert.deepEqual(
    maps,
    scripts.map((file) => `${file}.map`),
  );
  for (const file of maps) {
    const { sources, sourcesContent } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    sources.forEach((source, at) => {
      const found = sourcesContent[at] ?? existsSync(join(folder, dirname(file), source));
      assert.ok(found, `${file}: ${source}`);
    });
  }
});
