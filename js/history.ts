/**
 * What a session's store knows of its past: states after earlier rounds, what two rounds differ in, and
 * copies of it all for another session. Decides what a copy has; refuses to know the engine.
 */
import { EpitomeError } from './errors.ts';
import { checkRound, diffOf, lineageOf, stateAfter } from './rounds.ts';
import type { ArchivedMessage, SessionStore, StoredSession } from './stores/store.ts';
import type { RoundDiff } from './types.ts';

/** Messages that are copied in one save. */
const copiedAtOnce = 200;

export class History {
  readonly #id: string;
  readonly #store: SessionStore | undefined;

  constructor(id: string, store: SessionStore | undefined) {
    this.#id = id;
    this.#store = store;
  }

  /** The state after a round; undefined for round 0, before anything was folded. */
  async stateAfter(round: number): Promise<string | undefined> {
    checkRound('session.rewind', round);
    if (round === 0) return undefined;
    return stateAfter(await this.#stored(round).records(this.#id), round);
  }

  async diff(from: number, to: number): Promise<RoundDiff> {
    for (const round of [from, to]) checkRound('session.diff', round);
    if (from > to) {
      throw new EpitomeError('invalid-argument', 'session.diff takes the earlier round first');
    }
    return diffOf(await this.#stored(to).records(this.#id), from, to);
  }

  /**
   * Saves `state` as a new session, with the records that led to it and the messages that were folded. What
   * there is of it now; throws `session-exists` where the store has that session.
   */
  async copyTo(
    id: string,
    state: string,
    round = Number.POSITIVE_INFINITY,
  ): Promise<StoredSession> {
    const store = this.#store;
    if (store === undefined) return { state, revision: 0 };
    const records = lineageOf(await store.records(this.#id), round);
    let revision = 0;
    const save = async (more: { archive?: ArchivedMessage[]; records?: typeof records }) => {
      const changeId = crypto.randomUUID();
      const change = { state, expectedRevision: revision, changeId, ...more };
      const saved = await store.save(id, change);
      if (!saved.ok) throw new EpitomeError('session-exists', `the store has a session '${id}'`);
      revision = saved.revision;
    };
    await save({ records });
    for await (const archive of this.#archived(store)) {
      const wanted = archive.filter((entry) => entry.round <= round);
      if (wanted.length > 0) await save({ archive: wanted });
    }
    return { state, revision };
  }

  async *#archived(store: SessionStore): AsyncGenerator<ArchivedMessage[]> {
    let limit = copiedAtOnce;
    for (let from = 0; ; ) {
      const page = await store.archive(this.#id, { from, limit });
      const last = page.at(-1)?.position ?? from;
      // One position may have several messages: those of the last one may go on in the next page.
      const whole = page.length < limit ? page : page.filter(({ position }) => position < last);
      if (whole.length > 0) yield whole;
      if (page.length < limit) return;
      if (whole.length === 0) limit *= 2;
      from = last;
    }
  }

  #stored(round: number): SessionStore {
    if (this.#store !== undefined) return this.#store;
    throw new EpitomeError(
      'round-not-kept',
      `round ${round} is not kept: the session '${this.#id}' has no store`,
    );
  }
}
