/**
 * Stands in the page for the tokenizer that the terminal counts with: the same vocabulary, counted by
 * the package's own WebAssembly. Everything that counts must wait for `loadCounter` first.
 */

import { loadExactCounter } from 'epitome/tokens';

let counter;

export async function loadCounter() {
  counter ??= await loadExactCounter({ encoding: 'o200k_base' });
}

export function countTokens(text) {
  return counter.count(text);
}
