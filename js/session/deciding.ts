/** What is decided is saved before it goes out, where the session has a store. */
import { unlessOutdated } from './lease.ts';
import type { ToldRound } from './rounds.ts';
import type { Stored } from './stored.ts';

/** Of one step's decisions: three more where other processes were quicker. */
const mostTries = 4;

/** What came of a step's decisions, or of others. */
export interface Decided {
  /** Of what is saved. */
  changes: boolean;
  rounds?: () => ToldRound[];
}

/**
 * What `decide` decides, saved where there is a store. Where another process has decided meanwhile it is done again,
 * on what that one has saved.
 */
export async function kept<D extends Decided>(
  stored: Stored | undefined,
  decide: () => Promise<D>,
): Promise<D> {
  if (stored === undefined) return decide();
  const { lease } = stored;
  try {
    for (let tries = 1; ; tries += 1) {
      lease.isHurried = tries === mostTries;
      const decided = await unlessOutdated(decide());
      if (decided === undefined) continue;
      if (!decided.changes) {
        stored.saveLate();
        return decided;
      }
      if (await stored.save(decided.rounds?.())) return decided;
      if (!lease.isHurried && (await stored.load())) continue;
      // Another process was quicker each time.
      stored.calls.tell({ type: 'store-failed', doing: 'save', reason: 'conflict' });
      return decided;
    }
  } finally {
    lease.release();
  }
}
