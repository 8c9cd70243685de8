/**
 * What providers have said of how long a request may be. Decides how an answer bounds the window that a
 * model is thought to have; refuses to know how answers are read.
 */
import type { ModelFacts } from '../host.ts';
import { modelIdOf } from '../options.ts';
import type { Overflow } from './overflow.ts';

interface Limit {
  /** Tokens of prompt and reply. */
  window: number;
  /** Tokens that the provider keeps for a reply whose length the call does not say; 0: not known. */
  output: number;
}

/** A request that was refused without a number: a little less than it had is taken to be the limit. */
const unstated = 0.95;
/** No model has less, tokens: a smaller number in an error means something else. */
const leastWindow = 512;

/** Limits of all models that one compactor's sessions ask, by provider and id. */
export class Limits {
  readonly #known = new Map<string, Limit>();

  /** `sent`: tokens of the request, as far as known. Returns the window that counts from now on. */
  learn(model: unknown, { limit, input = 0, output = 0 }: Overflow, sent: number): number {
    const key = keyOf(model);
    const known = this.#known.get(key);
    const guessed = Math.floor((input || sent) * unstated);
    const window = Math.max(leastWindow, limit ?? guessed);
    const least = Math.min(window, known?.window ?? Number.POSITIVE_INFINITY);
    this.#known.set(key, { window: least, output: Math.max(output, known?.output ?? 0) });
    return least;
  }

  /** A model's facts within what its provider has said. */
  within(facts: ModelFacts, model: unknown): ModelFacts {
    const known = this.#known.get(keyOf(model));
    if (known === undefined || known.window >= facts.contextWindow) return facts;
    return { ...facts, contextWindow: known.window };
  }

  /** Tokens that the provider keeps for the reply; 0: not known. */
  outputOf(model: unknown): number {
    return this.#known.get(keyOf(model))?.output ?? 0;
  }
}

function keyOf(model: unknown): string {
  const provider = (model as { provider?: unknown } | undefined | null)?.provider;
  return `${typeof provider === 'string' ? provider : ''} ${modelIdOf(model) ?? ''}`;
}
