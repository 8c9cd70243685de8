/**
 * What a session needs of the compactor that it lives in. Decides the contract between the two;
 * refuses to know either.
 */
import type { Core } from './core/core.ts';
import type { CompactorOptions, ModelProfile } from './types.ts';

/** `S` is the session's own type. */
export interface Host<S> {
  readonly disposed: boolean;
  readonly abortedText: string;
  core(): Core;
  revive(): Promise<void>;
  recoverable(error: unknown, core: Core | undefined): boolean;
  windowOf(options: CompactorOptions, stepModel: string | undefined): Required<ModelProfile>;
  overheadOf(options: CompactorOptions): number | undefined;
  watch(session: S, core: Core, handle: number): void;
  unwatch(session: S): void;
  forget(session: S): void;
}
