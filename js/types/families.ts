/** The names of the tokenizer families. */

/** In the order of `Family` in `src/tokens/family.h`. */
export const tokenFamilies = [
  'o200k',
  'cl100k',
  'claude',
  'gemini',
  'llama3',
  'qwen',
  'deepseek',
] as const;

/** Added to a family's place where it is a fallback: `kGuessedFamily` of `src/tokens/family.h`. */
export const guessedFamily = 0x80;

/** A group of models whose tokenizers count alike. */
export type TokenFamily = (typeof tokenFamilies)[number];
