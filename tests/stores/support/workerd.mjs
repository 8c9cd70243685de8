/** A Worker of the tests: bundled as a user's would be, run by workerd. Knows no store. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';

const compatibilityDate = '2026-01-15';

/**
 * Bundles `entry`, a module that may import what lies beside the tests. `launch(options)` runs it with more of
 * Miniflare's options, `remove` deletes what was written; `folder` is for data that outlives a run.
 */
export async function bundledWorker(entry) {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-workers-'));
  await build({
    stdin: { contents: entry, resolveDir: join(import.meta.dirname, '..') },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    conditions: ['workerd'],
    platform: 'neutral',
    external: ['cloudflare:*'],
    loader: { '.wasm': 'copy', '.bin': 'copy' },
    outfile: join(folder, 'worker.mjs'),
  });
  const script = {
    modules: true,
    modulesRules: [
      { type: 'CompiledWasm', include: ['**/*.wasm'] },
      { type: 'Data', include: ['**/*.bin'] },
    ],
    rootPath: folder,
    modulesRoot: folder,
    scriptPath: join(folder, 'worker.mjs'),
    compatibilityDate,
  };
  return {
    folder,
    launch: ({ workers, ...options }) =>
      new Miniflare(
        workers === undefined
          ? { ...script, ...options }
          : { ...options, workers: workers.map((each) => ({ ...script, ...each })) },
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
