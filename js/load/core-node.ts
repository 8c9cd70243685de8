/** Finds the engine's two WebAssembly modules in Node: files beside this one's folder. */

const longest = 2 ** 31 - 1;

type Files = Pick<typeof import('node:fs'), 'readFileSync'>;

// A first `import` of a built-in module, and a thread that reads, take longer than reading in place; Node
// 20.16 can do without.
const files = (): Files | Promise<Files> =>
  process.getBuiltinModule?.('node:fs') ?? import('node:fs');

export async function loadModule(): Promise<WebAssembly.Module> {
  const bytes = (await files()).readFileSync(new URL('../core.wasm', import.meta.url));
  // Node 24 does not count compiling as work under way: with nothing else to do the process ends.
  const hold = setTimeout(() => {}, longest);
  try {
    return await WebAssembly.compile(bytes);
  } finally {
    clearTimeout(hold);
  }
}

/** A call that turns out to need the rest can have it. */
export const fetchesRest = process.getBuiltinModule === undefined;

const restIn = ({ readFileSync }: Files) =>
  new WebAssembly.Module(readFileSync(new URL('../fold.wasm', import.meta.url)));

export function loadRest(): WebAssembly.Module | Promise<WebAssembly.Module> {
  const found = files();
  return found instanceof Promise ? found.then(restIn) : restIn(found);
}
