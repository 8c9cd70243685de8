/** An answer under way. Whoever asks for it reads it from its beginning; when nobody does, it is stopped. */

/** Between two signs of life while the model says nothing: workerd sees that a client has left when it writes. */
const beat = 1000;
const signOfLife = new TextEncoder().encode(': \n\n');

export class Running {
  readonly #stop = new AbortController();
  readonly #chunks: Uint8Array[] = [];
  #patience: number;
  #readers = 0;
  #ended = false;
  #news = Promise.withResolvers<void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `patience`: milliseconds in which a reader may come back. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** Aborted when the answer is to stop. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Keeps what a stream gives, to its end. Resolves when it has ended; never rejects. */
  async keep(stream: ReadableStream<string>): Promise<void> {
    const encoder = new TextEncoder();
    const write = (text: string) => {
      this.#chunks.push(encoder.encode(text));
      this.#tell();
    };
    await stream.pipeTo(new WritableStream({ write })).catch(console.error);
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#tell();
  }

  /**
   * The answer from its beginning. A reader has left when `signal` is aborted or the stream is cancelled:
   * not every host does both.
   */
  read(signal: AbortSignal): ReadableStream<Uint8Array> {
    let next = 0;
    let left = false;
    const leave = () => {
      if (!left) this.#left();
      left = true;
    };
    this.#readers += 1;
    clearTimeout(this.#timer);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    return new ReadableStream({
      pull: async (controller) => {
        if (next === this.#chunks.length && !this.#ended) await this.#newsOrBeat();
        if (left) return;
        if (next === this.#chunks.length && !this.#ended) return controller.enqueue(signOfLife);
        const chunk = this.#chunks[next];
        next += 1;
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel: leave,
    });
  }

  /** Stops the answer, now or as soon as nobody reads it. */
  stopUnread(): void {
    this.#patience = 0;
    if (this.#readers === 0) this.#stop.abort();
  }

  async #newsOrBeat(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const pause = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, beat);
    });
    await Promise.race([this.#news.promise, pause]);
    clearTimeout(timer);
  }

  #left(): void {
    this.#readers -= 1;
    if (this.#readers > 0 || this.#ended) return;
    if (this.#patience === 0) this.stopUnread();
    else this.#timer = setTimeout(() => this.stopUnread(), this.#patience);
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
