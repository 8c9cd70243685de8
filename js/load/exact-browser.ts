/** Finds the exact counter's module and vocabularies in a page: fetched from beside this file's folder. */
import type { ExactEncoding, ExactParts } from './exact-parts.ts';
import { fetched } from './fetched.ts';

/** A load under way may serve several callers. */
export const shareable = true;

// Written out, so that bundlers see which files are meant.
const files = {
  o200k_base: () => new URL('../o200k_base.bin', import.meta.url),
  cl100k_base: () => new URL('../cl100k_base.bin', import.meta.url),
};

const bytesAt = async (url: URL) => (await fetched(url)).arrayBuffer();

let module: WebAssembly.Module | undefined;

async function compiled(): Promise<WebAssembly.Module> {
  module ??= await WebAssembly.compile(await bytesAt(new URL('../bpe.wasm', import.meta.url)));
  return module;
}

export async function loadParts(encoding: ExactEncoding): Promise<ExactParts> {
  const [vocabulary, code] = await Promise.all([bytesAt(files[encoding]()), compiled()]);
  return { module: code, vocabulary: new Uint8Array(vocabulary) };
}
