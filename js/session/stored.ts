/** A session in its store: what is saved of it, when, and what is taken from there. */
import type { Round, StoredMessage, StoredMeter, StoredRound } from '../types.ts';
import { decisionsIn, noDecisions, type SavedDecisions, stateIn } from './decisions.ts';
import { type Loaded, SummaryLease } from './lease.ts';
import { type Behind, roundOf, roundsBehind, storedRound, type ToldRound } from './rounds.ts';
import type { StoreCalls } from './store-calls.ts';

/** Rounds that are kept while a store fails. */
const mostRounds = 100;
const nothingMetered: StoredMeter = {
  text: '{}',
  totalTokens: 0,
  compactionCount: 0,
  turnCount: 0,
};

/** What a session has to save, and what it does with what is stored. */
export interface Savings {
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

export class Stored {
  readonly calls: StoreCalls;
  readonly lease: SummaryLease;
  readonly #savings: Savings;
  /** Of the decisions that the session has; 0 where none are stored. */
  revision = 0;
  /** It was deleted while it was open: nothing of it is written any more. */
  isGone = false;
  /** The meter that was read or written last, and the decisions that it belongs to. */
  #meter = '';
  #decisions = noDecisions;
  /** The state was looked for, and one that was there is taken. */
  #isLoaded = false;
  /** Something was decided that is not saved. */
  #isUnsaved = false;
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

  constructor(calls: StoreCalls, savings: Savings) {
    this.calls = calls;
    this.#savings = savings;
    this.lease = new SummaryLease(calls, this);
  }

  /** Loads what is stored, once. */
  async ready(): Promise<void> {
    if (!this.#isLoaded) await this.load();
  }

  /** Loads it again when the next request begins. */
  renew(): void {
    this.#isLoaded = false;
  }

  /** Nothing is stored yet of a session that goes on from another one's state. */
  begin(): void {
    this.#isLoaded = true;
    this.#isUnsaved = true;
  }

  /** What is stored takes the place of what the session has, where another process wrote it. Undefined where it can't be had. */
  async load(): Promise<Loaded | undefined> {
    const answer = await this.calls.made('load', (store, key) => store.load(key));
    if (answer === undefined) return undefined;
    const { found } = answer;
    this.#isLoaded = true;
    if (found === undefined) {
      this.isGone ||= this.revision > 0;
      this.#decisions = decisionsIn(this.#savings.decisions());
      return { isNews: false };
    }
    const isNews = found.revision !== this.revision || found.meter !== this.#meter;
    this.revision = found.revision;
    this.#meter = found.meter;
    this.#decisions = decisionsIn(found.decisions);
    if (isNews) {
      this.#isUnsaved = false;
      this.#rounds = [];
      this.#savings.take(stateIn(found));
    }
    return { isNews };
  }

  /**
   * Saves what was decided, where anything of it is not in the store yet. False where another process has decided
   * meanwhile; what fails is told, and true.
   */
  async save(rounds: readonly ToldRound[] = []): Promise<boolean> {
    if (rounds.length > 0 || !this.#isLoaded || this.#decided().isNews)
      return this.#saveAll(rounds);
    this.saveLate();
    return true;
  }

  #decided() {
    const text = this.#savings.decisions();
    const own = decisionsIn(text);
    return { text, own, isNews: this.#isUnsaved || own.print !== this.#decisions.print };
  }

  #saveAll(rounds: readonly ToldRound[] = []): Promise<boolean> {
    const saving = this.#saving.then(() => this.#save(rounds));
    this.#saving = saving.catch(() => {});
    return saving;
  }

  async #save(rounds: readonly ToldRound[]): Promise<boolean> {
    if (this.isGone) return true;
    const { text: decisions, own, isNews } = this.#decided();
    const meter = this.#savings.meter(own) ?? nothingMetered;
    const summary = this.#savings.summary();
    const behind = this.#savings.behind();
    const told = [...this.#rounds, ...rounds.map((round) => ({ ...round, after: own.chain }))];
    // What is saved may say that summaries are still to come, for whoever buys them.
    const keepsLease = own.isAwaiting || (!isNews && !this.lease.isHeld);
    const write = {
      ...{ revision: this.revision, decisions, meter, summary },
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
    const answer = await this.calls.made('save', (store, key) => store.save(key, write));
    if (answer?.found === false) return false;
    if (answer !== undefined && !keepsLease) this.lease.isHeld = false;
    // What is stored was loaded before the answer came.
    if (this.revision !== write.revision) return true;
    if (answer === undefined) {
      this.#rounds = told.slice(-mostRounds);
      return true;
    }
    this.#rounds = [];
    this.revision += 1;
    this.#meter = meter.text;
    this.#decisions = own;
    this.#isUnsaved = false;
    this.#savings.saved();
    return true;
  }

  /** The rewrites of the session, oldest first. Rejects with what the store throws. */
  async rounds(): Promise<Round[]> {
    const { store, key } = this.calls;
    const rounds = await store.rounds(key);
    return rounds.map(roundOf);
  }

  /** All that is stored beside the state; undefined where it can't be had. */
  async history(): Promise<History | undefined> {
    const answer = await this.calls.made('load', async (store, key) => {
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
    const { store, key } = this.calls;
    const [rounds, messages] = await Promise.all([store.rounds(key), store.messages(key)]);
    const own = roundsBehind(rounds, this.#decisions.chain);
    return messages
      .filter(({ round }) => own.has(round))
      .sort((a, b) => a.message - b.message || a.round - b.round);
  }

  /** A step is over that has decided nothing: nobody waits for what is written of it. */
  saveLate(): void {
    if (this.isGone) return;
    const isNew = this.#isUnsaved || this.revision === 0;
    const meter = isNew ? undefined : this.#savings.meter(this.#decisions);
    if (meter === undefined) {
      this.#isBehind = this.#savingAll !== undefined;
      this.#savingAll ??= this.#saveAllLate();
      this.calls.late(this.#savingAll);
      return;
    }
    this.#next = meter;
    this.#writing ??= this.#write();
    this.calls.late(this.#writing);
  }

  /** What comes while it is under way may be a meter's when it is over. */
  async #saveAllLate(): Promise<void> {
    const isSaved = await this.#saveAll();
    this.#savingAll = undefined;
    if (!isSaved) this.renew();
    else if (this.#isBehind) this.saveLate();
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
      const { revision } = this;
      const own = meter;
      const written = await this.calls.made('meter', (store, key) =>
        store.saveMeter(key, revision, own),
      );
      if (written !== undefined && revision === this.revision) this.#meter = text;
      if (written !== undefined && this.#next === undefined) this.#savings.saved();
    }
    this.#writing = undefined;
  }
}
