/**
 * What a session needs of the compactor that it lives in. Decides the contract between the two;
 * refuses to know either.
 */
import type { Core } from './core/core.ts';
import type { Limits } from './overflow/limits.ts';
import type { Overflow } from './overflow/overflow.ts';
import type { StoredSession } from './stores/store.ts';
import type { CompactorOptions, SessionOverrides, StoodDownEvent } from './types.ts';

/** What a step needs to know of its model. */
export interface ModelFacts {
  /** Its id; empty where the host names none. */
  modelId: string;
  /** What of its window can be used, and its largest output, 0 where it is not known. Tokens. */
  contextWindow: number;
  maxOutputTokens: number;
  /** Fingerprint of its id; 0 where the host names none. */
  model: number;
  /** Number of its tokeniser family, plus `guessedFamily` for a fallback. */
  family: number;
  /** Number of the rule that images and files are priced by. */
  media: number;
  /** Its sizes are no guess: the options name them, or the built-in table has the model. */
  known: boolean;
}

/** What model middleware needs of a session. `S` is the session's own type. */
export interface BehindModel<S> {
  /** Steps are prepared by `prepareStep`. */
  readonly hooked: boolean;
  /** Tells once why calls of this session are left alone. */
  standDown(reason: StoodDownEvent['reason']): void;
  /** A session for a single call, whose prepared view was too long; nothing is kept of it. */
  aside(overflow: Overflow): S;
  /**
   * The request that was prepared last: estimated tokens, and the window that its model has. Undefined after
   * the session's end.
   */
  request(model: unknown): { sent: number; contextWindow: number } | undefined;
  /** Takes a limit as the provider's own. */
  learn(model: unknown, overflow: Overflow): void;
}

/** `S` is the session's own type. */
export interface Host<S> {
  readonly disposed: boolean;
  readonly abortedText: string;
  /** What providers said of their models' windows. */
  readonly limits: Limits;
  core(): Core;
  /** Every call of the engine can be made, if need be by loading what it needs. */
  readonly isReady: boolean;
  /** Resolves when it is so. Rejects with `load-failed`. */
  ready(): Promise<void>;
  revive(): Promise<void>;
  recoverable(error: unknown, core: Core | undefined): boolean;
  factsOf(options: CompactorOptions, stepModel: string | undefined): ModelFacts;
  overheadOf(options: CompactorOptions): number | undefined;
  /** True the first time that it is asked for `what`. */
  isNews(what: string): boolean;
  /** Of the model that writes summaries, tokens. */
  summarizerWindowOf(options: CompactorOptions): number | undefined;
  watch(session: S, core: Core, handle: number): void;
  /** A watched session is at work. */
  use(session: S): void;
  unwatch(session: S): void;
  /** Nobody has the session open any more. */
  release(session: S): void;
  /** The session has ended. */
  forget(session: S): void;
  /**
   * Opens a session that belongs to `parent`, whose options are `around`; again where it is `known`. Throws
   * for what is wrong.
   */
  child(
    parent: S,
    around: CompactorOptions,
    name: string,
    overrides: SessionOverrides | undefined,
    known: S | undefined,
  ): S;
  /** Opens a new session from what `copy` stores for it. Rejects for an id that is taken. */
  fork(
    around: CompactorOptions,
    id: string,
    overrides: SessionOverrides,
    copy: () => Promise<StoredSession>,
  ): Promise<S>;
}
