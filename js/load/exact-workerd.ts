/**
 * Finds the exact counter's module and vocabularies at the edge: imported, since compiling from bytes
 * is forbidden. A vocabulary is imported when it is first asked for.
 */
import module from '../bpe.wasm';
import type { ExactEncoding, ExactParts } from './exact-parts.ts';

/** No request may wait for what another began. */
export const shareable = false;

// Written out, so that bundlers see which files are meant.
const files = {
  o200k_base: () => import('../o200k_base.bin'),
  cl100k_base: () => import('../cl100k_base.bin'),
};

export async function loadParts(encoding: ExactEncoding): Promise<ExactParts> {
  return { module, vocabulary: new Uint8Array((await files[encoding]()).default) };
}
