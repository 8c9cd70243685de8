/** What every loader of the exact counter finds, and under which names. */

/** The encodings whose vocabularies the package carries. */
export const exactEncodings = ['o200k_base', 'cl100k_base'] as const;
export type ExactEncoding = (typeof exactEncodings)[number];

/** Code can be shared by encodings, memory is not. */
export interface ExactParts {
  /** A `WebAssembly.Module`. Declarations are read in projects without its type, too. */
  module: object;
  /** A packed vocabulary, `src/tokens/bpe/unpack.h`. */
  vocabulary: Uint8Array;
}
