/** Codes that colour a terminal's text, as they stand amid words. */

/** An escape character, itself or as `\u001b`, `\x1b`, `\033` or `\e`, `[`, numbers, and `m` or `K`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is one
const code = /(?:\x1b|\\{1,4}(?:u001b|u001B|x1b|x1B|033|e))\[[\d;:]{0,24}[mK]/;
const codes = new RegExp(code, 'g');

/** The text without such codes, and where in the text its characters are, asked for from left to right. */
export function withoutColours(text: string): { plain: string; placeOf(at: number): number } {
  if (!code.test(text)) return { plain: text, placeOf: (at) => at };
  /** Where pieces between codes begin, in the text without them and in the text. */
  const pieces = [{ plain: 0, at: 0 }];
  let plain = '';
  let at = 0;
  for (const { index, 0: all } of text.matchAll(codes)) {
    plain += text.slice(at, index);
    at = index + all.length;
    pieces.push({ plain: plain.length, at });
  }
  let piece = 0;
  const placeOf = (place: number) => {
    while ((pieces[piece + 1]?.plain ?? Number.POSITIVE_INFINITY) <= place) piece++;
    return place + (pieces[piece]?.at ?? 0) - (pieces[piece]?.plain ?? 0);
  };
  return { plain: plain + text.slice(at), placeOf };
}
