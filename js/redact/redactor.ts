/** Replaces the secrets of a text, each by `[redacted: kind]`. */
import { findAddresses } from './addresses.ts';
import { findKeyBlocks } from './blocks.ts';
import { findCards } from './cards.ts';
import { takeColours } from './colours.ts';
import { findInCommands } from './commands.ts';
import { keyFinder } from './keys.ts';
import { findNamed } from './named.ts';
import { parsePattern } from './patterns.ts';
import { type Finder, hidden } from './scan.ts';
import { findSeeds } from './seeds.ts';

export interface RedactorOptions {
  /** A host's own patterns by name, none of which `patternFault` finds fault with. */
  patterns?: Readonly<Record<string, string>> | undefined;
}

/**
 * A text with its secrets replaced. What is no secret stays as it is, ill-formed text, too, but for colour codes
 * inside of one; a text that was redacted stays as it is. `counts` gains how many secrets of a kind were replaced.
 */
export type Redactor = (text: string, counts?: Map<string, number>) => string;

interface Secret {
  from: number;
  to: number;
  kind: string;
}

/** Each time a text is looked through, what was replaced can show more; beyond that often, nothing of it is kept. */
const mostPasses = 6;
const marker = /\[redacted: [a-z\d-]{1,40}\]/g;

export function createRedactor({ patterns = {} }: RedactorOptions = {}): Redactor {
  const own = Object.entries(patterns).flatMap(([name, source]) => {
    const pattern = parsePattern(source);
    return typeof pattern === 'string' ? [] : [[name, pattern] as const];
  });
  // Of two that begin at one place and end at one place, the first one names the kind.
  const finders = [
    keyFinder(own),
    ...[findKeyBlocks, findNamed, findAddresses, ...findInCommands, findCards, findSeeds],
  ];
  return (text, counts) => {
    let clean = text;
    for (let pass = 0; pass < mostPasses; pass++) {
      const next = redactedOnce(clean, finders, counts);
      if (next === clean) return clean;
      clean = next;
    }
    return `[redacted: ${clean.length}-characters]`;
  };
}

function redactedOnce(
  text: string,
  finders: readonly Finder[],
  counts?: Map<string, number>,
): string {
  const { plain, placeOf } = takeColours(text);
  const shown = withoutMarkers(plain);
  const secrets: Secret[] = [];
  const found = (from: number, to: number, kind: string) => {
    if (to > from) secrets.push({ from, to, kind });
    return to;
  };
  for (const find of finders) find(shown, found);
  if (secrets.length === 0) return text;
  let out = '';
  let at = 0;
  for (const { from, to, kind } of merged(secrets)) {
    const start = placeOf(from);
    counts?.set(kind, (counts.get(kind) ?? 0) + 1);
    out += `${text.slice(at, start)}[redacted: ${kind}]`;
    at = placeOf(to - 1) + 1;
    if (/[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)))
      at++;
  }
  return out + text.slice(at);
}

/** Those that overlap are one, of the kind of the first and longest. */
function merged(secrets: Secret[]): Secret[] {
  const apart: Secret[] = [];
  for (const secret of secrets.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = apart.at(-1);
    if (last && secret.from < last.to) last.to = Math.max(last.to, secret.to);
    else apart.push(secret);
  }
  return apart;
}

/** With `hidden` in place of each character of a marker: no secret begins or ends amid one. */
function withoutMarkers(text: string): string {
  if (!text.includes('[redacted: ')) return text;
  let out = '';
  let at = 0;
  for (const { index, 0: all } of text.matchAll(marker)) {
    out += text.slice(at, index) + hidden.repeat(all.length);
    at = index + all.length;
  }
  return out + text.slice(at);
}
