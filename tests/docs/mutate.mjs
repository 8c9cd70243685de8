/**
 * Shows that the claims are held: draws some by a seed, changes a number or a word of each in a copy of its page, and
 * tells whether its row is red then.
 *
 *     node tests/docs/mutate.mjs --draw 20 --seed 7
 */

import { commandLine, numberFrom } from '../../bindings/toolchain/command-line.mjs';
import { createRng } from '../js/support/random.ts';
import { bookOf, otherThan, promisesIn } from './book.mjs';
import { isRed, readClaims } from './claims.mjs';
import { rows } from './rows/index.mjs';

const command = commandLine(
  'node tests/docs/mutate.mjs',
  'Changes words of the docs, which has to make their rows red.',
)
  .option('--draw <n>', 'how many claims', numberFrom(1), 20)
  .option('--seed <text>', 'which ones', '1')
  .parse();
const { draw, seed } = command.opts();

/** Words that are no values, and what they are changed to. */
const swapped = {
  'at most': 'at least',
  'at least': 'at most',
  always: 'sometimes',
  never: 'sometimes',
  once: 'twice',
  twice: 'once',
};
const changedWord = (word) =>
  swapped[word.toLowerCase()] ?? otherThan(/^[\d,.]+|^\w+/.exec(word)[0]);

/** A value of a cell: a figure that stands alone, or a default. */
const inCells = /\d[\d,_]*(?:\.\d+)?|\b(?:true|false)\b|'[\w-]+'/g;
function changedCell(word) {
  if (word === 'true' || word === 'false') return word === 'true' ? 'false' : 'true';
  return word.startsWith("'") ? "'other'" : otherThan(word);
}

/** Places of a claim that can be changed, and how. */
function placesOf({ said, spans, part, row }) {
  if (row.column !== undefined) {
    // A default stands last.
    const found = [...said.matchAll(inCells)].filter(
      ({ 0: word, index }, at, all) =>
        /\d/.test(word) || (at === all.length - 1 && index > said.length - word.length - 3),
    );
    return found.map(({ 0: word, index }) => ({
      from: index,
      to: index + word.length,
      into: changedCell(word),
    }));
  }
  if (spans.length > 0) {
    return spans.map(([from, to]) => ({ from, to, into: otherThan(said.slice(from, to)) }));
  }
  return promisesIn({ said })
    .filter(({ from, to }) => part[0] <= from && to <= part[1])
    .map(({ word, from, to }) => ({ from, to, into: changedWord(word) }));
}

const book = bookOf();
const rng = createRng(seed);
const waiting = readClaims(book, rows).claims.filter((claim) => placesOf(claim).length > 0);
let survivors = 0;
for (let i = 0; i < draw && waiting.length > 0; i += 1) {
  const [claim] = waiting.splice(Math.floor(rng.next() * waiting.length), 1);
  const places = placesOf(claim);
  const { from, to, into } = places[Math.floor(rng.next() * places.length)];
  const { page, said, row } = claim;
  const changed = said.slice(0, from) + into + said.slice(to);
  const sentences = book
    .get(page)
    .map((each) =>
      each.said === said && each.of === claim.of ? { ...each, said: changed } : each,
    );
  const red = await isRed(new Map(book).set(page, sentences), row, page);
  if (!red) survivors += 1;
  const by = row.test ?? (row.code ? 'the sources' : 'a program');
  console.log(
    `${red ? 'red ' : 'LIVES'} ${page}: ${said.slice(Math.max(0, from - 40), from)}[${said.slice(from, to)} → ${into}]${said.slice(to, to + 30)}  (${by})`,
  );
}
console.log(`\n${draw - survivors} of ${draw} are red`);
process.exitCode = survivors > 0 ? 1 : 0;
