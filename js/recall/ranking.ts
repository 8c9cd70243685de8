/** How well passages of texts fit a query: BM25 over a plain scan, without an index. */
import { eachTerm, sieveBits, Term } from './terms.ts';

/** Longer queries are not read, UTF-16 code units; nor are more terms than these. */
const longestQuery = 2_000;
const mostTerms = 128;

/** Of a passage, UTF-16 code units. */
export const passageLength = 1_000;

/** How fast more of the same term counts less, and how much longer passages count less. */
const [k1, b] = [1.2, 0.75];
/** What a stem is worth beside a word. */
const stemWeight = 0.5;

/** Words of a question that say nothing of what is asked for. */
const fillers =
  `a about an and are as at be been but by can could did do does for from had has have how i if in into is
  it its me my of on or our should so than that the their them then there these they this to us was we were what when
  where which who why will with would you your`.split(/\s+/);

/** Takes every term. */
const open = new Uint8Array(sieveBits + 1).fill(1);
const filler = new Set<number>();
for (const word of fillers) {
  eachTerm(word, 0, word.length, { sieve: open, take: (term) => void filler.add(term) });
}

export interface Query {
  /** Place of each term, and its weight by place. */
  readonly places: ReadonlyMap<number, number>;
  readonly weights: readonly number[];
  /** Most words of a text are in no query. */
  readonly sieve: Uint8Array;
}

export function queryOf(text: string): Query {
  const found = new Map<number, number>();
  const take = (term: number, kind: number): void => {
    const weight = kind === Term.stem ? stemWeight : 1;
    if (found.size < mostTerms || found.has(term)) {
      found.set(term, Math.max(weight, found.get(term) ?? 0));
    }
  };
  eachTerm(text, 0, Math.min(text.length, longestQuery), { sieve: open, take });
  const said = [...found].filter(([term]) => !filler.has(term));
  // A query of nothing but such words is about them.
  const terms = said.length > 0 ? said : [...found];
  const sieve = new Uint8Array(sieveBits + 1);
  for (const [term] of terms) sieve[term & sieveBits] = 1;
  return {
    places: new Map(terms.map(([term], place) => [term, place])),
    weights: terms.map(([, weight]) => weight),
    sieve,
  };
}

/** A passage that has terms of the query. */
export interface Passage {
  /** Which of the texts, and where in it. */
  text: number;
  from: number;
  to: number;
  /** How often each term of the query is in it. */
  counts: Uint16Array;
}

export interface Scan {
  passages: Passage[];
  /** Of all passages, those without a hit too. */
  total: number;
  units: number;
}

/** Where a passage that begins at `from` ends: behind a line if there is one in its second half. */
function endOf(text: string, from: number): number {
  const most = from + passageLength;
  if (most >= text.length) return text.length;
  const half = from + passageLength / 2;
  for (const sign of ['\n', ' ']) {
    const at = text.lastIndexOf(sign, most - 1);
    if (at >= half) return at + 1;
  }
  return (text.charCodeAt(most - 1) & 0xfc00) === 0xd800 ? most - 1 : most;
}

/** All passages of the texts that have a term of the query. Linear in the texts. */
export function scan({ places, weights, sieve }: Query, texts: Iterable<string>): Scan {
  const result: Scan = { passages: [], total: 0, units: 0 };
  let counts: Uint16Array | undefined;
  const take = (term: number): void => {
    const place = places.get(term);
    if (place === undefined) return;
    counts ??= new Uint16Array(weights.length);
    counts[place] = Math.min(0xffff, (counts[place] ?? 0) + 1);
  };
  const sink = { sieve, take };
  let number = 0;
  for (const text of texts) {
    for (let from = 0; from < text.length; ) {
      const to = endOf(text, from);
      eachTerm(text, from, to, sink);
      result.total += 1;
      result.units += to - from;
      if (counts !== undefined) result.passages.push({ text: number, from, to, counts });
      counts = undefined;
      from = to;
    }
    number += 1;
  }
  return result;
}

/** The natural logarithm, of additions and multiplications alone: `Math.log` differs between engines. */
export function logarithm(value: number): number {
  let [rest, halvings] = [value, 0];
  while (rest >= 2) {
    rest /= 2;
    halvings += 1;
  }
  const y = (rest - 1) / (rest + 1);
  const square = y * y;
  let [sum, power] = [0, y];
  for (let n = 1; n < 24; n += 2) {
    sum += power / n;
    power *= square;
  }
  return 2 * sum + halvings * Math.LN2;
}

/** What a hit of each term is worth: the fewer passages have it, the more. */
export function worthOf({ weights }: Query, { passages, total }: Scan): number[] {
  return weights.map((weight, place) => {
    let having = 0;
    for (const { counts } of passages) if ((counts[place] ?? 0) > 0) having += 1;
    return weight * logarithm(1 + (total - having + 0.5) / (having + 0.5));
  });
}

export function scoreOf(passage: Passage, worth: readonly number[], average: number): number {
  const long = k1 * (1 - b + (b * (passage.to - passage.from)) / average);
  let score = 0;
  for (const [place, value] of worth.entries()) {
    const count = passage.counts[place] ?? 0;
    if (count > 0) score += (value * count * (k1 + 1)) / (count + long);
  }
  return score;
}

/** The average length of a passage. */
export const averageOf = ({ units, total }: Scan): number =>
  Math.max(1, units) / Math.max(1, total);
