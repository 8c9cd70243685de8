/**
 * What a host has to say before a fold, and hears after it. Decides what of its answer counts; refuses to
 * know how a rewrite is done. Neither hook can fail a step.
 */
import { tell, typed } from './events.ts';
import { callHost } from './host-call.ts';
import type {
  AfterCompaction,
  BeforeCompaction,
  CompactionAdvice,
  CompactorOptions,
} from './types.ts';

/** Milliseconds. */
const hookTimeout = 120_000;

export type Signals = readonly (AbortSignal | undefined)[];

/** What the host wants of a fold; nothing where it has no hook, or where that failed. */
export async function adviceOf(
  { beforeCompaction, onEvent }: CompactorOptions,
  info: Omit<BeforeCompaction, 'signal'>,
  signals: Signals,
): Promise<CompactionAdvice> {
  if (beforeCompaction === undefined) return {};
  const answer = await callHost<unknown>(
    (signal) => beforeCompaction({ ...info, signal }),
    hookTimeout,
    signals,
  );
  if (answer.kind !== 'answer') {
    tell(onEvent, { type: 'error', sessionId: info.sessionId, error: typed(answer.error) });
    return {};
  }
  const { veto, instructions, summary } = Object(answer.value) as Record<string, unknown>;
  const advice: CompactionAdvice = {};
  // What does not fit goes to nobody.
  if (veto === true && !info.mustFit) advice.veto = true;
  if (typeof instructions === 'string') advice.instructions = instructions;
  if (typeof summary === 'string') advice.summary = summary;
  return advice;
}

export async function tellAfter(
  { afterCompaction, onEvent }: CompactorOptions,
  info: AfterCompaction,
  signals: Signals,
): Promise<void> {
  if (afterCompaction === undefined) return;
  const answer = await callHost<unknown>(() => afterCompaction(info), hookTimeout, signals);
  if (answer.kind === 'answer') return;
  const { sessionId } = info.event;
  tell(onEvent, { type: 'error', sessionId, error: typed(answer.error) });
}
