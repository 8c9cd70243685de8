/** What a session needs of the compactor that it lives in. */
import type { Core } from '../engine/core.ts';
import type { ModelFacts } from '../models/facts.ts';
import type { CompactorOptions, SessionOverrides } from '../types.ts';

/** What the core knows of models, and what texts cost. */
export interface Counting {
  factsOf(options: CompactorOptions, stepModel: string | undefined): ModelFacts;
  overheadOf(options: CompactorOptions): number | undefined;
  text(text: string, facts: ModelFacts): number;
  /** Of the model that writes summaries, tokens; undefined where neither it nor its window is named. */
  summarizerWindowOf(options: CompactorOptions): number | undefined;
}

/** The engine's instance, and what is known beside it. */
export interface Instance {
  readonly disposed: boolean;
  readonly abortedText: string;
  /** Throws `disposed` once the compactor was. */
  alive(): void;
  /** True the first time that anybody asks. */
  once(what: string): boolean;
  core(): Core;
  revive(): Promise<void>;
  recoverable(error: unknown, core: Core | undefined): boolean;
  readonly counting: Counting;
}

/** The sessions of a compactor; `S` is their type. */
interface Registry<S> {
  watch(session: S, core: Core, handle: number): void;
  /** A watched session is at work. */
  use(session: S): void;
  unwatch(session: S): void;
  forget(session: S): void;
}

export interface Host<S> extends Instance {
  readonly sessions: Registry<S>;
  /** Opens a session that belongs to `parent`, whose options are `around`. Throws for what is wrong. */
  child(
    parent: S,
    around: CompactorOptions,
    name: string,
    overrides: SessionOverrides | undefined,
  ): S;
  /** Opens a session of its own that goes on from the state of `from`. Rejects for what is wrong. */
  fork(
    from: S,
    around: CompactorOptions,
    id: string,
    state: string,
    overrides: SessionOverrides | undefined,
  ): Promise<S>;
}
