/**
 * One session in a store: loads its state, saves it by compare-and-set, and claims a summary before it
 * is bought. Decides what is tried again and who waits for whom; refuses to know what is in a state. Never
 * rejects: what a store fails at is told, and tried again with the next save.
 */
import { EpitomeError } from './errors.ts';
import { changesView } from './rounds.ts';
import { type Claim, driverOf, engineStateOf, writeStored } from './stored-state.ts';
import type {
  ArchivedMessage,
  CompactionRecord,
  SaveResult,
  SessionChange,
  SessionStore,
  SessionTotals,
  StoredSession,
} from './stores/store.ts';

/** Milliseconds between tries of a store that can't be reached. */
const pauses = [50, 250];
/** Milliseconds between looks at a session whose summary another worker writes: the first, the longest. */
const firstLook = 50;
const longestLook = 1_000;

const sleep = (wait: number) => new Promise<void>((resolve) => setTimeout(resolve, wait));

/** What a compaction leaves to be saved beside the state. */
export interface CompactionTrace {
  records: CompactionRecord[];
  archive: ArchivedMessage[];
}

export class Saving {
  /** Of the state that the session goes on from; 0 while none was saved. */
  revision = 0;
  readonly #id: string;
  readonly #store: SessionStore | undefined;
  readonly #failed: (error: unknown) => void;
  /** Called with what was saved, and the revision that it made. */
  onSaved: ((change: SessionChange, revision: number) => void) | undefined;
  #loaded = false;
  /** What is stored, without a claim. The session has the same text, which need not be kept twice. */
  #stored: { state: string; requests: number } | undefined;
  #requests = 0;
  /** What the store had failed to take. */
  #unsaved: CompactionTrace = { records: [], archive: [] };
  /** Names this worker in what it saves. */
  #worker: string | undefined;
  #changes = 0;
  /** Another worker's, with the time by `performance.now()` at which nobody waits for it any more. */
  #foreign: (Claim & { revision: number; until: number }) | undefined;
  /** The newest stored state is this worker's claim. */
  #claimed = false;
  /** The stored state is of a newer release: it stays. */
  #locked = false;

  constructor(id: string, store: SessionStore | undefined, failed: (error: unknown) => void) {
    this.#id = id;
    this.#store = store;
    this.#failed = failed;
  }

  get store(): SessionStore | undefined {
    return this.#store;
  }

  get hasStore(): boolean {
    return this.#store !== undefined;
  }

  /** Requests of the session so far. */
  get requests(): number {
    return this.#requests;
  }

