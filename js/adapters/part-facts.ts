/**
 * What a single part of a message says of itself. Decides how it is found; refuses to know what it is
 * asked for.
 */
import type { Dialect, HostMessage, MediaFacts, PartFields } from './dialect.ts';

export interface PartFacts {
  fields: PartFields;
  media: MediaFacts | undefined;
}

/** The part numbered as `read` numbers it; empty where there is none. */
export function partFacts(dialect: Dialect, message: HostMessage, part: number): PartFacts {
  const found: PartFacts = { fields: {}, media: undefined };
  let at = -1;
  dialect.read(message, {
    message: () => {},
    part: (_kind, _flags, fields, media) => {
      at += 1;
      if (at !== part) return;
      found.fields = fields ?? {};
      found.media = media;
    },
    attachment: () => {},
    text: () => {},
    fault: () => {},
  });
  return found;
}

/** "640 x 480 pixels, 12345 bytes", as far as it is known. */
export function mediaSize(media: MediaFacts | undefined): string {
  const sizes: string[] = [];
  if (media !== undefined) {
    if (media.width > 0 && media.height > 0) sizes.push(`${media.width} x ${media.height} pixels`);
    if (media.byteLength > 0) sizes.push(`${media.byteLength} bytes`);
  }
  return sizes.length > 0 ? sizes.join(', ') : 'size unknown';
}
