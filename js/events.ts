/** Calls listeners with events. A listener that throws does not fail the agent. */
import { attempt, isObject } from './adapters/fields.ts';
import { debugLine } from './debug.ts';
import { EpitomeError } from './errors.ts';
import { causesOf } from './retrying.ts';
import type { CompactorEvent, CompactorOptions, EventError } from './types.ts';

export type Listener = (event: CompactorEvent) => void;

/** Calls the listeners of a session and of a request, as far as there are any. Never throws. */
export function tell(
  { onEvent, debug }: Pick<CompactorOptions, 'onEvent' | 'debug'>,
  event: CompactorEvent,
  ofRequest?: Listener,
): void {
  if (debug === true) attempt(() => console.debug(debugLine(event)));
  // Whoever listens must not end a run.
  for (const listener of new Set([onEvent, ofRequest])) attempt(() => listener?.(event));
}

/** An error as events carry it, with what its causes say. Never throws, whatever was thrown. */
export function plainError(error: unknown): EventError {
  const said: string[] = [];
  for (const cause of causesOf(error)) {
    const message = attempt(() => (cause as { message?: unknown }).message);
    const isNew = (text: string) => text !== '' && !said.some((other) => other.includes(text));
    if (typeof message === 'string' && isNew(message)) said.push(message);
  }
  const { name, code } =
    attempt(() => isObject(error) && { name: error.name, code: error.code }) || {};
  return {
    name: typeof name === 'string' ? name : 'Error',
    message:
      said.join(': ') ||
      (typeof error === 'string' ? error : 'something that is not an error was thrown'),
    ...(typeof code === 'string' && { code }),
  };
}

/** The error, or one of ours that names it. Never throws, whatever was thrown. */
export function typed(error: unknown): EpitomeError {
  if (attempt(() => EpitomeError.isInstance(error))) return error as EpitomeError;
  const { message } = plainError(error);
  return new EpitomeError('internal', `a step failed: ${message}`, { cause: error });
}
