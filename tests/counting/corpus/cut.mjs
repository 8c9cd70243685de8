/**
 * Cuts long texts into messages of the lengths that agents' messages have. Decides lengths (60 to 8000
 * UTF-16 code units, each doubling equally likely) and places: at a line's end where one is near,
 * otherwise anywhere but inside a character.
 */

const shortest = 60;
const longest = 8000;

const isLowSurrogate = (code) => code >= 0xdc00 && code < 0xe000;

/** Pieces of `text`, which follow on each other; a rest that is too short is left out. */
export function cut(text, { logUniform, chance }) {
  const pieces = [];
  let start = 0;
  while (text.length - start >= shortest) {
    const length = logUniform(shortest, longest);
    let end = Math.min(start + length, text.length);
    const lineEnd = text.lastIndexOf('\n', end);
    if (end < text.length && lineEnd > start + length * 0.8 && chance(0.8)) end = lineEnd;
    if (isLowSurrogate(text.charCodeAt(end))) end -= 1;
    const piece = text.slice(start, end);
    if (piece.trim().length >= shortest / 2) pieces.push(piece);
    start = text[end] === '\n' && chance(0.7) ? end + 1 : end;
  }
  return pieces;
}
