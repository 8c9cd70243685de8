/** Texts of an exact number of o200k tokens. */
import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base';

const specialAsText = { disallowedSpecial: new Set<string>() };

/** The first `tokens` tokens of a text; all of it where it has no more. */
export function firstTokens(text: string, tokens: number): string {
  // A token is hardly ever longer than this many characters on average.
  const enough = text.slice(0, tokens * 16);
  const ids = encode(enough, specialAsText);
  return ids.length <= tokens ? enough : decode(ids.slice(0, tokens));
}
