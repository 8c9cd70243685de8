/**
 * Texts within a number of tokens. Decides where they are cut; refuses to know how tokens are counted.
 */

export type CountTokens = (text: string) => number;

/** The longest head of `text` that is found to have at most `most` tokens; splits no code point. */
export function headWithin(text: string, most: number, count: CountTokens): string {
  // No tokeniser makes fewer tokens of a text than one for this many code units, but for long repeats.
  const mostUnitsPerToken = 16;
  let longest = text.slice(0, most * mostUnitsPerToken);
  if (count(longest) <= most) return longest;
  let fits = 0;
  let exceeds = longest.length;
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2);
    if (count(longest.slice(0, middle)) <= most) fits = middle;
    else exceeds = middle;
  }
  if ((longest.charCodeAt(fits - 1) & 0xfc00) === 0xd800) fits -= 1;
  longest = longest.slice(0, Math.max(fits, 0));
  return longest;
}
