/**
 * Whether a provider's prompt cache bears out that views keep their prefix. Decides what explains a miss;
 * refuses to know how a provider spells it.
 */
import type { CacheEvent, CacheOutcome, CompactorEvent } from './types.ts';

/** Host's changes of its own transcript, which no cache outlives. */
const breaks: readonly string[] = ['edited', 'regenerated', 'truncated', 'unrelated'];

/** In providers' words, what belongs to the request and not to its messages. */
const ofRequest = /model|tool|system|key|instruction|speed|expired|evict|retention|unavailable/;

export class CacheWatch {
  #isFirst = true;
  /** What happened to the messages since the last response. */
  #since: 'rewrite' | 'history' | undefined;

  note(event: CompactorEvent): void {
    if (event.type === 'aligned' && breaks.includes(event.how)) this.#since = 'history';
    // What is cut as it arrives was never sent.
    if (event.type === 'compaction' || event.type === 'repair') this.#since ??= 'rewrite';
  }

  judge(sessionId: string, outcome: CacheOutcome): CacheEvent {
    const cause = this.#causeOf(outcome);
    this.#isFirst = false;
    this.#since = undefined;
    return { type: 'cache', sessionId, ...outcome, cause };
  }

  #causeOf({ hit, reason }: CacheOutcome): CacheEvent['cause'] {
    if (hit) return 'none';
    if (this.#since !== undefined) return this.#since;
    if (this.#isFirst) return 'first';
    return reason !== undefined && ofRequest.test(reason) ? 'request' : 'unexplained';
  }
}
