/** How long a WAV file plays, from its header alone. */
import type { Bytes } from '../values/bytes.ts';

/** Chunks before the format's that are skipped. */
const mostChunks = 16;

/** Seconds, rounded up; 0 where it is no WAV file or does not say. */
export function wavSeconds(bytes: Bytes): number {
  if (tagAt(bytes, 0) !== 'RIFF' || tagAt(bytes, 8) !== 'WAVE') return 0;
  let at = 12;
  for (let chunk = 0; chunk < mostChunks; chunk++) {
    if (tagAt(bytes, at) === 'fmt ') {
      const perSecond = little32(bytes, at + 16);
      return perSecond > 0 ? Math.ceil(bytes.length / perSecond) : 0;
    }
    const length = little32(bytes, at + 4);
    // Chunks begin at even offsets. What can't be read is NaN and ends the search.
    at += 8 + length + (length % 2);
    if (!(at < bytes.length)) return 0;
  }
  return 0;
}

function tagAt(bytes: Bytes, at: number): string {
  let tag = '';
  for (let i = 0; i < 4; i++) tag += String.fromCharCode(bytes.at(at + i));
  return tag;
}

function little32(bytes: Bytes, at: number): number {
  let value = 0;
  for (let i = 3; i >= 0; i--) value = value * 256 + bytes.at(at + i);
  return value;
}
