/** What a refusal for size is, and what is known of one. */

/** What a provider refused a request for. */
export interface Overflow {
  of: 'tokens' | 'bytes' | 'images';
  /** The limit as the provider tells it: tokens of prompt (or prompt and reply together), bytes, images. */
  limit?: number;
  /** How large the refused request was, as the provider counts it. */
  size?: number;
}

/**
 * A wording. Its named groups are numbers, digits with or without commas:
 * `limit`; `size`, what was held against it; in place of `size` also `part` and `rest`, which add up to it,
 * or `over`, by how much it passes the limit. `rest` is what leaving messages out can't shrink: the reply
 * that was asked for, pages of documents. `unit` is that of bytes.
 */
export interface Refusal {
  provider: string;
  /** A page where the wording stands, as the provider sent it. */
  source: string;
  of: Overflow['of'];
  pattern: RegExp;
}
