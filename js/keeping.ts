/**
 * A session's state on its way to and from the store. Decides when a step is saved, and that a state of
 * another worker takes the own one's place; refuses to know how a store is asked (saving.ts).
 */
import type { Attachment } from './attachment.ts';
import { changesView } from './rounds.ts';
import type { CompactionTrace, Saving } from './saving.ts';
import { Superseded } from './stepping.ts';
import type { CompactionRecord, StoredSession } from './stores/store.ts';
import { defaultTimeout } from './summarizing.ts';
import type { CompactorOptions } from './types.ts';

/** Milliseconds that another worker waits for a summary beyond the time that its calls have. */
const claimSlack = 5_000;
/** States of other workers that one step adopts before it gives up. */
const mostAdopted = 50;

export class Keeping {
  readonly #saving: Saving;
  readonly #attachment: Attachment<object>;
  readonly #options: CompactorOptions;
  readonly #onAdopted: () => void;
  /** States of other workers that the step under way has adopted. */
  #adopted = 0;

  /** `onAdopted` is called when a state takes the place of another one. */
  constructor(
    saving: Saving,
    attachment: Attachment<object>,
    options: CompactorOptions,
    onAdopted: () => void,
  ) {
    this.#saving = saving;
    this.#attachment = attachment;
    this.#options = options;
    this.#onAdopted = onAdopted;
  }

  get revision(): number {
    return this.#saving.revision;
  }

  /** A step begins. */
  begin(): void {
    this.#adopted = 0;
  }

  /** Whether a step that was superseded is taken again. */
  again(error: unknown): boolean {
    if (!(error instanceof Superseded)) return false;
    this.#adopted += 1;
    return this.#adopted <= mostAdopted;
  }

  /** Whether a given state is newer than the session's own, or the first. */
  counts({ revision }: StoredSession): boolean {
    return revision > this.revision || this.#isBlank;
  }

  take(stored: StoredSession): void {
    if (this.counts(stored)) this.#adopt(this.#saving.take(stored));
  }

  /** Goes on from what is stored where that is newer; looks once, or again with `anew`. */
  async load(anew = false): Promise<void> {
    const newer = await this.#saving.load(anew);
    if (newer !== undefined) this.#adopt(newer);
  }

  /**
   * Goes on from `state`, which is saved whatever other workers have saved meanwhile; without one from the
   * transcript.
   */
  async replace(state: string | undefined): Promise<void> {
    for (let tries = 0; tries <= mostAdopted; tries += 1) {
      this.#attachment.detach();
      this.#attachment.saved = state;
      this.#attachment.get();
      this.keep();
      if (await this.save(true)) return;
    }
  }

  /** A model was asked for nothing: a record tells, with the next save. */
  spent(record: CompactionRecord): void {
    if (this.#saving.hasStore) this.#saving.add(record);
  }

  /** What was decided is there to be saved. */
  keep(): void {
    if (this.#attachment.engine === undefined) return;
    this.#attachment.keep();
    this.#saving.changed();
  }

  /** Before a summary is bought. Throws `Superseded` where another worker bought it. */
  async claim(signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    const { summarize, summarizeTimeout = defaultTimeout } = this.#options;
    if (summarize === undefined) return;
    const state = this.#attachment.saved ?? this.#attachment.get().snapshot();
    const winner = await this.#saving.claim(state, summarizeTimeout + claimSlack, signals);
    if (winner === undefined) return;
    this.#adopt(winner);
    throw new Superseded();
  }

  /** Saves what a step decided. Throws `Superseded` where another worker was quicker. */
  async commit(trace: CompactionTrace | undefined, decided: boolean): Promise<void> {
    if (decided) this.keep();
    // Where another worker was quicker, its state says all that this step would.
    if (this.#adopted > 0 && !decided) return;
    if (!(await this.save(decided, trace))) throw new Superseded();
  }

  /** Saves where there is a store; false where the state of a worker that was quicker was adopted. */
  async save(decided: boolean, trace?: CompactionTrace): Promise<boolean> {
    const { engine } = this.#attachment;
    if (!this.#saving.hasStore || engine === undefined) return true;
    const { inputTokens, outputTokens } = engine.totals();
    const state = this.#attachment.keep();
    const tokens = inputTokens + outputTokens;
    // With it the session can go back to this round.
    const last = trace?.records.filter(changesView).at(-1);
    if (last !== undefined) last.state = state;
    const winner = await this.#saving.save(state, { tokens, decided }, trace);
    if (winner !== undefined) this.#adopt(winner);
    return winner === undefined;
  }

  get #isBlank(): boolean {
    return this.#attachment.engine === undefined && this.#attachment.saved === undefined;
  }

  #adopt(state: string): void {
    const isFirst = this.#isBlank;
    this.#attachment.detach();
    this.#attachment.saved = state;
    this.#attachment.renew();
    if (!isFirst) this.#onAdopted();
  }
}
