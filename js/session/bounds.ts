/** How large a request to a model may be: what is known and stated of it, and what its provider has refused. */
import type { ModelFacts } from '../models/facts.ts';
import type { Limits, Sizes } from '../overflow/limits.ts';
import type { CompactorOptions } from '../types.ts';
import type { Counting } from './host.ts';

/** `kRequestBytes` of `src/budget/budget.h`. */
const defaultRequestBytes = 20_000_000;

export interface Bounds {
  /** With what was refused. */
  facts: ModelFacts;
  /** Those that the provider takes, where they are fewer than the host says. */
  requestBytes: number | undefined;
  /** Without what was refused; no images stand for any number. */
  stated: Sizes;
}

export function boundsOf(
  counting: Counting,
  options: CompactorOptions,
  limits: Limits,
  stepModel: string | undefined,
): Bounds {
  const facts = counting.factsOf(options, stepModel);
  const { contextWindow, requestImages } = facts;
  const { requestBytes = defaultRequestBytes } = options;
  const { tokens = Infinity, bytes = Infinity, images = Infinity } = limits.of(facts.modelId);
  return {
    facts: {
      ...facts,
      requestImages: images < (requestImages || Infinity) ? images : requestImages,
      ...(tokens < contextWindow && { contextWindow: tokens, window: 'stated' }),
    },
    requestBytes: bytes < requestBytes ? bytes : undefined,
    stated: { tokens: contextWindow, bytes: requestBytes, images: requestImages },
  };
}
