/** Who buys the summaries of a session in a store: one process at a time, and the others go on from what it decides. */
import type { Lease } from '../types.ts';
import type { StoreCalls } from './store-calls.ts';

/** Milliseconds between two looks at a lease that another process has: at first, and at most. */
const firstPause = 50;
const longestPause = 1_000;

/** Thrown where what is being decided is so of what another process has replaced. */
const outdated = Symbol('outdated');

/** What was decided; undefined where it has to be decided anew. */
export const unlessOutdated = <T>(deciding: Promise<T>): Promise<T | undefined> =>
  deciding.catch((error) => {
    if (error !== outdated) throw error;
    return undefined;
  });

/** What is stored. */
export interface Loaded {
  /** Another process wrote it, and it has taken the place of what the session had. */
  isNews: boolean;
}

/** The session as it was loaded or saved last. */
interface Saved {
  readonly revision: number;
  /** Goes on from what is stored now. Undefined where that can't be had. */
  load(): Promise<Loaded | undefined>;
  /** The same when the next request begins. */
  renew(): void;
}

export class SummaryLease {
  /** This process has it. */
  isHeld = false;
  /** What is decided now is the last try: it waits for nobody. */
  isHurried = false;
  readonly #calls: StoreCalls;
  readonly #saved: Saved;
  #holder: string | undefined;
  /** Purchases under it that no step waits for: it outlives the steps. */
  #behind = 0;

  constructor(calls: StoreCalls, saved: Saved) {
    this.#calls = calls;
    this.#saved = saved;
  }

  /**
   * Waits until no other process buys a summary of this session: at most until `left` gives 0 or a signal aborts. Where
   * one has decided meanwhile, the step is planned anew on that.
   */
  async claim(left: () => number, signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    if (this.isHeld || this.isHurried) return;
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      const lease = await this.#ask(Math.max(1, left()));
      if (lease === undefined) return;
      this.isHeld = lease.granted;
      const isOutdated = lease.revision !== this.#saved.revision;
      // A save of its own may have been under way.
      if (isOutdated && (await this.#saved.load())?.isNews) throw outdated;
      const most = Math.min(lease.millisLeft, pause, left());
      if (lease.granted || most <= 0 || signals.some((signal) => signal?.aborted)) return;
      await new Promise((resolve) => setTimeout(resolve, most));
    }
  }

  /**
   * Takes it, if it is free, for summaries that no step waits for. False where another process has it, or has decided
   * meanwhile, which the next step that decides something goes on from.
   */
  async claimBehind(millis: number): Promise<boolean> {
    const known = this.#saved.revision;
    this.#behind += 1;
    const lease = await this.#ask(millis);
    if (lease === undefined) return true;
    this.isHeld ||= lease.granted;
    const isOutdated = lease.revision !== known && lease.revision !== this.#saved.revision;
    if (isOutdated) this.#saved.renew();
    if (lease.granted && !isOutdated) return true;
    this.releaseBehind();
    return false;
  }

  /** What was claimed behind a step is bought. */
  releaseBehind(): void {
    this.#behind -= 1;
    this.release();
  }

  /** The step buys nothing any more; what was saved has ended it already. */
  release(): void {
    if (!this.isHeld || this.#behind > 0) return;
    this.isHeld = false;
    const holder = this.#holder ?? '';
    const release = this.#calls.made('lease', async (store, key) => store.release?.(key, holder));
    this.#calls.late(release);
  }

  /** Asks for it; undefined where the store has none, or fails. */
  async #ask(millis: number): Promise<Lease | undefined> {
    if (this.#calls.store.lease === undefined) return undefined;
    this.#holder ??= anyName();
    const holder = this.#holder;
    const answer = await this.#calls.made('lease', async (store, key) =>
      store.lease?.(key, holder, millis),
    );
    return answer?.found;
  }
}

/** That no other process has. */
const anyName = () =>
  [...globalThis.crypto.getRandomValues(new Uint32Array(4))]
    .map((word) => word.toString(16).padStart(8, '0'))
    .join('');
