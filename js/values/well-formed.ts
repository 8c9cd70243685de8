/**
 * Well-formed Unicode in hosts' strings: finds lone surrogates and replaces them. The types of ES2024
 * are not every project's.
 */
import { copyWith } from './copy.ts';
import { attempt, type Fields, isObject } from './fields.ts';

type String2024 = string & { isWellFormed(): boolean; toWellFormed(): string };

/** Levels of nesting that are looked into, and objects and strings in all. */
const maxDepth = 256;
const maxNodes = 2 ** 21;
/** Places of an array that may be empty before only those are looked for that are not. */
const maxHoles = 4096;

export function isWellFormed(text: string): boolean {
  return (text as String2024).isWellFormed();
}

/** The text with U+FFFD for each lone surrogate: as long as it was, in UTF-16 code units. */
export function toWellFormed(text: string): string {
  return (text as String2024).toWellFormed();
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
  const changes: [at: number, fresh: unknown][] = [];
  let holes = 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (item === undefined && ++holes > maxHoles) return walkedElements(items, depth, walk);
    const fresh = walked(item, depth + 1, walk);
    if (fresh !== item) changes.push([at, fresh]);
  }
  if (changes.length === 0) return items;
  const copy = items.slice();
  for (const [at, fresh] of changes) copy[at] = fresh;
  return copy;
}

/** The same for an array of many holes, whose length says nothing of what there is to do. */
function walkedElements(items: readonly unknown[], depth: number, walk: Walk): readonly unknown[] {
  const copy: unknown[] = [];
  // Begun at its end it is kept as a table: a hole takes no memory.
  copy[items.length - 1] = undefined;
  delete copy[items.length - 1];
  let changed = false;
  for (const key of Object.keys(items)) {
    const at = key as unknown as number;
    const item = items[at];
    const fresh = walked(item, depth + 1, walk);
    copy[at] = fresh;
    changed ||= fresh !== item;
  }
  return changed ? copy : items;
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
