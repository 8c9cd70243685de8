/** Keys and tokens that are known by their own shape, wherever they stand. */
import { hasAll, isAlnum, isExample, isKeyBody, looksRandom } from './looks.ts';
import { escaped, isOpen, type Pattern, parsePattern, sourceOf } from './patterns.ts';
import * as scan from './scan.ts';
import { formats } from './secrets.ts';

/** `signs`: those of a format, and `*` for a host's own: what matches is a secret, whatever it looks like. */
function shapeOf(signs: string, kind: string, { literal, steps }: Pattern) {
  const any = steps.map(({ source }) => source).join('');
  // Of a known one a part is enough, where the text's end or points cut the rest off.
  const part = `|${escaped(literal)}[${any}]{12,768}(?=$|\\.{3}|…)`;
  const source = sourceOf({ literal, steps }) + (signs === '*' || literal.length < 3 ? '' : part);
  const tail = isOpen(steps) ? new RegExp(`[${steps.at(-1)?.source}]+`, 'y') : undefined;
  return { signs, kind, literal, whole: new RegExp(source, 'y'), tail };
}
type Shape = ReturnType<typeof shapeOf>;

const known = () =>
  formats.flatMap(([kind, starts, follows, signs = '']) => {
    const pattern = parsePattern(follows);
    if (typeof pattern === 'string') return [];
    const literals = starts.split('|').map((start) => start + pattern.literal);
    return literals.map((literal) => shapeOf(signs, kind, { ...pattern, literal }));
  });

/** Whether what matches from `at` to `end` is a key, and not a part of a word or by chance. */
function isKey(text: string, at: number, end: number, { signs, literal, tail }: Shape): boolean {
  const body = text.slice(at + literal.length, end);
  if (signs === '*') return true;
  if (!(signs.includes('!') || isKeyBody(body)) || isExample(body)) return false;
  if (isAlnum(text, end) && (!tail || scan.endAt(tail, text, end) === end)) return false;
  // Letters and a sign of base64 stand right before.
  const amidBase64 = /[A-Za-z\d][+/]$/.test(scan.behind(text, at, 2));
  return !tail || !amidBase64 || /[^A-Za-z\d]/.test(literal);
}

/** The secret that belongs to a key of AWS, right behind it. */
const accessSecret = /[ \t\r\n,;:|"']{1,5}([A-Za-z\d+/]{40})(?![A-Za-z\d+/])/y;

function findShape(text: string, at: number, shapes: readonly Shape[], found: scan.Found) {
  const begins = !isAlnum(text, at) || scan.wordBegins(text, at);
  for (const shape of shapes) {
    const { signs, kind, literal, whole, tail } = shape;
    if (!(begins || signs.includes('~')) || !text.startsWith(literal, at)) continue;
    const telling = scan.endAt(whole, text, at);
    if (telling === at || !isKey(text, at, telling, shape)) continue;
    const end = tail ? scan.endAt(tail, text, telling) : telling;
    const from = at + (signs.includes('=') ? literal.length : 0);
    found(from, end, kind);
    // What stands behind a literal that stays can tell more.
    if (from > at) return from;
    const next = kind === 'aws-access-key' ? scan.matchAt(accessSecret, text, end) : undefined;
    const [gap = '', secret = ''] = next ?? [];
    const to = end + gap.length;
    return hasAll(secret) && looksRandom(secret) ? found(to - 40, to, 'aws-secret-key') : end;
  }
  return undefined;
}

const webToken = /eyJ[\w-]{13,636}\.([\w-]{6,1024})(\.?)/y;
const webTokenTail = /[\w.=-]+/y;

function findWebToken(text: string, at: number, found: scan.Found): number | undefined {
  const [token = '', claims = '', point] = scan.matchAt(webToken, text, at) ?? [];
  const signed = claims.startsWith('eyJ') || point || isKeyBody(claims);
  if (!signed || !scan.wordBegins(text, at)) return undefined;
  return found(at, scan.endAt(webTokenTail, text, at + token.length), 'jwt');
}

/** Finds keys of the known formats, those of a host's own patterns by kind, and JSON Web Tokens. */
export function keyFinder(own: readonly [kind: string, pattern: Pattern][]): scan.Finder {
  const shapes = [...known(), ...own.map(([kind, pattern]) => shapeOf('*', kind, pattern))];
  const bare = shapes.filter(({ literal }) => literal === '');
  const literals = [...new Set(shapes.map(({ literal }) => literal))].filter(Boolean);
  const places = scan.every`eyJ|${literals.map(escaped).join('|')}`;
  const barePlaces = scan.every`(?:\b|_|\\[nrt])(${bare.map(({ whole }) => whole.source).join('|')})`;
  const startsAs = (start: string) => shapes.filter(({ literal }) => literal.startsWith(start));
  const byStart = new Map(literals.map((each) => [each.slice(0, 2), startsAs(each.slice(0, 2))]));
  return (text, found) => {
    scan.eachMatch(places, text, ({ index, 0: literal }) => {
      const token = literal === 'eyJ' ? findWebToken(text, index, found) : undefined;
      const likely = byStart.get(literal.slice(0, 2)) ?? [];
      return token ?? findShape(text, index, likely, found) ?? index + 1;
    });
    scan.eachMatch(barePlaces, text, ({ index, 0: match, 1: key = '' }) =>
      findShape(text, index + match.length - key.length, bare, found),
    );
  };
}
