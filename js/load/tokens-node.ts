/**
 * Finds the estimator's WebAssembly module in Node: a file beside this one's folder. Compiled in
 * place: it is so small that a thread would take longer to start.
 */

export async function loadModule(): Promise<WebAssembly.Module> {
  // A first `import` of a built-in module takes longer than all the rest; Node 20.16 can do without.
  const { readFileSync } = process.getBuiltinModule?.('node:fs') ?? (await import('node:fs'));
  return new WebAssembly.Module(readFileSync(new URL('../tokens.wasm', import.meta.url)));
}
