/**
 * Pixel size of PNG, JPEG, WebP and GIF from the first bytes. Nothing is decoded. A header that lies or
 * is cut off gives no size; none makes it throw or loop.
 */
import type { Bytes } from '../values/bytes.ts';

/** Pixels. */
export interface PixelSize {
  width: number;
  height: number;
}

/** Segments of a JPEG that are skipped before its frame must have come. */
const mostSegments = 512;
/** Bytes of fill that JPEG allows before a marker, as far as they are followed. */
const mostFill = 64;

/** The size that the header states; undefined when there is none, or one of no pixels. */
export function imageSize(bytes: Bytes): PixelSize | undefined {
  const size = statedSize(bytes);
  // Comparisons with NaN are false: what could not be read is no size.
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function statedSize(bytes: Bytes): PixelSize | undefined {
  switch (bytes.at(0)) {
    case 0x89:
      return isAt(bytes, 1, 'PNG\r\n\x1a\n') && isAt(bytes, 12, 'IHDR')
        ? { width: big(bytes, 16, 4), height: big(bytes, 20, 4) }
        : undefined;
    case 0x47:
      return isAt(bytes, 0, 'GIF87a') || isAt(bytes, 0, 'GIF89a')
        ? { width: little(bytes, 6, 2), height: little(bytes, 8, 2) }
        : undefined;
    case 0x52:
      return isAt(bytes, 0, 'RIFF') && isAt(bytes, 8, 'WEBP') ? webpSize(bytes) : undefined;
    case 0xff:
      return bytes.at(1) === 0xd8 ? jpegSize(bytes) : undefined;
    default:
      return undefined;
  }
}

/** The first chunk says how the picture is packed, and its size. */
function webpSize(bytes: Bytes): PixelSize | undefined {
  if (isAt(bytes, 12, 'VP8X')) {
    return { width: little(bytes, 24, 3) + 1, height: little(bytes, 27, 3) + 1 };
  }
  if (isAt(bytes, 12, 'VP8L') && bytes.at(20) === 0x2f) {
    const bits = little(bytes, 21, 4);
    if (Number.isNaN(bits)) return undefined;
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (isAt(bytes, 12, 'VP8 ') && isAt(bytes, 23, '\x9d\x01\x2a')) {
    return { width: little(bytes, 26, 2) & 0x3fff, height: little(bytes, 28, 2) & 0x3fff };
  }
  return undefined;
}

/** Skips from segment to segment to the frame header, which holds the size. */
function jpegSize(bytes: Bytes): PixelSize | undefined {
  let at = 2;
  for (let segment = 0; segment < mostSegments; segment++) {
    if (bytes.at(at) !== 0xff) return undefined;
    for (let fill = 0; fill < mostFill && bytes.at(at + 1) === 0xff; fill++) at++;
    const marker = bytes.at(at + 1);
    if (isFrame(marker)) {
      return { height: big(bytes, at + 5, 2), width: big(bytes, at + 7, 2) };
    }
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const length = isBare ? 0 : big(bytes, at + 2, 2);
    // A segment counts the two bytes of its length; the picture's data ends the headers.
    if (!isBare && !(length >= 2)) return undefined;
    if (marker === 0xd9 || marker === 0xda) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** Start of a frame: 0xc0 to 0xcf but for tables and the arithmetic coder's. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function isAt(bytes: Bytes, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (bytes.at(at + i) !== text.charCodeAt(i)) return false;
  }
  return true;
}

function big(bytes: Bytes, at: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) value = value * 256 + bytes.at(at + i);
  return value;
}

function little(bytes: Bytes, at: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + bytes.at(at + i);
  return value;
}
