/**
 * Finds the estimator's WebAssembly module in Node: a file beside this one's folder. Compiled in
 * place: it is so small that a thread would take longer to start.
 */
import { readFileSync } from 'node:fs';

export function loadModule(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL('../../tokens.wasm', import.meta.url)));
}
