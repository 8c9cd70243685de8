/**
 * Small files by hand: the headers that state a size, and no more than a reader needs. Decides bytes;
 * shares no code with the readers under test.
 */

export function bytesOf(
  ...pieces: readonly (string | readonly number[] | Uint8Array)[]
): Uint8Array {
  const all = pieces.flatMap((piece) =>
    typeof piece === 'string' ? [...piece].map((char) => char.charCodeAt(0)) : [...piece],
  );
  return Uint8Array.from(all);
}

function big(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (value / 256 ** (count - 1 - i)) & 0xff);
}

function little(value: number, count: number): number[] {
  return big(value, count).reverse();
}

/** The bytes that zlib's checksum of a PNG chunk would be: readers of sizes don't look at them. */
const anyChecksum = [0, 0, 0, 0];

export function png(width: number, height: number): Uint8Array {
  const header = [...big(width, 4), ...big(height, 4), 8, 6, 0, 0, 0];
  return bytesOf(
    [0x89],
    'PNG\r\n\x1a\n',
    big(13, 4),
    'IHDR',
    header,
    anyChecksum,
    big(0, 4),
    'IEND',
  );
}

export function gif(width: number, height: number): Uint8Array {
  return bytesOf('GIF89a', little(width, 2), little(height, 2), [0xf7, 0, 0]);
}

function riff(kind: string, body: Uint8Array): Uint8Array {
  return bytesOf('RIFF', little(body.length + 4, 4), kind, body);
}

/** Lossy: a key frame with its start code. */
export function webpLossy(width: number, height: number): Uint8Array {
  const frame = [0x30, 1, 0, 0x9d, 0x01, 0x2a, ...little(width | 0x4000, 2), ...little(height, 2)];
  return riff('WEBP', bytesOf('VP8 ', little(frame.length, 4), frame));
}

export function webpLossless(width: number, height: number): Uint8Array {
  const bits = (width - 1) | ((height - 1) << 14);
  return riff('WEBP', bytesOf('VP8L', little(5, 4), [0x2f], little(bits >>> 0, 4)));
}

export function webpExtended(width: number, height: number): Uint8Array {
  const body = [0x10, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)];
  return riff('WEBP', bytesOf('VP8X', little(10, 4), body));
}

/** A JPEG with `before` segments of `segmentBytes` before its frame header. */
export function jpeg(
  width: number,
  height: number,
  { before = 1, segmentBytes = 14, frame = 0xc0 } = {},
): Uint8Array {
  const segment = [0xff, 0xe1, ...big(segmentBytes + 2, 2), ...new Array(segmentBytes).fill(0xff)];
  const size = [8, ...big(height, 2), ...big(width, 2), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
  // A table, a bare marker and fill bytes on the way.
  const table = [0xff, 0xff, 0xff, 0xc4, ...big(4, 2), 1, 2, 0xff, 0x01];
  const segments = Array.from({ length: before }, () => segment);
  return bytesOf([0xff, 0xd8], ...segments, table, [0xff, frame, ...big(size.length + 2, 2)], size);
}

/** Pages under one root; bookmarks whose count means something else. */
export function pdf(pages: number, { bytesPerPage = 100, count = pages } = {}): Uint8Array {
  const kids = Array.from({ length: pages }, (_, i) => `${i + 10} 0 R`).join(' ');
  const objects = Array.from(
    { length: pages },
    (_, i) =>
      `${i + 10} 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n${'x'.repeat(bytesPerPage)}\n`,
  );
  return bytesOf(
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Outlines 3 0 R >>\nendobj\n',
    '3 0 obj\n<< /Type /Outlines /Count 98765 >>\nendobj\n',
    objects.join(''),
    `2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count ${count} >>\nendobj\n%%EOF`,
  );
}

export function wav(seconds: number, bytesPerSecond = 16_000): Uint8Array {
  const format = [1, 0, 1, 0, ...little(8_000, 4), ...little(bytesPerSecond, 4), 2, 0, 16, 0];
  const head = bytesOf('LIST', little(3, 4), 'abc', [0], 'fmt ', little(16, 4), format);
  const file = riff('WAVE', head);
  const whole = new Uint8Array(Math.max(file.length, seconds * bytesPerSecond));
  whole.set(file);
  return whole;
}
