/**
 * The package's modules: one file for each entry and runtime, since a process that starts must not wait
 * for seventy. Decides what is part of such a file and what stays outside; refuses to know how the
 * sources were checked and what else lies in the package.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root } from './toolchain/shell.mjs';

const sources = join(root, 'js');

/** What can be imported, and what is loaded when it is first needed. */
const entries = {
  index: join(sources, 'index.ts'),
  tokens: join(sources, 'tokens/index.ts'),
  exact: join(sources, 'tokens/exact.ts'),
  recall: join(sources, 'recall/index.ts'),
  'ai-sdk': join(sources, 'ai-sdk/index.ts'),
};

/** Adapters of stores, which need no binaries: each is one file for every runtime that has its engine. */
const stores = [
  'memory',
  'sqlite',
  'postgres',
  'durable-object',
  'd1',
  'indexeddb',
  'redis',
  'unstorage',
];

/** Frameworks and SDKs that epitome plugs into: each is one file that brings nothing of the engine along. */
const hosts = [
  'anthropic',
  'cache',
  'cloudflare',
  'genkit',
  'google',
  'langchain',
  'mastra',
  'openai',
  'openai-agents',
  'opencode',
  'pi',
];

/** Where the binaries are found; the first has the loaders that the sources name. */
const runtimes = ['node', 'browser', 'workerd'];

/**
 * At the edge they are imported, and hosts differ in how: there the loaders are files of their own, among which
 * the `imports` of package.json choose.
 */
const edges = ['workerd', 'edge'];
const binaries = ['core', 'exact', 'recall', 'tokens'];

/** What a module of one runtime imports: a file of the sources, or one of the package. */
function linker(runtime, glue) {
  const outside = (path) => ({ path, external: true, sideEffects: false });
  return {
    name: 'linker',
    setup(context) {
      context.onResolve({ filter: /\/load\/\w+-node\.ts$/ }, ({ path }) =>
        edges.includes(runtime)
          ? outside(`#load-${basename(path, '-node.ts')}`)
          : { path: join(sources, 'load', basename(path).replace('node', runtime)) },
      );
      // Entries share it: an error of one is an error of the other.
      context.onResolve({ filter: /\/errors\.ts$/ }, () => outside('../errors.js'));
      // The engine and its sessions are those of the main entry.
      context.onResolve({ filter: /^\.\.\/index\.ts$/ }, () => outside('./index.js'));
      context.onResolve({ filter: /\/exact\.ts$/ }, ({ kind }) =>
        kind === 'dynamic-import' ? outside('./exact.js') : undefined,
      );
      context.onResolve({ filter: /\.(?:wasm(?:\?module)?|bin)$/ }, ({ path }) => outside(path));
      context.onResolve({ filter: /\/core\.mjs$/ }, ({ path }) =>
        existsSync(glue) ? { path: glue } : outside(path),
      );
      // It would look for its binary beside itself, where none is; bundlers look there, too.
      context.onLoad({ filter: /\/core\.mjs$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace(
          /new URL\((["']core\.wasm["']), *import\.meta\.url\)\.href/,
          '$1',
        ),
      }));
    },
  };
}

/** What the command line shares with those who import the package. */
const entryOfSource = {
  'js/index.ts': '../node/index.js',
  'js/tokens/index.ts': '../node/tokens.js',
  'js/recall/index.ts': '../node/recall.js',
  'js/formats/index.ts': '../formats/index.js',
  'js/stores/memory.ts': '../stores/memory.js',
  'js/errors.ts': '../errors.js',
};

const shared = {
  name: 'shared',
  setup(context) {
    context.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
      const entry = entryOfSource[relative(root, join(resolveDir, path))];
      return entry && { path: entry, external: true };
    });
  },
};

