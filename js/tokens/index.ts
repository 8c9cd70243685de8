/**
 * Counting tokens: the subpath `epitome/tokens`, without the compaction engine. Decides what it
 * offers; the estimate is estimator.ts's.
 */
import { EpitomeError } from '../errors.ts';
import {
  type EstimateOptions,
  type FamilyOptions,
  loadEstimator,
  type TokenEstimate,
  type TokenEstimator,
} from './estimator.ts';

export { EpitomeError } from '../errors.ts';
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

function checkText(text: unknown): void {
  if (typeof text !== 'string') {
    throw new EpitomeError('invalid-argument', 'the text to count must be a string');
  }
}
