/** Summaries of a session in a store that are bought behind its steps. */
import type { Order } from '../fold/calls.ts';
import { Deadline } from '../fold/summarizing.ts';
import { awaitedIds } from './awaited.ts';
import type { Steps } from './steps.ts';
import type { Stored } from './stored.ts';

/**
 * Has requests answered, unless another process does that. The fold is then made and saved at once, so that every
 * process goes on from it, and one that stops here loses nothing.
 */
export function buyBehind(
  steps: Steps,
  orders: ReadonlyMap<string, Order> | undefined,
  fold: () => Promise<void>,
): void {
  const { stored } = steps;
  if (stored === undefined || orders === undefined || orders.size === 0) return;
  const bought = buy(steps, stored, orders, fold);
  const work = Promise.all([steps.buying, bought]).then(() => {
    if (steps.buying === work) steps.buying = undefined;
  });
  steps.buying = work;
  stored.calls.late(work);
}

async function buy(
  { calls, line, side, options }: Steps,
  { lease }: Stored,
  orders: ReadonlyMap<string, Order>,
  fold: () => Promise<void>,
): Promise<void> {
  if (!(await lease.claimBehind(new Deadline(options).left))) return;
  // It may have been parked meanwhile, or have gone on without them.
  const ids = side.live === undefined ? [] : awaitedIds(side.live).filter((id) => orders.has(id));
  for (const id of ids) calls.begin(id, orders.get(id) as Order, true);
  await calls.allOf(ids);
  if (ids.some((id) => calls.answerOf(id)?.kind === 'answer')) await line.inTurn(fold);
  lease.releaseBehind();
}
