/**
 * What is built, with which command, and what its result runs in. Each app is as small as its bundler
 * allows and knows nothing of WebAssembly; where that isn't enough, `mended` holds what differs in an
 * app that works, and `line` what its author has to write.
 */

const work = `import { createCompactor } from 'epitome';
import { countTokens, createTokenCounter } from 'epitome/tokens';
import { script } from './scenario.mjs';

export async function work() {
  const compactor = await createCompactor({ contextWindow: 4000, maxOutputTokens: 500 });
  const session = compactor.session('a');
  const { messages } = await session.prepare(script().slice(0, 41));
  const counter = await createTokenCounter();
  return {
    folded: messages.length < 41,
    estimate: counter.estimateTokens('12345678'),
    exact: await countTokens('12345678'),
  };
}
`;

const page = `import { work } from './work.mjs';
globalThis.answer = work().catch((error) => \`\${error.message}\`);
`;

const node = `import { work } from './work.mjs';
console.log(JSON.stringify(await work()));
`;

const worker = `import { work } from './work.mjs';
export default {
  async fetch() {
    return Response.json(await work());
  },
};
`;

const html = (script) =>
  `<!doctype html><title>app</title><script type="module" src="${script}"></script>\n`;

/** A route of Next's. */
const route = (runtime) => `import { work } from '../../work.mjs';
export const dynamic = 'force-dynamic';
export const runtime = '${runtime}';
export async function GET() {
  return Response.json(await work());
}
`;

