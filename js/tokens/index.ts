/** Counting tokens: the subpath `epitome/tokens`, without the compaction engine. */

import { EpitomeError } from '../errors.ts';
import type { TokenFamily } from '../types/families.ts';
import { refuseOption } from '../values/require.ts';
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
  type LoadOptions,
  loadEstimator,
  type TokenEstimate,
  type TokenEstimator,
} from './estimator.ts';
import type { ExactCount, ExactCounter, ExactOptions } from './exact.ts';

export { EpitomeError } from '../errors.ts';
export { type TokenFamily, tokenFamilies } from '../types/families.ts';
export type { CountMessagesOptions, CountRequestOptions, MessagesCount } from './accounting.ts';
export type { TokenBreakdown } from './count-messages.ts';
export type { RequestContent } from './count-request.ts';
export type {
  EstimateOptions,
  FamilyChoice,
  FamilyOptions,
  LoadOptions,
  TokenEstimate,
} from './estimator.ts';
export type {
  EncodingChoice,
  ExactCount,
  ExactCounter,
  ExactEncoding,
  ExactOptions,
  TextHead,
} from './exact.ts';

/** Counts without waiting, for hot loops. */
export class TokenCounter {
  readonly #estimator: TokenEstimator;

  /** @internal Use `createTokenCounter`. */
  constructor(estimator: TokenEstimator) {
    this.#estimator = estimator;
  }

  /** Tokens of a text, estimated without a vocabulary; 0 where there is no text. */
  estimateTokens(text: string | null | undefined, options?: EstimateOptions): number {
    return this.#estimator.estimateTokens(checked(text), options);
  }

  /** The estimate with its safe bound, and which tokenizer family it was made for. */
  inspectTokens(text: string | null | undefined, options?: FamilyOptions): TokenEstimate {
    return this.#estimator.inspectTokens(checked(text), options);
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
export async function createTokenCounter(options?: LoadOptions): Promise<TokenCounter> {
  return new TokenCounter(await loadEstimator(options));
}

let shared: TokenCounter | undefined;

async function sharedCounter(options?: LoadOptions): Promise<TokenCounter> {
  shared ??= await createTokenCounter(options);
  return shared;
}

/** Tokens of a text, estimated without a vocabulary; 0 where there is no text. */
export async function estimateTokens(
  text: string | null | undefined,
  options?: EstimateOptions & LoadOptions,
): Promise<number> {
  return (await sharedCounter(options)).estimateTokens(text, options);
}

/** The estimate with its safe bound, and which tokenizer family it was made for. */
export async function inspectTokens(
  text: string | null | undefined,
  options?: FamilyOptions & LoadOptions,
): Promise<TokenEstimate> {
  return (await sharedCounter(options)).inspectTokens(text, options);
}

/** Exact tokens of a text. The vocabulary is loaded with the first call that needs it. */
export async function countTokens(text: string, options?: ExactOptions): Promise<number> {
  return (await import('./exact.ts')).countTokens(text, options);
}

/** The same, and whether the count is that of the model's own tokeniser. */
export async function inspectExactTokens(
  text: string,
  options?: ExactOptions,
): Promise<ExactCount> {
  return (await import('./exact.ts')).inspectExactTokens(text, options);
}

/** Loads an exact counter, which counts and cuts texts without waiting. */
export async function loadExactCounter(options?: ExactOptions): Promise<ExactCounter> {
  return (await import('./exact.ts')).loadExactCounter(options);
}

/** With `true` the exact counter of the model's family is loaded on demand. */
export type OnDemand<O extends CountMessagesOptions> = Omit<O, 'exact'> & {
  exact?: O['exact'] | boolean | undefined;
} & LoadOptions;

/** Tokens of messages of any dialect, by kind and one by one, with what wraps them. */
export async function countMessages(
  messages: readonly unknown[],
  options: OnDemand<CountMessagesOptions> = {},
): Promise<MessagesCount> {
  const counter = await sharedCounter(options);
  return counter.countMessages(messages, await withExact(counter, options));
}

/** Tokens of a whole request: system prompt, tool definitions, messages and what wraps them. */
export async function countRequest(request: OnDemand<CountRequestOptions>): Promise<MessagesCount> {
  const counter = await sharedCounter(request);
  return counter.countRequest(await withExact(counter, request));
}

async function withExact<O extends CountMessagesOptions>(
  counter: TokenCounter,
  options: OnDemand<O>,
): Promise<O> {
  const { exact, ...others } = options;
  if (typeof exact !== 'boolean') return options as O;
  if (!exact) return others as unknown as O;
  const { family } = counter.countMessages([], others as CountMessagesOptions);
  const encoding = exactEncodingOf(family);
  if (encoding === undefined) {
    refuseOption(
      `\`exact\` needs the vocabulary of ${family}, which the package does not have: leave it out, or pass a counter`,
    );
  }
  return { ...others, exact: await loadExactCounter({ encoding }) } as unknown as O;
}

function exactEncodingOf(family: TokenFamily): 'o200k_base' | 'cl100k_base' | undefined {
  return family === 'o200k' || family === 'cl100k' ? `${family}_base` : undefined;
}

function checked(text: unknown): string {
  if (text === undefined || text === null) return '';
  if (typeof text === 'string') return text;
  throw new EpitomeError('invalid-argument', 'the text to count must be a string');
}
