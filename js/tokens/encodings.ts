/**
 * Which exact encoding serves a model. The table is data; an id that it does not name gets the nearest
 * encoding, and is told so.
 */
import type { ExactEncoding } from '../load/exact-parts.ts';

export interface EncodingChoice {
  encoding: ExactEncoding;
  /** The model is known to use this encoding: its counts are exact. */
  exact: boolean;
}

/** Beginnings of model ids, longest first where one begins another. */
const beginnings: readonly (readonly [beginning: string, encoding: ExactEncoding])[] = [
  ['gpt-4o', 'o200k_base'],
  ['chatgpt-4o', 'o200k_base'],
  ['gpt-4.1', 'o200k_base'],
  ['gpt-4.5', 'o200k_base'],
  ['gpt-5', 'o200k_base'],
  ['gpt-oss', 'o200k_base'],
  ['codex-mini', 'o200k_base'],
  ['computer-use-preview', 'o200k_base'],
  ['o1', 'o200k_base'],
  ['o3', 'o200k_base'],
  ['o4', 'o200k_base'],
  ['gpt-4', 'cl100k_base'],
  ['gpt-3.5', 'cl100k_base'],
  ['gpt-35', 'cl100k_base'],
  ['text-embedding-3', 'cl100k_base'],
  ['text-embedding-ada-002', 'cl100k_base'],
];

/** Where a model id's next part may begin, so that "o1" does not claim "o1000". */
const boundary = /^(?:$|[-.:@_]|o(?:$|-))/;

/** The encoding of a model id in any provider's spelling ("openai/gpt-4o", "ft:gpt-4o-mini:acme"). */
export function encodingOf(model: string): EncodingChoice {
  const id = model.toLowerCase();
  const name = (id.startsWith('ft:') ? id.slice(3) : id).split('/').at(-1) ?? '';
  for (const [beginning, encoding] of beginnings) {
    const own = name.startsWith('openai.') ? name.slice('openai.'.length) : name;
    if (own.startsWith(beginning) && boundary.test(own.slice(beginning.length))) {
      return { encoding, exact: true };
    }
  }
  return { encoding: 'o200k_base', exact: false };
}
