/**
 * Bundles the package's modules: one file for each entry and runtime, because a process that starts must
 * not wait for seventy.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root } from './toolchain/shell.mjs';

const sources = join(root, 'js');

/** What finds binaries, each runtime in its own way. */
const entries = {
  index: join(sources, 'index.ts'),
  tokens: join(sources, 'tokens/index.ts'),
  exact: join(sources, 'tokens/exact.ts'),
};

/** The same in every runtime: an entry, and what is loaded when it is first needed. */
const shared = {
  'shared/ai': join(sources, 'ai.ts'),
  'shared/redactor': join(sources, 'redact/redactor.ts'),
  'shared/searching': join(sources, 'recall/searching.ts'),
};

/** Entries that have a folder: where sessions are kept, and what tests need. */
export const plain = [
  ...['memory', 'sqlite', 'postgres', 'redis', 'durable-object', 'unstorage', 'encrypted'].map(
    (name) => `stores/${name}`,
  ),
  ...['stores/conformance', 'testing/index'],
];

/** Where the binaries are found; the first has the loaders that the sources name. */
const runtimes = ['node', 'browser', 'workerd', 'edge'];

/** The file that finds a binary in a runtime. Vercel's edge differs from workerd in one of them. */
function loader(name, runtime) {
  const own = join(sources, 'load', name.replace('node', runtime));
  return existsSync(own) ? own : loader(name, 'workerd');
}

/** What a module of one runtime imports: a file of the sources, or one of the package. */
function linker(runtime, glue) {
  const outside = (path) => ({ path, external: true, sideEffects: false });
  return {
    name: 'linker',
    setup(context) {
      context.onResolve({ filter: /\/load\/\w+-node\.ts$/ }, ({ path }) => ({
        path: loader(basename(path), runtime),
      }));
      // What is loaded when it is needed lies beside what needs it.
      context.onResolve({ filter: /\/(exact|redactor|searching)\.ts$/ }, ({ kind, path }) => {
        const name = basename(path, '.ts');
        const folder = `shared/${name}` in shared ? '../shared' : '.';
        return kind === 'dynamic-import' ? outside(`${folder}/${name}.js`) : undefined;
      });
      // At Vercel's edge the suffix asks for the compiled module; workerd's tools take the plain name.
      context.onResolve({ filter: /\.wasm$/ }, ({ path }) =>
        outside(runtime === 'edge' ? `${path}?module` : path),
      );
      context.onResolve({ filter: /\.bin$/ }, ({ path }) => outside(path));
      context.onResolve({ filter: /\/core\.mjs$/ }, ({ path }) =>
        existsSync(glue) ? { path: glue } : outside(path),
      );
      // Its own way of finding core.wasm is never taken, but bundlers would follow it to a file that isn't there.
      context.onLoad({ filter: /\/core\.mjs$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', "''"),
      }));
    },
  };
}

/** Entries share it: an error of one is an error of the other. */
const sharedErrors = {
  name: 'shared-errors',
  setup(context) {
    context.onResolve({ filter: /\/errors\.ts$/ }, () => ({
      path: '../errors.js',
      external: true,
      sideEffects: false,
    }));
  },
};

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
 * Writes the modules and their source maps into `folder`; resolves with their paths, and with those of all
 * that was bundled. `glue` is Emscripten's module; where there is none the engine is left out, and only types
 * can be had.
 */
export async function bundle({ folder, glue }) {
  // Not installed yet when the build script starts.
  const { build } = await import('esbuild');
  const common = {
    absWorkingDir: root,
    bundle: true,
    metafile: true,
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
    ...runtimes.map((runtime) =>
      build({
        ...common,
        entryPoints: entries,
        outdir: join(folder, runtime),
        platform: 'neutral',
        external: ['node:*'],
        plugins: [sharedErrors, linker(runtime, glue)],
      }),
    ),
    build({
      ...common,
      entryPoints: {
        ...shared,
        ...Object.fromEntries(plain.map((name) => [name, join(sources, `${name}.ts`)])),
      },
      outdir: folder,
      platform: 'neutral',
      external: ['node:*'],
      plugins: [sharedErrors],
    }),
  ]);
  const written = results.flatMap(({ outputFiles }) => outputFiles);
  for (const file of written) {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, file.path.endsWith('.map') ? withoutSources(file) : file.contents);
  }
  const inputs = results.flatMap(({ metafile }) =>
    Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs)),
  );
  return {
    files: written.map(({ path }) => path),
    inputs: inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path),
  };
}
