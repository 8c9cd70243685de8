/**
 * What views and transcripts are read with: when two values are the same, the strings in them, their JSON. Nothing of it
 * knows what a message is.
 */
import { field } from './shapes.ts';

/** The bytes of binary data; undefined for every other value. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  return undefined;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function keysOf(value: object): string[] {
  return Object.keys(value).filter((key) => {
    try {
      return (value as Record<string, unknown>)[key] !== undefined;
    } catch {
      return true;
    }
  });
}

/**
 * Deep equality of what a JSON-like value holds: fields that are `undefined` count as absent, binary
 * data by its bytes, URLs and dates by their text. Circular values compare equal where both close the
 * same circle; a getter that throws makes its value unequal to everything but itself.
 */
export function sameValue(
  a: unknown,
  b: unknown,
  open: Map<unknown, unknown> = new Map(),
): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const left = bytesOf(a);
  const right = bytesOf(b);
  if (left || right) return left !== undefined && right !== undefined && sameBytes(left, right);
  if (a instanceof URL || b instanceof URL) {
    return a instanceof URL && b instanceof URL && a.href === b.href;
  }
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && Object.is(a.getTime(), b.getTime());
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (open.has(a)) return open.get(a) === b;
  open.set(a, b);
  try {
    const keys = keysOf(a);
    if (keys.length !== keysOf(b).length) return false;
    if (Array.isArray(a) && a.length !== (b as unknown[]).length) return false;
    return keys.every((key) =>
      sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], open),
    );
  } catch {
    return false;
  } finally {
    open.delete(a);
  }
}

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The unpaired surrogates of a text, in order, each as a string of one code unit. */
export function loneSurrogates(text: string): string[] {
  return text.match(loneSurrogate) ?? [];
}

/** The text with U+FFFD for each lone surrogate. */
export function mended(text: string): string {
  return text.replace(loneSurrogate, '\ufffd');
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** The index of the last element that passes, or -1. */
export function lastIndexWhere<T>(list: readonly T[], passes: (element: T) => boolean): number {
  let at = list.length - 1;
  while (at >= 0 && !passes(list[at] as T)) at -= 1;
  return at;
}

/** JSON text with a replacement for each lone surrogate, which JSON writes as an escape. */
export function mendedJson(json: string): string {
  return json.replaceAll(/\\(?:u(d[89a-f]..)|.)/g, (written, unit) => (unit ? '\ufffd' : written));
}

/** A JSON-like value with well-formed strings and keys; binary data and URLs stay what they are. */
export function wellFormed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return mended(value);
  if (typeof value !== 'object' || value === null || depth > 64) return value;
  if (bytesOf(value) || value instanceof URL || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((each) => wellFormed(each, depth + 1));
  const copy: Record<string, unknown> = {};
  for (const key of keysOf(value)) {
    copy[mended(key)] = wellFormed(field(value, key), depth + 1);
  }
  return copy;
}

/** Every string in a value, keys included, skipping what `skip` says. Circles end where they close. */
export function stringsIn(value: unknown, skip?: (inner: object) => boolean): string[] {
  const found: string[] = [];
  const seen = new Set<object>();
  const visit = (inner: unknown): void => {
    if (typeof inner === 'string') {
      found.push(inner);
      return;
    }
    if (typeof inner !== 'object' || inner === null || seen.has(inner)) return;
    if (bytesOf(inner) || inner instanceof URL || skip?.(inner)) return;
    seen.add(inner);
    for (const key of Object.keys(inner)) {
      if (!Array.isArray(inner)) found.push(key);
      try {
        visit((inner as Record<string, unknown>)[key]);
      } catch {
        // A getter that throws holds no string.
      }
    }
  };
  visit(value);
  return found;
}

function isBinary(value: unknown): boolean {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) || value instanceof URL;
}

/** Deeper values are followed by no reader of a request. */
const mostLevels = 500;

/** What of a value JSON has no words for; undefined where it can be written. */
export function beyondJson(value: unknown): string | undefined {
  const above = new Set<object>();
  const written = new Set<object>();
  const visit = (own: unknown): string | undefined => {
    if (['bigint', 'function', 'symbol'].includes(typeof own)) return `it holds a ${typeof own}`;
    if (typeof own !== 'object' || own === null || isBinary(own) || written.has(own)) return;
    if (above.has(own)) return 'it holds itself';
    if (above.size === mostLevels) return `it is nested more than ${mostLevels} levels deep`;
    above.add(own);
    const { toJSON } = own as { toJSON?: unknown };
    const given: unknown = typeof toJSON === 'function' ? toJSON.call(own) : own;
    for (const inner of typeof given === 'object' && given !== null ? Object.values(given) : []) {
      const found = visit(inner);
      if (found !== undefined) return found;
    }
    above.delete(own);
    written.add(own);
    return undefined;
  };
  try {
    return visit(value);
  } catch {
    return 'it throws when it is read';
  }
}

/** JSON that never throws, of well-formed text: what JSON does not know stands as its type's name. */
export function jsonOf(value: unknown): string {
  const above: unknown[] = [];
  try {
    const text = JSON.stringify(value, function replace(this: unknown, key, given: unknown) {
      // `this` holds the value before a toJSON turned it into something else.
      if (isBinary(field(this, key))) return '[binary]';
      if (typeof given === 'bigint') return given.toString();
      if (typeof given !== 'object' || given === null) return given;
      while (above.length > 0 && above[above.length - 1] !== this) above.pop();
      if (above.includes(given)) return '[circular]';
      above.push(given);
      return given;
    });
    return mendedJson(text ?? '');
  } catch {
    return '[unreadable]';
  }
}
