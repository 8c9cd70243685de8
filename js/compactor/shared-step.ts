/** One `prepareStep` for an agent that serves many chats: finds the session of each step. */
import { EpitomeError } from '../errors.ts';
import { plainError } from '../events/events.ts';
import type { Session } from '../session/session.ts';
import type { PrepareStep, SharedStep, SharedStepOptions } from '../types.ts';

/**
 * `open` finds or opens a session, one without an id a new one. `failed` hears of what it throws, and of steps
 * that `sessionId` does not name. These still get a session, so that they are compacted: that of their request.
 */
export function sharedStep<A>(
  { sessionId, scope, abortSignal, onEvent }: SharedStepOptions<A>,
  open: (id: string | undefined, scope?: string) => Session | Promise<Session>,
  failed: (error: unknown) => void,
): PrepareStep {
  /** A request goes on with its session, disposed or not, by the `steps` array that it has for itself. */
  const sessions = new WeakMap<object, Session>();
  return async (step) => {
    try {
      const { steps } = step;
      // Where a loop begins, the session is the one that is open now.
      const known = steps?.length > 0 ? sessions.get(steps) : undefined;
      let id: string | undefined;
      let whose: string | undefined;
      try {
        whose = scope === undefined ? undefined : named('scope', scope, step);
        id = named('sessionId', sessionId, step);
      } catch (error) {
        if (known === undefined) failed(error);
      }
      const session = known && (id ?? known.id) === known.id ? known : await open(id, whose);
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

/** Throws `invalid-argument` where it names nothing. */
function named<A>(
  what: 'sessionId' | 'scope',
  name: string | ((step: A) => string),
  given: object,
) {
  if (typeof name === 'string') return name;
  const step = given as SharedStep;
  const runtimeContext = step.runtimeContext ?? step.experimental_context;
  const context = runtimeContext === undefined ? {} : { runtimeContext };
  let why = 'it returned no non-empty string';
  let cause: unknown;
  try {
    const id: unknown = name({ ...step, ...context } as unknown as A);
    if (typeof id === 'string' && id !== '') return id;
    // A promise that rejects is nobody's: it must not end the process.
    void Promise.resolve(id).catch(() => {});
  } catch (error) {
    cause = error;
    why = plainError(error).message;
  }
  const without =
    runtimeContext === undefined
      ? 'this step has no `runtimeContext` (`ai` 7 passes it, `ai` 6 passes `experimental_context`, `ai` 5 has neither); '
      : '';
  throw new EpitomeError(
    'invalid-argument',
    `\`${what}\` names nothing: ${without}give each request a hook with its own, \`prepareStep: compactor.prepareStep({ sessionId: chatId })\` (${why})`,
    { cause },
  );
}
