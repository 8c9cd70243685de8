/**
 * Packs merges: the other half of src/tokens/bpe/unpack.cc, which describes the layout. Decides when
 * a merge is told as a variant of an earlier one.
 */

import { AdaptiveModel, SymbolWriter } from './entropy.mjs';

const version = 1;
const byteTokens = 256;
const batch = 1024;
const mostTokens = 2 ** 18;
const classes = 128;
const buckets = 68;
const octaves = 19;
const forms = 4;
const spaceForm = 2;
const variantKinds = forms * (forms - 1);

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

const bitWidth = (value) => 32 - Math.clz32(value);

/** Lists of tokens, each token with its place. */
class Lists {
  #lists;
  #places;
  constructor(count, tokens) {
    this.#lists = Array.from({ length: count }, () => []);
    this.#places = new Uint32Array(tokens);
  }
  size(list) {
    return this.#lists[list].length;
  }
  place(token) {
    return this.#places[token];
  }
  push(list, token) {
    this.#places[token] = this.#lists[list].length;
    this.#lists[list].push(token);
  }
  swap(list, one, other) {
    const items = this.#lists[list];
    [items[one], items[other]] = [items[other], items[one]];
    this.#places[items[one]] = one;
    this.#places[items[other]] = other;
  }
}

class Packer {
  #merges;
  /** The left halves, or variants, and the right halves: neither is read behind the other. */
  #lefts = new SymbolWriter();
  #rights = new SymbolWriter();
  #first;
  #last;
  /** The single bytes by rank. */
  #order;
  /** By class, how wide the number of tokens in its list was when the batch began. */
  #leftSizes = new Uint8Array(classes);
  #rightSizes = new Uint8Array(classes);
  /** By token: its form, and the tokens of its word by form. */
  #form;
  #words = [];
  #byEnd;
  #byStart;
  #byForm;
  #children = new Map();

  #kinds = new AdaptiveModel(1, variantKinds + classes, 4);
  #models = new AdaptiveModel(variantKinds, buckets, 4);
  #leftOctaves = new AdaptiveModel(octaves, buckets, 4);
  #leftPlaces = new AdaptiveModel(classes, buckets, 80);
  #anyStart = new AdaptiveModel(1, classes, 4);
  #starts = new AdaptiveModel(classes, classes, 20);
  #rightOctaves = new AdaptiveModel(octaves, buckets, 4);
  #rightPlaces = new AdaptiveModel(classes, buckets, 80);

  constructor(merges) {
    const count = merges.length / 2;
    this.#merges = merges;
    this.#first = new Uint8Array(count);
    this.#last = new Uint8Array(count);
    this.#form = new Int8Array(count);
    this.#byEnd = new Lists(classes, count);
    this.#byStart = new Lists(classes, count);
    this.#byForm = new Lists(forms, count);
  }

  #listed(token) {
    this.#byEnd.push(this.#last[token], token);
    this.#byStart.push(this.#first[token], token);
    if (this.#words[token] !== undefined) this.#byForm.push(this.#form[token], token);
  }

