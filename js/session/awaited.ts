/** Rewrites that were postponed, and the requests that they wait for. */
import type { EngineSession } from '../engine/engine-session.ts';
import type { Calls } from '../fold/calls.ts';
import type { PendingSummary, SummaryRequest } from '../types.ts';

export const awaitedIds = (engine: EngineSession): string[] =>
  engine.requests.awaited().flatMap(({ ids }) => ids);

/** Replies are there for one of them, or nobody here knows what it asks. */
export function canResume(engine: EngineSession, calls: Calls): boolean {
  return engine.requests.awaited().some(({ ids, isLate }) => {
    if (ids.every((id) => calls.answerOf(id) !== undefined)) return true;
    return !isLate && ids.some((id) => !calls.knows(id));
  });
}

/** Lets go of calls that none of them waits for any more; returns what these asked. */
export function withoutStale(engine: EngineSession, calls: Calls): SummaryRequest[] {
  if (calls.size === 0) return [];
  const wanted = engine.requests.awaited().flatMap(({ ids, isLate }) => {
    // Why code had to write is no answer.
    return isLate ? ids.filter((id) => calls.answerOf(id)?.kind === 'answer') : ids;
  });
  return calls.keepOnly(new Set(wanted));
}

/** All requests that have no answer. `read` gives those that nobody here has made, by their ids, where it can. */
export function unanswered(
  engine: EngineSession,
  calls: Calls,
  read: () => Map<string, SummaryRequest> | undefined,
): PendingSummary[] {
  const unread = engine.requests
    .awaited()
    .filter(({ isLate }) => !isLate)
    .flatMap(({ ids, firstMessage, lastMessage }) =>
      ids.map((id) => ({ id, firstMessage, lastMessage, prompt: undefined })),
    )
    .filter(({ id }) => !calls.knows(id));
  const known = unread.length > 0 ? read() : undefined;
  return [
    ...calls.handOut().map(([id, request]) => ({ id, ...request })),
    ...unread.map((summary) => {
      const request = known?.get(summary.id);
      return request === undefined ? summary : { id: summary.id, ...request };
    }),
  ];
}
