/**
 * Values that came again as new objects. Decides what says the same as something that is known; refuses to
 * know what it is. The SDK makes a call's prompt and tools anew each time: with the known objects in their
 * place a session recognises them without reading them.
 */
import { isObject } from '../adapters/fields.ts';

/** Values below that are others than they were, whatever they say. */
const deepest = 40;

/** `value`, with each item from `known` that says the same; `known` itself where all of them do. */
export function interned<T>(known: readonly T[] | undefined, value: readonly T[]): readonly T[] {
  if (known === undefined) return value;
  const items = value.map((item, i) => (isSame(known[i], item, 0) ? (known[i] as T) : item));
  const same = known.length === items.length && items.every((item, i) => item === known[i]);
  return same ? known : items;
}

function isSame(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b) || depth > deepest) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (Array.isArray(a)) {
    const other = b as unknown as unknown[];
    return a.length === other.length && a.every((item, i) => isSame(item, other[i], depth + 1));
  }
  if (a instanceof Uint8Array) {
    const other = b as unknown as Uint8Array;
    return a.length === other.length && a.every((byte, i) => byte === other[i]);
  }
  if (a instanceof URL) return a.href === (b as unknown as URL).href;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key], depth + 1))
  );
}
