/** The host's turn before messages are folded. Never rejects. */
import type { FlushRequest, MemoryFlush } from '../types.ts';
import { type Answer, callHost } from './host-call.ts';

/** What came of a turn. */
export interface Flushed {
  ran: boolean;
  /** What the agent said at its end; empty where the host does not tell. */
  reply: string;
}

/** Calls `flush` for at most `timeout` milliseconds. */
export async function askForFlush(
  flush: MemoryFlush,
  request: Omit<FlushRequest, 'signal'>,
  timeout: number,
  signals: readonly (AbortSignal | undefined)[],
): Promise<Answer<Flushed>> {
  const answer = await callHost<unknown>(
    (signal) => flush({ ...request, signal }),
    timeout,
    signals,
  );
  if (answer.kind !== 'answer') return answer;
  const { value } = answer;
  return {
    kind: 'answer',
    value: { ran: value !== false, reply: typeof value === 'string' ? value : '' },
  };
}
