/** The hooks that an agent's steps pass through. */
import type { CompactorEvent } from './events.ts';
import type { MessageLike, Signal } from './messages.ts';
import type { SessionOverrides } from './options.ts';

/** What `prepareStep` gets in `ai` 5, 6 and 7, as far as epitome looks at it. */
export interface StepArguments<M> {
  messages: M[];
  steps: ReadonlyArray<object>;
  stepNumber: number;
  model?: unknown;
  /** Ends the waiting for summaries. The SDK passes none; a hook of your own that calls this one can. */
  abortSignal?: Signal | undefined;
  /** Called for the events of this step, beside the session's own listener. */
  onEvent?: ((event: CompactorEvent) => void) | undefined;
}

/**
 * The hook `prepareStep` for `generateText`, `streamText` and the agent classes of `ai` 5, 6 and 7. Resolves to
 * undefined where the messages can stay as they are.
 */
export type PrepareStep = <M extends MessageLike>(
  options: StepArguments<M>,
) => Promise<{ messages: M[] } | undefined>;

/** A step as `sessionId` gets it. */
export interface SharedStep extends StepArguments<MessageLike> {
  /**
   * What the agent was called with: `runtimeContext` in `ai` 7, `experimental_context` in `ai` 6. In `ai` 5
   * there is none.
   */
  // biome-ignore lint/suspicious/noExplicitAny: its type is known where the agent is made.
  runtimeContext?: any;
  /** The same by its name in `ai` 6. */
  // biome-ignore lint/suspicious/noExplicitAny: its type is known where the agent is made.
  experimental_context?: any;
}

/** What `compactor.prepareStep` takes. */
export interface SharedStepOptions<A = SharedStep> {
  /** The id of the session, or a function that returns the id for a step. The step has what the agent was called with. */
  sessionId: string | ((step: A) => string);
  /** With a `store`: whose session it is, or a function that says whose for a step, as `sessionId`. */
  scope?: string | ((step: A) => string) | undefined;
  /** Options of a session that is new. */
  overrides?: SessionOverrides | undefined;
  /** Ends the waiting for summaries; code writes the records in their place. */
  abortSignal?: Signal | undefined;
  /** Called for the events of these steps, beside the listeners of compactor and session. */
  onEvent?: ((event: CompactorEvent) => void) | undefined;
}
