/** Finds the WebAssembly module in Node: a file beside this one's folder. */
import { readFile } from 'node:fs/promises';

const longest = 2 ** 31 - 1;

export async function loadModule(): Promise<WebAssembly.Module> {
  const bytes = await readFile(new URL('../core.wasm', import.meta.url));
  // Node 24 does not count compiling as work under way: with nothing else to do the process ends.
  const hold = setTimeout(() => {}, longest);
  try {
    return await WebAssembly.compile(bytes);
  } finally {
    clearTimeout(hold);
  }
}
