/**
 * Comparing values and freezing them. Decides when two values are the same and what an ill-formed
 * string is; refuses to know what a message is.
 */

function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  return undefined;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
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

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The unpaired surrogates of a text, in order, each as a string of one code unit. */
export function loneSurrogates(text: string): string[] {
  return text.match(loneSurrogate) ?? [];
}

/** JSON text with a replacement for each lone surrogate, which JSON writes as an escape. */
export function mendedJson(json: string): string {
  return json.replaceAll(/\\(?:u(d[89a-f]..)|.)/g, (written, unit) => (unit ? '\ufffd' : written));
}

/** A JSON-like value with well-formed strings and keys; binary data and URLs stay what they are. */
export function wellFormed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null || depth > 64) return value;
  if (bytesOf(value) || value instanceof URL || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((each) => wellFormed(each, depth + 1));
  const copy: Record<string, unknown> = {};
  for (const key of keysOf(value)) {
    const inner = (value as Record<string, unknown>)[key];
    copy[key.toWellFormed()] = wellFormed(inner, depth + 1);
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
