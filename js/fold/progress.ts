/**
 * How far a compaction has come, for hosts that show it. There is something to show only while a model
 * is waited for.
 */
import type { CompactorEvent } from '../types.ts';

type Compacting = Omit<Extract<CompactorEvent, { type: 'compacting' }>, 'sessionId'>;

/** Each begun stage is ended: the last event has the fraction 1. */
export class Progress {
  readonly #emit: (event: Compacting) => void;
  #last: Compacting | undefined;

  constructor(emit: (event: Compacting) => void) {
    this.#emit = emit;
  }

  /** A model is about to be asked; `fraction` of the work that is known of is done. */
  at(kind: Compacting['kind'], fraction: number): void {
    // Less than before: another rewrite has begun.
    if (this.#last !== undefined && fraction < this.#last.fraction) this.end();
    if (this.#last?.kind === kind && this.#last.fraction === fraction) return;
    this.#tell({ type: 'compacting', kind, fraction });
  }

  end(): void {
    if (this.#last === undefined) return;
    this.#tell({ ...this.#last, fraction: 1 });
    this.#last = undefined;
  }

  #tell(event: Compacting): void {
    this.#last = event;
    this.#emit(event);
  }
}
