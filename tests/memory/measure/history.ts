/** The raw history as one text. Decides where in it each message begins. */
import { textOfMessage } from './texts.ts';

export class History {
  readonly text: string;
  readonly #starts: number[] = [];

  constructor(messages: readonly object[]) {
    const texts = messages.map(textOfMessage);
    let at = 0;
    for (const text of texts) {
      this.#starts.push(at);
      at += text.length + 1;
    }
    this.text = texts.join('\n');
  }

  /** The text before message `end`. */
  before(end: number): string {
    return this.text.slice(0, this.#starts[end]);
  }
}