const nextFiles = {
  'app/layout.jsx': `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
  'app/page.jsx': `'use client';
import { useEffect } from 'react';
import { work } from '../work.mjs';
export default function Page() {
  useEffect(() => {
    globalThis.answer = work().catch((error) => error.message);
  }, []);
  return <p>app</p>;
}
`,
  'app/node/route.js': route('nodejs'),
  // The apps have one node_modules, above all of them.
  'next.config.mjs': "export default { turbopack: { root: '{above}' } };\n",
};

/** webpack without its command line, which is a package of its own. */
const webpack = (config) => `import webpack from 'webpack';
const config = ${config};
webpack({ mode: 'production', ...config }, (error, stats) => {
  console.log(String(error ?? stats));
  process.exitCode = error || stats.hasErrors() ? 1 : 0;
});
`;

const esbuildWithPlugin = `import metaUrl from '@chialab/esbuild-plugin-meta-url';
import { build } from 'esbuild';
await build({
  entryPoints: ['page.mjs'],
  bundle: true,
  format: 'esm',
  outdir: 'dist',
  plugins: [metaUrl()],
});
`;

const rollupWithPlugin = `import { nodeResolve } from '@rollup/plugin-node-resolve';
import { importMetaAssets } from '@web/rollup-plugin-import-meta-assets';
export default {
  input: 'page.mjs',
  output: { dir: 'dist', format: 'es' },
  plugins: [nodeResolve({ browser: true }), importMetaAssets()],
};
`;

/** Common to all apps. */
export const everywhere = { 'work.mjs': work };

/**
 * `command`: a program of the installed packages, then its arguments; `node` runs a script. `runs`: the
 * built app as a page in Chromium, a program of Node's, a Worker, or what a server answers; the last
 * may be several. `serve` is the server's command: `{port}` stands for its port.
 */
export const cases = [
  {
    bundler: 'vite',
    name: 'Vite, build',
    files: { 'index.html': html('/page.mjs'), 'page.mjs': page },
    command: ['vite', 'build'],
    runs: ['page'],
  },
  {
    bundler: 'vite',
    name: 'Vite, dev server',
    files: { 'index.html': html('/page.mjs'), 'page.mjs': page },
    serve: ['vite', '--port', '{port}', '--strictPort', '--host', '127.0.0.1'],
    runs: ['page /'],
  },
  {
    bundler: 'webpack',
    name: 'webpack',
    files: {
      'dist/index.html': html('/main.js'),
      'page.mjs': page,
      'build.mjs': webpack(`{ entry: './page.mjs' }`),
    },
    command: ['node', 'build.mjs'],
    runs: ['page'],
  },
  {
    bundler: 'webpack',
    name: 'webpack',
    files: {
      'node.mjs': node,
      'build.mjs': webpack(
        `{ entry: './node.mjs', target: 'node', output: { filename: 'node.cjs' } }`,
      ),
    },
    command: ['node', 'build.mjs'],
    runs: ['node dist/node.cjs'],
  },
  {
    bundler: 'esbuild',
    name: 'esbuild',
    files: { 'dist/index.html': html('/page.js'), 'page.mjs': page },
    command: ['esbuild', 'page.mjs', '--bundle', '--format=esm', '--outdir=dist'],
    runs: ['page'],
    line: 'plugins: [metaUrl()]  // @chialab/esbuild-plugin-meta-url',
    mended: { files: { 'build.mjs': esbuildWithPlugin }, command: ['node', 'build.mjs'] },
  },
  {
    bundler: 'esbuild',
    name: 'esbuild',
    files: { 'node.mjs': node },
    command: [
      ...['esbuild', 'node.mjs', '--bundle', '--platform=node', '--format=esm'],
      '--outfile=dist/node.mjs',
    ],
    runs: ['node dist/node.mjs'],
    line: '--packages=external',
    mended: {
      command: [
        ...['esbuild', 'node.mjs', '--bundle', '--platform=node', '--format=esm'],
        ...['--outfile=dist/node.mjs', '--packages=external'],
      ],
    },
  },
  {
    bundler: 'rollup',
    name: 'rollup',
    files: { 'dist/index.html': html('/page.js'), 'page.mjs': page },
    command: [
      ...['rollup', 'page.mjs', '--dir', 'dist', '--format', 'es'],
      ...['--plugin', 'node-resolve={browser:true}'],
    ],
    runs: ['page'],
    line: 'plugins: [nodeResolve({ browser: true }), importMetaAssets()]  // @web/rollup-plugin-import-meta-assets',
    mended: {
      files: { 'rollup.config.mjs': rollupWithPlugin },
      command: ['rollup', '--config', 'rollup.config.mjs'],
    },
  },
  {
    bundler: 'rollup',
    name: 'rollup',
    files: { 'node.mjs': node },
    command: [
      ...['rollup', 'node.mjs', '--file', 'dist/node.mjs', '--format', 'es'],
      ...['--inlineDynamicImports', '--plugin', 'node-resolve'],
    ],
    runs: ['node dist/node.mjs'],
    line: '--external epitome,epitome/tokens',
    mended: {
      command: [
        ...['rollup', 'node.mjs', '--file', 'dist/node.mjs', '--format', 'es'],
        ...['--plugin', 'node-resolve', '--external', 'epitome,epitome/tokens'],
      ],
    },
  },
  {
    bundler: 'wrangler',
    name: 'wrangler, deploy --dry-run',
    files: {
      'worker.mjs': worker,
      'wrangler.jsonc':
        '{ "name": "app", "main": "worker.mjs", "compatibility_date": "{today}" }\n',
    },
    command: ['wrangler', 'deploy', '--dry-run', '--outdir', 'dist'],
    runs: ['worker dist/worker.js'],
  },
  {
    bundler: 'wrangler',
    name: 'wrangler, dev',
    files: {
      'worker.mjs': worker,
      'wrangler.jsonc':
        '{ "name": "app", "main": "worker.mjs", "compatibility_date": "{today}" }\n',
    },
    serve: ['wrangler', 'dev', '--port', '{port}', '--ip', '127.0.0.1'],
    runs: ['worker /'],
  },
  {
    bundler: 'next',
    name: 'Next, Turbopack',
    files: { ...nextFiles, 'app/edge/route.js': route('edge') },
    command: ['next', 'build', '--turbopack'],
    serve: ['next', 'start', '--port', '{port}', '--hostname', '127.0.0.1'],
    runs: ['node /node', 'edge /edge', 'page /'],
  },
  // Without an edge route: with webpack, Next 16.4 fails to build any, whatever it imports.
  {
    bundler: 'next',
    name: 'Next, webpack',
    files: nextFiles,
    command: ['next', 'build', '--webpack'],
    serve: ['next', 'start', '--port', '{port}', '--hostname', '127.0.0.1'],
    runs: ['node /node', 'page /'],
    line: "serverExternalPackages: ['epitome']",
    mended: {
      files: { 'next.config.mjs': "export default { serverExternalPackages: ['epitome'] };\n" },
    },
  },
];
