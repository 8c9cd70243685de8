/**
 * The line of a session's calls: one rewrite at a time, so that each sees what the one before decided.
 * Decides who is next; refuses to know what a turn does.
 */
import { abortsBefore } from './host-call.ts';

export class TurnQueue {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** Nobody is at work or in line. */
  get idle(): boolean {
    return this.#waiting === 0;
  }

  /** Does `work` behind all that came before; `otherwise` where the signal aborts before its turn. */
  async run<T>(
    work: () => Promise<T>,
    otherwise: () => T | Promise<T> = work,
    signal?: AbortSignal,
  ): Promise<T> {
    const before = this.#last;
    let done = () => {};
    this.#last = new Promise<void>((resolve) => {
      done = resolve;
    });
    this.#waiting += 1;
    try {
      return await ((await abortsBefore(before, signal)) ? otherwise() : work());
    } finally {
      this.#waiting -= 1;
      // Who left the line was not its first.
      void before.then(done);
    }
  }
}
