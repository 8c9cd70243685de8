/**
 * What a host's model answers. Decides what counts as a reply; refuses to know what it is for. Never
 * rejects.
 */
import { type Answer, callHost } from './host-call.ts';
import { type Retries, withRetries } from './retrying.ts';
import type { CompactorOptions, FinishReason, SummaryReply, SummaryRequest } from './types.ts';

const defaultTimeout = 120_000;
const defaultRetries = 2;

/**
 * Calls the host's model for at most `summarizeTimeout` milliseconds, and again where it failed for a
 * moment. Without a model that is a failure.
 */
export async function askModel(
  request: SummaryRequest,
  options: CompactorOptions,
  signals: readonly (AbortSignal | undefined)[],
  onRetry: Retries['onRetry'],
): Promise<Answer<SummaryReply>> {
  const {
    summarize,
    summarizeTimeout = defaultTimeout,
    summarizeRetries = defaultRetries,
  } = options;
  if (summarize === undefined) return { kind: 'failed', error: undefined };
  const deadline = performance.now() + summarizeTimeout;
  return callHost(
    (signal) =>
      // Reading the reply may throw, too.
      withRetries(async () => replyOf(await summarize(request, { signal })), {
        retries: summarizeRetries,
        deadline,
        signal,
        onRetry,
      }),
    summarizeTimeout,
    signals,
  );
}

/** What a callback returned, whatever it is: what has no text is empty, and the check refuses that. */
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
