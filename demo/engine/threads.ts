/** Threads of a played session: from what a later step names back to where it was said. */

import type { Reference, Step, Timeline } from './timeline.ts';

export interface Thread {
  /** Index of the step whose reply names it. */
  step: number;
  reference: Reference;
}

export const threadsOf = (steps: readonly Step[]): Thread[] =>
  steps.flatMap(({ wanted }, step) => wanted.map((reference) => ({ step, reference })));

/** The longest thread that a record holds, else any that was held after a fold, and the longest broken one. */
export function storiesOf({ steps }: Pick<Timeline, 'steps'>) {
  const length = ({ step, reference }: Thread) => (steps[step] as Step).seen - reference.from;
  const longest = (threads: Thread[]) =>
    threads.reduce<Thread | undefined>(
      (best, one) => (best === undefined || length(one) > length(best) ? one : best),
      undefined,
    );
  const all = threadsOf(steps);
  const held = all.filter(({ reference }) => reference.held);
  return {
    held:
      longest(held.filter(({ reference }) => typeof reference.through === 'string')) ??
      longest(held),
    broken: longest(all.filter(({ reference }) => !reference.held)),
  };
}

/** The steps between two rewrites, around `step`: the same records stand in all of them. */
export function eraOf({ steps, rewrites }: Pick<Timeline, 'steps' | 'rewrites'>, step: number) {
  let from = 0;
  for (const rewrite of rewrites) {
    if (rewrite.step > step) return { from, until: rewrite.step };
    from = rewrite.step;
  }
  return { from, until: steps.length };
}
