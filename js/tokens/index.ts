/** Counting tokens: the subpath `epitome/tokens`, without the compaction engine. */

import type { TokenFamily } from '../types/families.ts';
import { refuseOption } from '../values/require.ts';
import {
  type CountMessagesOptions,
  type CountRequestOptions,
  type MessagesCount,
  messagesCount,
  requestCount,
} from './accounting.ts';
import { optionsFor, requireMessages, someText, textOrNone } from './arguments.ts';
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
  estimateTokens(text: string | null | undefined, options: EstimateOptions = {}): number {
    const own = optionsFor('estimateTokens', 'estimate', options);
    return this.#estimator.estimateTokens(textOrNone('estimateTokens', text), own);
  }

  /** The estimate with its safe bound, and which tokenizer family it was made for. */
  inspectTokens(text: string | null | undefined, options: FamilyOptions = {}): TokenEstimate {
    const own = optionsFor('inspectTokens', 'family', options);
    return this.#estimator.inspectTokens(textOrNone('inspectTokens', text), own);
  }

  /**
   * Tokens of messages of any dialect, by kind and one by one, with what wraps them. Throws
   * `invalid-message` with the index of one that can't be understood.
   */
  countMessages(messages: readonly unknown[], options: CountMessagesOptions = {}): MessagesCount {
    requireMessages('countMessages', messages);
    const own = optionsFor('countMessages', 'messages', options);
    return messagesCount(this.#estimator, messages, own);
  }

  /** Tokens of a whole request: system prompt, tool definitions, messages and what wraps them. */
  countRequest(request: CountRequestOptions): MessagesCount {
    return requestCount(this.#estimator, optionsFor('countRequest', 'request', request));
  }
}

/** Loads the estimator (once) and returns an object whose functions are synchronous. */
export async function createTokenCounter(options: LoadOptions = {}): Promise<TokenCounter> {
  return new TokenCounter(await loadEstimator(optionsFor('createTokenCounter', 'load', options)));
}

let shared: TokenCounter | undefined;

async function sharedCounter(options: LoadOptions): Promise<TokenCounter> {
  shared ??= await createTokenCounter(options);
  return shared;
}

/** Tokens of a text, estimated without a vocabulary; 0 where there is no text. */
export async function estimateTokens(
  text: string | null | undefined,
  options: EstimateOptions & LoadOptions = {},
): Promise<number> {
  const { wasm, ...own } = optionsFor('estimateTokens', 'estimate, load', options);
  return (await sharedCounter({ wasm })).estimateTokens(text, own);
}

/** The estimate with its safe bound, and which tokenizer family it was made for. */
export async function inspectTokens(
  text: string | null | undefined,
  options: FamilyOptions & LoadOptions = {},
): Promise<TokenEstimate> {
  const { wasm, ...own } = optionsFor('inspectTokens', 'family, load', options);
  return (await sharedCounter({ wasm })).inspectTokens(text, own);
}

/** Exact tokens of a text. The vocabulary is loaded with the first call that needs it. */
export async function countTokens(text: string, options: ExactOptions = {}): Promise<number> {
  const own = optionsFor('countTokens', 'exact', options);
  return (await import('./exact.ts')).countTokens(someText('countTokens', text), own);
}

/** The same, and whether the count is that of the model's own tokeniser. */
export async function inspectExactTokens(
  text: string,
  options: ExactOptions = {},
): Promise<ExactCount> {
  const where = 'inspectExactTokens';
  const own = optionsFor(where, 'exact', options);
  return (await import('./exact.ts')).inspectExactTokens(someText(where, text), own);
}

/** Loads an exact counter, which counts and cuts texts without waiting. */
export async function loadExactCounter(options: ExactOptions = {}): Promise<ExactCounter> {
  const own = optionsFor('loadExactCounter', 'exact', options);
  return (await import('./exact.ts')).loadExactCounter(own);
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
  const { wasm, ...own } = optionsFor('countMessages', 'messages, load', options);
  const counter = await sharedCounter({ wasm });
  return counter.countMessages(messages, await withExact(counter, own));
}

/** Tokens of a whole request: system prompt, tool definitions, messages and what wraps them. */
export async function countRequest(request: OnDemand<CountRequestOptions>): Promise<MessagesCount> {
  const { wasm, ...own } = optionsFor('countRequest', 'request, load', request);
  const counter = await sharedCounter({ wasm });
  return counter.countRequest(await withExact(counter, own));
}

async function withExact<O extends CountMessagesOptions>(
  counter: TokenCounter,
  { exact, ...others }: Omit<OnDemand<O>, 'wasm'>,
): Promise<O> {
  if (exact !== true) return { ...others, exact: exact || undefined } as unknown as O;
  const { model, family: named } = others as FamilyOptions;
  const { family } = counter.countMessages([], { model, family: named });
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
