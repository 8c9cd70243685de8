/**
 * The terms of a folded text: words, parts of identifiers, whole identifiers, paths with their segments and ends,
 * numbers and versions, pairs of characters where a script has no spaces. Terms are numbers, so that a scan of millions
 * of characters makes no strings. Code units alone decide: every runtime finds the same.
 */

/** How a term was found. A stem is worth less than the word itself; signs are of scripts without spaces. */
export const Term = { exact: 0, stem: 1, sign: 2 } as const;

const seed = 0x811c_9dc5;
const step = (hash: number, code: number): number => Math.imul(hash ^ code, 0x0100_0193);

const Class = { gap: 0, lower: 1, upper: 2, digit: 3, underscore: 4, joiner: 5, alone: 6 } as const;

const ascii = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  if (code >= 0x61 && code <= 0x7a) ascii[code] = Class.lower;
  else if (code >= 0x41 && code <= 0x5a) ascii[code] = Class.upper;
  else if (code >= 0x30 && code <= 0x39) ascii[code] = Class.digit;
}
for (const sign of '_$') ascii[sign.charCodeAt(0)] = Class.underscore;
for (const sign of './\\-@') ascii[sign.charCodeAt(0)] = Class.joiner;

/** Ranges of code units, first and last. */
const within = (ranges: readonly number[], code: number): boolean => {
  for (let i = 0; i < ranges.length; i += 2) {
    if (code >= (ranges[i] ?? 0) && code <= (ranges[i + 1] ?? 0)) return true;
  }
  return false;
};

/** Thai, Lao, Burmese, Khmer, kana, Han, Hangul: words without spaces, or with endings at each. */
const aloneRanges = [0x0e00, 0x0eff, 0x1000, 0x109f, 0x1780, 0x17ff, 0x3040, 0x30ff];
aloneRanges.push(0x31f0, 0x31ff, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xac00, 0xd7af, 0xf900, 0xfaff);
/** Controls, punctuation and symbols. */
const gapRanges = [0x80, 0xa9, 0xab, 0xb4, 0xb6, 0xb9, 0xbb, 0xbf, 0xd7, 0xd7, 0xf7, 0xf7];
gapRanges.push(0x2000, 0x206f, 0x2190, 0x2bff, 0x3000, 0x3004, 0x3008, 0x303f, 0xfe10, 0xfe1f);
gapRanges.push(0xfe30, 0xfe6f, 0xff00, 0xff0f, 0xff1a, 0xff20, 0xff3b, 0xff40, 0xff5b, 0xff65);
gapRanges.push(0xfeff, 0xfeff, 0xfff0, 0xffff);
function classOf(code: number): number {
  if (within(aloneRanges, code)) return Class.alone;
  return within(gapRanges, code) ? Class.gap : Class.lower;
}

/** The class of a unit; of a text's end a gap. */
function classAt(text: string, at: number, to: number): number {
  if (at >= to) return Class.gap;
  const code = text.charCodeAt(at);
  return code < 128 ? (ascii[code] as number) : classOf(code);
}

const isPart = (kind: number): boolean => kind >= Class.lower && kind <= Class.digit;

/** The unit as terms have it: a small letter, one kind of slash. */
function plain(code: number): number {
  if (code < 128 && ascii[code] === Class.upper) return code | 32;
  return code === 0x5c ? 0x2f : code;
}

function hashOf(text: string, from: number, to: number): number {
  let hash = seed;
  for (let i = from; i < to; i += 1) hash = step(hash, plain(text.charCodeAt(i)));
  return hash;
}

/** How many units of a word of letters are its ending: enough for one verb in its forms. */
function endingOf(text: string, from: number, to: number): number {
  const length = to - from;
  if (length < 4) return 0;
  const last = text.charCodeAt(to - 1) | 32;
  const before = text.charCodeAt(to - 2) | 32;
  if (last === 0x73) return before === 0x73 ? 0 : 1;
  if (last === 0x65) return length > 4 ? 1 : 0;
  if (last === 0x64) return before === 0x65 && length > 4 ? 2 : 0;
  const isIng = last === 0x67 && before === 0x6e && (text.charCodeAt(to - 3) | 32) === 0x69;
  return isIng && length > 5 ? 3 : 0;
}

