/**
 * The claims of js/docs as programs. A row names the words of a claim, the pages where they stand, and what is red when
 * one of them is changed:
 *
 *     holds   a program that is given what the page says (`{}` in the words, as numbers) and asks the built package
 *     code    the numbers of the sources that `{}` stand for, for what no program outside the core can see
 *     test    the test that does what the sentence says; then the sentence is pinned word for word
 *
 * A row of a table has `column` in place of words: its program is given every cell of it.
 */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { numberOf, patternOf, promisesIn } from './book.mjs';

const root = new URL('../../', import.meta.url);
const read = (file) => readFileSync(new URL(file, root), 'utf8');

/** A number of the sources: of the constant that is named, or what a pattern's group has there. */
export function numberIn(file, what) {
  const name =
    typeof what === 'string' ? new RegExp(String.raw`\b${what}\b[^=;\n]*= *([^;,]+)`) : what;
  const [, found] = name.exec(read(file)) ?? assert.fail(`${file} has no ${what}`);
  const number = Number(found.replaceAll(/[_']/g, '').trim());
  assert.ok(Number.isFinite(number), `${what} of ${file} is ${found}`);
  return number;
}

function assertTested(test) {
  const [, file, name] = /^(\S+): (.+)$/s.exec(test) ?? assert.fail(`${test} names no test`);
  assert.ok(existsSync(new URL(`tests/${file}`, root)), `there is no tests/${file}`);
  const text = read(`tests/${file}`).replaceAll("\\'", "'");
  assert.ok(text.includes(name), `tests/${file} has no test '${name}'`);
}

/** What is wrong with a claim; undefined where nothing is. */
async function faultOf({ row, values, cell }) {
  try {
    if (row.test !== undefined) assertTested(row.test);
    if (row.code !== undefined)
      assert.deepEqual(
        values,
        row.code.map((number) => number()),
      );
    if (row.holds !== undefined) await row.holds(...(cell ? [cell] : values));
    return undefined;
  } catch (error) {
    return error.message.split('\n').slice(0, 6).join(' ');
  }
}

/** A figure, or a default. */
const hasValue = /\d|`(?:true|false|'[\w-]+')`$/;

/** The claims that a row makes on a page; none where its words do not stand there. */
export function claimsOf(row, page, sentences) {
  if (row.column !== undefined) {
    return sentences
      .filter(({ column, said }) => row.column === column && hasValue.test(said))
      .map((cell) => ({
        row,
        page,
        ...cell,
        cell,
        part: [0, cell.said.length],
        spans: [],
        values: [],
      }));
  }
  const pattern = patternOf(row.says);
  return sentences.flatMap((sentence) => {
    const found = pattern.exec(sentence.said);
    if (found === null || !(sentence.of ?? '').includes(row.of ?? '')) return [];
    const [, ...words] = found;
    const [part, ...spans] = found.indices;
    return [{ row, page, ...sentence, part, spans, values: words.map(numberOf) }];
  });
}

/** All that the rows claim in a book, and rows whose words are nowhere on one of their pages. */
export function readClaims(book, rows) {
  const claims = [];
  const missing = [];
  for (const row of rows) {
    for (const page of row.on.split(' ')) {
      const found = claimsOf(row, page, book.get(page) ?? []);
      if (found.length === 0) missing.push(`${page}.md does not say: ${row.says ?? row.column}`);
      claims.push(...found);
    }
  }
  return { claims, missing };
}

/** What is wrong in a book: words that stand nowhere, claims that do not hold, and promises that no row has. */
export async function faultsOf(book, rows, told) {
  const { claims, missing } = readClaims(book, rows);
  const faults = [...missing];
  const excused = readClaims(book, told);
  faults.push(...excused.missing);
  for (const [page, sentences] of book) {
    const held = claims.filter((claim) => claim.page === page);
    const said = new Set(
      excused.claims.filter((claim) => claim.page === page).map(({ said }) => said),
    );
    for (const sentence of sentences.filter((each) => !said.has(each.said))) {
      const own = held.filter((claim) => claim.said === sentence.said && claim.of === sentence.of);
      const isHeld = ({ from, to }) => own.some(({ part }) => part[0] <= from && to <= part[1]);
      const loose = promisesIn(sentence).filter((promise) => !isHeld(promise));
      for (const { word } of loose)
        faults.push(`${page}.md promises '${word}', which no row has: ${sentence.said}`);
    }
  }
  for (const claim of claims) {
    const fault = await faultOf(claim);
    if (fault !== undefined) faults.push(`${claim.page}.md, "${claim.said}": ${fault}`);
  }
  return faults;
}

/** Whether a row is red on a page. */
export async function isRed(book, row, page) {
  const { claims, missing } = readClaims(book, [{ ...row, on: page }]);
  if (missing.length > 0) return true;
  for (const claim of claims) if ((await faultOf(claim)) !== undefined) return true;
  return false;
}
