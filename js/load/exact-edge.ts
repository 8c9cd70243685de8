/**
 * Finds the exact counter's module and vocabularies at Vercel's edge: the module is imported, since
 * compiling from bytes is forbidden; vocabularies are fetched from where the bundler put them, since it
 * imports no bytes.
 */
import module from '../bpe.wasm';
import type { ExactEncoding, ExactParts } from './exact-parts.ts';

/** No request may wait for what another began. */
export const shareable = false;

// Written out, so that bundlers see which files are meant.
const files = {
  o200k_base: () => fetch(new URL('../o200k_base.bin', import.meta.url)),
  cl100k_base: () => fetch(new URL('../cl100k_base.bin', import.meta.url)),
};

export async function loadParts(encoding: ExactEncoding): Promise<ExactParts> {
  const response = await files[encoding]();
  if (!response.ok) throw new Error(`${encoding}.bin: HTTP status ${response.status}`);
  return { module, vocabulary: new Uint8Array(await response.arrayBuffer()) };
}
