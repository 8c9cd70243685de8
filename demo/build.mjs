/**
 * Builds the demo page into build/demo, from the package as a user would get it: it imports `epitome` by
 * its name. `npm run build` comes first.
 */

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = (path) => here(`../build/demo/${path}`);

/** The page's documents: each has a policy of its own. */
const pages = ['index.html', 'live.html'];

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
        { find: /^epitome\/ai$/, replacement: browserEntry(root, './ai') },
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
      rollupOptions: {
        input: pages.map((name) => here(`page/${name}`)),
        // How long plugins took concerns nobody who only wants to see the page.
        checks: { bundlerTimings: false },
      },
    },
  });
  copyFileSync(here('sessions/repo-tour.json'), join(folder, 'session.json'));
  writeFileSync(join(folder, 'tour.json'), JSON.stringify(await playTour()));
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`page    ${await buildPage()}`);
}
