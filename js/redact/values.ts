/** The value beside a name: where it begins and ends. Looks at nothing but the line it stands in. */
import { hasDigitAndLetter, isPlaceholder, looksLikeCode, looksRandom } from './looks.ts';
import { endAt, hidden, lineEnds, matchAt, regex, sticky } from './scan.ts';

export type Value = ReturnType<typeof valueAt>;

export const blanks = /[ \t]{0,32}/y;
/** What marks a string, backslashes, a quote. */
const quoteAt = /(?:[bfru@LN](?=["'`]))?(\\{0,4})(["'`])/y;
const foreign =
  /“[^”\n\0]{1,256}”|„[^“\n\0]{1,256}“|‘[^’\n\0]{1,256}’|«[^»\n\0]{1,256}»|「[^」\n\0]{1,256}」/y;
/** An ampersand, also as JSON and as markup have it. */
const ampersand = String.raw`(?:&(?:amp;)?|\\{1,2}u0026)`;
/** All end at general, CJK and full-width punctuation; the others, beside that, at blanks, quotes and tags alone. */
const ends = String.raw`\0-\x20"'\`\\\x80-\xbf\u2000-\u3fff\uf000-\uffff`;
const word = sticky`(?:[^${ends},;<>|)}\]&]|${ampersand}){0,256}`;
const toBlanks = sticky`(?:[^${ends}&]|${ampersand}){0,256}`;
const toTags = sticky`(?:[^${ends}&<]|${ampersand}|<(?![/a-z])){0,256}`;
/** What ends a word as its character would. */
const entity = /&(?:quot|apos|lt|gt|nbsp|#\d{1,5}|#x[\da-f]{1,4});/i;
/** Ends a field of a query: any ampersand, or one that a field follows. */
const anyField = regex`${ampersand}`;
const nextField = regex`${ampersand}(?=[\w.%[\]-]{1,64}=)`;
const wordTail = /[\w+/=.~%:-]*/y;

/** Where the value ends that `escapes` backslashes and `quote` opened; -1 where nothing closes it. */
function quotedEnd(text: string, from: number, quote: string, escapes: number): number {
  for (let at = from, backslashes = 0; at < from + 1000 && at < text.length; at++) {
    const c = text[at];
    // What a marker hides may have held the quote: nothing is found.
    if (c === '\n' || c === '\r' || c === hidden) return c === hidden ? from : -1;
    const closes = escapes === 0 ? backslashes % 2 === 0 : backslashes <= escapes;
    if (c === quote && closes) return at - Math.min(backslashes, escapes);
    backslashes = c === '\\' ? backslashes + 1 : 0;
  }
  return -1;
}

/** How far a word without quotes goes, and what ends it as a field of a query. */
export interface Reach {
  /** `line`: as far as a blank, where that ends its line; `sentence`: as far as a blank. */
  far?: 'line' | 'sentence' | undefined;
  field?: 'any' | 'next' | undefined;
}

/** Where the first match begins that stands before the end, else the end. */
function cutAt(source: RegExp, text: string, from: number, end: number): number {
  const at = text.slice(from, end + 1).search(source);
  return at < 0 ? end : Math.min(from + at, end);
}

function wordEnd(text: string, from: number, { far, field }: Reach): number {
  let end = endAt(word, text, from);
  const whole = far ? endAt(far === 'line' ? toBlanks : toTags, text, from) : end;
  const goes = whole - from < 256 && (far === 'sentence' || (far && lineEnds(text, whole)));
  if (goes) end = whole;
  if (far && end === whole) {
    // What closes is the sentence's.
    const signs = far === 'line' ? /[,;]/ : /[,;)}\]>|]/;
    while (end - from > 1 && signs.test(text.charAt(end - 1))) end--;
  }
  if (field) end = cutAt(field === 'any' ? anyField : nextField, text, from, end);
  end = cutAt(entity, text, from, end);
  // The end of a sentence.
  if (end - from > 1 && text[end - 1] === '.' && /^\s?$/.test(text.charAt(end))) end--;
  return text[end] === hidden ? from : end;
}

/** The value at the place; `opened`: backslashes and a quote, where these stand further before. */
export function valueAt(text: string, at: number, reach: Reach = {}, opened = '') {
  const begin = endAt(blanks, text, at);
  // `apart`: blanks stand before it; `next`: what stands behind it, blanks left out.
  const value = (from: number, to: number, quoted: boolean) => ({
    ...{ from, to, text: text.slice(from, to), quoted, apart: begin > at },
    ...{ endsLine: lineEnds(text, to), next: text.charAt(endAt(blanks, text, to)) },
  });
  const end = endAt(foreign, text, begin);
  if (end > begin) return value(begin + 1, end - 1, true);
  const [all = '', escapes = '', quote = ''] =
    opened === ''
      ? (matchAt(quoteAt, text, begin) ?? [])
      : ['', opened.slice(0, -1), opened.slice(-1)];
  const from = begin + all.length;
  const close = quote === '' ? -1 : quotedEnd(text, from, quote, escapes.length);
  return value(from, close < 0 ? wordEnd(text, from, reach) : close, close >= 0);
}

/** Where the secret really ends: what is longer than can be looked at goes on. */
export const endOfValue = ({ from, to, quoted }: Value, text: string) =>
  quoted || to - from < 256 ? to : endAt(wordTail, text, to);

const opening = /[ \t\\"'`]{0,16}/y;
const scheme =
  /(?:bearer|basic|token|digest|apikey|bot|key|negotiate|bot-key|splunk)(?![^\0-\x20"'`,;\\<>|)}\]]) {0,64}/iy;

/** Where the part of an Authorization header that proves something begins and ends. */
export function proofAt(text: string, at: number): [from: number, to: number] | undefined {
  const begin = endAt(opening, text, at);
  const from = endAt(scheme, text, begin);
  const to = wordEnd(text, from, { field: 'next' });
  const proof = text.slice(from, to);
  if (looksLikeCode(proof) || isPlaceholder(proof)) return undefined;
  const long = proof.length >= 16 && /\d/.test(proof);
  const known = from > begin && proof.length >= 6 && hasDigitAndLetter(proof);
  const enough = known || (looksRandom(proof) && (from > begin || long));
  return enough ? [from, endAt(wordTail, text, to)] : undefined;
}

const cookies = /[^\r\n"'`\\<>{}()[\]\0\x80-\uffff]{0,1000}/y;
const cookieTail = /[\w !#$%&*+,./:;=?@^|~-]*/y;

/** Where a header's cookies begin and end. */
export function cookiesAt(text: string, at: number): [from: number, to: number] | undefined {
  const from = endAt(opening, text, at);
  const to = endAt(cookies, text, from);
  const any = /=[^=; ]{8}/.test(text.slice(from, to));
  return any ? [from, to - from < 1000 ? to : endAt(cookieTail, text, to)] : undefined;
}
