/** A session's place in its store. A store that fails is told of, and nothing waits long for it. */
import { plainError } from '../events/events.ts';
import { callHost } from '../fold/host-call.ts';
import type {
  CompactorEvent,
  CompactorOptions,
  Lease,
  Round,
  SessionKey,
  Store,
  StoredMessage,
  StoredMeter,
  StoredRound,
  StoredSession,
} from '../types.ts';
import { attempt } from '../values/fields.ts';
import { printOf } from '../values/print.ts';
import { type Behind, roundOf, roundsBehind, storedRound, type ToldRound } from './rounds.ts';

/** Milliseconds that a step waits for its store in all, and that a call has for which nobody waits. */
const storeTimeout = 10_000;
/** Rounds that are kept while a store fails. */
const mostRounds = 100;
const nothingMetered: StoredMeter = {
  text: '{}',
  totalTokens: 0,
  compactionCount: 0,
  turnCount: 0,
};
/** Milliseconds between two looks at a lease that another process has: at first, and at most. */
const firstPause = 50;
const longestPause = 1_000;

type StoreFailed = Extract<CompactorEvent, { type: 'store-failed' }>;

/** What a session has to save, and what it does with what is stored. */
export interface Savings {
  readonly options: CompactorOptions;
  /** All that was decided. */
  decisions(): string;
  /** What has changed since these decisions were saved; undefined where that is too much for a meter. */
  meter(since: SavedDecisions): StoredMeter | undefined;
  /** The newest record of the view, or an empty text. */
  summary(): string;
  /** What these rounds folded. */
  messages(rounds: readonly ToldRound[]): StoredMessage[];
  /** The message behind all that is folded. */
  behind(): Behind | undefined;
  /** Goes on from what another process has decided. Throws with `strict` where it can't be read. */
  take(decisions: string): void;
  tell(event: Omit<StoreFailed, 'sessionId'>): void;
  /** Everything is saved. */
  saved(): void;
}

/** What is stored of a session beside its state. */
export interface History {
  rounds: readonly StoredRound[];
  messages: readonly StoredMessage[];
  totalTokens: number;
  turnCount: number;
}

/** Thrown where what is being decided is so of what another process has replaced. */
const outdated = Symbol('outdated');

/** What was decided; undefined where it has to be decided anew. */
export const unlessOutdated = <T>(deciding: Promise<T>): Promise<T | undefined> =>
  deciding.catch((error) => {
    if (error !== outdated) throw error;
    return undefined;
  });

/** The whole state: its decisions, with what has changed since. */
export function stateIn({ decisions, meter }: StoredSession): string {
  const state = attempt(() => {
    const [whole, since] = [JSON.parse(decisions), JSON.parse(meter)];
    return { ...whole, ...since, tail: [...whole.tail, ...(since.tail ?? [])] };
  });
  return state === undefined ? decisions : JSON.stringify(state);
}

/** Members of a state that change when something is decided. */
const decided = [
  ...['segments', 'chain', 'opening', 'folded', 'stale'],
  ...['beside', 'edits', 'jobs', 'pins', 'limits'],
];

/** What is remembered of decisions that are in the store. */
export interface SavedDecisions {
  /** Tells them from others. */
  print: string;
  /** Prints of the messages that they knew. */
  tail: readonly unknown[];
  /** Ids of the records of the view. */
  chain: readonly unknown[];
  /** A summary was begun that no step waits for. */
  isAwaiting: boolean;
}

function decisionsIn(state: string): SavedDecisions {
  const members = attempt(() => JSON.parse(state) as Record<string, unknown>) ?? {};
  const { tail, chain, jobs } = members;
  return {
    print: printOf(JSON.stringify(decided.map((name) => members[name] ?? []))),
    tail: Array.isArray(tail) ? tail : [],
    chain: Array.isArray(chain) ? chain : [],
    isAwaiting: Array.isArray(jobs) && jobs.length > 0,
  };
}

