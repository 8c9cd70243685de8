/**
 * One call of the host's model. Decides time-outs, aborts and what counts as a reply; refuses to
 * know what the reply is for. Never rejects.
 */
import type { FinishReason, Summarize, SummaryReply, SummaryRequest } from './types.ts';

export type Outcome =
  | { kind: 'reply'; reply: SummaryReply }
  | { kind: 'failed' | 'timed-out' | 'aborted'; error: unknown };

/**
 * Calls `summarize` for at most `timeout` milliseconds. A callback that ignores its signal is left
 * behind: what it returns later goes nowhere.
 */
export async function askModel(
  summarize: Summarize,
  request: SummaryRequest,
  timeout: number,
  signals: readonly (AbortSignal | undefined)[],
): Promise<Outcome> {
  const controller = new AbortController();
  const { signal } = controller;
  let kind: 'timed-out' | 'aborted' = 'aborted';
  const stopped = new Promise<Outcome>((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind, error: signal.reason }), { once: true });
  });
  const abort = (event: Event) => controller.abort((event.target as AbortSignal).reason);
  const timer = setTimeout(() => {
    kind = 'timed-out';
    controller.abort(new Error(`no summary within ${timeout} ms`));
  }, timeout);
  for (const outer of signals) {
    if (outer?.aborted) controller.abort(outer.reason);
    outer?.addEventListener('abort', abort, { once: true });
  }
  try {
    if (signal.aborted) return await stopped;
    const answered = Promise.resolve()
      .then(() => summarize(request, { signal }))
      .then<Outcome>((value) => ({ kind: 'reply', reply: replyOf(value) }));
    answered.catch(() => {});
    return await Promise.race([answered, stopped]);
  } catch (error) {
    return { kind: 'failed', error };
  } finally {
    clearTimeout(timer);
    for (const outer of signals) outer?.removeEventListener('abort', abort);
  }
}

/** What a callback returned, whatever it is: what has no text is empty, and the gate refuses that. */
function replyOf(value: unknown): SummaryReply {
  if (typeof value === 'string') return { text: value };
  if (typeof value !== 'object' || value === null) return { text: '' };
  const { text, finishReason, usage } = value as Record<string, unknown>;
  const unified =
    typeof finishReason === 'object' && finishReason !== null && 'unified' in finishReason
      ? finishReason.unified
      : finishReason;
  return {
    text: typeof text === 'string' ? text : '',
    finishReason: typeof unified === 'string' ? (unified as FinishReason) : undefined,
    usage: usageOf(usage),
  };
}

function usageOf(usage: unknown): SummaryReply['usage'] {
  if (typeof usage !== 'object' || usage === null) return undefined;
  const { inputTokens, outputTokens } = usage as Record<string, unknown>;
  return { inputTokens: positive(inputTokens), outputTokens: positive(outputTokens) };
}

function positive(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.floor(value) : 0;
}
