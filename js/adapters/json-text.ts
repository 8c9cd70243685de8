/**
 * JSON text of any JavaScript value, for what tools take and return. A value that JSON has no form for
 * gets a stand-in. Never throws.
 */
import { binaryLength } from './bytes.ts';
import { isWellFormed, mended, toWellFormed } from './well-formed.ts';

export interface JsonText {
  /**
   * What `JSON.stringify` writes for the value as an array's element, or the nearest to it; with U+FFFD
   * for each lone surrogate, of which engines write escapes a hundred times as slowly.
   */
  text: string;
  /** True when `JSON.stringify` would have written something else, or nothing: a placeholder stands. */
  lossy: boolean;
  /** True when a string or key has a lone surrogate. */
  illFormed: boolean;
}

/** Levels of nesting that are written; far below what overflows a stack here or in the core. */
const maxDepth = 256;

/**
 * What one value may cost: each node, and each UTF-16 code unit of a string. Some 2 million plain
 * nodes, half a million others; a graph whose branches meet again is a tree of any size to JSON.
 */
const maxCost = 2 ** 27;
const nodeCost = 64;
const carefulNodeCost = 256;

/** Arrays longer than this that are mostly holes are written as an object of their elements. */
const maxHoles = 4096;

const circular = '"[circular]"';
const tooDeep = '"[too deep]"';
const tooLarge = '"[too large]"';
const unreadable = '"[unreadable]"';

export function jsonText(value: unknown): JsonText {
  try {
    const walk: Walk = { left: maxCost, illFormed: false };
    if (isPlain(value, 0, walk)) {
      const { illFormed } = walk;
      const text = JSON.stringify(illFormed ? mended(value) : value) ?? 'null';
      return { text, lossy: false, illFormed };
    }
  } catch {
    // A getter, a trap or the text's length: the careful way finds out which, and keeps the rest.
  }
  const writer: Writer = { left: maxCost, illFormed: false, lossy: false, open: new Set() };
  const text = write(writer, value, '', 0) ?? 'null';
  return { text, lossy: writer.lossy, illFormed: writer.illFormed };
}

interface Walk {
  /** Cost that may still be spent. */
  left: number;
  illFormed: boolean;
}

/**
 * Whether `value` is plain JSON and can be paid for. The engine's own writer is fastest, but must not
 * meet a binary value: it would write megabytes of numbers.
 */
function isPlain(value: unknown, depth: number, walk: Walk): boolean {
  walk.left -= nodeCost;
  switch (typeof value) {
    case 'string':
      return isPayable(value, walk);
    case 'number':
    case 'boolean':
    case 'undefined':
      return walk.left >= 0;
    case 'object':
      break;
    default:
      return false;
  }
  if (value === null) return walk.left >= 0;
  if (depth > maxDepth) return false;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Date.prototype) return walk.left >= 0;
  if ((value as { toJSON?: unknown }).toJSON !== undefined) return false;
  if (Array.isArray(value)) {
    // What even holes would cost needs no look at them.
    if (prototype !== Array.prototype || value.length * nodeCost > walk.left) return false;
    for (let i = 0; i < value.length; i++) {
      if (!isPlain(value[i], depth + 1, walk)) return false;
    }
    return walk.left >= 0;
  }
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) walk.left -= nodeCost + key.length;
    else if (!isPayable(key, walk) || !isPlain(member, depth + 1, walk)) return false;
  }
  return walk.left >= 0;
}

function isPayable(text: string, walk: Walk): boolean {
  walk.left -= text.length;
  walk.illFormed ||= !isWellFormed(text);
  return walk.left >= 0;
}

interface Writer extends Walk {
  lossy: boolean;
  /** The objects that are being written, outermost first. */
  open: Set<object>;
}

function placeholder(writer: Writer, text: string): string {
  writer.lossy = true;
  return text;
}

function quoted(writer: Writer, text: string): string {
  if (isWellFormed(text)) return JSON.stringify(text);
  writer.illFormed = true;
  return JSON.stringify(toWellFormed(text));
}

