/** How texts are looked through: places by one expression over the whole text, then a look at each of them. */
import { isAlnum } from './looks.ts';

/** Says that a secret stands from one place to another; answers with its end. */
export type Found = (from: number, to: number, kind: string) => number;
/** Tells the secrets of its kinds. Reads a bounded piece of the text at each place, so it is linear. */
export type Finder = (text: string, found: Found) => void;

/** Stands for each character of a marker, and belongs to no secret. */
export const hidden = '\0';

/** A regular expression as it is written; sticky; for all places. */
const tag =
  (flags: string) =>
  (raw: TemplateStringsArray, ...sources: string[]) =>
    new RegExp(String.raw(raw, ...sources), flags);
export const regex = tag('');
export const sticky = tag('y');
export const every = tag('g');

type Take = (match: RegExpExecArray) => number | undefined;

/** Calls `take` at each match. The search goes on where it answers, else behind the match. */
export function eachMatch(places: RegExp, text: string, take: Take): void {
  places.lastIndex = 0;
  for (let match = places.exec(text); match; match = places.exec(text)) {
    const end = places.lastIndex;
    places.lastIndex = Math.max(match.index + 1, take(match) ?? end);
  }
}

/** What a sticky expression matches at the place. */
export function matchAt(source: RegExp, text: string, at: number): RegExpExecArray | null {
  source.lastIndex = at;
  return source.exec(text);
}

/** Where that ends; `at` where it matches nothing. */
export const endAt = (source: RegExp, text: string, at: number) => {
  source.lastIndex = at;
  return source.test(text) ? source.lastIndex : at;
};

export const behind = (text: string, at: number, most: number) =>
  text.slice(Math.max(0, at - most), at);

/** Whether no letter or digit stands before the place, but for those of an escape (`\n`, `\u003d`, `%3D`). */
export const wordBegins = (text: string, at: number) =>
  !isAlnum(text, at - 1) || /\\.$|%..$|\\u.{4}$/.test(behind(text, at, 6));

/** Source of what ends a line, escaped or not; of what readers and tools put before one: `12→`, `a.pem:12:`, `> `. */
export const lineEnd = String.raw`(?:\r?\n|\\{1,2}(?:r\\{1,2})?n)`;
export const linePrefix = String.raw`[ \t]{0,32}(?:[\w./~@+-]{1,96}?(?::\d{1,7}:|-\d{1,7}-)|\d{1,7}(?:-|[ \t]{0,32}(?:[→│:|).]|\\t)|[ \t]{1,32}))?[ \t]{0,32}(?:(?:[>#*+|;-]|\/\/|--) [ \t]{0,32})?`;
const blankEnd = sticky`[ \t]{0,64}(?:$|\r|${lineEnd})`;

/** Whether nothing but blanks is left of the line. */
export const lineEnds = (text: string, at: number) => matchAt(blankEnd, text, at) !== null;

/** What stands before the place in its line, behind a line's end or the text's start where all of it can be seen. */
export function lineBefore(text: string, at: number): string {
  const before = `${at > 160 ? '' : '\n'}${behind(text, at, 160)}`;
  return before.slice(Math.max(0, before.lastIndexOf('\n'), before.lastIndexOf('\\n')));
}
