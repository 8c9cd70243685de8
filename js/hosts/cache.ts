/**
 * `epitome/cache`: what OpenAI and Anthropic say of their prompt caches. Decides how a request asks for it and
 * where a response has it; what explains a miss is the session's matter.
 */

import type { Session } from '../session.ts';
import type { CacheEvent, CacheOutcome } from '../types.ts';
import type { HostFields } from './translation.ts';

/** Watches the prompt cache of one conversation. */
export interface CacheDiagnostics {
  /**
   * The parameters, with the question why the cache did not serve the request: for `responses.create` of
   * OpenAI and `beta.messages.create` of Anthropic.
   */
  request<P extends object>(parameters: P): P;
  /**
   * Reads the answer and tells it as the session's `cache` event. `unexplained` says that the prefix of the
   * prompt was not what it was, though the session did not rewrite it. Undefined where the provider does not
   * say. Never throws.
   */
  read(response: object): CacheEvent | undefined;
}

export function cacheDiagnostics(session: Session): CacheDiagnostics {
  let previous: string | null = null;
  return {
    request(parameters) {
      const { prompt_cache_options: options, input } = parameters as HostFields;
      if (input === undefined) {
        return { ...parameters, diagnostics: { previous_message_id: previous } };
      }
      if (previous === null) return parameters;
      const asked = { ...options, comparison_response_id: previous };
      return { ...parameters, prompt_cache_options: asked };
    },

    read(response) {
      try {
        const { id, type } = response as HostFields;
        const isFirst = previous === null;
        if (typeof id === 'string') previous = id;
        const outcome = type === 'message' ? ofAnthropic(response) : ofOpenai(response, isFirst);
        return outcome && session.cached(outcome);
      } catch {
        return undefined;
      }
    },
  };
}

function ofOpenai(response: HostFields, isFirst: boolean): CacheOutcome | undefined {
  const { prompt_cache_diagnostics: diagnostics, usage } = response;
  const readTokens = usage?.input_tokens_details?.cached_tokens ?? 0;
  const common = { provider: 'openai', readTokens } as const;
  if (isFirst) return { ...common, hit: readTokens > 0, missedTokens: 0 };
  switch (diagnostics?.type) {
    case 'cache_hit':
      return { ...common, hit: true, missedTokens: 0 };
    case 'cache_miss': {
      const { reason, cache_missed_tokens: missedTokens } = diagnostics;
      return { ...common, hit: false, missedTokens, reason };
    }
    default:
      // Not enabled, or the response to compare with is gone.
      return undefined;
  }
}

function ofAnthropic({ diagnostics, usage }: HostFields): CacheOutcome | undefined {
  const readTokens = usage?.cache_read_input_tokens ?? 0;
  const common = { provider: 'anthropic', readTokens } as const;
  const missed = diagnostics?.cache_miss_reason;
  if (missed == null) {
    // Still being compared, or nothing to tell: what was read says enough.
    return { ...common, hit: readTokens > 0, missedTokens: 0 };
  }
  const { type: reason, cache_missed_input_tokens: missedTokens = 0 } = missed;
  return { ...common, hit: false, missedTokens, reason };
}
