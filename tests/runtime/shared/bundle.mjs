/**
 * Bundles a test's entry with the package that the project sees, as a user's own build would. Decides
 * how `epitome` is resolved from outside the project; refuses to know conditions and loaders.
 */

import { build } from 'esbuild';
import { project } from './installed.mjs';

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
