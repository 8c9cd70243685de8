/** The keys of sessions in stores, whatever hosts call their sessions. */
import type { SessionKey } from '../types.ts';
import { requireThat } from '../values/require.ts';
import { isWellFormed } from '../values/well-formed.ts';

/** Where a session is among those of a store. */
export interface Place {
  scope: string;
  /** Its id, and behind that the names of a child, of its child and so on. */
  names: readonly string[];
}

/** No other place has it. */
export const placeName = ({ scope, names }: Place): string => JSON.stringify([scope, ...names]);

/** Bytes of UTF-8: databases index keys. */
const longest = 512;

const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** Nothing of it separates, matches or climbs in any store, and two texts never have one spelling. */
const spelt = (text: string) => encodeURIComponent(text).replace(/[!'()*.]/g, escaped);

/** `names`: of a session, and behind it of its child and so on. Throws `invalid-argument` for what is no name. */
export function keyOf(scope: string, names: readonly string[]): SessionKey {
  const check = (what: string, text: unknown) =>
    requireThat(
      typeof text === 'string' &&
        isWellFormed(text) &&
        new TextEncoder().encode(text).length <= longest,
      `the ${what} of a stored session must be a text of at most ${longest} bytes, without lone surrogates`,
    );
  check('scope', scope);
  for (const name of names) check('id', name);
  return { scope: spelt(scope), id: names.map(spelt).join('/') };
}

/** The name of a child as a part of its id, in which a `/` begins the next one. */
export const segmentOf = (name: string): string => name.replace(/[%/]/g, encodeURIComponent);

/** As hosts know it, with a `/` before the name of each child. */
export function idOf({ id }: Pick<SessionKey, 'id'>): string {
  const [own = '', ...children] = id.split('/').map(decodeURIComponent);
  return [own, ...children.map(segmentOf)].join('/');
}
