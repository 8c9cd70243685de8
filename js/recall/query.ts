/** What a query asks for: its words, and its identifiers with their parts, as terms. */
import { folded } from './folding.ts';
import { eachTerm, sieveBits, Term } from './terms.ts';

/** Longer queries are not read, UTF-16 code units; nor are more terms than these. */
const longestQuery = 2_000;
const mostTerms = 128;

/** What a stem is worth beside a word. */
const stemWeight = 0.5;
/** Shorter parts of identifiers say nothing by themselves: letters and digits. */
const [leastWord, leastNumber] = [2, 3];

/** Words of a question that say nothing of what is asked for. */
const fillers =
  `a about an and are as at be been but by can could did do does for from had has have how i if in into is
  it its me my of on or our should so than that the their them then there these they this to us was we were what when
  where which who why will with would you your`.split(/\s+/);

/** Takes every term. */
const open = new Uint8Array(sieveBits + 1).fill(1);
const filler = new Set<number>();
for (const word of fillers) {
  const take = (term: number) => void filler.add(term);
  eachTerm(word, 0, word.length, { sieve: open, runs: false, take });
}

/** Part of an identifier: the places of its word and its stem, and its length where it says something by itself. */
interface Part {
  readonly places: readonly number[];
  readonly length: number;
  readonly counts: boolean;
}

/** A word of a query with its terms; of an identifier its parts, too, and the place of the whole one. */
export interface Asked {
  readonly places: readonly number[];
  readonly identifier?: { readonly whole: number; readonly parts: readonly Part[] };
}

export interface Query {
  /** Place of each term, and its weight by place. */
  readonly places: ReadonlyMap<number, number>;
  readonly weights: readonly number[];
  readonly asked: readonly Asked[];
  /** By the place of a whole identifier, or of a whole part of one, the places of what it is made of. */
  readonly within: ReadonlyMap<number, readonly number[]>;
  /** Most words of a text are in no query. */
  readonly sieve: Uint8Array;
  readonly runs: boolean;
}

/** A term where it stands. */
interface Found {
  readonly term: number;
  readonly kind: number;
  readonly from: number;
  readonly to: number;
}

/** The terms of a text, word by word: those that begin sooner first, and of these the longest. */
function wordsOf(text: string): Found[][] {
  const found: Found[] = [];
  const take = (term: number, kind: number, from: number, to: number) =>
    void found.push({ term, kind, from, to });
  eachTerm(text, 0, text.length, { sieve: open, runs: false, take });
  found.sort((a, b) => a.from - b.from || b.to - a.to || a.kind - b.kind);
  const words: Found[][] = [];
  let end = 0;
  for (const one of found) {
    // Signs overlap, and each one and each pair is a word.
    if (one.kind === Term.sign || one.from >= end) words.push([]);
    words.at(-1)?.push(one);
    end = Math.max(end, one.to);
  }
  return words;
}

/** Of a word's terms those that are made of others; each has one that begins where it does behind it. */
function compoundsOf(word: readonly Found[]): Set<Found> {
  const exact = word.filter(({ kind }) => kind !== Term.stem);
  return new Set(exact.filter(({ from }, at) => exact[at + 1]?.from === from));
}

export function queryOf(text: string): Query {
  const read = folded(text.slice(0, longestQuery));
  const words = wordsOf(read);
  const hasSense = words.some((word) => word.some(({ term }) => !filler.has(term)));
  const places = new Map<number, number>();
  const weights: number[] = [];
  const within = new Map<number, readonly number[]>();
  const asked: Asked[] = [];
  const placeOf = ({ term }: Found) => places.get(term) ?? -1;
  const placesOf = (terms: readonly Found[]) => [...new Set(terms.map(placeOf))];
  for (const word of words) {
    const own = word.filter(({ term }) => {
      // A query of nothing but fillers is about them.
      if (hasSense && filler.has(term)) return false;
      if (places.size < mostTerms && !places.has(term)) places.set(term, places.size);
      return places.has(term);
    });
    for (const one of own) {
      const weight = one.kind === Term.stem ? stemWeight : 1;
      weights[placeOf(one)] = Math.max(weight, weights[placeOf(one)] ?? 0);
    }
    if (own.length === 0) continue;
    const compounds = compoundsOf(word);
    for (const outer of own.filter((one) => compounds.has(one))) {
      const inner = own.filter(({ from, to }) => from >= outer.from && to <= outer.to);
      within.set(placeOf(outer), placesOf(inner.filter((one) => one !== outer)));
    }
    const [first] = word as [Found];
    if (!compounds.has(first)) {
      asked.push({ places: placesOf(own) });
      continue;
    }
    const parts = new Map<number, Part>();
    for (const { from, to } of word.filter((one) => !compounds.has(one))) {
      const least = read.charCodeAt(from) <= 0x39 ? leastNumber : leastWord;
      const terms = own.filter((one) => one.from === from && !compounds.has(one));
      const length = to - from;
      parts.set(from, { places: placesOf(terms), length, counts: length >= least });
    }
    const identifier = { whole: placeOf(first), parts: [...parts.values()] };
    asked.push({ places: placesOf(own), identifier });
  }
  const sieve = new Uint8Array(sieveBits + 1);
  for (const term of places.keys()) sieve[term & sieveBits] = 1;
  return { places, weights, asked, within, sieve, runs: within.size > 0 };
}
