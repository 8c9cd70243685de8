/** What the text of a saved state says of what was decided. */
import type { StoredSession } from '../types.ts';
import { attempt } from '../values/fields.ts';
import { printOf } from '../values/print.ts';

/** The whole state: its decisions, with what has changed since. */
export function stateIn({ decisions, meter }: StoredSession): string {
  const state = attempt(() => {
    const [whole, since] = [JSON.parse(decisions), JSON.parse(meter)];
    return { ...whole, ...since, tail: [...whole.tail, ...(since.tail ?? [])] };
  });
  return state === undefined ? decisions : JSON.stringify(state);
}

/** Members of a state that change when something is decided. */
const decided = [
  ...['segments', 'chain', 'opening', 'folded', 'stale'],
  ...['beside', 'edits', 'jobs', 'pins', 'limits'],
];

/** What is remembered of decisions that are in the store. */
export interface SavedDecisions {
  /** Tells them from others. */
  print: string;
  /** Prints of the messages that they knew. */
  tail: readonly unknown[];
  /** Ids of the records of the view. */
  chain: readonly unknown[];
  /** A summary was begun that no step waits for. */
  isAwaiting: boolean;
}

export const noDecisions: SavedDecisions = { print: '', tail: [], chain: [], isAwaiting: false };

export function decisionsIn(state: string): SavedDecisions {
  const members = attempt(() => JSON.parse(state) as Record<string, unknown>) ?? {};
  const { tail, chain, jobs } = members;
  return {
    print: printOf(JSON.stringify(decided.map((name) => members[name] ?? []))),
    tail: Array.isArray(tail) ? tail : [],
    chain: Array.isArray(chain) ? chain : [],
    isAwaiting: Array.isArray(jobs) && jobs.length > 0,
  };
}
