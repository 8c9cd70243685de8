/** One call of a callback that the host has given, with time-outs and aborts. Never rejects. */
import { EpitomeError } from '../errors.ts';
import type { CallFailure } from '../types.ts';

/** Milliseconds that a hook has which a step waits for. */
export const hookTimeout = 10_000;

export type Answer<T> = { kind: 'answer'; value: T } | Failure;

export interface Failure {
  kind: CallFailure;
  error: unknown;
}

/** What came of a call that had `timeout` milliseconds. */
export function timedOut(timeout: number): Failure {
  const error = new EpitomeError('timed-out', `no answer within ${timeout} ms`);
  return { kind: 'timed-out', error };
}

/** Whether a signal aborts before something is over; never where that is over already. */
export async function abortsBefore(
  over: Promise<void>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let abort = () => {};
  const aborted = new Promise<true>((resolve) => {
    abort = () => resolve(true);
  });
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const first = await Promise.race([over, aborted]);
  signal?.removeEventListener('abort', abort);
  return first === true;
}

/**
 * Calls `ask` for at most `timeout` milliseconds. A callback that ignores its signal is left behind:
 * what it returns later goes nowhere. `late` is what comes of one that has no answer by then.
 */
export async function callHost<T>(
  ask: (signal: AbortSignal) => T | Promise<T>,
  timeout: number,
  signals: readonly (AbortSignal | undefined)[],
  late = timedOut(timeout),
): Promise<Answer<T>> {
  const controller = new AbortController();
  const { signal } = controller;
  let kind: Failure['kind'] = 'aborted';
  const stopped = new Promise<Answer<T>>((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind, error: signal.reason }), { once: true });
  });
  const abort = (event: Event) => controller.abort((event.target as AbortSignal).reason);
  const timer = setTimeout(() => {
    kind = late.kind;
    controller.abort(late.error);
  }, timeout);
  for (const outer of signals) {
    if (outer?.aborted) controller.abort(outer.reason);
    outer?.addEventListener('abort', abort, { once: true });
  }
  try {
    if (signal.aborted) return await stopped;
    const answered = Promise.resolve()
      .then(() => ask(signal))
      .then<Answer<T>>((value) => ({ kind: 'answer', value }));
    answered.catch(() => {});
    return await Promise.race([answered, stopped]);
  } catch (error) {
    return { kind: 'failed', error };
  } finally {
    clearTimeout(timer);
    for (const outer of signals) outer?.removeEventListener('abort', abort);
  }
}
