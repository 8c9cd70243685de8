/** Finds the WebAssembly module in a page: fetched from beside this file's folder. */
export async function loadModule(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('../core.wasm', import.meta.url));
  if (!response.ok) throw new Error(`core.wasm: HTTP status ${response.status}`);
  // A server that does not send application/wasm is common; the bytes are the same.
  const type = response.headers.get('content-type') ?? '';
  return type.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
