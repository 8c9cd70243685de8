/** The host's turn before messages are folded, which come to that whatever becomes of it. */
import { plainError } from '../events/events.ts';
import type { FlushRequest } from '../types.ts';
import type { StepTurns } from './asking.ts';
import { callHost } from './host-call.ts';

/** Milliseconds. */
const defaultTimeout = 120_000;

/** Resolves to what the engine wants next. */
export async function flush(
  { engine, run, sessionId, options, signals, progress, alive, emit }: StepTurns,
  around: Pick<FlushRequest, 'view' | 'system' | 'model'>,
): Promise<number> {
  const { memoryFlush = () => false, memoryFlushTimeout = defaultTimeout } = options;
  const request = engine.flushRequest(run);
  const started = performance.now();
  progress.at('flush', 0);
  const answer = await callHost<unknown>(
    (signal) => memoryFlush({ ...request, ...around, sessionId, signal }),
    memoryFlushTimeout,
    signals,
  );
  alive();
  progress.end();
  const value = answer.kind === 'answer' ? answer.value : false;
  const { next, said } = engine.flushed(run, typeof value === 'string' ? value : '');
  emit({
    type: 'flush',
    sessionId,
    ran: value !== false,
    messages: request.messages.length,
    tokens: request.tokens,
    millis: performance.now() - started,
    ...(said ? { reply: said } : {}),
    ...(answer.kind === 'answer' ? {} : { failed: answer.kind, error: plainError(answer.error) }),
  });
  return next;
}
