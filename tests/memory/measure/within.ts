/**
 * Whether a text still means something: a value beside what it is about. Decides how near beside is;
 * refuses to know who said it.
 */
import { indexOfName, isBounded } from './occurrence.ts';

/** UTF-16 code units before and behind a value in which the reader looks for what it is about. */
export const meaningReach = 160;

export interface Meaning {
  readonly value: string;
  /** Words of which one must stand beside the value, whatever their case; none for a value alone. */
  readonly about: readonly string[];
  /** Spaces and capitals of the value do not matter. */
  readonly loose?: boolean;
  /** A number may have its unit right behind it: `73s`. */
  readonly unit?: boolean;
}

const special = /[.*+?^${}()|[\]\\/]/g;

/** Where the value stands for itself, and where it ends. */
function* placesOf(
  text: string,
  { value, loose, unit }: Meaning,
): Generator<[begin: number, end: number]> {
  if (unit && /^\d+$/.test(value)) {
    const number = new RegExp(
      `(?<![\\p{L}\\p{N}_.])${value}(?=(?:[a-z%]{0,3})(?![\\p{L}\\p{N}_]))`,
      'gu',
    );
    for (const { index } of text.matchAll(number)) yield [index, index + value.length];
    return;
  }
  if (!loose) {
    for (let at = indexOfName(text, value); at >= 0; at = indexOfName(text, value, at + 1)) {
      yield [at, at + value.length];
    }
    return;
  }
  const characters = [...value.replace(/\s+/g, '')].map((each) => each.replace(special, '\\$&'));
  for (const { index, 0: found } of text.matchAll(new RegExp(characters.join('\\s*'), 'giu'))) {
    if (isBounded(text, index, found)) yield [index, index + found.length];
  }
}

/** True where some occurrence of the value has a word of `about` within `reach`. */
export function holdsMeaning(
  text: string,
  meaning: Meaning,
  reach: number = meaningReach,
): boolean {
  const { about } = meaning;
  for (const [begin, end] of placesOf(text, meaning)) {
    const near = text.slice(Math.max(0, begin - reach), end + reach).toLowerCase();
    if (about.length === 0 || about.some((word) => near.includes(word.toLowerCase()))) return true;
  }
  return false;
}
