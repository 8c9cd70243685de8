/**
 * Well-formed Unicode in hosts' strings. Decides where a lone surrogate is one and what takes its
 * place; refuses to know why a string is looked at. The types of ES2024 are not every project's.
 */
import { copyWith } from './copy.ts';
import { attempt, type Fields, isObject } from './fields.ts';

type String2024 = string & { isWellFormed(): boolean; toWellFormed(): string };

/** Levels of nesting that are looked into, and objects and strings in all. */
const maxDepth = 256;
const maxNodes = 2 ** 21;

export function isWellFormed(text: string): boolean {
  return (text as String2024).isWellFormed();
}

/** The text with U+FFFD for each lone surrogate: as long as it was, in UTF-16 code units. */
export function toWellFormed(text: string): string {
  return (text as String2024).toWellFormed();
}

/**
 * True when a string in the value that `JSON.stringify` wrote the text of has a lone surrogate: it is
 * written as an escape, and halves of pairs never are.
 */
export function hasLoneEscape(json: string): boolean {
  for (let at = json.indexOf('\\ud'); at >= 0; at = json.indexOf('\\ud', at + 3)) {
    let backslashes = 0;
    while (json.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++;
    // U+D000 to U+D7FF are letters, and written as themselves.
    if (backslashes % 2 === 0) return true;
  }
  return false;
}

/**
 * The value with well-formed strings and keys, in arrays and plain objects however deep; copies only
 * what changes. The outermost object may have a prototype of its own. A value that can't be walked,
 * or that is larger than any message, is returned as it is.
 */
export function mended<T>(value: T): T {
  const walk: Walk = { left: maxNodes, known: new Map() };
  return (attempt(() => walked(value, 0, walk)) ?? value) as T;
}

interface Walk {
  left: number;
  /** What has become of each object. */
  known: Map<object, unknown>;
}

function walked(value: unknown, depth: number, walk: Walk): unknown {
  walk.left -= 1;
  if (walk.left < 0) throw new RangeError('too large');
  if (typeof value === 'string') return toWellFormed(value);
  if (!isObject(value) || depth > maxDepth || !isWalkable(value, depth)) return value;
  const known = walk.known.get(value);
  if (known !== undefined) return known;
  // Where it leads back to itself it stays the host's.
  walk.known.set(value, value);
  const copy = Array.isArray(value)
    ? walkedItems(value, depth, walk)
    : walkedFields(value, depth, walk);
  walk.known.set(value, copy);
  return copy;
}

function isWalkable(value: object, depth: number): boolean {
  if (Array.isArray(value)) return true;
  if (ArrayBuffer.isView(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return depth === 0 || prototype === Object.prototype || prototype === null;
}

function walkedItems(items: readonly unknown[], depth: number, walk: Walk): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    const fresh = walked(item, depth + 1, walk);
    if (fresh === item) continue;
    copy ??= items.slice();
    copy[i] = fresh;
  }
  return copy ?? items;
}

function walkedFields(fields: Fields, depth: number, walk: Walk): Fields {
  const changes: Record<string, unknown> = {};
  let renamed = false;
  const keys = Object.keys(fields);
  for (const key of keys) {
    // A getter that throws stays one.
    const value = attempt(() => fields[key]);
    const fresh = walked(value, depth + 1, walk);
    if (fresh !== value) Object.defineProperty(changes, key, { value: fresh, enumerable: true });
    renamed ||= !isWellFormed(key);
  }
  const copy = Object.keys(changes).length === 0 ? fields : copyWith(fields, changes);
  if (!renamed) return copy;
  return Object.fromEntries(keys.map((key) => [toWellFormed(key), attempt(() => copy[key])]));
}
