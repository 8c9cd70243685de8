/** Finds the search's WebAssembly module in Node: a file beside this one's folder. */

export async function loadModule(): Promise<WebAssembly.Module> {
  // A first `import` of a built-in module takes longer than all the rest; Node 20.16 can do without.
  const { readFileSync } = process.getBuiltinModule?.('node:fs') ?? (await import('node:fs'));
  return new WebAssembly.Module(readFileSync(new URL('../recall.wasm', import.meta.url)));
}
