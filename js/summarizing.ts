/**
 * What a host's model answers. Decides what counts as a reply; refuses to know what it is for. Never
 * rejects.
 */
import { type Answer, callHost } from './host-call.ts';
import type { FinishReason, Summarize, SummaryReply, SummaryRequest } from './types.ts';

/** Calls `summarize` for at most `timeout` milliseconds. */
export async function askModel(
  summarize: Summarize,
  request: SummaryRequest,
  timeout: number,
  signals: readonly (AbortSignal | undefined)[],
): Promise<Answer<SummaryReply>> {
  // Reading the reply may throw, too.
  return callHost(
    async (signal) => replyOf(await summarize(request, { signal })),
    timeout,
    signals,
  );
}

/** What a callback returned, whatever it is: what has no text is empty, and the gate refuses that. */
export function replyOf(value: unknown): SummaryReply {
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
