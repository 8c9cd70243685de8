/**
 * JSON text of any JavaScript value, for what tools take and return: what `JSON.stringify` writes, because
 * that is what a provider is sent. Where it would throw, a stand-in. Never throws.
 */
import { binaryLength } from './bytes.ts';
import { attempt } from './fields.ts';
import { isWellFormed, mended, toWellFormed } from './well-formed.ts';

export interface JsonText {
  /**
   * What `JSON.stringify` writes for the value as an array's element, or the nearest to it; with U+FFFD
   * for each lone surrogate, of which engines write escapes a hundred times as slowly.
   */
  text: string;
  /**
   * True when something of the value is not in its JSON: `JSON.stringify` throws where a stand-in stands,
   * or it writes `{}` for a Map, a Set or an array buffer that holds something.
   */
  lossy: boolean;
  /** True when a string or key has a lone surrogate. */
  illFormed: boolean;
}

/** Levels of nesting that are walked with care. */
const maxDepth = 256;
/** Levels of plain values, which need less of the stack; engines write a few thousand themselves. */
const maxPlainDepth = 2048;

/**
 * What one value may cost: each node, and each UTF-16 code unit of a string. Some 2 million plain
 * nodes, half a million others; a graph whose branches meet again is a tree of any size to JSON.
 */
const maxCost = 2 ** 27;
const nodeCost = 64;
const carefulNodeCost = 256;

const circular = '"[circular]"';
const tooDeep = '"[too deep]"';
const tooLarge = '"[too large]"';
const unreadable = '"[unreadable]"';

export function jsonText(value: unknown): JsonText {
  try {
    const walk: Walk = { left: maxCost, illFormed: false };
    const text = plainText(value, walk);
    if (text !== undefined) return { text, lossy: false, illFormed: walk.illFormed };
  } catch {
    // A getter, a trap or the text's length: the careful way finds out which, and keeps the rest.
  }
  const writer: Writer = {
    left: maxCost,
    illFormed: false,
    lossy: false,
    endless: false,
    open: new Set(),
  };
  const text = write(writer, value, '', 0) ?? 'null';
  return { text, lossy: writer.lossy, illFormed: writer.illFormed };
}

interface Walk {
  /** Cost that may still be spent. */
  left: number;
  illFormed: boolean;
}

/** The engine's own writer is fastest; it writes what is plain. Undefined for all else. */
function plainText(value: unknown, walk: Walk): string | undefined {
  if (!isPlain(value, 0, walk)) return undefined;
  return JSON.stringify(walk.illFormed ? mended(value) : value) ?? 'null';
}

/** Whether `value` is plain JSON and can be paid for. */
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
  if (depth > maxPlainDepth) return false;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Date.prototype) return walk.left >= 0;
  if ((value as { toJSON?: unknown }).toJSON !== undefined) return false;
  if (isNumbers(value)) {
    walk.left -= value.length * carefulNodeCost;
    return walk.left >= 0;
  }
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

/** A typed array. Written as an object whose keys are indexes, it takes as long as what needs care. */
function isNumbers(value: object): value is Uint8Array {
  return ArrayBuffer.isView(value) && 'length' in value;
}

interface Writer extends Walk {
  lossy: boolean;
  /** Something goes on deeper than is walked. */
  endless: boolean;
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
  if (writer.left < 0) return placeholder(writer, tooLarge);
  try {
    switch (typeof value) {
      case 'string':
        return writeString(writer, value);
      case 'number':
      case 'boolean':
        return JSON.stringify(value);
      case 'bigint':
        return writeBigInt(writer, value, key, depth);
      case 'object':
        return value === null ? 'null' : writeObject(writer, value, key, depth);
      case 'function':
        return writeForm(writer, value, key, depth);
      default:
        return undefined;
    }
  } catch {
    return placeholder(writer, unreadable);
  }
}

/** As much of a string as can be paid for. */
function writeString(writer: Writer, text: string): string {
  const { left } = writer;
  writer.left -= text.length;
  if (writer.left >= 0) return quoted(writer, text);
  return placeholder(writer, quoted(writer, text.slice(0, left)));
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
  if (depth > maxDepth) return writeDeep(writer, value);
  if (writer.open.has(value)) return placeholder(writer, circular);
  writer.open.add(value);
  try {
    if (typeof (value as { toJSON?: unknown }).toJSON === 'function') {
      return writeForm(writer, payable(writer, value), key, depth);
    }
    return writeMembers(writer, value, depth);
  } finally {
    writer.open.delete(value);
  }
}

/** What lies below all that is walked with care: plain values, or nothing that ends soon. */
function writeDeep(writer: Writer, value: object): string {
  const text = writer.endless ? undefined : plainText(value, writer);
  writer.endless ||= text === undefined;
  return text ?? placeholder(writer, tooDeep);
}

/** What the `toJSON` of an object or a function returns; undefined where a function has none. */
function writeForm(writer: Writer, value: object, key: string, depth: number): string | undefined {
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON !== 'function') return undefined;
  const form: unknown = toJSON.call(value, key);
  // JSON takes the form as it is, without asking it for a form of its own.
  if (typeof form !== 'object' || form === null) return write(writer, form, key, depth);
  if (form !== value && writer.open.has(form)) return placeholder(writer, circular);
  return writeMembers(writer, form, depth);
}

function writeMembers(writer: Writer, value: object, depth: number): string {
  if (Array.isArray(value)) return writeArray(writer, value, depth);
  if (isNumbers(value)) return writeNumbers(writer, value, depth);
  const boxed = unboxed(value);
  if (typeof boxed === 'bigint') return writeBigInt(writer, boxed, '', depth) ?? 'null';
  if (typeof boxed === 'string') return writeString(writer, boxed);
  if (boxed !== undefined) return JSON.stringify(boxed);
  if (holdsUnseen(value)) writer.lossy = true;
  return writeRecord(writer, value, depth);
}

/** The start of a typed array or Buffer that has more elements than can be paid for; else the value. */
function payable<T extends object>(writer: Writer, value: T): T | Uint8Array {
  const most = Math.floor(writer.left / carefulNodeCost);
  if (!isNumbers(value) || value.length <= most) return value;
  writer.lossy = true;
  return value.subarray(0, most);
}

function writeNumbers(writer: Writer, value: Uint8Array, depth: number): string {
  const numbers = payable(writer, value) as Uint8Array;
  // Big integers are no JSON.
  if (typeof numbers[0] === 'bigint') return writeRecord(writer, numbers, depth);
  writer.left -= numbers.length * carefulNodeCost;
  return JSON.stringify(numbers);
}

/** What a boxed primitive of any realm holds; undefined for all other values. */
function unboxed(value: object): string | number | boolean | bigint | undefined {
  const unbox = boxes[Object.prototype.toString.call(value)];
  return unbox && attempt(() => unbox.call(value));
}

const boxes: { [tag: string]: (() => string | number | boolean | bigint) | undefined } = {
  '[object String]': String.prototype.valueOf,
  '[object Number]': Number.prototype.valueOf,
  '[object Boolean]': Boolean.prototype.valueOf,
  '[object BigInt]': BigInt.prototype.valueOf,
};

/** Whether a value holds what JSON does not show. */
function holdsUnseen(value: object): boolean {
  if (value instanceof Map || value instanceof Set) return value.size > 0;
  return binaryLength(value) > 0;
}

function writeArray(writer: Writer, value: readonly unknown[], depth: number): string {
  let text = '';
  for (let i = 0; i < value.length && writer.left >= 0; i++) {
    const item = writeMember(writer, value, i, depth) ?? 'null';
    text += i === 0 ? item : `,${item}`;
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
