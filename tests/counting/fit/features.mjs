/**
 * Reads what the estimator counts in a text, from the same WebAssembly file that estimates. Decides
 * nothing about features; their names come from the header that declares them.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../bindings/toolchain/shell.mjs';
import { families } from '../truth.mjs';

/** The estimator's exports, from dist/tokens.wasm or the file named. */
export async function loadEstimator(file = join(root, 'dist/tokens.wasm')) {
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
  instance.exports._initialize?.();
  return instance.exports;
}

/** Hands a text to the estimator, in pieces that fit its buffer. */
export function feed(estimator, text) {
  const bytes = Buffer.from(text.toWellFormed(), 'utf8');
  const capacity = estimator.capacity();
  estimator.begin();
  for (let at = 0; at < bytes.length; at += capacity) {
    const piece = bytes.subarray(at, at + capacity);
    new Uint8Array(estimator.memory.buffer, estimator.buffer(), piece.length).set(piece);
    estimator.update(piece.length);
  }
}

/** The features of each text: one array of counts a text. */
export function featuresOf(estimator, texts) {
  const width = estimator.featureCount();
  return texts.map((text) => {
    feed(estimator, text);
    const address = estimator.features();
    return Float64Array.from(new BigUint64Array(estimator.memory.buffer, address, width), Number);
  });
}

/** Names of the plain features in their order, from src/tokens/features.h. */
function plainNames() {
  const header = readFileSync(join(root, 'src/tokens/features.h'), 'utf8');
  const [, body] = /enum class Feature[^{]*\{([\s\S]*?)\};/.exec(header);
  return body
    .replace(/\/\/.*$/gm, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && name !== 'kPlain');
}

/**
 * Where the features of each kind begin among `width`, and the plain ones by name: scripts, their runs,
 * and what repeats cost, a number for each family.
 */
export function layoutOf(width) {
  const names = plainNames();
  const plain = new Map(names.map((name, index) => [name, index]));
  const scripts = names.length;
  const priced = width - families.length;
  return { width, plain, scripts, runs: scripts + (priced - scripts) / 2, priced };
}