/** JSON of one value; undefined for what JSON leaves out. */
function write(writer: Writer, value: unknown, key: string, depth: number): string | undefined {
  writer.left -= carefulNodeCost;
  if (typeof value === 'string') writer.left -= value.length;
  if (writer.left < 0) return placeholder(writer, tooLarge);
  try {
    switch (typeof value) {
      case 'string':
        return quoted(writer, value);
      case 'number':
      case 'boolean':
        return JSON.stringify(value);
      case 'bigint':
        return writeBigInt(writer, value, key, depth);
      case 'object':
        return value === null ? 'null' : writeObject(writer, value, key, depth);
      default:
        return undefined;
    }
  } catch {
    return placeholder(writer, unreadable);
  }
}

/** Decimal digits as a string, unless the host gave all BigInts a form: a number would lose some. */
function writeBigInt(
  writer: Writer,
  value: bigint,
  key: string,
  depth: number,
): string | undefined {
  const { toJSON } = value as { toJSON?: unknown };
  const form: unknown = typeof toJSON === 'function' ? toJSON.call(value, key) : value;
  if (typeof form !== 'bigint') return write(writer, form, key, depth);
  // Writing out more digits takes time that grows with their square.
  const short = BigInt.asIntN(4096, value) === value;
  return placeholder(writer, short ? `"${value}"` : tooLarge);
}

function writeObject(
  writer: Writer,
  value: object,
  key: string,
  depth: number,
): string | undefined {
  const bytes = binaryLength(value);
  if (bytes >= 0) return placeholder(writer, `"[binary, ${bytes} bytes]"`);
  if (depth > maxDepth) return placeholder(writer, tooDeep);
  if (writer.open.has(value)) return placeholder(writer, circular);
  writer.open.add(value);
  try {
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON !== 'function') return writeMembers(writer, value, depth);
    const form: unknown = toJSON.call(value, key);
    // JSON takes the form as it is, without asking it for a form of its own.
    if (typeof form !== 'object' || form === null) return write(writer, form, key, depth);
    const formBytes = binaryLength(form);
    if (formBytes >= 0) return placeholder(writer, `"[binary, ${formBytes} bytes]"`);
    if (form !== value && writer.open.has(form)) return placeholder(writer, circular);
    return writeMembers(writer, form, depth);
  } finally {
    writer.open.delete(value);
  }
}

function writeMembers(writer: Writer, value: object, depth: number): string {
  if (Array.isArray(value)) return writeArray(writer, value, depth);
  if (value instanceof Map) {
    writer.lossy = true;
    return writeItems(writer, Map.prototype.entries.call(value), depth);
  }
  if (value instanceof Set) {
    writer.lossy = true;
    return writeItems(writer, Set.prototype.values.call(value), depth);
  }
  if (value instanceof String) return quoted(writer, value.valueOf());
  if (value instanceof Number || value instanceof Boolean) return JSON.stringify(value.valueOf());
  return writeRecord(writer, value, depth);
}

function writeArray(writer: Writer, value: readonly unknown[], depth: number): string {
  const { length } = value;
  if (length > maxHoles && Object.keys(value).length < length / 2) {
    writer.lossy = true;
    return writeRecord(writer, value, depth);
  }
  let text = '';
  for (let i = 0; i < length && writer.left >= 0; i++) {
    const item = writeMember(writer, value, i, depth) ?? 'null';
    text += i === 0 ? item : `,${item}`;
  }
  return `[${text}]`;
}

function writeItems(writer: Writer, items: Iterable<unknown>, depth: number): string {
  let text = '';
  for (const item of items) {
    if (writer.left < 0) break;
    const json = write(writer, item, '', depth + 1) ?? 'null';
    text += text === '' ? json : `,${json}`;
  }
  return `[${text}]`;
}

function writeRecord(writer: Writer, value: object, depth: number): string {
  let text = '';
  for (const key of Object.keys(value)) {
    if (writer.left < 0) break;
    writer.left -= key.length;
    const member = writeMember(writer, value, key, depth);
    if (member === undefined) continue;
    const entry = `${quoted(writer, key)}:${member}`;
    text += text === '' ? entry : `,${entry}`;
  }
  return `{${text}}`;
}

function writeMember(
  writer: Writer,
  owner: object,
  key: string | number,
  depth: number,
): string | undefined {
  let value: unknown;
  try {
    value = (owner as Record<string | number, unknown>)[key];
  } catch {
    writer.left -= carefulNodeCost;
    return placeholder(writer, unreadable);
  }
  return write(writer, value, String(key), depth + 1);
}
