/** Finds the estimator's WebAssembly module where Next.js bundles for the edge. */
import module from '../tokens.wasm?module';

export function loadModule(): WebAssembly.Module {
  return module;
}
