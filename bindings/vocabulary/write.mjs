/** Packs merges: the other half of src/tokens/bpe/unpack.cc. unpack.h describes the layout. */

import { BitWriter, codeLengths, PrefixCode, writeLevels } from './prefix-code.mjs';

const version = 2;
const byteTokens = 256;
const mostTokens = 2 ** 18;
const head = 16;
const padding = 8;
const starts = 128;
const ends = 4096;
const leftBits = 15;
const rightBits = 11;
const tableBits = 5;
const tables = 2 ** tableBits;

const isLower = (byte) => byte >= 0x61 && byte <= 0x7a;
const isUpper = (byte) => byte >= 0x41 && byte <= 0x5a;

/** `kByteClasses` of unpack.cc. */
const byteClasses = new Uint8Array(256);
{
  const signs = new Set([...'\t _-./"\'()=<>*#:;,$'].map((sign) => sign.charCodeAt(0)));
  let next = 4;
  for (let byte = 0; byte < 256; byte += 1) {
    if (byte === 10 || byte === 13) byteClasses[byte] = 1;
    else if (byte >= 0x30 && byte <= 0x39) byteClasses[byte] = 2;
    else if (isLower(byte) || isUpper(byte) || signs.has(byte) || (byte >= 0xc0 && byte < 0xf5)) {
      byteClasses[byte] = next;
      next += 1;
    } else if (byte >= 0x80) byteClasses[byte] = 3;
  }
}
const bytesClass = byteClasses[0x80];

/** What is remembered of a token: `traitsOfByte` and `traitsOfBoth` of unpack.cc. */
function traitsOfByte(byte) {
  const group = byte === 32 ? 0 : isLower(byte) ? 1 : isUpper(byte) ? 2 : byte >= 0x80 ? 3 : 4;
  return { first: byteClasses[byte], group, length: 0, last: byteClasses[byte] };
}
function traitsOfBoth(left, right) {
  return {
    first: left.first,
    group: left.group,
    length: Math.min(left.length + right.length + 1, 3),
    last: right.last === bytesClass ? left.last : right.last,
  };
}
const startOf = ({ first }) => first;
const endOf = ({ last, length, group }) => (last << 5) | (length << 3) | group;

const bitWidth = (value) => 32 - Math.clz32(value);

/** Lists of tokens: how long each became, and a token's place in its own. */
class Lists {
  constructor(count, listOf, traits) {
    this.sizes = new Uint32Array(count);
    this.list = Uint32Array.from(traits, listOf);
    this.place = Uint32Array.from(this.list, (list) => this.sizes[list]++);
    /** By list, its first symbol: each list has one for place 0, and one for each width. */
    this.symbols = 0;
    this.first = Uint32Array.from(this.sizes, (size) => {
      const first = this.symbols;
      if (size > 0) this.symbols += bitWidth(size - 1) + 1;
      return first;
    });
  }

  symbol(token) {
    return this.first[this.list[token]] + bitWidth(this.place[token]);
  }

  write(writer) {
    writeLevels(writer, [...this.sizes].map(bitWidth));
    for (const size of this.sizes) if (size > 0) writer.write(size, bitWidth(size) - 1);
  }

  /** The plain bits behind a symbol. */
  writePlace(writer, token) {
    const place = this.place[token];
    if (place > 0) writer.write(place, bitWidth(place) - 1);
  }
}

/** Bits that right halves' symbols take, by how often each occurs. One without a code would get one. */
function bitsOf(counts, lengths) {
  let bits = 0;
  for (const [symbol, times] of counts) bits += times * (lengths[symbol] || rightBits);
  return bits;
}

/**
 * Shares tables out: `counts` has by list how often each of `symbols` right halves' symbols stands
 * behind its tokens. The lists are dealt out; then each takes the table that tells it shortest, and each
 * table becomes the best one of its lists; and again.
 */
