/**
 * Bundles a test's entry with the package as a user's own build would: the one that was packed and
 * installed where there is one, else the one that was built.
 */

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const project = process.env.EPITOME_INSTALLED ?? fileURLToPath(new URL('../..', import.meta.url));

/** Resolves the package from the project, wherever the importing file lies. */
const fromProject = {
  name: 'from-project',
  setup(context) {
    context.onResolve({ filter: /^epitome(?:\/.*)?$/ }, ({ path, kind, pluginData }) => {
      if (pluginData === 'resolved') return undefined;
      return context.resolve(path, { kind, resolveDir: project, pluginData: 'resolved' });
    });
  },
};

/** Bundles the source text `entry`, whose relative imports start in this folder. */
export async function bundle(entry, options) {
  return build({
    stdin: {
      contents: entry,
      resolveDir: import.meta.dirname ?? new URL('.', import.meta.url).pathname,
    },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    plugins: [fromProject],
    ...options,
  });
}
