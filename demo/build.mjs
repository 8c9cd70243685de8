/**
 * Builds the demo page and the demo Worker into build/demo, from the package as a user would get it:
 * both import `epitome` by its name. Decides how they are bundled; `npm run build` comes first.
 */

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = (path) => here(`../build/demo/${path}`);

/** The page's documents: each has a policy of its own. */
const pages = ['index.html'];

const common = { bundle: true, format: 'esm', minify: true, target: 'es2022', logLevel: 'warning' };

/**
 * Resolves `epitome` as a file in `root` would: the repository itself, or a folder where the packed
 * package is installed.
 */
function packageFrom(root) {
  return {
    name: 'epitome-from',
    setup(context) {
      context.onResolve({ filter: /^epitome(?:\/.*)?$/ }, ({ path, kind, pluginData }) => {
        if (pluginData === 'resolved') return undefined;
        return context.resolve(path, { kind, resolveDir: root, pluginData: 'resolved' });
      });
    },
  };
}

/** Where the browser's build of an entry of the package lies, as `root` sees it. */
function browserEntry(root, entry) {
  const file = createRequire(join(root, 'package.json')).resolve('epitome/package.json');
  const { exports } = JSON.parse(readFileSync(file, 'utf8'));
  return join(dirname(file), exports[entry].default);
}

/** The session that the page opens with, played as the page would play it. */
async function playTour() {
  const session = JSON.parse(readFileSync(here('sessions/repo-tour.json'), 'utf8'));
  const [{ play }, { policyOf }, { messageCounter }, { countText }] = await Promise.all([
    import('./engine/play.ts'),
    import('./engine/setup.ts'),
    import('./engine/count.ts'),
    import('./replay/exact-tokens.mjs'),
  ]);
  const window = 32_000;
  const policy = policyOf({ window, policy: 'epitome' });
  return play({ session, policy, window, counter: messageCounter(countText) });
}

/** Builds the page into `folder` with the package that `root` sees; returns the folder. */
export async function buildPage({ root = here('..'), folder = target('page') } = {}) {
  const vite = createRequire(here('page/package.json')).resolve('vite');
  const { build } = await import(pathToFileURL(vite));
  await build({
    configFile: false,
    root: here('page'),
    // Any folder of any host.
    base: './',
    logLevel: 'warn',
    publicDir: false,
    resolve: {
      alias: [
        { find: /^epitome$/, replacement: browserEntry(root, '.') },
        { find: /^epitome\/tokens$/, replacement: browserEntry(root, './tokens') },
      ],
      // What lies outside the page's folder finds its packages, too.
      dedupe: ['comlink'],
    },
    worker: { format: 'es' },
    build: {
      outDir: folder,
      // Of a folder that is someone's own, nothing is deleted.
      emptyOutDir: folder === target('page'),
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: pages.map((name) => here(`page/${name}`)) },
    },
  });
  copyFileSync(here('sessions/repo-tour.json'), join(folder, 'session.json'));
  writeFileSync(join(folder, 'tour.json'), JSON.stringify(await playTour()));
  return folder;
}

/** Builds the Worker into `folder` with the package that `root` sees; returns its module's path. */
export async function buildWorker({ root = here('..'), folder = target('worker') } = {}) {
  await build({
    ...common,
    entryPoints: { worker: here('worker/worker.mjs') },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    conditions: ['workerd', 'worker', 'browser'],
    platform: 'neutral',
    mainFields: ['module', 'main'],
    loader: { '.wasm': 'copy' },
    external: ['node:*', 'cloudflare:*'],
    plugins: [packageFrom(root)],
  });
  return join(folder, 'worker.mjs');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`page    ${await buildPage()}`);
  console.log(`worker  ${dirname(await buildWorker())}`);
}
