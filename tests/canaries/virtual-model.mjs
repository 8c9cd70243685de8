/**
 * A model that takes its time by a clock of its own, so that minutes of waiting pass in no time.
 * Decides when a summary comes; refuses to know who waits for it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Turns of the event loop after which whoever does nothing is taken to wait. */
const idleTurns = 4;

export class VirtualModel {
  /** Milliseconds since the start, by the virtual clock. */
  now = 0;
  /** Summaries asked for so far. */
  requests = 0;
  /** Soonest first, since all take equally long. */
  #pending = [];
  #millis;
  #write;

  /** `write(request)` gives a summary's text; each comes `millis` after it was asked for. */
  constructor(millis, write) {
    this.#millis = millis;
    this.#write = write;
  }

  summarize = (request, { signal }) => {
    this.requests += 1;
    return new Promise((resolve, reject) => {
      const entry = {
        due: this.now + this.#millis,
        come: () => resolve({ text: this.#write(request), finishReason: 'stop' }),
      };
      this.#pending.push(entry);
      signal.addEventListener('abort', () => {
        this.#pending = this.#pending.filter((other) => other !== entry);
        reject(signal.reason);
      });
    });
  };

  /** Lets `millis` pass, with every summary that comes in them. */
  async pass(millis) {
    const until = this.now + millis;
    while (this.#pending[0]?.due <= until) await this.#deliver();
    this.now = until;
  }

  /**
   * Waits for `work` as a host does. Returns what it gives, how long that took by the virtual clock
   * (`stall`), and in reality (`own`): the waiting takes none of that time.
   */
  async await(work) {
    const began = this.now;
    const start = performance.now();
    let own;
    const done = work().finally(() => {
      own = performance.now() - start;
    });
    // A failure is thrown below.
    done.catch(() => {});
    for (;;) {
      for (let turn = 0; turn < idleTurns && own === undefined; turn += 1) await nextTurn();
      if (own !== undefined) break;
      // Where nothing is pending it is busy in real time.
      if (this.#pending.length > 0) await this.#deliver();
    }
    return { value: await done, stall: this.now - began, own };
  }

  async #deliver() {
    const entry = this.#pending.shift();
    this.now = Math.max(this.now, entry.due);
    entry.come();
    await nextTurn();
  }
}
