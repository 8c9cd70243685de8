/**
 * The language of formats: a literal, then classes and single characters, each as often as its range says.
 * `acme_[A-Za-z0-9]{24,}`, `SG.[A-Za-z0-9_-]{22}.[A-Za-z0-9_-]{43}`. One that passes is matched in linear time: no
 * class takes what should follow it.
 */

export interface Pattern {
  literal: string;
  /** A class, as regular expressions have it, without brackets. `most` is Infinity only for the last one. */
  steps: readonly { source: string; least: number; most: number }[];
}
type Steps = Pattern['steps'];

/** Characters that a pattern matches at most. */
const longest = 768;
const part = /\[((?:\\.|[^[\\\]])*)\](?:(\+)|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})?|(\\?)(.)/g;
const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
const bracket = '[ cannot be matched: markers begin with it';

export const escaped = (text: string) => text.replace(/\W/g, '\\$&');

/** The pattern, or what is wrong with how it is written. */
export function parsePattern(text: string): Pattern | string {
  let literal = '';
  const steps: Steps[number][] = [];
  if (/[^ -~]/.test(text)) return 'only printable ASCII characters can be matched';
  for (const [, set, plus, from = '1', comma, to, slash, c = ''] of text.matchAll(part)) {
    if (set === '' || set?.startsWith('^')) return 'a class is empty or negated';
    const ranges = set?.matchAll(/\\?(.)-\\?(.)/g) ?? [];
    if ([...ranges].some(([, a = '', b = '']) => a > b)) return 'a range of a class runs backwards';
    if (slash === '' && '[]{}+\\'.includes(c)) {
      return `a lone ${c} needs a backslash before it: classes are as [a-z0-9], and they alone have lengths, {3}, {3,5}, {3,} or +`;
    }
    const most = plus || (comma && !to) ? Number.POSITIVE_INFINITY : Number(to ?? from);
    const source = set?.replace(/\\(.)|^-|-$/g, (sign, own = sign) => escaped(own)) ?? escaped(c);
    if (set === undefined && steps.length === 0) literal += c;
    else steps.push({ source, least: Number(from), most });
  }
  return { literal, steps };
}

/** What is wrong with a pattern that a host brings, or with its name. */
export function patternFault(name: string, text: string): string | undefined {
  if (!/^[a-z\d-]{1,40}$/.test(name)) return 'its name must be 1 to 40 of a-z, 0-9 and dashes';
  const pattern = parsePattern(text);
  if (typeof pattern === 'string') return pattern;
  const { literal, steps } = pattern;
  if (literal.includes('[')) return bracket;
  if (literal.length < 3) return 'it must begin with 3 or more characters that are not in a class';
  let length = literal.length;
  /** What the classes before can still take. */
  let open: string[] = [];
  for (const [index, { source, least, most }] of steps.entries()) {
    const set = printable.filter((c) => new RegExp(`[${source}]`).test(c));
    if (set.includes('[')) return bracket;
    if (most < least || most === 0) return "a length's range is empty";
    if (isOpen(steps.slice(0, index))) return 'only the last class can be without an upper end';
    if (set.some((c) => open.includes(c)))
      return 'a class of varying length takes what should follow it';
    open = [...(least > 0 ? [] : open), ...(least < most ? set : [])];
    length += most > 9999 ? least : most;
  }
  return length > longest ? `it is longer than ${longest} characters` : undefined;
}

/** Whether it goes on as long as its last class does. */
export const isOpen = (steps: Steps) => steps.at(-1)?.most === Number.POSITIVE_INFINITY;

/** The source of a regular expression for it; of an open class 64 characters more than needed. */
export function sourceOf({ literal, steps }: Pattern): string {
  const body = steps.map(({ source, least, most }) => {
    return `[${source}]{${least},${most > longest ? least + 64 : most}}`;
  });
  const end = steps.length > 0 && !isOpen(steps) ? `(?![${steps.at(-1)?.source}\\0])` : '';
  return `${escaped(literal)}${body.join('')}${end}`;
}
