/**
 * The pages of js/docs as sentences, which of them claim something, and how a claim's numbers and words are read.
 * A book is a map from a page's name to its sentences, so that a copy with one word changed is a book, too.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { sentencesOf } from '../sizes/sentences.mjs';

const folder = new URL('../../js/docs/', import.meta.url);

/** The sentences of the pages, by the names of these below js/docs without `.md`. */
export function bookOf() {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.md'));
  const read = (file) => sentencesIn(readFileSync(new URL(file, folder), 'utf8'));
  return new Map(files.sort().map((file) => [file.slice(0, -3), read(file)]));
}

/** The tables of a page: a header, and rows of cells. */
function tablesOf(text) {
  const cellsOf = (line) =>
    line
      .replaceAll('\\|', '¦')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('¦', '|'));
  const found = text.replace(/^```[\s\S]*?^```/gm, '').match(/^(?:\|.*\|\n)+/gm) ?? [];
  return found.map((block) => {
    const [header, , ...rows] = block.trim().split('\n').map(cellsOf);
    return { header, rows };
  });
}

/** All sentences of a page. Those of a table know the first cell of their row (`of`) and their column's header. */
function sentencesIn(text) {
  const prose = text.replace(/^\|.*\|$/gm, '');
  const cells = tablesOf(text).flatMap(({ header, rows }) =>
    rows.flatMap((row) =>
      row.flatMap((cell, at) =>
        sentencesOf(cell).map((said) => ({ said, of: row[0], column: header[at] })),
      ),
    ),
  );
  return [...sentencesOf(prose).map((said) => ({ said })), ...cells];
}

const numbers = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen'],
];
const parts = {
  ...{ half: 2, third: 3, quarter: 4, fifth: 5, eighth: 8, tenth: 10, twentieth: 20 },
  hundredth: 100,
};
const often = { never: 0, once: 1, twice: 2, always: Number.POSITIVE_INFINITY };
const count = numbers.join('|');
const share = `(?:(?:an?|${count}) )?(?:${Object.keys(parts).join('|')})s?`;
const figure = String.raw`\d[\d,_]*(?:\.\d+)?`;

/** A number that is written in digits or in words: `never` is 0, `always` is infinite. */
export function numberOf(word) {
  const text = word.toLowerCase();
  if (text in often) return often[text];
  if (numbers.includes(text)) return numbers.indexOf(text);
  const [, of = 'a', part] = new RegExp(`^(?:(an?|${count}) )?([a-z]+?)s?$`).exec(text) ?? [];
  if (part in parts) return Math.max(numbers.indexOf(of), 1) / parts[part];
  return Number(text.replaceAll(/[,_]/g, ''));
}

/** Another value of the same kind: `11` for `10`, `a third` for `half`, `twice` for `once`. */
export function otherThan(word) {
  const text = word.toLowerCase();
  if (text in often)
    return { never: 'always', once: 'twice', twice: 'once', always: 'never' }[text];
  if (numbers.includes(text)) return numbers[(numbers.indexOf(text) + 1) % numbers.length];
  if (/[a-z]/.test(text)) return numberOf(text) === 1 / 3 ? 'a quarter' : 'a third';
  const number = numberOf(text);
  // Figures that were measured may be off by less than a tenth.
  const changed =
    number >= 1_000 ? Math.ceil(number * 1.1) : number > 0 && number < 1 ? number / 2 : number + 1;
  return changed.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

const units =
  'tokens?|characters?|bytes?|Ki?B|kB|Mi?B|GB|ms|milliseconds?|seconds?|messages?|sessions?|images?|pixels|steps?|times|' +
  'entries|levels|names|rules|kinds|languages|parts|calls|blocks|rows|rewrites|requests|failures|models|terms|%';
const many = numbers.slice(3).join('|');
const claims = new RegExp(
  String.raw`\b(?:never|always|at (?:most|least)|twice|(?<!at |than )once(?! more)|${share.replace('half', 'half(?! a)')}\b|` +
    String.raw`(?:${figure}|${many}) (?:[a-z]+ )?(?:${units})\b|${figure} ?(?:%|×))`,
  'dgi',
);

/** Where a sentence promises something, and what: always, never, at most, once, or a figure. */
export const promisesIn = ({ said }) =>
  [...said.matchAll(claims)].map(({ 0: word, index }) => ({
    word,
    from: index,
    to: index + word.length,
  }));

/** Where a row's words stand in a sentence; `{}` in them is a value, `…` is anything. */
export function patternOf(words) {
  const escaped = words.replaceAll(/[.*+?()|[\]\\]/g, String.raw`\$&`);
  const any = `(${share}|${count}|${Object.keys(often).join('|')}|${figure})`;
  return new RegExp(escaped.replaceAll('{}', any).replaceAll('…', '.*?'), 'di');
}