export class Stored {
  readonly store: Store;
  readonly key: SessionKey;
  readonly #savings: Savings;
  /** Of the decisions that the session has; 0 where none are stored. */
  #revision = 0;
  /** The meter that was read or written last, and the decisions that it belongs to. */
  #meter = '';
  #decisions: SavedDecisions = { print: '', tail: [], chain: [], isAwaiting: false };
  /** The state was looked for, and one that was there is taken. */
  #isLoaded = false;
  /** Something was decided that is not saved. */
  #isUnsaved = false;
  /** It has the lease. */
  #leases = false;
  /** Purchases under it that no step waits for: it outlives the steps. */
  #behind = 0;
  /** It was deleted while it was open. */
  isGone = false;
  /** What is decided now is the last try: it waits for nobody. */
  isHurried = false;
  #holder: string | undefined;
  /** Milliseconds of `storeTimeout` that the work under way has left. */
  #left = storeTimeout;
  /** A meter that is to be written, and the writing of it. */
  #next: StoredMeter | undefined;
  #writing: Promise<void> | undefined;
  /** What a store that failed has not been told yet, with the records of the view behind it. */
  #rounds: (ToldRound & { after: readonly unknown[] })[] = [];
  /** A save of all that nobody waits for, and that a step has ended meanwhile. */
  #savingAll: Promise<void> | undefined;
  #isBehind = false;
  /** The save that was begun last. */
  #saving: Promise<unknown> = Promise.resolve();

  constructor(store: Store, key: SessionKey, savings: Savings) {
    this.store = store;
    this.key = key;
    this.#savings = savings;
  }

  /** A step or other work of the session is over: the next one has all the time for the store again. */
  workEnds(): void {
    this.#left = storeTimeout;
  }

