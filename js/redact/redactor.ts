/** Replaces the secrets of a text, each by `[redacted: kind]`. */
import { findAddresses } from './addresses.ts';
import { findKeyBlocks } from './blocks.ts';
import { findCards } from './cards.ts';
import { findInCommands } from './commands.ts';
import { keyFinder } from './keys.ts';
import { findNamed } from './named.ts';
import { type Pattern, parsePattern, patternFault } from './patterns.ts';
import { type Finder, hidden } from './scan.ts';
import { findSeeds } from './seeds.ts';

/** A text with its secrets replaced, `counts` of each kind. All else stays, and so does a text that was redacted. */
export type Redactor = (text: string, counts?: Map<string, number>) => string;

const marker = /\[redacted: [a-z\d-]{1,40}\]/g;

/** `patterns`: a host's own by name. One that `patternFault` refuses was told when the options were checked. */
export function createRedactor(patterns: Readonly<Record<string, string>> = {}): Redactor {
  const own = Object.entries(patterns).flatMap(([name, text]) => {
    const pattern = patternFault(name, text) ?? parsePattern(text);
    return typeof pattern === 'string' ? [] : [[name, pattern] as [string, Pattern]];
  });
  const named = [findKeyBlocks, findNamed, findAddresses, findInCommands, findCards, findSeeds];
  const finders = [keyFinder(own), ...named];
  return (text, counts) => {
    let clean = text;
    // What was replaced can show more. Of a text that shows more and more, nothing stays.
    for (let pass = 0; pass < 4; pass++) {
      const next = redactedOnce(clean, finders, counts);
      if (next === clean) return clean;
      clean = next;
    }
    return `[redacted: ${text.length}-characters]`;
  };
}

function redactedOnce(text: string, finders: readonly Finder[], counts?: Map<string, number>) {
  const { plain, placeOf } = withoutColours(text);
  const shown = plain.replace(marker, (all) => hidden.repeat(all.length));
  const secrets: { from: number; to: number; kind: string }[] = [];
  for (const find of finders) {
    find(shown, (from, to, kind) => {
      if (to > from) secrets.push({ from, to, kind });
      return to;
    });
  }
  // Of two at the same place, the first finder names the kind, but what is borne tells more than its bearer.
  const vague = ({ kind }: { kind: string }) => (kind === 'bearer-token' ? 1 : 0);
  secrets.sort((a, b) => a.from - b.from || b.to - a.to || vague(a) - vague(b));
  let [out, at, end] = ['', 0, 0];
  // Those that overlap are one, of the kind of the first and longest.
  for (const { from, to, kind } of secrets) {
    if (from >= end) out += `${text.slice(at, placeOf(from))}[redacted: ${kind}]`;
    if (from >= end) counts?.set(kind, (counts.get(kind) ?? 0) + 1);
    if (to <= end) continue;
    end = to;
    at = placeOf(to - 1) + 1;
    // Not amid a character.
    if (/^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1))) at++;
  }
  return out + text.slice(at);
}

/** An escape character, itself or as `\u001b`, `\x1b`, `\033` or `\e`, `[`, numbers, and `m` or `K`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is one
const codes = /(?:\x1b|\\{1,4}(?:u001[bB]|x1[bB]|033|e))\[[\d;:]{0,24}[mK]/g;

/** The text without such codes, and where in the text its characters are, asked for from left to right. */
function withoutColours(text: string) {
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
