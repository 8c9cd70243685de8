/** Calls listeners with events. A listener that throws does not fail the agent. */
import { EpitomeError } from '../errors.ts';
import * as secrecy from '../redact/secrecy.ts';
import type { CompactorEvent, CompactorOptions, EventError } from '../types.ts';
import { causesOf } from '../values/causes.ts';
import { attempt, isObject } from '../values/fields.ts';
import { debugLine } from './debug.ts';
import { troubleIn } from './trouble.ts';

/** How a compactor speaks to the console. */
interface Voice {
  /** True the first time that anybody asks. */
  once(what: string): boolean;
}

export type Listener = (event: CompactorEvent) => void;

/** Listeners of our own: what they hear, nobody has been told. */
const ours = new WeakSet<Listener>();

/** A listener that only collects events. */
export function collecting(listener: Listener): Listener {
  ours.add(listener);
  return listener;
}

/**
 * Calls the listeners of a session and of a request. Where there are none, trouble goes to the console, each
 * kind once. Never throws.
 */
export function tell(
  host: Voice,
  options: CompactorOptions,
  event: CompactorEvent,
  ofRequest?: Listener,
): void {
  const { onEvent, debug, quiet, redact } = options;
  if (debug === true) attempt(() => console.debug(debugLine(event)));
  const listeners = [...new Set([onEvent, ofRequest])].filter((each) => each !== undefined);
  // Whoever listens must not end a run.
  for (const listener of listeners) attempt(() => listener(event));
  if (debug === true || quiet === true || listeners.some((each) => !ours.has(each))) return;
  const trouble = () => troubleIn(event, (text) => secrecy.withoutSecrets(text, redact));
  const warn = () => attempt(() => console.warn(trouble()?.line));
  const kind = attempt(trouble)?.kind;
  if (kind === undefined || !attempt(() => host.once(`console ${kind}`))) return;
  // Lines have no secrets with `redact: false` either.
  if (secrecy.isLoaded()) warn();
  else void secrecy.load().then(warn);
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
