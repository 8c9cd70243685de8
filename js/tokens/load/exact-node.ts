/** Finds the exact counter's module and vocabularies in Node: files beside this one's folder. */
import { readFile } from 'node:fs/promises';
import type { ExactEncoding, ExactParts } from '../exact-parts.ts';

/** A load under way may serve several callers. */
export const shareable = true;

let module: WebAssembly.Module | undefined;

export async function loadParts(encoding: ExactEncoding): Promise<ExactParts> {
  const [vocabulary, code] = await Promise.all([
    readFile(new URL(`../../${encoding}.bin`, import.meta.url)),
    module ?? readFile(new URL('../../bpe.wasm', import.meta.url)),
  ]);
  // Compiled in place: a thread would take longer to start.
  module ??= code instanceof WebAssembly.Module ? code : new WebAssembly.Module(code);
  return { module, vocabulary };
}
