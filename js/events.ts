/**
 * How a host hears of events. Decides that a listener's fault is not the agent's; refuses to know
 * what events mean.
 */
import { EpitomeError, toPlain } from './errors.ts';
import type { Attempt } from './prepared.ts';
import type { CompactorEvent, CompactorOptions } from './types.ts';

/** Calls the listener, if there is one. Never throws. */
export function tell(listener: CompactorOptions['onEvent'], event: CompactorEvent): void {
  if (listener === undefined) return;
  try {
    listener(printable(event));
  } catch {
    // Whoever listens must not end a run.
  }
}

/** The event, whose error `JSON.stringify` writes too. */
function printable(event: CompactorEvent): CompactorEvent {
  if (!('error' in event)) return event;
  const toJSON = () => ({ ...event, error: toPlain(event.error) });
  return Object.defineProperty({ ...event }, 'toJSON', { value: toJSON });
}

/** The error as listeners get it: always with a `code`. Never throws, whatever was thrown. */
export function typed(error: unknown): EpitomeError {
  let reason = 'something that is no error was thrown';
  try {
    if (EpitomeError.isInstance(error)) return error;
    if (error instanceof Error) reason = error.message;
  } catch {
    // A proxy of the host's, thrown through us.
  }
  return new EpitomeError('internal', `a step failed: ${reason}`, { cause: error });
}

/** The event of a view that was too long. */
export function overflowEvent(
  sessionId: string,
  { attempt = 1, isTold: _, ...overflow }: Attempt,
): CompactorEvent {
  return { type: 'overflow', sessionId, attempt, ...overflow };
}
