/**
 * Calls of the host's model under way and what came of them, by the id of the request that they
 * answer. Decides how many run at once; refuses to know why a request is made and what an answer is
 * worth.
 */
import type { Answer } from './host-call.ts';
import type { SummaryReply, SummaryRequest } from './types.ts';

export type Ask = (request: SummaryRequest, signal: AbortSignal) => Promise<Answer<SummaryReply>>;

interface Call {
  /** Undefined where an answer came before anyone asked. */
  request: SummaryRequest | undefined;
  answer: Answer<SummaryReply> | undefined;
  /** The host's callback was asked, or stands in line. */
  here: boolean;
  /** The answer was used. */
  used: boolean;
  controller: AbortController;
}

export class Calls {
  readonly #ask: Ask;
  readonly #most: number;
  readonly #calls = new Map<string, Call>();
  readonly #queue: string[] = [];
  #running = 0;
  #waiting: (() => void)[] = [];

  /** At most `most` calls of `ask`, which never rejects, at once. */
  constructor(ask: Ask, most: number) {
    this.#ask = ask;
    this.#most = most;
  }

  /** Somebody is to answer a request; with `here` that is the host's callback. */
  begin(id: string, request: SummaryRequest, here: boolean): void {
    const call = this.#calls.get(id) ?? this.#add(id, request);
    if (!here || call.here) return;
    call.here = true;
    this.#queue.push(id);
    this.#next();
  }

  /** Takes an answer that came another way. */
  deliver(id: string, answer: Answer<SummaryReply>): void {
    const call = this.#calls.get(id) ?? this.#add(id, undefined);
    call.answer ??= answer;
    call.controller.abort();
    this.#wake();
  }

  get size(): number {
    return this.#calls.size;
  }

  knows(id: string): boolean {
    return this.#calls.has(id);
  }

  answerOf(id: string): Answer<SummaryReply> | undefined {
    return this.#calls.get(id)?.answer;
  }

  /** Whether the answer is used for the first time. A postponed rewrite is answered more than once. */
  use(id: string): boolean {
    const call = this.#calls.get(id);
    if (call === undefined || call.used) return false;
    call.used = true;
    return true;
  }

  /** The requests that have no answer, oldest first. */
  get open(): [string, SummaryRequest][] {
    return [...this.#calls].flatMap(([id, { request, answer }]) =>
      request === undefined || answer !== undefined ? [] : [[id, request]],
    );
  }

  /**
   * Resolves when one of the calls has its answer or was forgotten. When `signal` aborts, they end as
   * aborted.
   */
  async anyOf(ids: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const abort = () => {
      for (const id of ids) this.#end(id, signal?.reason);
    };
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      while (ids.every((id) => this.#calls.has(id) && this.answerOf(id) === undefined)) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Lets go of all but these. The requests that went without having been used. */
  keepOnly(ids: ReadonlySet<string>): SummaryRequest[] {
    const gone = [...this.#calls].filter(([id]) => !ids.has(id));
    for (const [id, { controller }] of gone) {
      this.#calls.delete(id);
      controller.abort();
    }
    this.#wake();
    return gone.flatMap(([, { request, used }]) =>
      request === undefined || used ? [] : [request],
    );
  }

  #add(id: string, request: SummaryRequest | undefined): Call {
    const controller = new AbortController();
    const call = { request, answer: undefined, here: false, used: false, controller };
    this.#calls.set(id, call);
    return call;
  }

  #end(id: string, reason: unknown): void {
    const call = this.#calls.get(id);
    if (call === undefined || call.answer !== undefined) return;
    call.answer = { kind: 'aborted', error: reason };
    call.controller.abort(reason);
    this.#wake();
  }

  #next(): void {
    while (this.#running < this.#most) {
      const id = this.#queue.shift();
      if (id === undefined) return;
      const call = this.#calls.get(id);
      if (call?.request === undefined || call.answer !== undefined) continue;
      this.#running += 1;
      void this.#ask(call.request, call.controller.signal).then((answer) => {
        this.#running -= 1;
        call.answer ??= answer;
        this.#wake();
        this.#next();
      });
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
