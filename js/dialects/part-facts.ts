/** Finds what single parts of messages say of themselves. */
import type { MediaFacts } from '../media/facts.ts';
import type { Dialect, HostMessage, PartFields } from './dialect.ts';

export interface PartFacts {
  fields: PartFields;
  text: string;
  /** The image or file that the part is, or those that it holds. */
  media: PartMedia[];
}

export interface PartMedia {
  mediaType: string | undefined;
  facts: MediaFacts;
}

/** Looks parts up; each message is read once, whatever its number of parts. */
export class PartLookup {
  readonly #dialect: Dialect;
  readonly #parts = new Map<HostMessage, PartFacts[]>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** The part numbered as `read` numbers it; empty where there is none. */
  of(message: HostMessage, part: number): PartFacts {
    let parts = this.#parts.get(message);
    if (parts === undefined) {
      parts = this.#read(message);
      this.#parts.set(message, parts);
    }
    return parts[part] ?? { fields: {}, text: '', media: [] };
  }

  #read(message: HostMessage): PartFacts[] {
    const parts: PartFacts[] = [];
    this.#dialect.read(message, {
      message: () => {},
      part: (_kind, _flags, fields = {}, facts) => {
        const media = facts === undefined ? [] : [{ mediaType: fields.mediaType, facts }];
        parts.push({ fields, text: '', media });
      },
      attachment: (facts, mediaType) => {
        parts.at(-1)?.media.push({ mediaType, facts });
      },
      text: (value) => {
        const last = parts.at(-1);
        if (last !== undefined) last.text += value;
      },
      fault: () => {},
    });
    return parts;
  }
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
