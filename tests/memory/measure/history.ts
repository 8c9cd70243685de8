/** The raw history as one text. Decides which message a place in it belongs to. */
import { lastIndexOfName } from './occurrence.ts';
import { textOfMessage } from './texts.ts';

export class History {
  readonly text: string;
  /** Where each message begins, and where the last one ends. */
  readonly #starts: number[] = [];

  constructor(messages: readonly object[]) {
    const texts = messages.map(textOfMessage);
    let at = 0;
    for (const text of texts) {
      this.#starts.push(at);
      at += text.length + 1;
    }
    this.#starts.push(at);
    this.text = texts.join('\n');
  }

  /** The text before message `end`. */
  before(end: number): string {
    return this.text.slice(0, this.#starts[end]);
  }

  /** The last message before `end` that names `name`; -1 for none. */
  lastSeen(name: string, end: number): number {
    const at = lastIndexOfName(this.text, name, Math.max(0, (this.#starts[end] as number) - 1));
    if (at < 0) return -1;
    let [low, high] = [0, end];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}
