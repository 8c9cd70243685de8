/**
 * Finds the exact counter's module and vocabularies where Next.js bundles for the edge: the module is
 * imported, a vocabulary is an asset that is fetched when it is first asked for.
 */
import module from '../bpe.wasm?module';
import type { ExactEncoding, ExactParts } from '../tokens/exact-parts.ts';

/** No request may wait for what another began. */
export const shareable = false;

// Written out, so that bundlers see which files are meant.
const files = {
  o200k_base: () => fetch(new URL('../o200k_base.bin', import.meta.url)),
  cl100k_base: () => fetch(new URL('../cl100k_base.bin', import.meta.url)),
};

export async function loadParts(encoding: ExactEncoding): Promise<ExactParts> {
  const vocabulary = await (await files[encoding]()).arrayBuffer();
  return { module, vocabulary: new Uint8Array(vocabulary) };
}
