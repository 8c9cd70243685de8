/** Work that is done one at a time: a second call sees what the first has decided. */
import { abortsBefore } from '../fold/host-call.ts';

export class Line {
  #last: Promise<void> = Promise.resolve();
  #length = 0;
  readonly #onLeave: () => void;

  constructor(onLeave: () => void) {
    this.#onLeave = onLeave;
  }

  get idle(): boolean {
    return this.#length === 0;
  }

  /** `otherwise` is for work whose signal aborts before its turn. */
  async inTurn<T>(
    work: () => Promise<T>,
    otherwise: () => T | Promise<T> = work,
    signal?: AbortSignal,
  ): Promise<T> {
    const [before, isFirst] = [this.#last, this.idle];
    let done = () => {};
    this.#last = new Promise<void>((resolve) => {
      done = resolve;
    });
    this.#length += 1;
    try {
      return await (!isFirst && (await abortsBefore(before, signal)) ? otherwise() : work());
    } finally {
      this.#length -= 1;
      this.#onLeave();
      // Who left the line was not its first.
      void before.then(done);
    }
  }
}
