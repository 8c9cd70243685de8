/** What a played session has folded away, and the records that stand for it: the question to `keptOf`. */

import { type RecordText, type Step, viewsOf } from './timeline.ts';

/** Plain data, so that it can be posted between threads. */
export interface KeptAsked {
  /** Messages that stand in the view no more, by number. */
  folded: number[];
  /** Those that stand in the view. */
  records: Pick<RecordText, 'text' | 'words'>[];
}

/** What `keptOf` is asked of the view of a timeline's newest step. */
export function askKept(steps: readonly Step[], records: readonly RecordText[]): KeptAsked {
  const last = steps.at(-1);
  if (last === undefined) return { folded: [], records: [] };
  const standing = new Set<number>();
  const shown = new Set<string>();
  for (const item of viewsOf(steps)(steps.length - 1)) {
    if (item.kind === 'record') shown.add(item.record);
    else standing.add(item.message);
  }
  const folded: number[] = [];
  for (let number = 1; number <= last.seen; number += 1) {
    if (!standing.has(number)) folded.push(number);
  }
  return {
    folded,
    records: records.filter(({ id }) => shown.has(id)).map(({ text, words }) => ({ text, words })),
  };
}
