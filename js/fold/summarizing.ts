/** Asks a host's model for a summary, and reads what it answers. Never rejects. */

import { EpitomeError } from '../errors.ts';
import { get } from '../summarizers/reply.ts';
import { type Retries, withRetries } from '../summarizers/retrying.ts';
import type { CompactorOptions, FinishReason, SummaryReply, SummaryRequest } from '../types.ts';
import { isObject } from '../values/fields.ts';
import { type Answer, callHost, type Failure, timedOut } from './host-call.ts';

/** Milliseconds that a step asks a model for, where the host does not say. */
const defaultTimeout = 60_000;
const defaultRetries = 2;

/** Timers fire so much too early, milliseconds. */
const timerSlack = 2;

/** How long all that one step asks may take. */
export class Deadline {
  /** By `performance.now()`. */
  readonly at: number;
  /** Milliseconds. */
  readonly #timeout: number;

  constructor({ summarizeTimeout = defaultTimeout }: CompactorOptions) {
    this.#timeout = summarizeTimeout;
    this.at = performance.now() + summarizeTimeout;
  }

  /** Milliseconds; 0 where a call is not worth making any more. */
  get left(): number {
    const left = Math.ceil(this.at - performance.now());
    return left > Math.min(timerSlack, this.#timeout - 1) ? left : 0;
  }

  /** What comes of a call that has no answer by then. */
  get late(): Failure {
    return timedOut(this.#timeout);
  }
}

/** How a model is asked. */
export interface CallTerms {
  deadline: Deadline;
  signals: readonly (AbortSignal | undefined)[];
  /** The model is called for the first time. */
  onCall: () => void;
  onRetry: Retries['onRetry'];
}

/**
 * Calls the host's model until the deadline, and again where it failed for a moment. Where there
 * is none, answers are delivered, and it is too late for that.
 */
export async function askModel(
  request: SummaryRequest,
  { summarize, summarizeRetries = defaultRetries }: CompactorOptions,
  { deadline, signals, onCall, onRetry }: CallTerms,
): Promise<Answer<SummaryReply>> {
  if (summarize === undefined) {
    const error = new EpitomeError('timed-out', 'no answer was delivered before a step needed it');
    return { kind: 'failed', error };
  }
  if (deadline.left === 0) return deadline.late;
  return callHost(
    (signal) => {
      onCall();
      // Reading the reply may throw, too.
      return withRetries(async () => replyOf(await summarize(request, { signal })), {
        retries: summarizeRetries,
        deadline: deadline.at,
        signal,
        onRetry,
      });
    },
    deadline.left,
    signals,
    deadline.late,
  );
}

/** What a callback returned, whatever it is: what has no text is empty, and the check refuses that. */
export function replyOf(value: unknown): SummaryReply {
  if (typeof value === 'string') return { text: value };
  const [text, reason] = [get(value, 'text'), get(value, 'finishReason')];
  const unified = get(reason, 'unified') ?? reason;
  return {
    text: typeof text === 'string' ? text : '',
    finishReason: typeof unified === 'string' ? (unified as FinishReason) : undefined,
    usage: usageOf(get(value, 'usage')),
  };
}

function usageOf(usage: unknown): SummaryReply['usage'] {
  if (!isObject(usage)) return undefined;
  const { inputTokens, outputTokens } = usage;
  return { inputTokens: positive(inputTokens), outputTokens: positive(outputTokens) };
}

function positive(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.floor(value) : 0;
}
