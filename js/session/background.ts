/** Rewrites that were postponed, and the requests that they wait for. */
import type { EngineSession } from '../engine/engine-session.ts';
import type { Calls, Order } from '../fold/calls.ts';
import { Deadline } from '../fold/summarizing.ts';
import type { PendingSummary, SummaryRequest } from '../types.ts';
import { plainStep } from './step-context.ts';
import type { Steps } from './steps.ts';
import type { Stored } from './stored.ts';

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

/**
 * Has requests of a session in a store answered behind its step, unless another process does that. The fold is then
 * made and saved at once, so that every process goes on from it, and one that stops here loses nothing.
 */
export async function buyBehind(
  steps: Steps,
  stored: Stored,
  orders: ReadonlyMap<string, Order>,
): Promise<void> {
  const { calls, line, side } = steps;
  const { left } = new Deadline(steps.options);
  if (!(await stored.lease.claimBehind(left))) return;
  // It may have been parked meanwhile, or have gone on without them.
  const ids = side.live === undefined ? [] : awaitedIds(side.live).filter((id) => orders.has(id));
  for (const id of ids) calls.begin(id, orders.get(id) as Order, true);
  await calls.allOf(ids);
  if (ids.some((id) => calls.answerOf(id)?.kind === 'answer')) {
    await line.inTurn(() => foldBehind(steps));
  }
  stored.lease.releaseBehind();
}

/** A step between two of the host's, where none of the host's has used the answers yet. */
async function foldBehind(steps: Steps): Promise<void> {
  const { side, views, news } = steps;
  await news.orTold({}, async () => {
    const run = side.live?.runs.latest;
    if (run === undefined || !steps.resumes(side.awake())) return;
    run.keepHanded();
    const context = { ...plainStep, between: true, model: views.model, hook: views.hooked };
    await steps.recovering([...run.shown], context);
  });
}
