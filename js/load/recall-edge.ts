/** Finds the search's WebAssembly module where Next.js bundles for the edge. */
import module from '../recall.wasm?module';

export function loadModule(): WebAssembly.Module {
  return module;
}
