/** Finds the WebAssembly module in a page: fetched from beside this file's folder. */
import { fetched } from './fetched.ts';

export async function loadModule(): Promise<WebAssembly.Module> {
  const response = await fetched(new URL('../core.wasm', import.meta.url));
  // A server that does not send application/wasm is common; the bytes are the same.
  const type = response.headers.get('content-type') ?? '';
  return type.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
