/** What a session needs of the compactor that it lives in. */
import type { Core } from './core/core.ts';
import type { ImageLimit } from './models/images.ts';
import type { Complete } from './policy.ts';
import type { CompactorOptions, ModelProfile, SessionOverrides } from './types.ts';

/** What the engine knows of a model. */
export interface ModelFacts extends Complete<ModelProfile>, ImageLimit {
  /** Fingerprint of its id; 0 where the host names none. */
  model: number;
  /** Number of its tokeniser family, plus `guessedFamily` for a fallback. */
  family: number;
  /** Number of the rule that images and files are priced by. */
  media: number;
  /** As the step or the options name it. */
  modelId: string;
  /** Who says how large the window is: the table, the host or nobody. */
  window: 'known' | 'stated' | 'assumed';
}

/** `S` is the session's own type. */
export interface Host<S> {
  readonly disposed: boolean;
  readonly abortedText: string;
  /** Throws `disposed` once the compactor was. */
  alive(): void;
  /** True the first time that anybody asks. */
  once(what: string): boolean;
  /**
   * A text without secrets: those that are known by their shape, whatever `redact` says, and those of its
   * patterns. Throws where the engine has stopped.
   */
  redacted(text: string, redact: CompactorOptions['redact']): string;
  core(): Core;
  revive(): Promise<void>;
  recoverable(error: unknown, core: Core | undefined): boolean;
  factsOf(options: CompactorOptions, stepModel: string | undefined): ModelFacts;
  overheadOf(options: CompactorOptions): number | undefined;
  /** Of the model that writes summaries, tokens; undefined where neither it nor its window is named. */
  summarizerWindowOf(options: CompactorOptions): number | undefined;
  watch(session: S, core: Core, handle: number): void;
  /** A watched session is at work. */
  use(session: S): void;
  unwatch(session: S): void;
  forget(session: S): void;
  /** Opens a session that belongs to `parent`, whose options are `around`. Throws for what is wrong. */
  child(
    parent: S,
    around: CompactorOptions,
    name: string,
    overrides: SessionOverrides | undefined,
  ): S;
}
