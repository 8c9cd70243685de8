/**
 * Reads single bytes of media where they lie: out of binary values, and out of base64 text without
 * decoding all of it.
 */
import { attempt } from './fields.ts';

/** What a header reader may ask of a file. */
export interface Bytes {
  /** Bytes in all, as far as the host's value tells. */
  readonly length: number;
  /** The byte at an index; NaN where there is none, or none that can be read. */
  at(index: number): number;
  /** Bytes [from, to) as one character each; empty where they can't be read. */
  latin1(from: number, to: number): string;
}

/** Base64 text that is broken into lines is read up to this many characters, and no further. */
const wrappedHead = 2 ** 17;
/** How far line breaks are looked for. */
const longestLine = 256;

/** Bytes of a typed array, DataView, Buffer or array buffer of any realm; -1 for all other values. */
export function binaryLength(value: unknown): number {
  if (typeof value !== 'object' || value === null) return -1;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  const tag = Object.prototype.toString.call(value);
  if (tag !== '[object ArrayBuffer]' && tag !== '[object SharedArrayBuffer]') return -1;
  const bytes = (value as { byteLength?: unknown }).byteLength;
  return typeof bytes === 'number' && bytes >= 0 ? bytes : -1;
}

/** The bytes of a binary value; undefined for all other values. */
export function binaryBytes(value: unknown): Bytes | undefined {
  const length = binaryLength(value);
  if (length < 0) return undefined;
  const view = viewOf(value as ArrayBuffer | ArrayBufferView);
  return {
    length,
    at: (index) => view[index] ?? Number.NaN,
    latin1: (from, to) => new TextDecoder('latin1').decode(view.slice(from, to)),
  };
}

/** Bytes that the base64 text from `start` on stands for; both alphabets are read. */
export function base64Bytes(text: string, start: number): Bytes {
  const length = base64Length(text, start);
  const wrapped = /\s/.test(text.slice(start, start + longestLine));
  const body = wrapped ? text.slice(start, start + wrappedHead).replace(/\s+/g, '') : text;
  const from = wrapped ? 0 : start;
  return {
    length,
    at(index) {
      const group = from + Math.floor(index / 3) * 4;
      const place = index % 3;
      const high = sextet(body, group + place);
      const low = sextet(body, group + place + 1);
      if (!(index >= 0) || high < 0 || low < 0) return Number.NaN;
      return ((high << (2 + place * 2)) | (low >> (4 - place * 2))) & 0xff;
    },
    latin1(begin, end) {
      const first = Math.floor(Math.max(0, begin) / 3);
      const piece = body.slice(from + first * 4, from + Math.ceil(end / 3) * 4);
      return decoded(piece).slice(begin - first * 3, end - first * 3);
    },
  };
}

/** Bytes that the base64 text from `start` on would decode to, told from its length alone. */
export function base64Length(text: string, start: number): number {
  let end = text.length;
  while (end > start && end > text.length - 2 && text.charCodeAt(end - 1) === 0x3d) end--;
  return Math.floor(((end - start) * 3) / 4);
}

function viewOf(value: ArrayBuffer | ArrayBufferView): Uint8Array {
  try {
    return ArrayBuffer.isView(value)
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : new Uint8Array(value);
  } catch {
    // A buffer that was given away, or an object that only says that it is one.
    return new Uint8Array();
  }
}

/** The six bits of a base64 character; -1 for all others. */
function sextet(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code >= 0x41 && code <= 0x5a) return code - 0x41;
  if (code >= 0x61 && code <= 0x7a) return code - 0x61 + 26;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 52;
  if (code === 0x2b || code === 0x2d) return 62;
  if (code === 0x2f || code === 0x5f) return 63;
  return -1;
}

function decoded(base64: string): string {
  const standard = base64.replaceAll('-', '+').replaceAll('_', '/');
  return attempt(() => atob(standard)) ?? '';
}
