/** Finds the engine's two WebAssembly modules where Next.js bundles for the edge: it tells a module by the query. */
import module from '../core.wasm?module';
import rest from '../fold.wasm?module';

/** A call that turns out to need the rest can have it. */
export const fetchesRest = false;

export async function loadModule(): Promise<WebAssembly.Module> {
  return module;
}

export function loadRest(): WebAssembly.Module {
  return rest;
}
