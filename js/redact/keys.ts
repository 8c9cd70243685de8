/** Keys and tokens that are known by their own shape, wherever they stand. */
import { hasAll, isAlnum, isExample, isKeyBody, looksRandom } from './looks.ts';
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

/** `own`: a host's. Of the known ones a part is enough, where the text's end or points cut the rest off. */
function shapeOf(kind: string, pattern: Pattern, bits: number, own: boolean): Shape {
  const { literal, steps } = pattern;
  const any = steps.map(({ source }) => source).join('');
  const part = `|${escaped(literal)}[${any}]{12,768}(?=$|\\.{3}|…)`;
  const whole = new RegExp(sourceOf(pattern) + (own || literal.length < 3 ? '' : part), 'y');
  const tail = isOpen(steps) ? new RegExp(`[${steps.at(-1)?.source}]+`, 'y') : undefined;
  return { kind, literal, whole, tail, bits, own };
}

const known = formats.flatMap(([bits, kind, ...forms]) =>
  forms.flatMap((body, i) => {
    const pattern = i % 2 === 1 ? parsePattern(body) : '';
    if (typeof pattern === 'string') return [];
    const starts = (forms[i - 1] ?? '').split('|');
    return starts.map((start) =>
      shapeOf(kind, { ...pattern, literal: start + pattern.literal }, bits, false),
    );
  }),
);

/** Where the match ends that begins at the place, as far as it tells; 0 for none. */
function endOf(text: string, at: number, { literal, whole, tail, bits, own }: Shape): number {
  const end = text.startsWith(literal, at) ? endAt(whole, text, at) : at;
  if (end === at || own) return end === at ? 0 : end;
  const body = text.slice(at + literal.length, end);
  if (((bits & anyBody) === 0 && !isKeyBody(body)) || isExample(body)) return 0;
  if (isAlnum(text, end) && (!tail || endAt(tail, text, end) === end)) return 0;
  // Letters and a sign of base64 stand right before: the start of a word is chance.
  const amidBase64 = /[A-Za-z\d][+/]$/.test(text.slice(Math.max(0, at - 2), at));
  return tail && amidBase64 && /^[A-Za-z\d]+$/.test(literal) ? 0 : end;
}

const webToken = /eyJ[\w-]{13,636}\.([\w-]{6,1024})(\.?)/y;
const webTokenTail = /[\w.=-]+/y;
/** The secret that belongs to a key of AWS, right behind it. */
const accessSecret = /[ \t\r\n,;:|"']{1,5}([A-Za-z\d+/]{40})(?![A-Za-z\d+/])/y;

function findWebToken(text: string, at: number, found: Found): number | undefined {
  const [token = '', claims = '', point] = matchAt(webToken, text, at) ?? [];
  const known = claims.startsWith('eyJ') || point || isKeyBody(claims);
  if (!known || !wordBegins(text, at)) return undefined;
  return found(at, endAt(webTokenTail, text, at + token.length), 'jwt');
}

function findShape(text: string, at: number, shapes: readonly Shape[], found: Found) {
  const begins = !isAlnum(text, at) || wordBegins(text, at);
  for (const shape of shapes) {
    const { kind, literal, tail, bits } = shape;
    const telling = begins || (bits & anywhere) > 0 ? endOf(text, at, shape) : 0;
    if (telling === 0) continue;
    const end = tail ? endAt(tail, text, telling) : telling;
    found(at + ((bits & keepLiteral) > 0 ? literal.length : 0), end, kind);
    const next = kind === 'aws-access-key' ? matchAt(accessSecret, text, end) : undefined;
    const [gap = '', secret = ''] = next ?? [];
    const to = end + gap.length;
    return hasAll(secret) && looksRandom(secret) ? found(to - 40, to, 'aws-secret-key') : end;
  }
  return undefined;
}

/** Finds keys of the known formats, those of a host's own patterns by kind, and JSON Web Tokens. */
export function keyFinder(own: readonly (readonly [kind: string, pattern: Pattern])[]): Finder {
  const shapes = [...known, ...own.map(([kind, pattern]) => shapeOf(kind, pattern, anyBody, true))];
  const byStart = new Map<string, Shape[]>([['ey', []]]);
  for (const shape of shapes) {
    const start = shape.literal.slice(0, 2);
    byStart.set(start, [...(byStart.get(start) ?? []), shape]);
  }
  const bare = byStart.get('') ?? [];
  const literals = new Set(['eyJ', ...shapes.map(({ literal }) => literal)]);
  literals.delete('');
  const places = new RegExp([...literals].map(escaped).join('|'), 'g');
  const sources = bare.map(({ whole }) => whole.source);
  const barePlaces = new RegExp(`(?:\\b|_|\\\\[nrt])(${sources.join('|')})`, 'g');
  return (text, found) => {
    eachMatch(places, text, ({ index, 0: literal }) => {
      const token = literal === 'eyJ' ? findWebToken(text, index, found) : undefined;
      return token ?? findShape(text, index, byStart.get(literal.slice(0, 2)) ?? [], found);
    });
    eachMatch(barePlaces, text, ({ index, 0: match, 1: key = '' }) =>
      findShape(text, index + match.length - key.length, bare, found),
    );
  };
}