/** Passes terms on; of those that its sieve has no place for it hears nothing. */
export interface TermSink {
  /** By the low bits of a term: 1 where it is wanted. */
  readonly sieve: Uint8Array;
  /** Whether words of an identifier that follow each other are terms, too: `src/a` and `a/b.ts` of `src/a/b.ts`. */
  readonly runs: boolean;
  /** A term, and where in the text it stands. */
  take(term: number, kind: number, from: number, to: number): void;
}

export const sieveBits = 4_095;

/** Words of such a run at most; where the runs begin that are going on, and their terms so far. */
const mostWords = 16;
const starts = new Int32Array(mostWords);
const hashes = new Int32Array(mostWords);

/**
 * Passes the terms of the text from `from` up to `to`. Linear: each unit is looked at five times at most, and once more
 * for each run of words that it is in.
 */
export function eachTerm(text: string, from: number, to: number, sink: TermSink): void {
  const { sieve, runs } = sink;
  const pass = (term: number, kind: number, first: number, last: number): void => {
    if (sieve[term & sieveBits] === 1) sink.take(term, kind, first, last);
  };
  const whole = (first: number, last: number): void =>
    pass(hashOf(text, first, last), Term.exact, first, last);
  let i = from;
  while (i < to) {
    let kind = classAt(text, i, to);
    if (kind === Class.alone) {
      for (let last = 0; kind === Class.alone; kind = classAt(text, i, to)) {
        const code = text.charCodeAt(i);
        pass(step(seed, code), Term.sign, i, i + 1);
        if (last > 0) pass(step(step(seed, last), code), Term.sign, i - 1, i + 1);
        last = code;
        i += 1;
      }
      continue;
    }
    if (!isPart(kind)) {
      i += 1;
      continue;
    }
    const begin = i;
    let [words, slashes, segment, inSegment, end, last] = [0, 0, i, 0, i, i];
    while (isPart(kind)) {
      const word = i;
      let parts = 0;
      while (isPart(kind)) {
        const part = i;
        let hash = seed;
        if (kind === Class.digit) {
          for (; kind === Class.digit; kind = classAt(text, i, to)) {
            hash = step(hash, text.charCodeAt(i));
            i += 1;
          }
          pass(hash, Term.exact, part, i);
        } else {
          let before = Class.upper as number;
          // A hump begins the next part, and so does the last capital of several: HTTPServer.
          for (; kind === Class.lower || kind === Class.upper; kind = classAt(text, i, to)) {
            if (kind === Class.upper && i > part) {
              if (before === Class.lower || classAt(text, i + 1, to) === Class.lower) break;
            }
            const code = text.charCodeAt(i);
            hash = step(hash, code < 128 ? code | 32 : code);
            before = kind;
            // Small letters are most of what there is.
            for (i += 1; i < to; i += 1) {
              const next = text.charCodeAt(i);
              if (next < 0x61 || next > 0x7a) break;
              hash = step(hash, next);
              before = Class.lower;
            }
          }
          pass(hash, Term.exact, part, i);
          const ending = endingOf(text, part, i);
          if (ending > 0) pass(hashOf(text, part, i - ending), Term.stem, part, i);
        }
        parts += 1;
        end = i;
        while (kind === Class.underscore) {
          i += 1;
          kind = classAt(text, i, to);
        }
      }
      if (parts > 1) whole(word, end);
      if (runs) {
        for (let k = Math.max(0, words - mostWords + 1); k < words; k += 1) {
          let hash = hashes[k % mostWords] as number;
          for (let at = last; at < end; at += 1) hash = step(hash, plain(text.charCodeAt(at)));
          hashes[k % mostWords] = hash;
          pass(hash, Term.exact, starts[k % mostWords] as number, end);
        }
        starts[words % mostWords] = word;
        hashes[words % mostWords] = hashOf(text, word, end);
        last = end;
      }
      words += 1;
      inSegment += 1;
      let isSlash = false;
      for (; kind === Class.joiner; kind = classAt(text, i, to)) {
        const code = text.charCodeAt(i);
        isSlash ||= code === 0x2f || code === 0x5c;
        i += 1;
      }
      if (!isSlash) continue;
      if (!runs && inSegment > 1) whole(segment, end);
      slashes += 1;
      segment = i;
      inSegment = 0;
    }
    if (!runs && slashes > 0 && inSegment > 1) whole(segment, end);
    // With runs it is passed twice: what stands alone counts more than what goes on.
    if (words > 1) whole(begin, end);
  }
}
