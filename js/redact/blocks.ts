/** Private keys in lines: whole blocks, numbered ones, escaped ones, and parts without a header. */
import { hasAll, hasBothCases, looksRandom } from './looks.ts';
import { eachMatch, endAt, type Finder, lineEnd, lineEnds, linePrefix } from './scan.ts';

const headers =
  /(?:-----|---- )BEGIN [A-Z\d ]{0,40}PRIVATE KEY[A-Z\d ]{0,12}-{4,5}|Private-Lines: \d{1,4}/g;
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
/** Characters of a line of base64 that belongs to a key, whatever stands around. */
const keyLine = 16;
/** Lines of PEM, PGP and PuTTY; of OpenSSH. */
const pemLine = 64;
const openSshLine = 70;

/** How far the block goes whose next line is at the place; `inside`: its base64 has begun. */
function blockEnd(text: string, place: number, inside: boolean): number {
  for (let at = place, begun = inside, lines = 0; ; lines++) {
    const start = endAt(between, text, at);
    const end = endAt(footer, text, start);
    if (end > start) return begun ? end : place;
    const named = begun || lines > 5 ? start : endAt(attribute, text, start);
    const run = endAt(base64, text, start);
    const line = run - start >= keyLine || (begun && isLastLine(text, start, run));
    if (named === start && !line) return begun ? at : place;
    begun ||= line;
    at = named > start ? named : run;
  }
}

/** The last line may be short; one that a cut left behind is told by its padding and its letters. */
function isLastLine(text: string, from: number, to: number): boolean {
  const ends = lineEnds(text, to) && (to === text.length || text[to - 1] === '=');
  if (to - from >= 4 && ends && hasBothCases(text.slice(from, to))) return true;
  const next = endAt(between, text, to);
  return to > from && endAt(footer, text, next) > next;
}

/** Base64 by chance, that fills its line. */
function isKeyText(text: string, from: number, to: number): boolean {
  const line = text.slice(from, to);
  return hasAll(line) && looksRandom(line) && lineEnds(text, to);
}

const justPrefix = new RegExp(`^${linePrefix}$`);
const justBase64 = new RegExp(`^${linePrefix}([A-Za-z\\d+/=]{4,})["'\`, +\\\\\\r]*$`);
/** Says whose lines follow. */
const explains = /-----\s*$|Public-Lines/;
const publicBlob = /AAAA(?:[BC]3NzaC1|E2Vj)/y;

/** What stands before the place in its line, and the line before that. */
const linesBefore = (text: string, at: number) =>
  text
    .slice(Math.max(0, at - 240), at)
    .split(new RegExp(lineEnd))
    .reverse();

/** Where a key goes on whose first line in sight is there; 0 where that is none, or not the first of its row. */
function linesEnd(text: string, from: number, to: number): number {
  const next = endAt(between, text, to);
  const nextEnd = endAt(base64, text, next);
  if (nextEnd - next !== to - from || !isKeyText(text, from, to) || !isKeyText(text, next, nextEnd))
    return 0;
  const [own = '', before = ''] = linesBefore(text, from);
  const amid = (justBase64.exec(before)?.[1]?.length ?? 0) >= 48 || explains.test(before);
  const first = justPrefix.test(own) && !amid && endAt(publicBlob, text, from) === from;
  return first ? blockEnd(text, to, true) : 0;
}

export const findKeyBlocks: Finder = (text, found) => {
  eachMatch(headers, text, ({ index, 0: header }) => {
    const at = index + header.length;
    // A header without a body is what people write about keys.
    const end = blockEnd(text, at, false);
    return end > at ? found(index, end, 'private-key') : at;
  });
  // The last line before a footer, whatever its length.
  eachMatch(footers, text, ({ index }) => {
    const body = justBase64.exec(linesBefore(text, index)[1] ?? '')?.[1] ?? '';
    if (body === '' || body.length > openSshLine) return undefined;
    const start = Math.max(0, index - 240);
    const from = start + text.slice(start, index).lastIndexOf(body);
    return found(from, endAt(footer, text, index), 'private-key');
  });
  // Lines are longer than the steps from one probe to the next.
  for (let probe = 0; probe < text.length; probe += pemLine) {
    if (!isBase64(text, probe)) continue;
    let from = probe;
    let to = probe;
    while (from > probe - openSshLine && isBase64(text, from - 1)) from--;
    while (to < probe + openSshLine && isBase64(text, to)) to++;
    // The letter of an escape: `\t`.
    if (text[from - 1] === '\\') from++;
    const end = to - from === pemLine || to - from === openSshLine ? linesEnd(text, from, to) : 0;
    if (end > 0) probe = found(from, end, 'private-key');
  }
};
