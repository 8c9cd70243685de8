/** Codes that colour a terminal's text, as they stand amid words. */

/** An escape character, itself or as `\u001b`, `\x1b`, `\033` or `\e`, `[`, numbers, and `m` or `K`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is one
const codes = /(?:\x1b|\\{1,4}(?:u001[bB]|x1[bB]|033|e))\[[\d;:]{0,24}[mK]/g;

/** The text without such codes, and where in the text its characters are, asked for from left to right. */
export function withoutColours(text: string) {
  /** Where pieces begin, in the text without codes and in the text. */
  const pieces: [plain: number, at: number][] = [[0, 0]];
  let plain = '';
  for (const { index, 0: code } of text.matchAll(codes)) {
    plain += text.slice(pieces.at(-1)?.[1], index);
    pieces.push([plain.length, index + code.length]);
  }
  let piece = 0;
  const placeOf = (place: number) => {
    while ((pieces[piece + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= place) piece++;
    const [from, at] = pieces[piece] ?? [0, 0];
    return place - from + at;
  };
  return { plain: plain + text.slice(pieces.at(-1)?.[1]), placeOf };
}
