/**
 * Writes symbols by adaptive models: the other half of src/tokens/bpe/entropy.cc, with the same
 * arithmetic. Refuses to know what the symbols mean.
 */

const scaleBits = 14;
const scale = 1 << scaleBits;
const stateStart = 0x10000;

/** Collects ranges of symbols and plain bits; `finish` makes bytes of them. */
export class SymbolWriter {
  #starts = [];
  #frequencies = [];
  #bytes = [];
  #pending = 0;
  #pendingBits = 0;

  symbol(start, frequency) {
    this.#starts.push(start);
    this.#frequencies.push(frequency);
  }

  plain(value, count) {
    for (let bit = 0; bit < count; bit += 1) {
      this.#pending |= ((value >>> bit) & 1) << this.#pendingBits;
      this.#pendingBits += 1;
      if (this.#pendingBits === 8) this.#flush();
    }
  }

  #flush() {
    this.#bytes.push(this.#pending);
    this.#pending = 0;
    this.#pendingBits = 0;
  }

  /** The coder is a stack: what is read first is written last. */
  finish() {
    if (this.#pendingBits > 0) this.#flush();
    const words = [];
    let state = stateStart;
    for (let at = this.#starts.length - 1; at >= 0; at -= 1) {
      const frequency = this.#frequencies[at];
      if (state >= frequency * 2 ** (32 - scaleBits)) {
        words.push(state & 0xffff);
        state = Math.floor(state / 0x10000);
      }
      state = Math.floor(state / frequency) * scale + (state % frequency) + this.#starts[at];
    }
    words.push(state & 0xffff, Math.floor(state / 0x10000));
    words.reverse();
    const symbols = new Uint8Array(words.length * 2);
    words.forEach((word, index) => {
      symbols[index * 2] = word & 0xff;
      symbols[index * 2 + 1] = word >>> 8;
    });
    return { symbols, bits: Uint8Array.from(this.#bytes) };
  }
}

/** `AdaptiveModel` of entropy.h. */
export class AdaptiveModel {
  #symbols;
  #weight;
  #frequencies;
  #seen;
  #total;
  #due;

  constructor(contexts, symbols, weight) {
    this.#symbols = symbols;
    this.#weight = weight;
    this.#frequencies = new Uint16Array(contexts * symbols);
    this.#seen = new Uint32Array(contexts * symbols);
    this.#total = new Uint32Array(contexts);
    this.#due = new Uint32Array(contexts);
  }

  write(writer, context, symbol, parent) {
    if (this.#total[context] === 0) this.#refresh(context, parent);
    const first = context * this.#symbols;
    let start = 0;
    for (let at = first; at < first + symbol; at += 1) start += this.#frequencies[at];
    writer.symbol(start, this.#frequencies[first + symbol]);
    this.learn(context, symbol, parent);
  }

  learn(context, symbol, parent) {
    this.#seen[context * this.#symbols + symbol] += 1;
    this.#total[context] += 1;
    if (this.#total[context] >= this.#due[context]) this.#refresh(context, parent);
  }

  #frequency(context, symbol) {
    if (this.#total[context] === 0) return Math.floor(scale / this.#symbols);
    return this.#frequencies[context * this.#symbols + symbol];
  }

  #refresh(context, parent) {
    const first = context * this.#symbols;
    const total = this.#total[context];
    const share = Math.fround((scale - this.#symbols) / (total + this.#weight));
    const parentShare = Math.fround(Math.fround(share * this.#weight) / scale);
    let sum = 0;
    let most = 0;
    let largest = 0;
    for (let symbol = 0; symbol < this.#symbols; symbol += 1) {
      const opinion =
        parent === undefined
          ? Math.floor(scale / this.#symbols)
          : parent.model.#frequency(parent.context, symbol);
      const exact = Math.fround(
        Math.fround(this.#seen[first + symbol] * share) + Math.fround(opinion * parentShare),
      );
      const value = 1 + Math.floor(exact);
      if (value > largest) {
        largest = value;
        most = symbol;
      }
      sum += value;
      this.#frequencies[first + symbol] = value;
    }
    this.#frequencies[first + most] += scale - sum;
    this.#due[context] = total + Math.max(2, total >>> 4);
  }
}
