/** Keys and tokens that are known by their own shape, wherever they stand. */
import { digit, isAlnum, isExample, isKeyBody, letter, looksRandom, makeup } from './looks.ts';
import { escaped, isOpen, type Pattern, parsePattern, sourceOf } from './patterns.ts';
import { eachMatch, endAt, type Finder, type Found, matchAt, wordBegins } from './scan.ts';
import { anyBody, anywhere, formats, keepLiteral } from './secrets.ts';

interface Shape {
  kind: string;
  literal: string;
  /** From the literal on. */
  whole: RegExp;
  /** How it goes on, where its last class has no upper end. */
  tail: RegExp | undefined;
  bits: number;
  /** A host's own: what matches is a secret, whatever it looks like. */
  own: boolean;
}

/** Characters behind its literal that are enough of a key that was cut off. */
const leastPart = 12;

function shapeOf(kind: string, pattern: Pattern, bits: number, own: boolean): Shape {
  const { literal, steps } = pattern;
  const any = steps.map(({ source }) => source).join('');
  const part = `|${escaped(literal)}[${any}]{${leastPart},768}(?=$|\\.{3}|…)`;
  const source = `${sourceOf(pattern)}${own || literal.length < 3 ? '' : part}`;
  const tail = isOpen(steps) ? new RegExp(`[${steps.at(-1)?.source}]+`, 'y') : undefined;
  return { kind, literal, whole: new RegExp(source, 'y'), tail, bits, own };
}

const known = formats.flatMap(([kind, literals, body, bits = 0]) => {
  const pattern = parsePattern(body);
  if (typeof pattern === 'string') throw new Error(`${kind}: ${pattern}`);
  return literals
    .split('|')
    .map((start) => shapeOf(kind, { ...pattern, literal: start + pattern.literal }, bits, false));
});

/** Where the match ends that begins at the place, as far as it tells; 0 for none. */
function endOf(text: string, at: number, { literal, whole, tail, bits, own }: Shape): number {
  if (!text.startsWith(literal, at)) return 0;
  const end = endAt(whole, text, at);
  if (end === at || own) return end === at ? 0 : end;
  const body = text.slice(at + literal.length, end);
  if ((bits & anyBody) === 0 && !isKeyBody(body)) return 0;
  if (isExample(body) || (isAlnum(text, end) && (!tail || endAt(tail, text, end) === end)))
    return 0;
  return tail && /^[A-Za-z\d]+$/.test(literal) && isAmidBase64(text, at) ? 0 : end;
}

/** Letters and a sign of base64 stand right before: the start of a word is chance. */
const isAmidBase64 = (text: string, at: number) =>
  /[+/]/.test(text.charAt(at - 1)) && isAlnum(text, at - 2);

const webToken = /eyJ[\w-]{13,636}\.([\w-]{6,1024})(\.?)/y;
const webTokenTail = /[\w.=-]+/y;
/** The secret that belongs to a key of AWS, right behind it. */
const accessSecret = /[ \t\r\n,;:|"']{1,5}([A-Za-z\d+/]{40})(?![A-Za-z\d+/])/y;

function webTokenEnd(text: string, at: number): number {
  const match = wordBegins(text, at) ? matchAt(webToken, text, at) : undefined;
  if (!match) return 0;
  const [whole, claims = '', point] = match;
  return claims.startsWith('eyJ') || point || isKeyBody(claims)
    ? endAt(webTokenTail, text, at + whole.length)
    : 0;
}

/** Finds keys of the known formats, those of a host's own patterns, and JSON Web Tokens. */
export function keyFinder(own: readonly (readonly [kind: string, pattern: Pattern])[]): Finder {
  const shapes = [...known, ...own.map(([kind, pattern]) => shapeOf(kind, pattern, anyBody, true))];
  const byStart = new Map<string, Shape[]>();
  for (const shape of shapes) {
    const start = shape.literal.slice(0, 2);
    byStart.set(start, [...(byStart.get(start) ?? []), shape]);
  }
  const bare = byStart.get('') ?? [];
  const literals = ['eyJ', ...shapes.map(({ literal }) => literal)].filter((each) => each !== '');
  const places = new RegExp([...new Set(literals)].map(escaped).join('|'), 'g');
  const barePlaces = new RegExp(
    `(?:\\b|_|\\\\[nrt])(${bare.map(({ whole }) => whole.source).join('|')})`,
    'g',
  );
  return (text, found) => {
    eachMatch(places, text, ({ index, 0: literal }) => {
      const end = literal === 'eyJ' ? webTokenEnd(text, index) : 0;
      if (end > 0) return found(index, end, 'jwt');
      return look(text, index, byStart.get(literal.slice(0, 2)) ?? [], found);
    });
    eachMatch(barePlaces, text, ({ index, 0: match, 1: key = '' }) =>
      look(text, index + match.length - key.length, bare, found),
    );
  };
}

function look(
  text: string,
  at: number,
  shapes: readonly Shape[],
  found: Found,
): number | undefined {
  const begins = wordBegins(text, at) || !isAlnum(text, at);
  for (const shape of shapes) {
    if (!begins && (shape.bits & anywhere) === 0) continue;
    const telling = endOf(text, at, shape);
    if (telling === 0) continue;
    const end = shape.tail ? endAt(shape.tail, text, telling) : telling;
    found(at + ((shape.bits & keepLiteral) > 0 ? shape.literal.length : 0), end, shape.kind);
    const next = shape.kind === 'aws-access-key' ? matchAt(accessSecret, text, end) : undefined;
    const [gap = '', secret = ''] = next ?? [];
    const all = (makeup(secret) & (letter | digit)) === (letter | digit);
    if (!next || !all || !looksRandom(secret)) return end;
    return found(end + gap.length - secret.length, end + gap.length, 'aws-secret-key');
  }
  return undefined;
}
