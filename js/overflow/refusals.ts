/**
 * What providers say when a request is too large. To know one more, add a row to the wordings of its unit,
 * below the provider's name and a page where the wording stands as it was sent.
 *
 * Rows are tried from the top, so one that tells more stands above one that tells less. Patterns see at most
 * 4,000 characters, with white space folded to single spaces; none may repeat a repetition.
 */
import { byteWordings } from './byte-wordings.ts';
import { imageWordings } from './image-wordings.ts';
import type { Overflow } from './refusal.ts';
import { tokenWordings } from './token-wordings.ts';

/**
 * Named groups are numbers, digits with or without commas:
 * `limit`; `size`, what was held against it; in place of `size` also `part` and `rest`, which add up to it,
 * or `over`, by how much it passes the limit. `rest` is what leaving messages out can't shrink: the reply
 * that was asked for, pages of documents. `unit` is that of bytes.
 */
export const refusals: readonly { of: Overflow['of']; pattern: RegExp }[] = [
  ...imageWordings.map((pattern) => ({ of: 'images', pattern }) as const),
  ...tokenWordings.map((pattern) => ({ of: 'tokens', pattern }) as const),
  ...byteWordings.map((pattern) => ({ of: 'bytes', pattern }) as const),
];
