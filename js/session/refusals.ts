/** What the refused requests of a session have taught, and the way back where it was not their size. */
import { type LearnedLimit, Limits, mostTries, type Sizes } from '../overflow/limits.ts';
import type { Overflow } from '../overflow/refusal.ts';

export class Refusals {
  limits = new Limits();
  /** In a row. */
  #tries = 0;
  /** What they go back to where nothing helps. */
  #before: { state: string; limits: Limits } | undefined;

  /** One more. False where nothing more is to be tried. */
  add(state: () => string): boolean {
    if (this.#tries === mostTries) return false;
    if (this.#tries === 0) this.#before = { state: state(), limits: this.limits.copy() };
    this.#tries += 1;
    return true;
  }

  learn(
    modelId: string,
    overflow: Overflow,
    sizes: { refused: number; stated: number },
  ): LearnedLimit | undefined {
    return this.limits.learn(modelId, overflow, { ...sizes, tries: this.#tries });
  }

  /** It was not the size, and nothing was learned. Returns the state to go back to, where there is one. */
  giveUp(): string | undefined {
    const before = this.#before;
    this.#before = undefined;
    this.#tries = mostTries;
    if (before !== undefined) this.limits = before.limits;
    return before?.state;
  }

  /** A request was served: what has grown because of it. */
  served(modelId: string, sizes: Sizes): LearnedLimit[] {
    this.#tries = 0;
    this.#before = undefined;
    return this.limits.served(modelId, sizes);
  }

  /** The next request is another one. */
  startOver(): void {
    this.#tries = 0;
  }
}
