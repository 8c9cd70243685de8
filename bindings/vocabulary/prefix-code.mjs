/** Writes bits and prefix codes: the other half of src/tokens/bpe/prefix_code.cc. */

const levels = 19;
const fewZeros = levels;
const leastFew = 2;
const fewBits = 3;
const manyZeros = fewZeros + 1;
const leastMany = leastFew + 2 ** fewBits;
const manyBits = 7;
const levelSymbols = manyZeros + 1;
const levelCode = 8;
const lengthBits = 4;

export class BitWriter {
  #bytes = [];
  #pending = 0;
  #pendingBits = 0;

  /** The lowest bit first; at most 24. */
  write(value, count) {
    this.#pending |= (value & (2 ** count - 1)) << this.#pendingBits;
    this.#pendingBits += count;
    while (this.#pendingBits >= 8) {
      this.#bytes.push(this.#pending & 0xff);
      this.#pending >>>= 8;
      this.#pendingBits -= 8;
    }
  }

  finish() {
    if (this.#pendingBits > 0) this.#bytes.push(this.#pending);
    return Uint8Array.from(this.#bytes);
  }
}

/**
 * Lengths of the best code of at most `longest` bits, by symbol; 0 for what never occurs. At least two
 * symbols get a code, so that it is complete; none at all when nothing occurs.
 */
export function codeLengths(counts, longest) {
  const lengths = new Uint8Array(counts.length);
  const used = [...counts.keys()].filter((symbol) => counts[symbol] > 0);
  if (used.length === 0) return lengths;
  if (used.length === 1) {
    lengths[used[0]] = 1;
    lengths[used[0] === 0 ? 1 : 0] = 1;
    return lengths;
  }
  const leaves = used
    .map((symbol) => ({ symbol, weight: counts[symbol] }))
    .sort((one, other) => one.weight - other.weight || one.symbol - other.symbol);
  // Package-merge: in each round the lightest two are a package, which is offered to the next round.
  let row = leaves;
  for (let bit = 1; bit < longest; bit += 1) {
    const packages = [];
    for (let at = 0; at + 1 < row.length; at += 2) {
      packages.push({ weight: row[at].weight + row[at + 1].weight, pair: [row[at], row[at + 1]] });
    }
    const next = [];
    let leaf = 0;
    for (const item of packages) {
      while (leaf < leaves.length && leaves[leaf].weight <= item.weight) next.push(leaves[leaf++]);
      next.push(item);
    }
    row = next.concat(leaves.slice(leaf));
  }
  const taken = row.slice(0, 2 * leaves.length - 2);
  for (const item of taken) {
    if (item.pair === undefined) lengths[item.symbol] += 1;
    else taken.push(...item.pair);
  }
  return lengths;
}

/** The codes that lengths stand for, as they are written: the first bit lowest. */
function codesOf(lengths) {
  const codes = new Uint32Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= 24; length += 1) {
    code *= 2;
    lengths.forEach((own, symbol) => {
      if (own !== length) return;
      for (let bit = 0; bit < length; bit += 1) {
        if ((code >>> bit) & 1) codes[symbol] |= 1 << (length - 1 - bit);
      }
      code += 1;
    });
  }
  return codes;
}

/** A code whose symbols can be written. */
export class PrefixCode {
  constructor(lengths) {
    this.lengths = lengths;
    this.codes = codesOf(lengths);
  }

  write(writer, symbol) {
    if (this.lengths[symbol] === 0) throw new Error(`symbol ${symbol} has no code`);
    writer.write(this.codes[symbol], this.lengths[symbol]);
  }
}

/** `readLevels`. */
export function writeLevels(writer, values) {
  const tokens = [];
  for (let at = 0; at < values.length; ) {
    let zeros = 0;
    while (at + zeros < values.length && values[at + zeros] === 0) zeros += 1;
    zeros = Math.min(zeros, leastMany + 2 ** manyBits - 1);
    if (zeros >= leastMany) tokens.push([manyZeros, zeros - leastMany, manyBits]);
    else if (zeros >= leastFew) tokens.push([fewZeros, zeros - leastFew, fewBits]);
    else {
      tokens.push([values[at], 0, 0]);
      zeros = 1;
    }
    at += zeros;
  }
  const counts = new Array(levelSymbols).fill(0);
  for (const [symbol] of tokens) counts[symbol] += 1;
  const code = new PrefixCode(codeLengths(counts, levelCode));
  for (const length of code.lengths) writer.write(length, lengthBits);
  for (const [symbol, more, bits] of tokens) {
    code.write(writer, symbol);
    writer.write(more, bits);
  }
}
