/**
 * What operators see of a compactor: lines in a log, and OpenTelemetry's metrics for generative AI
 * (semantic conventions, `gen_ai.client.*`). Decides names and units; refuses to know exporters.
 */
import { tell } from './events.ts';
import type { Answer } from './host-call.ts';
import type {
  CompactionEvent,
  CompactorEvent,
  CompactorOptions,
  Meter,
  SummaryReply,
} from './types.ts';

/** Called with each event: the host's listener, and a line in the log where one is wanted. */
export function listenerOf({ onEvent, debug }: CompactorOptions): (event: CompactorEvent) => void {
  const logger = debug === true ? console : debug || undefined;
  return (event) => {
    tell(onEvent, event);
    if (logger !== undefined) {
      tell((told) => logger.debug(`epitome: ${told.type} in ${told.sessionId}`, told), event);
    }
  };
}

/** The bounds that the conventions recommend: powers of 4, and of 2 from a hundredth on. */
const tokenBounds = Array.from({ length: 14 }, (_, i) => 4 ** i);
const secondBounds = Array.from({ length: 14 }, (_, i) => 2 ** i / 100);

/** A meter that throws is no reason for a step to fail. */
export class Metrics {
  readonly #tokens;
  readonly #duration;
  readonly #views;
  readonly #attributes: Record<string, string>;

  constructor({ meter, summarize }: CompactorOptions) {
    const { modelId, provider } = summarize ?? {};
    this.#attributes = {
      'gen_ai.operation.name': 'chat',
      ...(provider !== undefined && { 'gen_ai.provider.name': provider }),
      ...(modelId !== undefined && { 'gen_ai.request.model': modelId }),
    };
    const named = (name: string, unit: string, description: string, bounds: number[]) =>
      histogram(meter, name, {
        unit,
        description,
        advice: { explicitBucketBoundaries: bounds },
      });
    this.#tokens = named(
      'gen_ai.client.token.usage',
      '{token}',
      'Tokens of summary calls',
      tokenBounds,
    );
    this.#duration = named(
      'gen_ai.client.operation.duration',
      's',
      'Time of summary calls, retries included',
      secondBounds,
    );
    this.#views = named(
      'epitome.compaction.tokens',
      '{token}',
      'Tokens of a view before and after a rewrite',
      tokenBounds,
    );
  }

  /** A summary call that took so many milliseconds. */
  call(answer: Answer<SummaryReply>, millis: number): void {
    try {
      const failed = answer.kind === 'answer' ? {} : { 'error.type': answer.kind };
      this.#duration?.record(millis / 1000, { ...this.#attributes, ...failed });
      if (answer.kind !== 'answer') return;
      const { inputTokens, outputTokens } = answer.value.usage ?? {};
      for (const [type, tokens] of [
        ['input', inputTokens],
        ['output', outputTokens],
      ] as const) {
        // What is not known is not reported.
        if (!tokens) continue;
        this.#tokens?.record(tokens, { ...this.#attributes, 'gen_ai.token.type': type });
      }
    } catch {}
  }

  compaction({ reason, tokensBefore, tokensAfter }: CompactionEvent): void {
    try {
      for (const [when, tokens] of [
        ['before', tokensBefore],
        ['after', tokensAfter],
      ] as const) {
        this.#views?.record(tokens, {
          'epitome.compaction.reason': reason,
          'epitome.compaction.when': when,
        });
      }
    } catch {}
  }
}

function histogram(
  meter: Meter | undefined,
  name: string,
  options: Parameters<Meter['createHistogram']>[1],
) {
  try {
    return meter?.createHistogram(name, options);
  } catch {
    return undefined;
  }
}
