/** What a refusal for size tells. */

/** What a provider refused a request for. */
export interface Overflow {
  of: 'tokens' | 'bytes' | 'images';
  /** The limit as the provider tells it: tokens of prompt (or prompt and reply together), bytes, images. */
  limit?: number;
  /** How large the refused request was, as the provider counts it. */
  size?: number;
}
