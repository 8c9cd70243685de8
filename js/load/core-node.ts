/** Finds the WebAssembly module in Node: a file beside this one's folder. */

const longest = 2 ** 31 - 1;

export async function loadModule(): Promise<WebAssembly.Module> {
  // A first `import` of a built-in module, and a thread that reads, take longer than reading here.
  const { readFileSync } = process.getBuiltinModule?.('node:fs') ?? (await import('node:fs'));
  const bytes = readFileSync(new URL('../core.wasm', import.meta.url));
  // Node 24 does not count compiling as work under way: with nothing else to do the process ends.
  const hold = setTimeout(() => {}, longest);
  try {
    return await WebAssembly.compile(bytes);
  } finally {
    clearTimeout(hold);
  }
}