function chooseTables(counts, symbols) {
  const rounds = 30;
  const total = (list) => [...counts[list].values()].reduce((sum, times) => sum + times, 0);
  const lists = [...counts.keys()].filter((list) => counts[list] !== undefined);
  const totals = new Map(lists.map((list) => [list, total(list)]));
  lists.sort((one, other) => totals.get(other) - totals.get(one) || one - other);
  const chosen = new Uint8Array(counts.length);
  lists.forEach((list, index) => {
    chosen[list] = index % tables;
  });
  for (let round = 0; ; round += 1) {
    const sums = Array.from({ length: tables }, () => new Array(symbols).fill(0));
    for (const list of lists) {
      for (const [symbol, times] of counts[list]) sums[chosen[list]][symbol] += times;
    }
    const codes = sums.map((sum) => codeLengths(sum, rightBits));
    if (round === rounds) return { chosen, codes };
    for (const list of lists) {
      const bits = codes.map((lengths) => bitsOf(counts[list], lengths));
      chosen[list] = bits.indexOf(Math.min(...bits));
    }
  }
}

function writeBytes(writer, order) {
  const runs = [];
  for (const byte of order) {
    const run = runs.at(-1);
    if (run !== undefined && byte === run[0] + run[1] + 1) run[1] += 1;
    else runs.push([byte, 0]);
  }
  if (runs.length > 255) throw new Error('the single bytes are in too wild an order');
  writer.write(runs.length, 8);
  for (const number of runs.flat()) writer.write(number, 8);
}

function writeMerges(writer, order, merges) {
  const count = merges.length / 2;
  const traits = [];
  for (let token = 0; token < count; token += 1) {
    const [left, right] = [traits[merges[token * 2]], traits[merges[token * 2 + 1]]];
    traits.push(token < byteTokens ? traitsOfByte(order[token]) : traitsOfBoth(left, right));
  }
  const byEnd = new Lists(ends, endOf, traits);
  const byStart = new Lists(starts, startOf, traits);
  const leftCounts = new Array(byEnd.symbols).fill(0);
  const rightCounts = Array.from(byEnd.sizes, (size) => (size > 0 ? new Map() : undefined));
  for (let token = byteTokens; token < count; token += 1) {
    const left = merges[token * 2];
    const right = merges[token * 2 + 1];
    leftCounts[byEnd.symbol(left)] += 1;
    const own = rightCounts[byEnd.list[left]];
    own.set(byStart.symbol(right), (own.get(byStart.symbol(right)) ?? 0) + 1);
  }
  const { chosen, codes } = chooseTables(rightCounts, byStart.symbols);

  byEnd.write(writer);
  byStart.write(writer);
  byEnd.sizes.forEach((size, list) => {
    if (size > 0) writer.write(chosen[list], tableBits);
  });
  const lefts = new PrefixCode(codeLengths(leftCounts, leftBits));
  writeLevels(writer, lefts.lengths);
  for (const lengths of codes) writeLevels(writer, lengths);
  const rights = codes.map((lengths) => new PrefixCode(lengths));
  for (let token = byteTokens; token < count; token += 1) {
    const left = merges[token * 2];
    const right = merges[token * 2 + 1];
    lefts.write(writer, byEnd.symbol(left));
    byEnd.writePlace(writer, left);
    rights[chosen[byEnd.list[left]]].write(writer, byStart.symbol(right));
    byStart.writePlace(writer, right);
  }
}

function checksumOf(packed) {
  let sum = packed.readBigUInt64LE(0);
  for (let at = head; at < packed.length; at += 8) {
    sum = BigInt.asUintN(64, (sum ^ packed.readBigUInt64LE(at)) * 0x9e3779b97f4a7c15n);
  }
  return sum;
}

/**
 * The file. `preTokenizer` is a value of `PreTokenizer` in src/tokens/bpe/scan.h; `bytes` the single
 * bytes in rank order; `merges` two ranks a token.
 */
export function packMerges(preTokenizer, bytes, merges) {
  const count = merges.length / 2;
  if (count >= mostTokens) throw new Error(`${count} tokens are not less than ${mostTokens}`);
  const writer = new BitWriter();
  writeBytes(writer, bytes);
  writer.write(count, 18);
  writeMerges(writer, bytes, merges);
  const content = writer.finish();
  const packed = Buffer.alloc(Math.ceil((head + content.length + padding) / 8) * 8);
  packed.write('EPV');
  packed.set([version, preTokenizer], 3);
  packed.set(content, head);
  packed.writeBigUInt64LE(checksumOf(packed), 8);
  return packed;
}