  /** Loads what is stored, once. */
  async ready(): Promise<void> {
    if (!this.#isLoaded) await this.load();
  }

  /** Loads it again when the next request begins. */
  renew(): void {
    this.#isLoaded = false;
  }

  async renewed(): Promise<void> {
    await this.load();
  }

  /** The session was deleted: nothing of it is written any more. */
  leave(): void {
    this.isGone = true;
  }

  /** Nothing is stored yet of a session that goes on from another one's state. */
  begin(): void {
    this.#isLoaded = true;
    this.#isUnsaved = true;
  }

  /** What is stored takes the place of what the session has, where another process wrote it. False where it can't be had. */
  async load(): Promise<boolean> {
    const answer = await this.#call('load', () => this.store.load(this.key));
    if (answer === undefined) return false;
    const { found } = answer;
    this.#isLoaded = true;
    if (found === undefined) {
      this.isGone ||= this.#revision > 0;
      this.#decisions = decisionsIn(this.#savings.decisions());
      return true;
    }
    const isNews = found.revision !== this.#revision || found.meter !== this.#meter;
    this.#revision = found.revision;
    this.#meter = found.meter;
    this.#decisions = decisionsIn(found.decisions);
    if (isNews) {
      this.#isUnsaved = false;
      this.#rounds = [];
      this.#savings.take(stateIn(found));
    }
    return true;
  }

  /** Everything that was decided is in the store: there is another view of it, or nothing new. */
  get isSaved(): boolean {
    const { print } = decisionsIn(this.#savings.decisions());
    return this.#isLoaded && !this.#isUnsaved && print === this.#decisions.print;
  }

  /** Saves what was decided. False where another process has decided meanwhile; what fails is told, and true. */
  save(rounds: readonly ToldRound[] = []): Promise<boolean> {
    const saving = this.#saving.then(() => this.#save(rounds));
    this.#saving = saving.catch(() => {});
    return saving;
  }

  async #save(rounds: readonly ToldRound[]): Promise<boolean> {
    if (this.isGone) return true;
    const decisions = this.#savings.decisions();
    const own = decisionsIn(decisions);
    const decides = this.#isUnsaved || own.print !== this.#decisions.print;
    const meter = this.#savings.meter(own) ?? nothingMetered;
    const summary = this.#savings.summary();
    const behind = this.#savings.behind();
    const told = [...this.#rounds, ...rounds.map((round) => ({ ...round, after: own.chain }))];
    // What is saved may say that summaries are still to come, for whoever buys them.
    const keepsLease = own.isAwaiting || (!decides && !this.#leases);
    const write = {
      ...{ revision: this.#revision, decisions, meter, summary },
      rounds: told.map(({ round, records, before, after }, at) => {
        const from = before ?? told[at - 1]?.after ?? this.#decisions.chain;
        return storedRound(round, { records, behind, chains: { before: from, after } });
      }),
      messages: this.#savings.messages(told),
      keepsLease,
    };
    // It is later than any that is being written.
    this.#next = undefined;
    this.#isUnsaved = true;
    const answer = await this.#call('save', () => this.store.save(this.key, write));
    if (answer?.found === false) return false;
    if (answer === undefined) {
      this.#rounds = told.slice(-mostRounds);
      return true;
    }
    this.#rounds = [];
    this.#revision += 1;
    this.#meter = meter.text;
    this.#decisions = own;
    if (!keepsLease) this.#leases = false;
    this.#isUnsaved = false;
    this.#savings.saved();
    return true;
  }

  /** The rewrites of the session, oldest first. Rejects with what the store throws. */
  async rounds(): Promise<Round[]> {
    const rounds = await this.store.rounds(this.key);
    return rounds.map(roundOf);
  }

  /** All that is stored beside the state; undefined where it can't be had. */
  async history(): Promise<History | undefined> {
    const { store, key } = this;
    const answer = await this.#call('load', async () => {
      const [rounds, messages, entries] = await Promise.all([
        store.rounds(key),
        store.messages(key),
        store.list(key.scope, key.id),
      ]);
      const { totalTokens = 0, turnCount = 0 } = entries.find(({ id }) => id === key.id) ?? {};
      return { rounds, messages, totalTokens, turnCount };
    });
    return answer?.found;
  }

  /** What was folded into the records of the view, in order. Rejects with what the store throws. */
  async archived(): Promise<StoredMessage[]> {
    const [rounds, messages] = await Promise.all([
      this.store.rounds(this.key),
      this.store.messages(this.key),
    ]);
    const own = roundsBehind(rounds, this.#decisions.chain);
    return messages
      .filter(({ round }) => own.has(round))
      .sort((a, b) => a.message - b.message || a.round - b.round);
  }

  /** Another process was quicker each time. */
  giveUp(): void {
    this.#savings.tell({ type: 'store-failed', doing: 'save', reason: 'conflict' });
  }

  /** A step is over that has decided nothing: nobody waits for what is written of it. */
  saveLate(): void {
    if (this.isGone) return;
    const isNew = this.#isUnsaved || this.#revision === 0;
    const meter = isNew ? undefined : this.#savings.meter(this.#decisions);
    if (meter === undefined) {
      this.#isBehind = this.#savingAll !== undefined;
      this.#savingAll ??= this.#saveAll();
      this.late(this.#savingAll);
      return;
    }
    this.#next = meter;
    this.#writing ??= this.#write();
    this.late(this.#writing);
  }

  /** What comes while it is under way may be a meter's when it is over. */
  async #saveAll(): Promise<void> {
    const isSaved = await this.save();
    this.#savingAll = undefined;
    if (!isSaved) this.renew();
    else if (this.#isBehind) this.saveLate();
  }

  /** Keeps the process alive for what nobody waits for, where the host can. */
  late(work: Promise<unknown>): void {
    attempt(() => this.#savings.options.waitUntil?.(work));
  }

  /** All that is being written is written. */
  async settled(): Promise<void> {
    await this.#saving;
    for (let work = this.#underWay; work !== undefined; work = this.#underWay) await work;
  }

  get #underWay(): Promise<void> | undefined {
    return this.#savingAll ?? this.#writing;
  }

  async #write(): Promise<void> {
    // It is known as being under way before it can be over.
    await undefined;
    for (let meter = this.#next; meter !== undefined; meter = this.#next) {
      const { text } = meter;
      this.#next = undefined;
      if (text === this.#meter) continue;
      const revision = this.#revision;
      const own = meter;
      const written = await this.#call('meter', () =>
        this.store.saveMeter(this.key, revision, own),
      );
      if (written !== undefined && revision === this.#revision) this.#meter = text;
      if (written !== undefined && this.#next === undefined) this.#savings.saved();
    }
    this.#writing = undefined;
  }

  /**
   * Waits until no other process buys a summary of this session: at most until `left` gives 0 or a signal aborts. Where
   * one has decided meanwhile, the step is planned anew on that.
   */
  async claim(left: () => number, signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    if (this.#leases || this.isHurried) return;
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      const lease = await this.#lease(Math.max(1, left()));
      if (lease === undefined) return;
      this.#leases = lease.granted;
      if (lease.revision !== this.#revision && (await this.load())) throw outdated;
      const most = Math.min(lease.millisLeft, pause, left());
      if (lease.granted || most <= 0 || signals.some((signal) => signal?.aborted)) return;
      await new Promise((resolve) => setTimeout(resolve, most));
    }
  }

  /**
   * Takes the lease, if it is free, for summaries that no step waits for. False where another process has it, or has
   * decided meanwhile, which the next step that decides something goes on from.
   */
  async claimBehind(millis: number): Promise<boolean> {
    const known = this.#revision;
    this.#behind += 1;
    const lease = await this.#lease(millis);
    if (lease === undefined) return true;
    this.#leases ||= lease.granted;
    const isOutdated = lease.revision !== known && lease.revision !== this.#revision;
    if (isOutdated) this.renew();
    if (lease.granted && !isOutdated) return true;
    this.releaseBehind();
    return false;
  }

  /** What was claimed behind a step is bought. */
  releaseBehind(): void {
    this.#behind -= 1;
    this.release();
  }

  /** The step buys nothing any more; what was saved has ended the lease already. */
  release(): void {
    if (!this.#leases || this.#behind > 0) return;
    this.#leases = false;
    const { store, key } = this;
    const holder = this.#holder ?? '';
    this.late(this.#call('lease', async () => store.release?.(key, holder)));
  }

  /** Asks for the lease; undefined where the store has none, or fails. */
  async #lease(millis: number): Promise<Lease | undefined> {
    const { store, key } = this;
    if (store.lease === undefined) return undefined;
    this.#holder ??= anyName();
    const holder = this.#holder;
    const answer = await this.#call('lease', async () => store.lease?.(key, holder, millis));
    return answer?.found;
  }

  /** What a call of the store gives; undefined where it fails, which is told. */
  async #call<T>(
    doing: StoreFailed['doing'],
    call: () => Promise<T>,
  ): Promise<{ found: T } | undefined> {
    const began = performance.now();
    const isLate = doing === 'meter';
    const answer = await callHost(call, isLate ? storeTimeout : Math.max(1, this.#left), []);
    if (!isLate) this.#left -= performance.now() - began;
    if (answer.kind === 'answer') return { found: answer.value };
    const { kind: reason } = answer;
    this.#savings.tell({
      type: 'store-failed',
      doing,
      reason: reason === 'timed-out' ? reason : 'failed',
      error: plainError(answer.error),
    });
    return undefined;
  }
}

/** That no other process has. */
const anyName = () =>
  [...globalThis.crypto.getRandomValues(new Uint32Array(4))]
    .map((word) => word.toString(16).padStart(8, '0'))
    .join('');
