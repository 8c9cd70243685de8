/** Sums over trials: shares of what was kept, their spread over seeds. Takes figures as they are. */
import type { Group, RoundFigures, Share } from './measure.ts';
import type { Trial } from './trial.ts';

export type Trials = readonly Trial[];
export type GroupTest = (group: Group) => boolean;

export const userWords: GroupTest = (group) => group.startsWith('user ');
export const decisions: GroupTest = (group) => group.startsWith('decision ');
export const deeds: GroupTest = (group) => group.startsWith('deed ');
/** People's names look like any other words: no rule finds them, so they are told apart. */
export const names: GroupTest = (group) => group === 'assistant name';
export const facts: GroupTest = (group) => /^(assistant|tool) /.test(group) && !names(group);

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export function sum(trials: Trials, of: (trial: Trial) => number): number {
  return trials.reduce((total, trial) => total + of(trial), 0);
}

/** 1 where nothing was planted: nothing was lost. */
function ratio({ kept, total }: Share): number {
  return total === 0 ? 1 : kept / total;
}

function add(shares: Iterable<[Group, Share]>, test: GroupTest, to: Share): void {
  for (const [group, { kept, total }] of shares) {
    if (!test(group)) continue;
    to.kept += kept;
    to.total += total;
  }
}

/** The share of the groups over all rounds of the trials, or over one of them. */
export function shareOf(
  trials: Trials,
  test: GroupTest,
  isMeant: (round: RoundFigures) => boolean = () => true,
): number {
  return ratio(countOf(trials, test, isMeant));
}

export function countOf(
  trials: Trials,
  test: GroupTest,
  isMeant: (round: RoundFigures) => boolean = () => true,
): Share {
  const total = { kept: 0, total: 0 };
  for (const { rounds } of trials) {
    for (const round of rounds.filter(isMeant)) add(round.shares, test, total);
  }
  return total;
}

/** The lowest and the highest share among the seeds. */
export function spreadOf(trials: Trials, test: GroupTest): [number, number] {
  const shares = [...Map.groupBy(trials, ({ seed }) => seed).values()].map((of) =>
    shareOf(of, test),
  );
  return [Math.min(...shares), Math.max(...shares)];
}

export function groupsOf(trials: Trials): Group[] {
  const groups = trials.flatMap(({ rounds }) => rounds.flatMap(({ shares }) => [...shares.keys()]));
  return [...new Set(groups)].sort();
}

/** The share of replies that stood for their range. */
export function accepted(trials: Trials): number {
  return ratio({
    kept: sum(trials, (trial) => trial.accepted),
    total: sum(trials, (trial) => trial.requests),
  });
}
