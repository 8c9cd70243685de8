/**
 * What a provider with a prompt cache asks for requests: tokens that the request before began with as well,
 * at the price of reading the cache; the rest at the price of writing it, or of input where writing costs
 * no more; replies at the price of output. Records that code writes cost nothing.
 */

/** US dollars for a million tokens. */
export interface Prices {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

export interface Billed {
  sent: number;
  /** Of `sent`, what the request before began with as well. */
  cached: number;
  /** Tokens of the reply. */
  output: number;
}

/** Models to choose from, whose prices epitome knows. */
export const pricedModels = [
  'claude-sonnet-5',
  'claude-opus-5.5',
  'claude-haiku-4.5',
  'gpt-6-sol',
  'gemini-3.8-flash',
  'deepseek-v4.1-flash',
  'kimi-k3',
  'glm-5.3',
] as const;
export type PricedModel = (typeof pricedModels)[number];

/** US dollars by the end of each request and its reply: of it and all before it. */
export function spendingOf(requests: readonly Billed[], prices: Prices): number[] {
  const { output, cacheRead, cacheWrite } = prices;
  let millionths = 0;
  return requests.map((one) => {
    millionths +=
      one.cached * cacheRead + (one.sent - one.cached) * cacheWrite + one.output * output;
    return millionths / 1e6;
  });
}

/** US dollars of all requests and their replies. */
export const costOf = (requests: readonly Billed[], prices: Prices): number =>
  spendingOf(requests, prices).at(-1) ?? 0;
