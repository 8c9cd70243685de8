/** Replaces the secrets of a text, each by `[redacted: kind]`. */
import { findAddresses } from './addresses.ts';
import { findKeyBlocks } from './blocks.ts';
import { findCards } from './cards.ts';
import { withoutColours } from './colours.ts';
import { findInCommands } from './commands.ts';
import { keyFinder } from './keys.ts';
import { findNamed } from './named.ts';
import { type Pattern, parsePattern, patternFault } from './patterns.ts';
import { type Finder, hidden } from './scan.ts';
import { findSeeds } from './seeds.ts';

/**
 * A text with its secrets replaced; `counts` gains how many of each kind. What is no secret stays as it is, but for
 * colour codes inside of one, and so does a text that was redacted.
 */
export type Redactor = (text: string, counts?: Map<string, number>) => string;

/** What was replaced can show more. Of a text that shows more this often, nothing stays. */
const mostPasses = 4;
const marker = /\[redacted: [a-z\d-]{1,40}\]/g;

/** `patterns`: a host's own by name. One that `patternFault` refuses was told when the options were checked. */
export function createRedactor(patterns: Readonly<Record<string, string>> = {}): Redactor {
  const own = Object.entries(patterns).flatMap(([name, text]) => {
    const pattern = patternFault(name, text) ?? parsePattern(text);
    return typeof pattern === 'string' ? [] : [[name, pattern] as [string, Pattern]];
  });
  // Of two at the same place, the first one names the kind.
  const others = [findKeyBlocks, findNamed, findAddresses, findInCommands, findCards, findSeeds];
  const finders = [keyFinder(own), ...others];
  return (text, counts) => {
    let clean = text;
    for (let pass = 0; pass < mostPasses; pass++) {
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
  secrets.sort((a, b) => a.from - b.from || b.to - a.to);
  let out = '';
  let at = 0;
  let end = 0;
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
