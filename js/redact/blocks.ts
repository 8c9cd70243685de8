/** Private keys in lines: whole blocks, numbered ones, escaped ones, and parts without a header. */
import { digit, letter, looksRandom, makeup } from './looks.ts';
import { eachMatch, endAt, type Finder, lineEnd, lineEnds, linePrefix } from './scan.ts';

const headers =
  /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY[A-Z\d ]{0,12}-{4,5}|---- BEGIN [A-Z\d ]{0,40}PRIVATE KEY[A-Z\d ]{0,12}-{4,5}|Private-Lines: \d{1,4}/g;
const footers = /(?:-----|---- )END [A-Z\d ]{0,40}PRIVATE KEY|Private-MAC: /g;
const footer = /Private-MAC: [A-Za-z\d]{0,64}|(?:-----|---- )END (?:[^\n]{0,70}?-{4,5})?/y;
/** `Proc-Type: 4,ENCRYPTED`. */
const attribute = /[A-Za-z\d-]{3,24}: [^\n\r\\"[\0]{0,126}(?=[\n\r\\"]|$)/y;
/** Line ends, what numbers lines, quotes, and what joins strings. */
const between = new RegExp(
  `(?:${lineEnd}${linePrefix}|[ \\t"'\`,>\\\\\\r]|\\+(?=[ \\t\\r\\n])){0,192}`,
  'y',
);
const base64 = /[A-Za-z\d+/=]*/y;
const isBase64 = (text: string, at: number) => /[A-Za-z\d+/=]/.test(text.charAt(at));
/** Characters of base64 that are a line of a key, whatever stands around. */
const keyLine = 16;
/** Lines of PEM, PGP and PuTTY; of OpenSSH. */
const pemLine = 64;
const openSshLine = 70;

/** Whether base64 follows a header: one without is what people write about keys. */
function hasBody(text: string, header: number): boolean {
  for (let at = header, lines = 0; lines < 6; lines++) {
    const start = endAt(between, text, at);
    if (endAt(base64, text, start) - start >= keyLine) return true;
    at = endAt(attribute, text, start);
    if (at === start) return false;
  }
  return false;
}

/** How far the block goes that goes on at the place; `begun`: base64 stands before it. */
function blockEnd(text: string, place: number, begun: boolean): number {
  for (let at = place, inside = begun; ; ) {
    const start = endAt(between, text, at);
    const end = endAt(footer, text, start);
    if (end > start) return end;
    const named = inside ? start : endAt(attribute, text, start);
    const run = endAt(base64, text, start);
    if (named === start && run - start < keyLine && !isLastLine(text, start, run)) return at;
    inside ||= named === start;
    at = named > start ? named : run;
  }
}

/** The last line may be short; one that a cut left behind is told by its padding and its letters. */
function isLastLine(text: string, from: number, to: number): boolean {
  const both = (makeup(text.slice(from, to)) & letter) === letter;
  if (
    to - from >= 4 &&
    both &&
    lineEnds(text, to) &&
    (to === text.length || text[to - 1] === '=')
  ) {
    return true;
  }
  const next = endAt(between, text, to);
  return to > from && endAt(footer, text, next) > next;
}

/** Base64 by chance, that fills its line. */
function isKeyText(text: string, from: number, to: number): boolean {
  const line = text.slice(from, to);
  const all = letter | digit;
  return (makeup(line) & all) === all && looksRandom(line) && lineEnds(text, to);
}

const justPrefix = new RegExp(`^${linePrefix}$`);
const base64Line = new RegExp(`^${linePrefix}([A-Za-z\\d+/=]{4,})["'\`, +\\\\\\r]*$`);
const publicBlob = /AAAA(?:[BC]3NzaC1|E2Vj)/y;

/** The lines before the place, the nearest one first: what stands before it in its own, then whole ones. */
const linesBefore = (text: string, at: number) =>
  text
    .slice(Math.max(0, at - 240), at)
    .split(new RegExp(lineEnd))
    .reverse();

/** Where the block goes on whose first line fills the place; 0 for none. */
function linesEnd(text: string, from: number, to: number): number {
  if (to - from !== pemLine && to - from !== openSshLine) return 0;
  const [own = '', before = ''] = linesBefore(text, from);
  const next = endAt(between, text, to);
  const nextEnd = endAt(base64, text, next);
  if (nextEnd - next !== to - from || !justPrefix.test(own)) return 0;
  if (!isKeyText(text, from, to) || !isKeyText(text, next, nextEnd)) return 0;
  // Whose lines these are, or that they are not the first ones.
  const explained =
    /-----\s*$|Public-Lines/.test(before) || (base64Line.exec(before)?.[1]?.length ?? 0) >= 48;
  return explained || endAt(publicBlob, text, from) > from ? 0 : blockEnd(text, to, true);
}

export const findKeyBlocks: Finder = (text, found) => {
  eachMatch(headers, text, ({ index, 0: header }) => {
    const at = index + header.length;
    return hasBody(text, at) ? found(index, blockEnd(text, at, false), 'private-key') : at;
  });
  // The last line before a footer, whatever its length.
  eachMatch(footers, text, ({ index }) => {
    const [, line = ''] = linesBefore(text, index);
    const body = base64Line.exec(line)?.[1];
    if (!body || body.length > openSshLine) return undefined;
    const from = text.lastIndexOf(body, index);
    return found(from, endAt(footer, text, index), 'private-key');
  });
  // A line of base64 is longer than the steps from one probe to the next.
  for (let probe = 0; probe < text.length; probe += pemLine) {
    if (!isBase64(text, probe)) continue;
    let from = probe;
    while (from > probe - openSshLine && isBase64(text, from - 1)) from--;
    // The letter of an escape: `\\t`.
    if (text[from - 1] === '\\') from++;
    let to = probe;
    while (to < probe + openSshLine && isBase64(text, to)) to++;
    const end = linesEnd(text, from, to);
    if (end > 0) probe = found(from, end, 'private-key');
  }
};
