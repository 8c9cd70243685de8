/**
 * Runs the demo Worker on this machine in miniflare (the real workerd) and prints its address.
 * Decides how it is started; environment variables of the Worker's binding names are handed on.
 */

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';
import { buildWorker } from '../../../demo/build.mjs';

export const compatibilityDate = '2026-01-15';

/** Starts the built Worker `file`; `options` go to miniflare. Returns the Miniflare instance. */
export function startWorker(file, options = {}) {
  return new Miniflare({
    modules: true,
    modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
    rootPath: dirname(file),
    modulesRoot: dirname(file),
    scriptPath: file,
    compatibilityDate,
    kvNamespaces: ['SESSIONS'],
    ...options,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = ['MODEL_URL', 'MODEL_ID', 'MODEL_KEY', 'WINDOW_TOKENS'];
  const bindings = Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const worker = startWorker(await buildWorker(), { bindings, host: '127.0.0.1' });
  console.log(`POST { "sessionId": "a", "messages": [{ "role": "user", "content": "hello" }] } to`);
  console.log(`${await worker.ready}chat  (Ctrl+C ends it)`);
}
