/** Private keys in lines: whole blocks, numbered ones, escaped ones, and parts without a header. */
import { hasAll, hasBothCases, looksRandom } from './looks.ts';
import * as scan from './scan.ts';
import { endAt, lineEnd, lineEnds, linePrefix, regex, sticky } from './scan.ts';

const headers =
  /(?:-----|---- )BEGIN [A-Z\d ]{0,40}PRIVATE KEY[A-Z\d ]{0,12}-{4,5}|Private-Lines: \d{1,4}/g;
const footers = /(?:-----|---- )END [A-Z\d ]{0,40}PRIVATE KEY|Private-MAC: /g;
const footer = /Private-MAC: [A-Za-z\d]{0,64}|(?:-----|---- )END (?:[^\n]{0,70}?-{4,5})?/y;
/** `Proc-Type: 4,ENCRYPTED`. */
const attribute = /[A-Za-z\d-]{3,24}: [^\n\r\\"[\0]{0,126}(?=[\n\r\\"]|$)/y;
/** Line ends, what numbers lines, quotes, and what joins strings. */
const between = sticky`(?:${lineEnd}${linePrefix}|[ \t"'\`,>\\\r]|\+(?=[ \t\r\n])){0,192}`;
const base64 = /[A-Za-z\d+/=]*/y;
const isBase64 = (text: string, at: number) => /[A-Za-z\d+/=]/.test(text.charAt(at));

/** How far the block goes whose next line is at the place; `inside`: its base64 has begun. */
function blockEnd(text: string, place: number, inside: boolean): number {
  for (let at = place, begun = inside, lines = 0; ; lines++) {
    const start = endAt(between, text, at);
    const end = endAt(footer, text, start);
    if (end > start) return begun ? end : place;
    const named = begun || lines > 5 ? start : endAt(attribute, text, start);
    const run = endAt(base64, text, start);
    // Sixteen characters belong to a key, whatever stands around.
    const line = run - start >= 16 || (begun && isLastLine(text, start, run));
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

const lineEndAt = regex`${lineEnd}`;
const justPrefix = regex`^${linePrefix}$`;
const justBase64 = regex`^${linePrefix}([A-Za-z\d+/=]{4,})["'\`, +\\\r]*$`;

/** Where a key goes on whose first line in sight is there; 0 where that is none, or not the first of its row. */
function linesEnd(text: string, from: number, to: number): number {
  const next = endAt(between, text, to);
  const nextEnd = endAt(base64, text, next);
  const line = text.slice(from, to);
  if (nextEnd - next !== to - from || !lineEnds(text, to)) return 0;
  if (![line, text.slice(next, nextEnd)].every((each) => hasAll(each) && looksRandom(each)))
    return 0;
  const [own = '', before = ''] = scan.behind(text, from, 240).split(lineEndAt).reverse();
  const amid = (justBase64.exec(before)?.[1]?.length ?? 0) >= 48;
  const known = /-----\s*$|Public-Lines/.test(before) || /^AAAA([BC]3NzaC1|E2Vj)/.test(line);
  if (amid || known || !justPrefix.test(own) || !lineEnds(text, nextEnd)) return 0;
  return blockEnd(text, to, true);
}

export const findKeyBlocks: scan.Finder = (text, found) => {
  scan.eachMatch(headers, text, ({ index, 0: header }) => {
    const at = index + header.length;
    // A header without a body is what people write about keys.
    const end = blockEnd(text, at, false);
    return end > at ? found(index, end, 'private-key') : at;
  });
  // The last line before a footer, whatever its length.
  scan.eachMatch(footers, text, ({ index }) => {
    const before = scan.behind(text, index, 240);
    const [body = ''] = justBase64.exec(before.split(lineEndAt).at(-2) ?? '')?.slice(1) ?? [];
    if (body === '' || body.length > 70) return undefined;
    const from = index - before.length + before.lastIndexOf(body);
    return found(from, endAt(footer, text, index), 'private-key');
  });
  // Lines have 64 characters, those of OpenSSH 70: in each is a probe.
  for (let probe = 0; probe < text.length; probe += 64) {
    let [from, to] = [probe, probe];
    while (from > probe - 70 && isBase64(text, from - 1)) from--;
    while (to < probe + 70 && isBase64(text, to)) to++;
    // The letter of an escape: `\t`.
    if (text[from - 1] === '\\') from++;
    const end = to - from === 64 || to - from === 70 ? linesEnd(text, from, to) : 0;
    if (end > 0) probe = found(from, end, 'private-key');
  }
};