  /** What is stored, where that is newer than what the session has; looked up once, or again with `anew`. */
  async load(anew = false): Promise<string | undefined> {
    if (this.#store === undefined || (this.#loaded && !anew)) return undefined;
    try {
      const stored = await this.#persist((store) => store.load(this.#id));
      this.#loaded = true;
      return stored !== null && stored.revision > this.revision ? this.take(stored) : undefined;
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  /** Goes on from what was stored; returns its state. */
  take({ state, revision }: StoredSession): string {
    const { requests, claim } = driverOf(state);
    this.revision = revision;
    this.#stored = claim === undefined ? { state, requests } : undefined;
    this.#requests = Math.max(requests, this.#requests);
    this.#claimed = false;
    const isForeign = claim !== undefined && claim.by !== this.#worker;
    if (!isForeign) this.#foreign = undefined;
    else if (this.#foreign?.revision !== revision) {
      this.#foreign = { ...claim, revision, until: performance.now() + claim.millis };
    }
    return state;
  }

  /** The stored state can't be read by this release, and must not be lost. */
  lock(): void {
    this.#locked = true;
  }

  /** A record that is saved with whatever is saved next. */
  add(record: CompactionRecord): void {
    this.#unsaved.records.push(record);
  }

  /** Another request of the session. */
  count(): void {
    this.#requests += 1;
  }

  /** The session's decisions have changed. Without a store that is a revision. */
  changed(): void {
    if (this.#store === undefined) this.revision += 1;
  }

  /**
   * Saves what differs from what is stored; what was not `decided` may wait for another time. The state of
   * the worker that was quicker, where one was.
   */
  async save(
    state: string,
    { tokens, decided }: { tokens: number; decided: boolean },
    trace: CompactionTrace = { records: [], archive: [] },
  ): Promise<string | undefined> {
    if (this.#foreign !== undefined) {
      // A save would void the other worker's claim, and its summary would be bought for nothing.
      if (!decided && this.#foreign.until > performance.now()) return undefined;
      const newer = await this.#awaitForeign([]);
      if (newer !== undefined) return this.take(newer);
    }
    const records = [...this.#unsaved.records, ...trace.records];
    const archive = [...this.#unsaved.archive, ...trace.archive];
    if (records.length + archive.length === 0 && this.#isStored(state)) return undefined;
    const before = this.revision;
    const totals = { turns: this.#requests, tokens };
    const winner = await this.#set(state, { records, archive, totals });
    if (this.revision === before) this.#unsaved = { records, archive };
    else if (winner === undefined) this.#unsaved = { records: [], archive: [] };
    // A fold of a state that was not saved never happened, but its messages have left a view.
    else this.#unsaved.records = records.filter((record) => !changesView(record));
    return winner;
  }

  /**
   * Has other workers wait while this one buys a summary, at most `millis`. Where another one was quicker
   * its state comes back, with the summary unless it never came.
   */
  async claim(
    state: string,
    millis: number,
    signals: readonly (AbortSignal | undefined)[],
  ): Promise<string | undefined> {
    if (this.#store === undefined || this.#locked || this.#claimed) return undefined;
    const newer = await this.#awaitForeign(signals);
    if (newer !== undefined) return this.take(newer);
    const claim = { by: this.#name, millis };
    const winner = await this.#set(state, { claim });
    this.#claimed = winner === undefined;
    if (winner === undefined) return undefined;
    const next = await this.#awaitForeign(signals);
    return next === undefined ? winner : this.take(next);
  }

  get #name(): string {
    this.#worker ??= Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) =>
      word.toString(36),
    ).join('');
    return this.#worker;
  }

  /** What is stored after another worker's claim; undefined when there is none, or nothing came of it. */
  async #awaitForeign(
    signals: readonly (AbortSignal | undefined)[],
  ): Promise<StoredSession | undefined> {
    const claim = this.#foreign;
    if (claim === undefined) return undefined;
    for (let look = firstLook; ; look = Math.min(2 * look, longestLook)) {
      const left = claim.until - performance.now();
      if (left <= 0 || signals.some((signal) => signal?.aborted)) break;
      await sleep(Math.min(look, left));
      try {
        const stored = await this.#persist((store) => store.load(this.#id));
        if (stored === null) break;
        if (stored.revision !== claim.revision) return stored;
      } catch (error) {
        this.#failed(error);
        break;
      }
    }
    this.#foreign = undefined;
    return undefined;
  }

  #isStored(state: string): boolean {
    if (this.#stored?.requests !== this.#requests) return false;
    return engineStateOf(this.#stored.state) === engineStateOf(state);
  }

  async #set(
    state: string,
    { claim, ...more }: Partial<CompactionTrace> & { totals?: SessionTotals; claim?: Claim },
  ): Promise<string | undefined> {
    if (this.#store === undefined || this.#locked) return undefined;
    this.#changes += 1;
    const changeId = `${this.#name}:${this.#changes}`;
    const requests = this.#requests;
    const text = writeStored(state, { requests, ...(claim !== undefined && { claim }) });
    const change = { state: text, expectedRevision: this.revision, changeId, ...more };
    try {
      let result = await this.#save(change);
      // Somebody deleted the session, which still goes on.
      if (!result.ok && result.stored === null) {
        result = await this.#save({ ...change, expectedRevision: 0 });
      }
      this.#loaded = true;
      if (result.ok) {
        this.revision = result.revision;
        this.#stored = claim === undefined ? { state, requests } : undefined;
        this.#claimed = false;
        this.#foreign = undefined;
        this.onSaved?.(change, result.revision);
        return undefined;
      }
      return result.stored === null ? undefined : this.take(result.stored);
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  /** The same change until its reply comes: `changeId` has it count once. */
  #save(change: SessionChange): Promise<SaveResult> {
    return this.#persist((store) => store.save(this.#id, change));
  }

  async #persist<T>(work: (store: SessionStore) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await work(this.#store as SessionStore);
      } catch (error) {
        const pause = pauses[tries];
        const passes = EpitomeError.isInstance(error) && error.code === 'store-unavailable';
        if (!passes || pause === undefined) throw error;
        await sleep(pause);
      }
    }
  }
}
