/** Finds the WebAssembly module in Node: a file beside this one. */
import { readFile } from 'node:fs/promises';

export async function loadModule(): Promise<WebAssembly.Module> {
  const bytes = await readFile(new URL('../core.wasm', import.meta.url));
  return WebAssembly.compile(bytes);
}
