/**
 * Builds the demo page into build/demo with Vite, from the package as a user would get it: it imports `epitome`
 * by its name. Decides where packages come from and what is played beforehand; `npm run build` comes first.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { infoOf, slim } from './page/worker/news.js';
import { openPlayer } from './page/worker/player.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What the page brings along beside the package: its agent is written as a user's, for the newest AI SDK. */
const pagePackages = { ai: 'ai7', idb: 'idb' };

/**
 * Resolves `epitome` as a file in `root` would: the repository itself, or a folder where the packed package is
 * installed without its peers, which come from the repository.
 */
function packagesFrom(root) {
  return {
    name: 'packages-from',
    enforce: 'pre',
    resolveId(source, _, options) {
      const from = (folder, name) =>
        this.resolve(name, join(folder, 'package.json'), { ...options, skipSelf: true });
      if (/^epitome(?:\/|$)/.test(source)) return from(root, source);
      if (source in pagePackages) return from(here('..'), pagePackages[source]);
      // The page's own count stands in for the tokenizer of the terminal: the same vocabulary, in WebAssembly.
      if (source === 'gpt-tokenizer/encoding/o200k_base') return here('page/worker/o200k.js');
      return undefined;
    },
  };
}

/** How long a plugin took on this machine is no matter of the page. */
const checks = { pluginTimings: false };

/** Models to reckon with at first sight, by their ids in the package's table. */
const priced = [
  'claude-sonnet-5-5',
  'claude-opus-5-5',
  'claude-haiku-5-5',
  'gpt-6-sol',
  'gpt-5-mini',
  'gemini-3-8-flash',
];

/** `virtual:prices`: list prices from the package's own table, which is large and stays out of the page. */
function pricesOf(modelProfile) {
  const id = '\0prices';
  const models = priced.map((name) => ({ name, ...modelProfile(name).prices }));
  return {
    name: 'prices',
    resolveId: (source) => (source === 'virtual:prices' ? id : undefined),
    load: (loaded) =>
      loaded === id ? `export const models = ${JSON.stringify(models)};` : undefined,
  };
}

const bundledSession = here('sessions/repo-tour.json');

/** The session as the page plays it, figures only: what it shows before it has loaded an engine. */
async function filmOf({ session, windowTokens, createCompactor }) {
  const player = await openPlayer({ session, windowTokens, createCompactor });
  const steps = [];
  await player.run({ onStep: (step) => steps.push(step) });
  const info = infoOf({ player, session, windowTokens, play: 0, fresh: true });
  player.dispose();
  return {
    info: { ...info, tokens: [...info.tokens] },
    steps,
    keyframes: player.keyframes.map(slim),
    done: true,
  };
}

/**
 * Builds the page into `folder` with the package that `root` sees, to show `session` in a window of
 * `windowTokens`; returns the folder. What comes out is static: it can lie below any address.
 */
export async function buildPage({
  root = here('..'),
  folder = here('../build/demo/page'),
  session = JSON.parse(readFileSync(bundledSession, 'utf8')),
  windowTokens = 32_000,
} = {}) {
  const entry = createRequire(join(root, 'package.json')).resolve('epitome');
  const { createCompactor, modelProfile } = await import(pathToFileURL(entry).href);
  const plugins = () => [packagesFrom(root), pricesOf(modelProfile)];
  await build({
    configFile: false,
    root: here('page'),
    // Relative, so that the page can lie below any address.
    base: './',
    logLevel: 'warn',
    plugins: plugins(),
    worker: { format: 'es', plugins, rolldownOptions: { checks } },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      // The page's policy lets no data: address be loaded.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: { input: [here('page/index.html'), here('page/live.html')], checks },
    },
  });
  const shown = { format: 'AI SDK messages', notes: [], ...session };
  writeFileSync(join(folder, 'session.json'), JSON.stringify({ session: shown, windowTokens }));
  const film = await filmOf({ session: shown, windowTokens, createCompactor });
  writeFileSync(join(folder, 'film.json'), JSON.stringify(film));
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await buildPage());
}
