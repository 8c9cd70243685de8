/**
 * Counts messages and whole requests for a model. The sums are made in count-messages.ts and
 * count-request.ts.
 */

import type { DialectName } from '../dialects/dialect.ts';
import type { CountText, Pricing, TokenBreakdown } from './count-messages.ts';
import { type Counted, countMessages, countRequest, type RequestContent } from './count-request.ts';
import type { EstimateOptions, FamilyChoice, TokenEstimator } from './estimator.ts';
import { writesTypeScript } from './tool-definitions.ts';

export interface CountMessagesOptions extends EstimateOptions {
  /** Counts the texts in place of the estimator: what `loadExactCounter` resolves to. */
  exact?: { count(text: string): number } | undefined;
  /** The message shape, where detection should not decide. */
  dialect?: DialectName | 'auto' | undefined;
  /** Counts what can be read of a message instead of refusing it. */
  lenient?: boolean | undefined;
}

export interface MessagesCount extends FamilyChoice {
  /** Tokens in all: the sum of the breakdown. */
  tokens: number;
  breakdown: TokenBreakdown;
  /** Tokens of each message, in the order of the array. */
  messages: number[];
}

export interface CountRequestOptions extends CountMessagesOptions, RequestContent {}

/** Tokens of messages, without what begins every request. */
export function messagesCount(
  estimator: TokenEstimator,
  messages: readonly unknown[],
  options: CountMessagesOptions = {},
): MessagesCount {
  const { pricing, ...choice } = choose(estimator, options);
  return told(choice, countMessages(pricing, messages, options));
}

/** Tokens of a request: system prompt, tools, messages, and what wraps them. */
export function requestCount(
  estimator: TokenEstimator,
  request: CountRequestOptions,
): MessagesCount {
  const { pricing, ...choice } = choose(estimator, request);
  const typeScriptTools = writesTypeScript(choice.family);
  return told(choice, countRequest(pricing, request, { ...request, typeScriptTools }));
}

function told({ family, known }: FamilyChoice, counted: Counted): MessagesCount {
  const { tokens, breakdown, messages } = counted;
  return { tokens, family, known, breakdown, messages };
}

function choose(
  estimator: TokenEstimator,
  options: CountMessagesOptions,
): FamilyChoice & { pricing: Pricing } {
  const { exact, safe } = options;
  const { family, known, rates } = estimator.ratesFor(options);
  const text: CountText =
    exact === undefined
      ? (words) => estimator.estimateTokens(words, { family, safe })
      : (words) => exact.count(words);
  return { family, known, pricing: { text, rates } };
}
