/** Freezing values, and seeing whether somebody wrote into them. Refuses to know what a message is. */

import { bytesOf, sameBytes } from '../../../js/testing/values.ts';

const frozen = new WeakSet<object>();

/** Freezes a value and all that it holds. Typed arrays cannot be frozen and are left as they are. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value) || frozen.has(value)) return value;
  frozen.add(value);
  Object.freeze(value);
  for (const key of Reflect.ownKeys(value)) {
    const own = Object.getOwnPropertyDescriptor(value, key);
    if (own && 'value' in own) deepFreeze(own.value);
  }
  return value;
}

/**
 * Remembers messages down to each field, and returns a function that lists what has changed since:
 * replaced objects, changed values, added or removed fields. An empty list proves that nobody wrote.
 */
export function rememberInput(input: unknown): () => string[] {
  const watched: { path: string; value: object; fields: [string, unknown][] }[] = [];
  const bytes: { path: string; value: Uint8Array; copy: Uint8Array }[] = [];
  const seen = new Set<object>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const raw = bytesOf(value);
    if (raw) {
      bytes.push({ path, value: raw, copy: raw.slice() });
      return;
    }
    const fields: [string, unknown][] = [];
    for (const key of Object.keys(value)) {
      const own = Object.getOwnPropertyDescriptor(value, key);
      if (!own || !('value' in own)) continue;
      fields.push([key, own.value]);
      visit(own.value, `${path}.${key}`);
    }
    watched.push({ path, value, fields });
  };
  visit(input, 'input');
  return () => {
    const changes: string[] = [];
    for (const { path, value, fields } of watched) {
      const now = Object.keys(value).filter((key) => {
        const own = Object.getOwnPropertyDescriptor(value, key);
        return own !== undefined && 'value' in own;
      });
      if (now.length !== fields.length) changes.push(`${path}: fields added or removed`);
      for (const [key, before] of fields) {
        const own = Object.getOwnPropertyDescriptor(value, key);
        if (!own || !Object.is(own.value, before)) changes.push(`${path}.${key}: changed`);
      }
    }
    for (const { path, value, copy } of bytes) {
      if (!sameBytes(value, copy)) changes.push(`${path}: bytes changed`);
    }
    return changes;
  };
}
