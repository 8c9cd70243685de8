/**
 * Calls of the host's model under way and what came of them, by the id of the request that they answer.
 * Limits how many run at once, and makes none that would fail like another.
 */
import { type Listener, plainError } from '../events/events.ts';
import { isExternal } from '../options/core-options.ts';
import { isLasting } from '../summarizers/retrying.ts';
import type {
  CompactorEvent,
  CompactorOptions,
  ExtraCallReason,
  SummaryReply,
  SummaryRequest,
} from '../types.ts';
import type { Answer, Failure } from './host-call.ts';
import { askModel, type Deadline } from './summarizing.ts';

const defaultParallel = 3;

/** Who answers a request elsewhere brings the answer by `deliver`. */
const delivery = () => new Promise<string>(() => {});

/** A request with what is to be known of it beside its text. */
export interface Order {
  request: SummaryRequest;
  /** Undefined for the one call that a summary needs. */
  reason: ExtraCallReason | undefined;
  /** Of the step that made it, as is its listener. */
  deadline: Deadline;
  onEvent: Listener | undefined;
}

interface Call {
  /** Undefined where an answer came before anyone asked. */
  order: Order | undefined;
  answer: Answer<SummaryReply> | undefined;
  /** The host's callback was asked, or stands in line. */
  here: boolean;
  /** The answer was used. */
  used: boolean;
  controller: AbortController;
}

export class Calls {
  readonly #sessionId: string;
  readonly #options: CompactorOptions;
  readonly #tell: (event: CompactorEvent, listener: Listener | undefined) => void;
  readonly #most: number;
  readonly #calls = new Map<string, Call>();
  readonly #queue: string[] = [];
  /** Requests that the host was told of while nobody was at work on them here. */
  readonly #elsewhere = new Set<string>();
  #running = 0;
  #waiting: (() => void)[] = [];

  /** `tell` hears of calls beyond one for each summary, with the listener of the step that made them. */
  constructor(
    sessionId: string,
    options: CompactorOptions,
    tell: (event: CompactorEvent, listener: Listener | undefined) => void,
  ) {
    this.#sessionId = sessionId;
    this.#options = options;
    this.#tell = tell;
    this.#most = options.summarizeParallel ?? defaultParallel;
  }

  /** Somebody is to answer a request; with `here` that is the host's callback. */
  begin(id: string, order: Order, here: boolean): void {
    const call = this.#calls.get(id) ?? this.#add(id, order);
    if (!here || call.here) return;
    call.here = true;
    this.#queue.push(id);
    this.#next();
  }

  isAskedHere(id: string): boolean {
    return this.#calls.get(id)?.here === true;
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

  /** The requests that have no answer, oldest first. From now on somebody else may be at work on them. */
  handOut(): [string, SummaryRequest][] {
    return [...this.#calls].flatMap(([id, { order, answer, here }]) => {
      if (order === undefined || answer !== undefined) return [];
      if (!here) this.#elsewhere.add(id);
      return [[id, order.request]];
    });
  }

  /** Requests that another process may have handed out. */
  leaveElsewhere(ids: Iterable<string>): void {
    for (const id of ids) this.#elsewhere.add(id);
  }

  /** Answers to these requests, given or to come, are those of another session: nobody pays for them twice. */
  share(other: Calls, ids: Iterable<string>): void {
    for (const id of ids) {
      const call = other.#calls.get(id);
      if (call === undefined || this.#calls.has(id)) continue;
      const own = this.#add(id, call.order);
      own.here = call.here;
      own.used = true;
      void this.#follow(other, id);
    }
  }

  async #follow(other: Calls, id: string): Promise<void> {
    await other.anyOf([id], []);
    const answer = other.answerOf(id);
    if (answer?.kind === 'answer') return this.deliver(id, answer);
    // Nobody writes it there any more: it is asked for here, where it is needed.
    if (this.answerOf(id) === undefined) this.#calls.delete(id);
    this.#wake();
  }

  /** Those that have no answer get this one. */
  end(ids: Iterable<string>, failure: Failure): void {
    for (const id of ids) {
      const call = this.#calls.get(id);
      if (call === undefined || call.answer !== undefined) continue;
      call.answer = failure;
      call.controller.abort(failure.error);
    }
    this.#wake();
  }

  /** Resolves when one of the calls has its answer or was forgotten, or a signal aborts. */
  async anyOf(
    ids: readonly string[],
    signals: readonly (AbortSignal | undefined)[],
  ): Promise<void> {
    const wake = () => this.#wake();
    const waits = () =>
      ids.every((id) => this.#calls.has(id) && this.answerOf(id) === undefined) &&
      !signals.some((signal) => signal?.aborted);
    for (const signal of signals) signal?.addEventListener('abort', wake);
    while (waits()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    for (const signal of signals) signal?.removeEventListener('abort', wake);
  }

  /** Resolves when each of the calls has its answer or was forgotten. */
  async allOf(ids: Iterable<string>): Promise<void> {
    for (const id of ids) await this.anyOf([id], []);
  }

  /** Lets go of all but these. The requests that went without having been used. */
  keepOnly(ids: ReadonlySet<string>): SummaryRequest[] {
    for (const id of this.#elsewhere) if (!ids.has(id)) this.#elsewhere.delete(id);
    const gone = [...this.#calls].filter(([id]) => !ids.has(id));
    for (const [id, { controller }] of gone) {
      this.#calls.delete(id);
      controller.abort();
    }
    this.#wake();
    return gone.flatMap(([, { order, used }]) =>
      order === undefined || used ? [] : [order.request],
    );
  }

  #add(id: string, order: Order | undefined): Call {
    const controller = new AbortController();
    const call = { order, answer: undefined, here: false, used: false, controller };
    this.#calls.set(id, call);
    return call;
  }

  #next(): void {
    while (this.#running < this.#most) {
      const id = this.#queue.shift();
      if (id === undefined) return;
      const call = this.#calls.get(id);
      if (call?.order === undefined || call.answer !== undefined) continue;
      this.#running += 1;
      const { order, controller } = call;
      void this.#ask(order, controller.signal, this.#elsewhere.has(id)).then((answer) => {
        this.#running -= 1;
        call.answer ??= answer;
        // Another machine has a key and a model of its own.
        const here = [...this.#calls.keys()].filter((other) => this.#calls.get(other)?.here);
        if (answer.kind === 'failed' && isLasting(answer.error)) this.end(here, answer);
        this.#wake();
        this.#next();
      });
    }
  }

  /** `isElsewhere`: somebody may be at work on it whose answer is delivered. */
  #ask(
    { request, reason, deadline, onEvent }: Order,
    signal: AbortSignal,
    isElsewhere: boolean,
  ): Promise<Answer<SummaryReply>> {
    const options = this.#options;
    const { kind, attempt } = request;
    const event = { type: 'summary-call', sessionId: this.#sessionId, kind, attempt } as const;
    const waits = options.summarize && isElsewhere && isExternal(options.background);
    return askModel(request, waits ? { ...options, summarize: delivery } : options, {
      deadline,
      signals: [signal, options.abortSignal],
      onCall: () => reason && this.#tell({ ...event, reason }, onEvent),
      onRetry: (error, wait) =>
        this.#tell({ ...event, reason: 'failed', error: plainError(error), wait }, onEvent),
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
