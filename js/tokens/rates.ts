/**
 * What a request costs beside its texts, for one model: envelopes and media. The prices are in
 * `src/tokens/media.cc` and `src/tokens/envelope.cc`.
 */
import type { PartKind, Role } from '../dialects/dialect.ts';
import type { MediaFacts } from '../media/facts.ts';

/** Functions of tokens.wasm; `bindings/tokens/rates.cc` says what each does. */
export interface RateExports {
  mediaRule(family: number, bytes: number): number;
  mediaTokens(...media: readonly number[]): number;
  mediaBound(...media: readonly number[]): number;
  messageOverhead(family: number, role: number): number;
  partOverhead(family: number, kind: number): number;
  textCost(family: number, kind: number, tokens: number): number;
  toolOverhead(family: number): number;
  toolsOverhead(family: number): number;
  requestOverhead(family: number): number;
}

/** All in tokens. */
export interface Rates {
  /** Wraps a message of a role. */
  message(role: Role): number;
  /** Wraps a part of a kind. */
  part(kind: PartKind): number;
  /** What a part's text counts that has so many tokens as it is. */
  text(kind: PartKind, tokens: number): number;
  media(facts: MediaFacts): number;
  /** Wraps one tool's definition. */
  readonly tool: number;
  /** Once in a request with tools, and once in every request. */
  readonly tools: number;
  readonly request: number;
}

/**
 * The rates of a family's prices and of a media rule that `mediaRule` answered. With `safe` media
 * cost the most that they may; envelopes are fixed.
 */
export function ratesOf(exports: RateExports, family: number, rule: number, safe = false): Rates {
  const price = safe ? exports.mediaBound : exports.mediaTokens;
  return {
    message: (role) => exports.messageOverhead(family, role),
    part: (kind) => exports.partOverhead(family, kind),
    text: (kind, tokens) => exports.textCost(family, kind, tokens) >>> 0,
    media({ shape, detail, byteLength, width, height, length }) {
      const numbers = [byteLength, width, height, length].map(word);
      return price(rule, shape, detail, ...numbers) >>> 0;
    },
    tool: exports.toolOverhead(family),
    tools: exports.toolsOverhead(family),
    request: exports.requestOverhead(family),
  };
}

/** A number as 32 bits can hold it. */
function word(value: number): number {
  return value > 0 ? Math.min(Math.floor(value), 0xffff_ffff) : 0;
}
