/** Finds the estimator's WebAssembly module in a page: fetched from beside this file's folder. */
import { fetched } from './fetched.ts';

export async function loadModule(): Promise<WebAssembly.Module> {
  const response = await fetched(new URL('../tokens.wasm', import.meta.url));
  // Servers that do not send application/wasm are common, and the file is small: no streaming.
  return WebAssembly.compile(await response.arrayBuffer());
}
