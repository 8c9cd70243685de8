/**
 * The language of formats: a literal, then classes and single characters, each as often as its range says.
 * A pattern that passes is matched in linear time: no class takes what should follow it.
 *
 *     acme_[A-Za-z0-9]{24,}    key-[0-9a-f]{32}    SG.[A-Za-z0-9_-]{22}.[A-Za-z0-9_-]{43}
 */

interface Step {
  /** Its characters, and the same in the source of a regular expression. */
  set: string;
  source: string;
  least: number;
  /** Infinity only for the last one. */
  most: number;
}

export interface Pattern {
  literal: string;
  steps: readonly Step[];
}

/** Characters that a pattern matches at most, and that a host's own one begins with at the least. */
const longest = 768;
const leastLiteral = 3;
/** Characters more than needed that are looked at of a class without an upper end. */
const telling = 64;

const part = /^(?:\[((?:\\.|[^\]\\])*)\](?:(\+)|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})?|(\\?)(.))/s;
const bracket = '[ cannot be matched: markers begin with it';
const unprintable = 'only printable ASCII characters can be matched';

export const escaped = (text: string) => text.replace(/\W/g, '\\$&');

/** The pattern, or what is wrong with it. */
export function parsePattern(text: string): Pattern | string {
  let literal = '';
  const steps: Step[] = [];
  for (let rest = text; rest !== ''; ) {
    const [taken = '', inner, plus, from = '1', comma, to, slash, c = ''] = part.exec(rest) ?? [];
    rest = rest.slice(taken.length);
    if (inner === undefined) {
      if (c === '[') return slash ? bracket : 'a class has no ]';
      if (c === '\\' && !slash) return 'nothing follows the last backslash';
      if (!slash && ']{}+'.includes(c)) {
        return `a lone ${c} needs a backslash before it: only classes have lengths, {3}, {3,5}, {3,} or +`;
      }
      if (!/[ -~]/.test(c)) return unprintable;
      if (steps.length === 0) literal += c;
      else steps.push({ set: c, source: escaped(c), least: 1, most: 1 });
      continue;
    }
    const set = classOf(inner);
    if (typeof set === 'string') return set;
    const most = plus || (comma && !to) ? Number.POSITIVE_INFINITY : Number(to ?? from);
    if (most < Number(from) || most === 0) return "a length's range is empty";
    steps.push({ ...set, least: Number(from), most });
  }
  return faultIn(literal, steps) ?? { literal, steps };
}

function classOf(inner: string): Pick<Step, 'set' | 'source'> | string {
  if (inner === '') return 'a class is empty';
  if (inner.startsWith('^')) return 'a class cannot be negated';
  let set = '';
  let source = '';
  for (const [, first = '', last = first] of inner.matchAll(/\\?(.)(?:-\\?(.))?/gs)) {
    if (/[^ -~]/.test(first + last)) return unprintable;
    if (last < first) return 'a range of a class runs backwards';
    source += `${escaped(first)}-${escaped(last)}`;
    for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code++) {
      set += String.fromCharCode(code);
    }
  }
  return set.includes('[') ? bracket : { set, source };
}

function faultIn(literal: string, steps: readonly Step[]): string | undefined {
  let length = literal.length;
  for (const [index, { set, least, most }] of steps.entries()) {
    const rest = steps.slice(index + 1);
    length += isOpen([{ most }]) ? least : most;
    if (isOpen([{ most }]) && rest.length > 0)
      return 'only the last class can be without an upper end';
    const next = rest.slice(0, rest.findIndex((step) => step.least > 0) + 1 || rest.length);
    if (least < most && next.some((step) => [...set].some((c) => step.set.includes(c)))) {
      return 'a class of varying length takes what should follow it';
    }
  }
  return length > longest ? `the pattern is longer than ${longest} characters` : undefined;
}

/** What is wrong with a pattern that a host brings, or with its name. */
export function patternFault(name: string, text: string): string | undefined {
  if (!/^[a-z\d-]{1,40}$/.test(name)) {
    return "a pattern's name must be 1 to 40 of a-z, 0-9 and dashes";
  }
  const pattern = parsePattern(text);
  if (typeof pattern === 'string') return pattern;
  return pattern.literal.length < leastLiteral
    ? `the pattern must begin with at least ${leastLiteral} characters that are not in a class`
    : undefined;
}

/** Whether it goes on as long as its last class does. */
export const isOpen = (steps: readonly Pick<Step, 'most'>[]) =>
  steps.at(-1)?.most === Number.POSITIVE_INFINITY;

/** The source of a regular expression for it; of a class without an upper end a part. */
export function sourceOf({ literal, steps }: Pattern): string {
  const body = steps.map(({ source, least, most }) => {
    return `[${source}]{${least},${most > longest ? least + telling : most}}`;
  });
  const end = steps.length > 0 && !isOpen(steps) ? `(?![${steps.at(-1)?.source}\\0])` : '';
  return `${escaped(literal)}${body.join('')}${end}`;
}
