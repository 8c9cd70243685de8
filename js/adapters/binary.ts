/**
 * How many bytes a media value stands for. Decides what counts as binary, as inline data and as a
 * remote address; refuses to decode anything: a size is told from lengths alone.
 */
import type { MediaFacts } from './dialect.ts';

/** Longest head of a string that is searched for a scheme, a media type or the comma of a data URL. */
const headLength = 1024;

/** What a media part holds. */
export interface MediaSource {
  /** IANA media type as the data itself states it; empty when it doesn't. */
  mediaType: string;
  facts: MediaFacts;
}

/** Bytes of a typed array, DataView, Buffer or array buffer of any realm; -1 for all other values. */
export function binaryLength(value: unknown): number {
  if (typeof value !== 'object' || value === null) return -1;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  const tag = Object.prototype.toString.call(value);
  if (tag !== '[object ArrayBuffer]' && tag !== '[object SharedArrayBuffer]') return -1;
  const bytes = (value as { byteLength?: unknown }).byteLength;
  return typeof bytes === 'number' && bytes >= 0 ? bytes : -1;
}

/**
 * Facts of the data of an image or file part: binary, base64 text, a data URL, an address (string or
 * `URL`), or one of the tagged forms of AI SDK 7. What lies elsewhere has 0 bytes.
 */
export function mediaSource(data: unknown): MediaSource {
  if (typeof data === 'string') return stringSource(data);
  const bytes = binaryLength(data);
  if (bytes >= 0) return source('', bytes);
  if (typeof data !== 'object' || data === null) return source('', 0);
  const { href, type } = data as { href?: unknown; type?: unknown };
  if (typeof href === 'string') return stringSource(href);
  if (type === 'data') return mediaSource((data as { data?: unknown }).data);
  if (type === 'url') return mediaSource((data as { url?: unknown }).url);
  if (type === 'text') {
    const { text } = data as { text?: unknown };
    return source('text/plain', typeof text === 'string' ? text.length : 0);
  }
  return source('', 0);
}

function stringSource(text: string): MediaSource {
  const head = text.slice(0, headLength);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(head)) return source('', base64Length(text, 0));
  if (!/^data:/i.test(head)) return source('', 0);
  const comma = head.indexOf(',');
  if (comma < 0) return source('', 0);
  const [mediaType = '', ...parameters] = head.slice('data:'.length, comma).split(';');
  const isBase64 = parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64');
  return source(mediaType, isBase64 ? base64Length(text, comma + 1) : text.length - comma - 1);
}

/** Bytes that the base64 text from `start` on would decode to. */
function base64Length(text: string, start: number): number {
  let end = text.length;
  while (end > start && end > text.length - 2 && text.charCodeAt(end - 1) === 0x3d) end--;
  return Math.floor(((end - start) * 3) / 4);
}

function source(mediaType: string, byteLength: number): MediaSource {
  return { mediaType, facts: { byteLength, width: 0, height: 0 } };
}
