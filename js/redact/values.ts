/** The value beside a name: where it begins and ends. Looks at nothing but the line it stands in. */
import { digit, isPlaceholder, letter, looksLikeCode, looksRandom, makeup } from './looks.ts';
import { endAt, hidden, lineEnds, matchAt } from './scan.ts';

export interface Value {
  from: number;
  to: number;
  text: string;
  quoted: boolean;
  /** Spaces stand before it. */
  apart: boolean;
  /** The line ends behind it. */
  endsLine: boolean;
  /** What stands behind it, spaces left out. */
  next: string;
}

/** Longest value without quotes, and with quotes, that is looked at. */
const longestWord = 256;
const longestQuoted = 1000;
const blanks = /[ \t]{0,32}/y;
const mark = /[bfru@LN]?(?=["'`])/y;
const slashes = /\\{0,4}/y;
const foreign =
  /“([^”\n\0]{1,256})”|„([^“\n\0]{1,256})“|‘([^’\n\0]{1,256})’|«([^»\n\0]{1,256})»|「([^」\n\0]{1,256})」/y;
/** A word ends at general, CJK and full-width punctuation, too; the second one only there and at blanks. */
const word = /[^\0-\x20"'`,;\\<>|)}\]&\x80-\xbf\u2000-\u3fff\uf000-\uffff]{0,256}/y;
const toBlanks = /[^\0-\x20"'`\\\x80-\xbf\u2000-\u3fff\uf000-\uffff]{0,256}/y;
const wordTail = /[\w+/=.~%:-]*/y;

/** Where the quote stands that closes what `escapes` backslashes and `quote` opened, without those; -1 for none. */
function closing(text: string, from: number, quote: string, escapes: number): number {
  let backslashes = 0;
  for (let at = from; at < from + longestQuoted && at < text.length; at++) {
    const c = text[at];
    if (c === '\n' || c === '\r') return -1;
    // What a marker hides may have held the quote: nothing is found.
    if (c === hidden) return from;
    if (c === '\\') {
      backslashes++;
      continue;
    }
    if (c === quote && (escapes === 0 ? backslashes % 2 === 0 : backslashes <= escapes)) {
      return at - Math.min(backslashes, escapes);
    }
    backslashes = 0;
  }
  return -1;
}

function wordEnd(text: string, from: number, toBlank: boolean): number {
  let end = endAt(word, text, from);
  if (toBlank) {
    const whole = endAt(toBlanks, text, from);
    // `token=x&page=2` is of more than one.
    const more = text[end] === '&' && text.slice(end, whole).includes('=');
    if (!more && whole - from < longestWord && lineEnds(text, whole)) end = whole;
    if (end === whole && end - from > 1 && /[,;]/.test(text.charAt(end - 1))) end--;
  }
  // The end of a sentence.
  if (end - from > 1 && text[end - 1] === '.' && /\s|^$/.test(text.charAt(end))) end--;
  // What a marker hides a part of.
  return text[end] === hidden ? from : end;
}

/** The value at the place. `toBlank`: a word without quotes that ends its line goes that far. */
export function valueAt(text: string, at: number, toBlank = false): Value {
  const begin = endAt(blanks, text, at);
  const open = endAt(mark, text, begin);
  const value = (from: number, to: number, quoted: boolean): Value => ({
    ...{ from, to, quoted, text: text.slice(from, to), apart: begin > at },
    endsLine: lineEnds(text, to),
    next: text.charAt(endAt(blanks, text, to)),
  });
  const other = matchAt(foreign, text, open);
  if (other) return value(open + 1, open + other[0].length - 1, true);
  const quote = endAt(slashes, text, open);
  if (!/["'`]/.test(text.charAt(quote))) return value(open, wordEnd(text, open, toBlank), false);
  const close = closing(text, quote + 1, text.charAt(quote), quote - open);
  if (close >= 0) return value(quote + 1, close, true);
  return value(quote + 1, wordEnd(text, quote + 1, toBlank), false);
}

/** Where the secret really ends: what is longer than can be looked at goes on. */
export const endOfValue = ({ from, to, quoted }: Value, text: string) =>
  quoted || to - from < longestWord ? to : endAt(wordTail, text, to);

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
  const random = looksRandom(proof);
  const bits = makeup(proof);
  const digits = (bits & digit) > 0;
  const enough =
    from > begin
      ? random || (proof.length >= 6 && digits && (bits & letter) > 0)
      : random && proof.length >= 16 && digits;
  return enough ? [from, endAt(wordTail, text, to)] : undefined;
}

const cookies = /[^\r\n"'`\\<>{}()[\]\0\x80-\uffff]{0,1000}/y;
const cookieTail = /[\w !#$%&*+,./:;=?@^|~-]*/y;

/** Where a header's cookies begin and end. */
export function cookiesAt(text: string, at: number): [from: number, to: number] | undefined {
  const from = endAt(opening, text, at);
  const to = endAt(cookies, text, from);
  const telling = /=[^=; ]{8}/.test(text.slice(from, to));
  return telling ? [from, to - from < longestQuoted ? to : endAt(cookieTail, text, to)] : undefined;
}
