/** Finds the engine's two WebAssembly modules in a page: fetched from beside this file's folder. */
import { found } from './found.ts';

// A server that does not send application/wasm is common; the bytes are the same.
async function compiled(response: Response): Promise<WebAssembly.Module> {
  const type = response.headers.get('content-type') ?? '';
  return type.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** A call can't wait for what is fetched. */
export const fetchesRest = true;

export async function loadModule(): Promise<WebAssembly.Module> {
  return compiled(await found(new URL('../core.wasm', import.meta.url)));
}

export async function loadRest(): Promise<WebAssembly.Module> {
  return compiled(await found(new URL('../fold.wasm', import.meta.url)));
}
