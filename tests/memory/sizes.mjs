/** Exact tokens of messages that do not change: counted once. */

import { countMessage } from '../../demo/replay/exact-tokens.mjs';

const sizes = new WeakMap();

export function sizeOf(message) {
  let size = sizes.get(message);
  if (size === undefined) {
    size = countMessage(message);
    sizes.set(message, size);
  }
  return size;
}

export const sizeOfAll = (messages) => messages.reduce((sum, message) => sum + sizeOf(message), 0);
