/** Builds the Worker of `demo/worker` and runs it in miniflare, which is the real workerd. */

import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';

export const compatibilityDate = '2026-01-15';

/** Builds the Worker in `folder` as wrangler does; resolves with its module's path. */
export async function buildWorker(folder) {
  await build({
    absWorkingDir: folder,
    entryPoints: ['worker.ts'],
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    target: 'es2024',
    logLevel: 'warning',
    conditions: ['workerd', 'worker', 'browser'],
    platform: 'neutral',
    mainFields: ['module', 'main'],
    loader: { '.wasm': 'copy' },
    external: ['node:*', 'cloudflare:*'],
  });
  return join(folder, 'dist/worker.mjs');
}

/** Starts the built Worker `file`; `options` go to miniflare. Returns the Miniflare instance. */
export function startWorker(file, options = {}) {
  return new Miniflare({
    modules: true,
    modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
    rootPath: dirname(file),
    modulesRoot: dirname(file),
    scriptPath: file,
    compatibilityDate,
    compatibilityFlags: ['nodejs_compat', 'enable_request_signal', 'request_signal_passthrough'],
    durableObjects: { SESSIONS: { className: 'Session', useSQLite: true } },
    ...options,
  });
}