  #found(token, form) {
    const word = new Array(forms);
    word[form] = token;
    this.#words[token] = word;
    this.#form[token] = form;
  }

  #join(token, form, other) {
    this.#words[token] = this.#words[other];
    this.#words[token][form] = token;
    this.#form[token] = form;
  }

  bytes(order) {
    this.#order = order;
    const tokenOf = new Uint32Array(256);
    order.forEach((byte, token) => {
      tokenOf[byte] = token;
    });
    order.forEach((byte, token) => {
      this.#first[token] = byteClasses[byte];
      this.#last[token] = byteClasses[byte];
      if (isLower(byte) || isUpper(byte)) {
        const form = isUpper(byte) ? 1 : 0;
        const other = tokenOf[byte ^ 0x20];
        if (other < token) this.#join(token, form, other);
        else this.#found(token, form);
      } else if (byte >= 0x80) this.#found(token, 0);
      this.#listed(token);
    });
  }

  #place(writer, model, context, parent, place) {
    const plain = place < 4 ? 0 : bitWidth(place) - 3;
    const bucket = place < 4 ? place : (plain + 1) * 4 + (place >>> plain) - 4;
    model.write(writer, context, bucket, parent);
    parent?.model.learn(parent.context, bucket);
    writer.plain(place, plain);
  }

  /** The earliest token that this one is a variant of, where it can be told so. */
  #modelOf(left, right) {
    const word = this.#words[left];
    if (word === undefined) return undefined;
    const to = this.#form[left];
    let best;
    word.forEach((other, from) => {
      if (other === left || other === undefined) return;
      const model = this.#children.get(other * mostTokens + right);
      if (model === undefined || this.#words[model] === undefined) return;
      if (this.#form[model] !== from || this.#words[model][to] !== undefined) return;
      if (best === undefined || model < best) best = model;
    });
    return best;
  }

  /** Symbols are read a batch ahead of what they mean: contexts know no more than the batch's start. */
  #beginBatch() {
    for (let list = 0; list < classes; list += 1) {
      this.#leftSizes[list] = bitWidth(this.#byEnd.size(list));
      this.#rightSizes[list] = bitWidth(this.#byStart.size(list));
    }
  }

  merge(token) {
    if ((token - byteTokens) % batch === 0) this.#beginBatch();
    const left = this.#merges[token * 2];
    const right = this.#merges[token * 2 + 1];
    const model = this.#modelOf(left, right);
    this.#first[token] = this.#first[left];
    const last = this.#last[right];
    this.#last[token] = last === bytesClass ? this.#last[left] : last;

    if (model === undefined) {
      this.#inFull(token, left, right);
    } else {
      const from = this.#form[model];
      const to = this.#form[left];
      const kind = from * (forms - 1) + (to > from ? to - 1 : to);
      this.#kinds.write(this.#lefts, 0, kind);
      this.#place(this.#lefts, this.#models, kind, undefined, this.#byForm.place(model));
      this.#join(token, to, model);
    }
    this.#children.set(left * mostTokens + right, token);
    this.#listed(token);
  }

  #inFull(token, left, right) {
    const end = this.#last[left];
    this.#kinds.write(this.#lefts, 0, variantKinds + end);
    const leftOctave = { model: this.#leftOctaves, context: this.#leftSizes[end] };
    const place = this.#byEnd.place(left);
    this.#place(this.#lefts, this.#leftPlaces, end, leftOctave, place);
    this.#byEnd.swap(end, place, Math.floor((3 * place) / 4));

    const start = this.#first[right];
    this.#starts.write(this.#rights, end, start, { model: this.#anyStart, context: 0 });
    this.#anyStart.learn(0, start);
    const rightOctave = { model: this.#rightOctaves, context: this.#rightSizes[start] };
    this.#place(this.#rights, this.#rightPlaces, start, rightOctave, this.#byStart.place(right));

    const word = this.#words[right];
    const form = this.#form[right] + spaceForm;
    const spaceAlone = this.#order[left] === 0x20;
    if (spaceAlone && word !== undefined && form < forms && word[form] === undefined) {
      this.#join(token, form, right);
    } else if (this.#words[left] !== undefined) {
      this.#found(token, this.#form[left]);
    }
  }

  finish() {
    const halves = [this.#lefts.finish(), this.#rights.finish()];
    return halves.flatMap(({ symbols, bits }) => [symbols, bits]);
  }
}

/** Consecutive bytes as runs: first byte, and length less one. */
function runsOf(order) {
  const runs = [];
  for (const byte of order) {
    const run = runs.at(-1);
    if (run !== undefined && byte === run[0] + run[1] + 1) run[1] += 1;
    else runs.push([byte, 0]);
  }
  if (runs.length > 255) throw new Error('the single bytes are in too wild an order');
  return runs;
}

/**
 * The file. `preTokenizer` is a value of `PreTokenizer` in src/tokens/bpe/scan.h; `bytes` the single
 * bytes in rank order; `merges` two ranks a token.
 */
export function packMerges(preTokenizer, bytes, merges) {
  const count = merges.length / 2;
  if (count >= mostTokens) throw new Error(`${count} tokens are not less than ${mostTokens}`);
  const packer = new Packer(merges);
  packer.bytes(bytes);
  let checksum = 0;
  for (let token = byteTokens; token < count; token += 1) {
    packer.merge(token);
    checksum = Math.imul(checksum ^ merges[token * 2], 0x01000193);
    checksum = Math.imul(checksum ^ merges[token * 2 + 1], 0x01000193);
  }
  const parts = packer.finish();
  const runs = runsOf(bytes);
  const head = [...Buffer.from('EPV'), version, preTokenizer, runs.length, ...runs.flat()];
  const words = [count, ...parts.map(({ length }) => length), checksum >>> 0];
  const numbers = Buffer.alloc(words.length * 4);
  words.forEach((word, index) => {
    numbers.writeUInt32LE(word, index * 4);
  });
  return Buffer.concat([Buffer.from(head), numbers, ...parts]);
}
