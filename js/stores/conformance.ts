/**
 * What a store has to do, as checks for any test runner. Run them one after the other, on a database that holds nothing
 * else: the last one deletes all sessions.
 */
import type { Store } from '../types/store.ts';
import { expiry } from './conforming/expiry.ts';
import { keys } from './conforming/keys.ts';
import { leases } from './conforming/leases.ts';
import { writes } from './conforming/writes.ts';

export type { Store };

export interface ConformanceCheck {
  /** What is promised. */
  name: string;
  /** Rejects where the store breaks it. Its keys are new in each run. */
  run(store: Store): Promise<void>;
}

/** The checks, in the order in which to run them. */
export function conformance(): ConformanceCheck[] {
  const all = { ...writes, ...keys, ...leases, ...expiry };
  return Object.entries(all).map(([name, run]) => ({ name, run }));
}
