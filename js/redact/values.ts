/** The value beside a name: where it begins and ends. Looks at nothing but the line it stands in. */
import { hasDigitAndLetter, isPlaceholder, looksLikeCode, looksRandom } from './looks.ts';
import { endAt, hidden, lineEnds, matchAt } from './scan.ts';

export type Value = ReturnType<typeof valueAt>;

export const blanks = /[ \t]{0,32}/y;
/** What marks a string, backslashes, a quote. */
const quoteAt = /(?:[bfru@LN](?=["'`]))?(\\{0,4})(["'`])/y;
const foreign =
  /“[^”\n\0]{1,256}”|„[^“\n\0]{1,256}“|‘[^’\n\0]{1,256}’|«[^»\n\0]{1,256}»|「[^」\n\0]{1,256}」/y;
/** Both end at general, CJK and full-width punctuation; the second one, beside that, at blanks and quotes alone. */
const word = /[^\0-\x20"'`,;\\<>|)}\]&\x80-\xbf\u2000-\u3fff\uf000-\uffff]{0,256}/y;
const toBlanks = /[^\0-\x20"'`\\\x80-\xbf\u2000-\u3fff\uf000-\uffff]{0,256}/y;
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

function wordEnd(text: string, from: number, far: boolean): number {
  let end = endAt(word, text, from);
  const whole = far ? endAt(toBlanks, text, from) : end;
  // `token=x&page=2` is of more than one.
  const more = text[end] === '&' && text.slice(end, whole).includes('=');
  if (far && !more && whole - from < 256 && lineEnds(text, whole)) end = whole;
  if (far && end === whole && end - from > 1 && /[,;]/.test(text.charAt(end - 1))) end--;
  // The end of a sentence.
  if (end - from > 1 && text[end - 1] === '.' && /^\s?$/.test(text.charAt(end))) end--;
  return text[end] === hidden ? from : end;
}

/** The value at the place. `far`: a word without quotes that ends its line goes as far as a blank. */
export function valueAt(text: string, at: number, far = false) {
  const begin = endAt(blanks, text, at);
  // `apart`: blanks stand before it; `next`: what stands behind it, blanks left out.
  const value = (from: number, to: number, quoted: boolean) => ({
    ...{ from, to, text: text.slice(from, to), quoted, apart: begin > at },
    ...{ endsLine: lineEnds(text, to), next: text.charAt(endAt(blanks, text, to)) },
  });
  const end = endAt(foreign, text, begin);
  if (end > begin) return value(begin + 1, end - 1, true);
  const [all = '', escapes = '', quote = ''] = matchAt(quoteAt, text, begin) ?? [];
  const from = begin + all.length;
  const close = all === '' ? -1 : quotedEnd(text, from, quote, escapes.length);
  return value(from, close < 0 ? wordEnd(text, from, far) : close, close >= 0);
}

/** Where the secret really ends: what is longer than can be looked at goes on. */
export const endOfValue = ({ from, to, quoted }: Value, text: string) =>
  quoted || to - from < 256 ? to : endAt(wordTail, text, to);

const opening = /[ \t\\"'`]{0,16}/y;
const scheme =
  /(?:bearer|basic|token|digest|apikey|bot|key|negotiate|bot-key|splunk)(?![^\0-\x20"'`,;\\<>|)}\]&]) {0,64}/iy;

/** Where the part of an Authorization header that proves something begins and ends. */
export function proofAt(text: string, at: number): [from: number, to: number] | undefined {
  const begin = endAt(opening, text, at);
  const from = endAt(scheme, text, begin);
  const to = endAt(word, text, from);
  const proof = text.slice(from, to);
  if (looksLikeCode(proof) || isPlaceholder(proof) || text[to] === hidden) return undefined;
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
