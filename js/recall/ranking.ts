/** How well passages of texts fit a query: BM25 over a plain scan, without an index; whole identifiers count most. */
import { behindBreaks, folded } from './folding.ts';
import type { Asked, Query } from './query.ts';
import { eachTerm } from './terms.ts';

/** Of a passage, UTF-16 code units. */
export const passageLength = 1_000;

/** How fast more of the same term counts less, and how much longer passages count less. */
const [k1, b] = [1.2, 0.75];
/** A passage is about an identifier that is not in it whole if it has parts that are one in so many of its letters. */
const leastShare = 3;
/** A word is rare that is in so many passages, or in this share of all. */
const [mostRare, commonShare] = [3, 0.1];

/** What is read otherwise than it is written: letters beyond ASCII, and breaks as JSON and code write them. */
const unusual = /[^\0-\x7f]|\\[nrt]\w/;

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

/** Whether a passage has an identifier, or enough of it that the parts say something without the rest. */
function hasIdentifier({ whole, parts }: Required<Asked>['identifier'], counts: Uint16Array) {
  if ((counts[whole] ?? 0) > 0) return true;
  let [all, there] = [0, 0];
  for (const { places, length, counts: says } of parts) {
    all += length;
    if (says && places.some((place) => (counts[place] ?? 0) > 0)) there += length;
  }
  return there > 0 && there * leastShare >= all;
}

/** Takes the parts of identifiers out of the counts of a passage that has too little of them; false where nothing is left. */
function settle({ asked }: Query, counts: Uint16Array): boolean {
  const stays = new Uint8Array(counts.length);
  for (const { places, identifier } of asked) {
    if (identifier !== undefined && !hasIdentifier(identifier, counts)) continue;
    for (const place of places) stays[place] = 1;
  }
  let isLeft = false;
  for (const [place, count] of counts.entries()) {
    if (stays[place] === 0) counts[place] = 0;
    else isLeft ||= count > 0;
  }
  return isLeft;
}

/** Scans one text, and adds to what was found. */
function scanText(query: Query, text: string, number: number, result: Scan): void {
  const { places, weights, sieve, runs } = query;
  let counts: Uint16Array | undefined;
  const take = (term: number): void => {
    const place = places.get(term);
    if (place === undefined) return;
    counts ??= new Uint16Array(weights.length);
    counts[place] = Math.min(0xffff, (counts[place] ?? 0) + 1);
  };
  const sink = { sieve, runs, take };
  const isPlain = !unusual.test(text);
  for (let from = 0; from < text.length; ) {
    const to = endOf(text, from);
    if (isPlain) eachTerm(text, from, to, sink);
    else {
      const passage = folded(text.slice(from, to));
      for (const read of [passage, behindBreaks(passage)]) eachTerm(read, 0, read.length, sink);
    }
    result.total += 1;
    result.units += to - from;
    if (counts !== undefined && settle(query, counts)) {
      result.passages.push({ text: number, from, to, counts });
    }
    counts = undefined;
    from = to;
  }
}

/**
 * All passages of the texts that have what is asked for, of each text as `clean` gives it: what is not in there is not
 * found. Only texts with a hit are cleaned. Linear in the texts.
 */
export function scan(query: Query, texts: Iterable<string>, clean: (text: number) => string): Scan {
  const result: Scan = { passages: [], total: 0, units: 0 };
  let number = 0;
  for (const text of texts) {
    const own: Scan = { passages: [], total: 0, units: 0 };
    scanText(query, text, number, own);
    const shown = own.passages.length > 0 ? clean(number) : text;
    if (shown !== text) {
      Object.assign(own, { passages: [], total: 0, units: 0 });
      scanText(query, shown, number, own);
    }
    result.passages.push(...own.passages);
    result.total += own.total;
    result.units += own.units;
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

/** What a passage's score is made of. */
export interface Worth {
  /** Of a hit of each term: the fewer passages have it, the more. */
  readonly terms: readonly number[];
  /**
   * What a passage gets for a whole identifier, by its place: more than all that is in it can bring to another passage,
   * however long the one and however short the other.
   */
  readonly whole: ReadonlyMap<number, number>;
  /** The average length of a passage. */
  readonly average: number;
}

/** How many passages have each term. */
const spreadOf = ({ weights }: Query, { passages }: Scan): number[] =>
  weights.map((_, place) => passages.filter(({ counts }) => (counts[place] ?? 0) > 0).length);

/**
 * What hits are worth; undefined where something of the query is nowhere, and all that was found of it is common: such
 * passages have nothing to do with what was asked.
 */
export function worthOf(query: Query, found: Scan): Worth | undefined {
  const { weights, within } = query;
  const { total, units } = found;
  const spread = spreadOf(query, found);
  if (isNoise(query, found, spread, Math.max(mostRare, total * commonShare))) return undefined;
  const terms = weights.map((weight, place) => {
    const having = spread[place] ?? 0;
    return weight * logarithm(1 + (total - having + 0.5) / (having + 0.5));
  });
  const whole = new Map<number, number>();
  for (const [place, inner] of within) {
    whole.set(
      place,
      inner.reduce((sum, part) => sum + (terms[part] ?? 0) * (k1 + 1), 0),
    );
  }
  return { terms, whole, average: Math.max(1, units) / Math.max(1, total) };
}

function isNoise(
  { asked }: Query,
  { passages }: Scan,
  spread: readonly number[],
  rare: number,
): boolean {
  let isMissing = false;
  for (const { places, identifier } of asked) {
    const isWhole = identifier === undefined || (spread[identifier.whole] ?? 0) > 0;
    isMissing ||= !isWhole;
    let words = [identifier === undefined ? places : [identifier.whole]];
    if (identifier !== undefined && !isWhole) {
      const parts = identifier.parts.filter((part) => part.counts);
      words = parts.map((part) => part.places);
      // Each part may be common, and all of them together are not.
      const together = ({ counts }: Passage) =>
        words.every((word) => word.some((place) => (counts[place] ?? 0) > 0));
      if (words.length > 2 && passages.some(together)) return false;
    }
    for (const word of words) {
      const count = Math.max(0, ...word.map((place) => spread[place] ?? 0));
      if (count > 0 && count <= rare) return false;
      isMissing ||= count === 0;
    }
  }
  return isMissing;
}

export function scoreOf({ counts, from, to }: Passage, worth: Worth): number {
  const long = k1 * (1 - b + (b * (to - from)) / worth.average);
  let score = 0;
  for (const [place, value] of worth.terms.entries()) {
    const count = counts[place] ?? 0;
    if (count > 0)
      score += (value * count * (k1 + 1)) / (count + long) + (worth.whole.get(place) ?? 0);
  }
  return score;
}
