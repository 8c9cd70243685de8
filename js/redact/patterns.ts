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

export const escaped = (text: string) => text.replace(/\W/g, '\\$&');

/** The pattern, or what is wrong with how it is written. */
export function parsePattern(text: string): Pattern | string {
  let literal = '';
  const steps: Steps[number][] = [];
  if (/[^ -~]/.test(text)) return 'only printable ASCII characters can be matched';
  for (const [, set, plus, from = '1', comma, to, slash, c = ''] of text.matchAll(part)) {
    if (set === '' || set?.startsWith('^')) return 'a class is empty or negated';
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
  if (literal.length < 3) return 'it must begin with 3 or more characters that are not in a class';
  try {
    return faultOf(literal, steps);
  } catch {
    return 'a range of a class runs backwards';
  }
}

function faultOf(literal: string, steps: Steps): string | undefined {
  const classes = steps.map(({ source }) => new RegExp(`[${source}]`));
  const sets = classes.map((each) => printable.filter((c) => each.test(c)));
  if ([literal, ...sets.flat()].join('').includes('[')) return "[ begins markers: it can't match";
  let length = literal.length;
  for (const [index, { least, most }] of steps.entries()) {
    const next = steps.slice(index + 1);
    const stop = next.findIndex((step) => step.least > 0);
    const after = sets.slice(index + 1, stop < 0 ? undefined : index + 2 + stop).flat();
    length += most > 9999 ? least : most;
    if (most < least || most === 0) return "a length's range is empty";
    if (most > 9999 && next.length > 0) return 'only the last class can be without an upper end';
    if (least < most && sets[index]?.some((c) => after.includes(c))) {
      return 'a class of varying length takes what should follow it';
    }
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
