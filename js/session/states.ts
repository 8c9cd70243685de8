/** The saved states of a session: those that it has given, and those that it goes on from. */
import { EpitomeError } from '../errors.ts';
import type { Calls } from '../fold/calls.ts';
import { isExternal } from '../options/core-options.ts';
import { Limits } from '../overflow/limits.ts';
import type { CompactorOptions } from '../types.ts';
import { awaitedIds } from './awaited.ts';
import type { EngineSide } from './engine-side.ts';
import { type GivenState, Lineage, readState, stateVersion } from './lineage.ts';
import type { News } from './news.ts';
import type { Refusals } from './refusals.ts';

/** What a state is made of. */
interface Parts {
  readonly options: CompactorOptions;
  readonly side: EngineSide;
  readonly refusals: Refusals;
  readonly calls: Calls;
  readonly news: News;
}

export class States {
  /** One from elsewhere, until a request begins. */
  offered: GivenState | undefined;
  readonly #parts: Parts;
  #lineage = new Lineage();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** As text, for the host to keep. */
  give(): string {
    const text = this.now();
    this.#parts.side.isUnsaved = false;
    return text;
  }

  /** The same for another session, which does not save this one. */
  now(): string {
    const { side, refusals } = this.#parts;
    return this.#lineage.stateOf(side.awake().snapshot(), refusals.limits.saved());
  }

  /**
   * One that the session has not grown from is gone on from when the next request begins: a loop that is under way
   * ends with what it has begun with.
   */
  offer(text: string): void {
    const given = readState(text);
    const isKnown = given.mark !== undefined && this.#lineage.grewFrom(given.mark);
    this.offered = isKnown ? undefined : given;
  }

  /** Goes on from the state that was offered, if one was. */
  goOn(): void {
    const state = this.offered;
    if (state === undefined) return;
    this.offered = undefined;
    const had = this.#lineage.mark;
    if (state.mark === undefined) {
      // Whatever else it has, it may be older than what is here.
      this.#drop(state, new EpitomeError('invalid-state', 'This state was altered.'));
      return;
    }
    if (!this.take(state)) return;
    this.#parts.news.tell({ type: 'state-replaced', had, took: this.#lineage.mark });
  }

  /** Starts from a state. Where it can't be read that is told, or thrown with `strict`, and false. */
  take(state: GivenState): boolean {
    const { options, side, refusals, calls } = this.#parts;
    const before = side.live?.snapshot() ?? side.saved;
    side.startFrom(state.text);
    try {
      const awaited = awaitedIds(side.awake());
      if (isExternal(options.background)) calls.leaveElsewhere(awaited);
      this.#lineage = new Lineage(state);
      refusals.limits = new Limits(state.limits);
      return true;
    } catch (error) {
      side.saved = before;
      this.#drop(state, error);
      return false;
    }
  }

  /** Tells that a state is not used. Throws with `strict`, and what says nothing of the state. */
  #drop({ version }: GivenState, error: unknown): void {
    const { options, news } = this.#parts;
    const isUnreadable = EpitomeError.isInstance(error) && error.code === 'invalid-state';
    if (!isUnreadable || options.strict === true) throw error;
    news.tell({
      type: 'state-dropped',
      ...(version === undefined || version === stateVersion
        ? { reason: 'unreadable' }
        : { reason: 'version', version }),
      reads: stateVersion,
    });
  }
}
