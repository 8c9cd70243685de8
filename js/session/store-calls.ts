/** The calls of a session's store: one that fails is told of, and a step waits so long for all of its own. */
import { plainError } from '../events/events.ts';
import { callHost } from '../fold/host-call.ts';
import type { CompactorEvent, CompactorOptions, SessionKey, Store } from '../types.ts';
import { attempt } from '../values/fields.ts';

/** Milliseconds that a step waits for its store in all, and that a call has for which nobody waits. */
const storeTimeout = 10_000;

type StoreFailed = Extract<CompactorEvent, { type: 'store-failed' }>;

export class StoreCalls {
  readonly store: Store;
  readonly key: SessionKey;
  readonly #options: CompactorOptions;
  /** Hears of what fails. */
  readonly tell: (event: Omit<StoreFailed, 'sessionId'>) => void;
  /** Milliseconds of `storeTimeout` that the work under way has left. */
  #left = storeTimeout;

  constructor(store: Store, key: SessionKey, options: CompactorOptions, tell: StoreCalls['tell']) {
    this.store = store;
    this.key = key;
    this.#options = options;
    this.tell = tell;
  }

  /** A step or other work of the session is over: the next one has all the time for the store again. */
  workEnds(): void {
    this.#left = storeTimeout;
  }

  /** What a call gives; undefined where it fails, which is told. */
  async made<T>(
    doing: StoreFailed['doing'],
    call: (store: Store, key: SessionKey) => Promise<T>,
  ): Promise<{ found: T } | undefined> {
    const began = performance.now();
    const isLate = doing === 'meter';
    const timeout = isLate ? storeTimeout : Math.max(1, this.#left);
    const answer = await callHost(() => call(this.store, this.key), timeout, []);
    if (!isLate) this.#left -= performance.now() - began;
    if (answer.kind === 'answer') return { found: answer.value };
    const { kind: reason } = answer;
    this.tell({
      type: 'store-failed',
      doing,
      reason: reason === 'timed-out' ? reason : 'failed',
      error: plainError(answer.error),
    });
    return undefined;
  }

  /** Keeps the process alive for what nobody waits for, where the host can. */
  late(work: Promise<unknown>): void {
    attempt(() => this.#options.waitUntil?.(work));
  }
}
