/** Finds the exact counter's module and vocabularies in Node: files beside this one's folder. */
import type { ExactEncoding, ExactParts } from './exact-parts.ts';

/** A load under way may serve several callers. */
export const shareable = true;

// Written out, so that bundlers see which files are meant.
const files = {
  o200k_base: () => new URL('../o200k_base.bin', import.meta.url),
  cl100k_base: () => new URL('../cl100k_base.bin', import.meta.url),
};

let module: WebAssembly.Module | undefined;

export async function loadParts(encoding: ExactEncoding): Promise<ExactParts> {
  // A first `import` of a built-in module takes longer than reading; Node 20.16 can do without. To
  // read on a thread, and to compile on one, takes longer until the thread has started.
  const { readFileSync } = process.getBuiltinModule?.('node:fs') ?? (await import('node:fs'));
  module ??= new WebAssembly.Module(readFileSync(new URL('../bpe.wasm', import.meta.url)));
  return { module, vocabulary: readFileSync(files[encoding]()) };
}
