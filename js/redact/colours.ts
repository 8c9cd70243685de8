/** Codes that colour a terminal's text, as they stand amid words. */

/** An escape character, itself or as `\u001b`, `\x1b`, `\033` or `\e`, `[`, numbers, and `m` or `K`. */
const code = /(?:\x1b|\\{1,4}(?:u001b|u001B|x1b|x1B|033|e))\[[\d;:]{0,24}[mK]/g;

export interface Plain {
  plain: string;
  /** The place in the text of a character of `plain`. */
  placeOf(at: number): number;
}

/** The text without such codes. */
export function takeColours(text: string): Plain {
  if (!/\x1b\[|\\(?:u001[bB]|x1[bB]|033|e)\[/.test(text))
    return { plain: text, placeOf: (at) => at };
  /** Where the plain pieces begin, in `plain`, and how much was left out before each. */
  const starts = [0];
  const left = [0];
  let plain = '';
  let at = 0;
  for (const { index, 0: all } of text.matchAll(code)) {
    plain += text.slice(at, index);
    at = index + all.length;
    starts.push(plain.length);
    left.push(at - plain.length);
  }
  let piece = 0;
  const placeOf = (place: number) => {
    while (piece > 0 && (starts[piece] ?? 0) > place) piece--;
    while ((starts[piece + 1] ?? Number.POSITIVE_INFINITY) <= place) piece++;
    return place + (left[piece] ?? 0);
  };
  return { plain: plain + text.slice(at), placeOf };
}
