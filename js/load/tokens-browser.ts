/** Finds the estimator's WebAssembly module in a page: fetched from beside this file's folder. */
export async function loadModule(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('../tokens.wasm', import.meta.url));
  if (!response.ok) throw new Error(`tokens.wasm: HTTP status ${response.status}`);
  // Servers that do not send application/wasm are common, and the file is small: no streaming.
  return WebAssembly.compile(await response.arrayBuffer());
}
