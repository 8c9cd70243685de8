/**
 * What a media value is, in numbers: kind, bytes, pixels, pages or seconds. Nothing is decoded: however
 * long a file is, at most half a megabyte of it is read.
 */
import { type Bytes, base64Bytes, binaryBytes } from '../values/bytes.ts';
import { isObject } from '../values/fields.ts';
import { ImageDetail, type MediaFacts, MediaShape } from './facts.ts';
import { imageSize } from './image-size.ts';
import { pdfPages } from './pdf-pages.ts';
import { wavSeconds } from './wav-seconds.ts';

/** Longest head of a string that is searched for a scheme, a media type or the comma of a data URL. */
const headLength = 1024;

/** What a media part holds. */
export interface MediaSource {
  /** IANA media type: the part's, else what the data itself states, else the fallback. */
  mediaType: string;
  facts: MediaFacts;
}

/** What is known of a value before its bytes are looked at. */
interface Content {
  mediaType: string;
  byteLength: number;
  bytes?: Bytes | undefined;
}

const nothing: Content = { mediaType: '', byteLength: 0 };

/**
 * Facts of the data of an image or file part: binary, base64 text, a data URL, an address (string or
 * `URL`), or one of the tagged forms of AI SDK 7. What lies elsewhere has 0 bytes.
 */
export function mediaSource(
  data: unknown,
  stated: unknown = undefined,
  fallback = '',
  detail: unknown = undefined,
): MediaSource {
  const content = contentOf(data, 0);
  const own = typeof stated === 'string' && stated !== '' ? stated : content.mediaType;
  const facts = noFacts();
  facts.byteLength = content.byteLength;
  facts.shape = shapeOf(own || fallback);
  facts.detail = detailOf(detail);
  if (content.bytes !== undefined) readHeader(content.bytes, facts, own === '');
  return { mediaType: own || fallback, facts };
}

/** Facts of data that only its provider can read: characters of base64, 0 where they are unknown. */
export function sealedFacts(characters: number): MediaFacts {
  return { ...noFacts(), byteLength: characters, shape: MediaShape.sealed };
}

/** An image or file of which nothing is known. */
export function unknownFile(): MediaSource {
  return { mediaType: '', facts: noFacts() };
}

/** Facts of something that nothing is known of. */
export function noFacts(): MediaFacts {
  return {
    byteLength: 0,
    width: 0,
    height: 0,
    length: 0,
    shape: MediaShape.other,
    detail: ImageDetail.auto,
  };
}

function contentOf(data: unknown, depth: number): Content {
  if (typeof data === 'string') return textContent(data);
  const bytes = binaryBytes(data);
  if (bytes !== undefined) return { mediaType: '', byteLength: bytes.length, bytes };
  if (!isObject(data) || depth > 2) return nothing;
  const { href, type } = data;
  if (typeof href === 'string') return textContent(href);
  if (type === 'data') return contentOf(data.data, depth + 1);
  if (type === 'url') return contentOf(data.url, depth + 1);
  if (type === 'text') {
    const { text } = data;
    return { mediaType: 'text/plain', byteLength: typeof text === 'string' ? text.length : 0 };
  }
  return nothing;
}

function textContent(text: string): Content {
  const head = text.slice(0, headLength);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(head)) return base64Content('', text, 0);
  if (!/^data:/i.test(head)) return nothing;
  const comma = head.indexOf(',');
  if (comma < 0) return nothing;
  const [mediaType = '', ...parameters] = head.slice('data:'.length, comma).split(';');
  const isBase64 = parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64');
  if (isBase64) return base64Content(mediaType, text, comma + 1);
  return { mediaType, byteLength: text.length - comma - 1 };
}

function base64Content(mediaType: string, text: string, start: number): Content {
  const bytes = base64Bytes(text, start);
  return { mediaType, byteLength: bytes.length, bytes };
}

/** Looks for what the kind of file has; `sniff` looks for a kind that nobody stated, too. */
function readHeader(bytes: Bytes, facts: MediaFacts, sniff: boolean): void {
  const size = sniff || facts.shape === MediaShape.image ? imageSize(bytes) : undefined;
  if (size !== undefined) {
    facts.shape = MediaShape.image;
    facts.width = size.width;
    facts.height = size.height;
  } else if (facts.shape === MediaShape.document || (sniff && bytes.at(0) === 0x25)) {
    facts.length = pdfPages(bytes);
    if (facts.length > 0) facts.shape = MediaShape.document;
  } else if (facts.shape === MediaShape.audio) {
    facts.length = wavSeconds(bytes);
  }
}

function shapeOf(mediaType: string): MediaShape {
  const type = mediaType.toLowerCase();
  // AI SDK 7 takes the part before the slash alone.
  const [kind] = type.split('/', 1);
  if (kind === 'image') return MediaShape.image;
  if (type.startsWith('application/pdf')) return MediaShape.document;
  if (kind === 'audio') return MediaShape.audio;
  if (kind === 'video') return MediaShape.video;
  if (kind === 'text' || /^application\/(json|xml|[\w.-]+\+(json|xml))/.test(type)) {
    return MediaShape.text;
  }
  return MediaShape.other;
}

function detailOf(detail: unknown): ImageDetail {
  switch (detail) {
    case 'low':
      return ImageDetail.low;
    case 'high':
      return ImageDetail.high;
    case 'original':
      return ImageDetail.original;
    default:
      return ImageDetail.auto;
  }
}
