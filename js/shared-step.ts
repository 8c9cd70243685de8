/** One `prepareStep` for an agent that serves many chats: finds the session of each step. */
import { EpitomeError } from './errors.ts';
import type { Listener } from './events.ts';
import type { Session } from './session.ts';
import type { MessageLike, PrepareStep, SessionOverrides, Signal, StepArguments } from './types.ts';

/** A step as `ai` 5 to 7 pass it to `sessionId`. */
export interface SharedStep extends StepArguments<MessageLike> {
  /** What `ai` 7 was called with as `runtimeContext`; its type is the agent's. */
  // biome-ignore lint/suspicious/noExplicitAny: its type is known where the agent is made.
  runtimeContext?: any;
  /** The same of `ai` 5 and 6. */
  // biome-ignore lint/suspicious/noExplicitAny: its type is known where the agent is made.
  experimental_context?: any;
}

/** What `compactor.prepareStep` takes. */
export interface SharedStepOptions<A = SharedStep> {
  /** The id of the session, or a function that returns the id for a step. The step has what the agent was called with. */
  sessionId: string | ((step: A) => string);
  /** Options of a session that is new. */
  overrides?: SessionOverrides | undefined;
  /** Ends the waiting for summaries; code writes the records in their place. */
  abortSignal?: Signal | undefined;
  /** Called for the events of these steps, beside the listeners of compactor and session. */
  onEvent?: Listener | undefined;
}

/** `open` finds or opens a session, and `failed` hears of what it or `sessionId` throws. */
export function sharedStep<A>(
  options: SharedStepOptions<A>,
  open: (id: string) => Session,
  failed: (error: unknown) => void,
): PrepareStep {
  const { sessionId, abortSignal, onEvent } = options;
  /** A request goes on with its session, disposed or not, by the `steps` array that it has for itself. */
  const sessions = new WeakMap<object, Session>();
  return async (step) => {
    try {
      const id = typeof sessionId === 'string' ? sessionId : sessionId(step as unknown as A);
      requireId(id);
      const { steps } = step;
      // Where a loop begins, the session is the one that is open now.
      const known = steps?.length > 0 ? sessions.get(steps) : undefined;
      const session = known?.id === id ? known : open(id);
      if (Array.isArray(steps)) sessions.set(steps, session);
      return await session.prepareStep({
        ...step,
        abortSignal: step.abortSignal ?? abortSignal,
        onEvent: step.onEvent ?? onEvent,
      });
    } catch (error) {
      failed(error);
      return undefined;
    }
  };
}

export function requireId(id: unknown): asserts id is string {
  if (typeof id === 'string' && id !== '') return;
  throw new EpitomeError('invalid-argument', 'a session id must be a non-empty string');
}