/** Hosts run everywhere: they import the package as its users do, each runtime its own file. */
const itself = {
  name: 'itself',
  setup(context) {
    context.onResolve({ filter: /\/(?:index|errors)\.ts$/ }, ({ path }) =>
      path.endsWith('errors.ts')
        ? { path: '../errors.js', external: true, sideEffects: false }
        : { path: 'epitome', external: true },
    );
  },
};

/** What the command line brings along. */
const bundled = [
  'commander',
  'cli-progress',
  'string-width',
  'strip-ansi',
  'ansi-regex',
  'emoji-regex',
  'is-fullwidth-code-point',
];

/** A package's licence, which asks for its notice. */
function noticeOf(name) {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  return `${name}\n${readFileSync(join(folder, file), 'utf8').trim()}`;
}

/** The command line with its parser and its progress bar. */
function commandLine(folder) {
  return {
    entryPoints: [join(sources, 'cli/main.ts')],
    outfile: join(folder, 'cli/main.js'),
    platform: 'node',
    plugins: [shared],
    banner: {
      js:
        `#!/usr/bin/env node\n/*! ${bundled.map(noticeOf).join('\n\n')}\n*/\n` +
        // They are CommonJS.
        "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
    },
  };
}

/** A source map without the texts of files that the package has anyway. */
function withoutSources({ path, text }) {
  const map = JSON.parse(text);
  map.sourcesContent = map.sources.map((source, at) => {
    const isOurs = !relative(sources, join(dirname(path), source)).startsWith('..');
    return isOurs ? null : map.sourcesContent[at];
  });
  return JSON.stringify(map);
}

/**
 * Writes the modules and their source maps into `folder`; resolves with their paths. `glue` is
 * Emscripten's module; where there is none the engine is left out, and only types can be had.
 */
export async function bundle({ folder, glue }) {
  // Not installed yet when the build script starts.
  const { build } = await import('esbuild');
  const common = {
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    sourcemap: true,
    logLevel: 'warning',
    write: false,
  };
  const results = await Promise.all([
    // Its names are read in stack traces and consoles.
    build({
      ...common,
      entryPoints: [join(sources, 'errors.ts')],
      outdir: folder,
      minifyIdentifiers: false,
    }),
    // Nothing in it depends on a runtime.
    build({
      ...common,
      entryPoints: ['formats', 'memory'].map((name) => join(sources, name, 'index.ts')),
      outdir: folder,
      outbase: sources,
      plugins: [linker('node', glue)],
    }),
    build({ ...common, ...commandLine(folder) }),
    build({
      ...common,
      entryPoints: stores.map((name) => join(sources, 'stores', `${name}.ts`)),
      outdir: join(folder, 'stores'),
      platform: 'neutral',
      // Modules of the runtime, and the one package that an adapter itself imports.
      external: ['node:*', 'cloudflare:*', 'idb'],
      plugins: [linker('browser', glue)],
    }),
    build({
      ...common,
      entryPoints: hosts.map((name) => join(sources, 'hosts', `${name}.ts`)),
      outdir: join(folder, 'hosts'),
      platform: 'neutral',
      // The hosts' own packages.
      external: ['node:*', 'langchain', '@langchain/*', 'zod'],
      plugins: [itself],
    }),
    ...edges.map((edge) =>
      build({
        ...common,
        entryPoints: Object.fromEntries(
          binaries.map((name) => [`load-${name}`, join(sources, `load/${name}-${edge}.ts`)]),
        ),
        outdir: join(folder, edge),
        platform: 'neutral',
        plugins: [linker(edge, glue)],
      }),
    ),
    ...runtimes.map((runtime) =>
      build({
        ...common,
        entryPoints: entries,
        outdir: join(folder, runtime),
        platform: 'neutral',
        external: ['node:*'],
        plugins: [linker(runtime, glue)],
      }),
    ),
  ]);
  const written = results.flatMap(({ outputFiles }) => outputFiles);
  for (const file of written) {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, file.path.endsWith('.map') ? withoutSources(file) : file.contents);
  }
  return written.map(({ path }) => path);
}
