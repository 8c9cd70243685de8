/**
 * Counting tokens: the subpath `epitome/tokens`, without the compaction engine. Decides what it
 * offers; the estimate is estimator.ts's.
 */
import { EpitomeError } from '../errors.ts';
import {
  type CountMessagesOptions,
  type CountRequestOptions,
  type MessagesCount,
  messagesCount,
  requestCount,
} from './accounting.ts';
import {
  type EstimateOptions,
  type FamilyOptions,
  loadEstimator,
  type TokenEstimate,
  type TokenEstimator,
} from './estimator.ts';

export { EpitomeError } from '../errors.ts';
export type { CountMessagesOptions, CountRequestOptions, MessagesCount } from './accounting.ts';
export type { TokenBreakdown } from './count-messages.ts';
export type { RequestContent } from './count-request.ts';
export {
  type EstimateOptions,
  type FamilyChoice,
  type FamilyOptions,
  type TokenEstimate,
  type TokenFamily,
  tokenFamilies,
} from './estimator.ts';

/** Counts without waiting, for hot loops. */
export class TokenCounter {
  readonly #estimator: TokenEstimator;

  /** @internal Use `createTokenCounter`. */
  constructor(estimator: TokenEstimator) {
    this.#estimator = estimator;
  }

  /** Tokens of a text, estimated without a vocabulary. */
  estimateTokens(text: string, options?: EstimateOptions): number {
    checkText(text);
    return this.#estimator.estimateTokens(text, options);
  }

  /** The estimate with its safe bound, and which tokenizer family it was made for. */
  inspectTokens(text: string, options?: FamilyOptions): TokenEstimate {
    checkText(text);
    return this.#estimator.inspectTokens(text, options);
  }

  /**
   * Tokens of messages of any dialect, by kind and one by one, with what wraps them. Throws
   * `invalid-message` with the index of one that can't be understood.
   */
  countMessages(messages: readonly unknown[], options?: CountMessagesOptions): MessagesCount {
    return messagesCount(this.#estimator, messages, options);
  }

  /** Tokens of a whole request: system prompt, tool definitions, messages and what wraps them. */
  countRequest(request: CountRequestOptions): MessagesCount {
    return requestCount(this.#estimator, request);
  }
}

/** Loads the estimator (once) and returns an object whose functions are synchronous. */
export async function createTokenCounter(): Promise<TokenCounter> {
  return new TokenCounter(await loadEstimator());
}

let shared: TokenCounter | undefined;

async function sharedCounter(): Promise<TokenCounter> {
  shared ??= await createTokenCounter();
  return shared;
}

/** Tokens of a text, estimated without a vocabulary. */
export async function estimateTokens(text: string, options?: EstimateOptions): Promise<number> {
  return (await sharedCounter()).estimateTokens(text, options);
}

/** The estimate with its safe bound, and which tokenizer family it was made for. */
export async function inspectTokens(text: string, options?: FamilyOptions): Promise<TokenEstimate> {
  return (await sharedCounter()).inspectTokens(text, options);
}

/** Tokens of messages of any dialect, by kind and one by one, with what wraps them. */
export async function countMessages(
  messages: readonly unknown[],
  options?: CountMessagesOptions,
): Promise<MessagesCount> {
  return (await sharedCounter()).countMessages(messages, options);
}

/** Tokens of a whole request: system prompt, tool definitions, messages and what wraps them. */
export async function countRequest(request: CountRequestOptions): Promise<MessagesCount> {
  return (await sharedCounter()).countRequest(request);
}

function checkText(text: unknown): void {
  if (typeof text !== 'string') {
    throw new EpitomeError('invalid-argument', 'the text to count must be a string');
  }
}
