/** How texts are looked through: places by one expression over the whole text, then a look at each of them. */
import { isAlnum } from './looks.ts';

/** Says that a secret stands from one place to another; answers with its end. */
export type Found = (from: number, to: number, kind: string) => number;

/** Tells the secrets of its kinds. Reads a bounded piece of the text at each place, so it is linear. */
export type Finder = (text: string, found: Found) => void;

/** What stands for each character of a marker, and belongs to no secret. */
export const hidden = '\0';

/** Calls `take` at each match. The search goes on where it answers, else behind the match. */
export function eachMatch(
  places: RegExp,
  text: string,
  take: (match: RegExpExecArray) => number | undefined,
): void {
  places.lastIndex = 0;
  for (let match = places.exec(text); match; match = places.exec(text)) {
    const end = places.lastIndex;
    places.lastIndex = Math.max(match.index + 1, take(match) ?? end);
  }
}

/** What a sticky expression matches at the place. */
export function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

/** Where that ends; `at` where it matches nothing. */
export function endAt(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : at;
}

/** Whether no letter or digit stands before the place, but for those of an escape (`\n`, `\u003d`, `%3D`). */
export const wordBegins = (text: string, at: number) =>
  !isAlnum(text, at - 1) || /\\.$|%..$|\\u.{4}$/.test(text.slice(Math.max(0, at - 6), at));

/** Source of what ends a line, escaped or not; of what readers and tools put before one: `12→`, `a.pem:12:`, `> `. */
export const lineEnd = '(?:\\r?\\n|\\\\{1,2}(?:r\\\\{1,2})?n)';
export const linePrefix =
  '[ \\t]{0,32}(?:[\\w./~@+-]{1,96}?(?::\\d{1,7}:|-\\d{1,7}-)|\\d{1,7}(?:-|[ \\t]{0,32}(?:[→│:|).]|\\\\t)|[ \\t]{1,32}))?[ \\t]{0,32}(?:(?:[>#*+|;-]|\\/\\/|--) [ \\t]{0,32})?';

const blankEnd = new RegExp(`[ \\t]{0,64}(?:$|\\r|${lineEnd})`, 'y');

/** Whether nothing but blanks is left of the line. */
export const lineEnds = (text: string, at: number) => matchAt(blankEnd, text, at) !== null;

/** What stands before the place in its line, behind a line's end or the text's start where all of it can be seen. */
export function lineBefore(text: string, at: number): string {
  const behind = `${at > 160 ? '' : '\n'}${text.slice(Math.max(0, at - 160), at)}`;
  return behind.slice(Math.max(0, behind.lastIndexOf('\n'), behind.lastIndexOf('\\n')));
}
