/** Layout of the canaries' figures on a terminal. Takes them as they are. */

import type { Figure } from './judging.ts';
import {
  accepted,
  countOf,
  decisions,
  deeds,
  facts,
  type GroupTest,
  groupsOf,
  names,
  percent,
  shareOf,
  spreadOf,
  sum,
  type Trials,
  userWords,
} from './shares.ts';
import { rounds, type Trial } from './trial.ts';

/** Rows as lines: the first column to the left, all others to the right. */
function laidOut(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Mean, and in brackets the lowest and highest seed. */
function withSpread(trials: Trials, test: GroupTest): string {
  const [least, most] = spreadOf(trials, test);
  const range = least === most ? '' : ` (${(100 * least).toFixed(0)}–${(100 * most).toFixed(0)})`;
  return `${percent(shareOf(trials, test))}${range}`;
}

/** One line a model: what is left of everything over all rounds. */
export function overview(trials: ReadonlyMap<string, Trials>): string {
  const heads = [
    'model',
    'accepted',
    "user's words",
    'approvals',
    'deeds',
    'facts',
    'names',
    'inventions',
    'orders',
    'strangers',
  ];
  const lines = [...trials].map(([model, of]) => [
    model,
    percent(accepted(of)),
    ...[userWords, decisions, deeds, facts, names].map((test) => withSpread(of, test)),
    `${sum(of, (t) => t.inventions.length)} of ${sum(of, (t) => t.invented)}`,
    `${sum(of, (t) => t.orders.length)} of ${sum(of, (t) => t.injected)}`,
    `${sum(of, (t) => t.strangers.length)}`,
  ]);
  return laidOut([heads, ...lines]);
}

/** What is left of each kind, round by round, and how many there were in the last. */
export function byRound(trials: Trials): string {
  const numbers = Array.from({ length: rounds }, (_, i) => i + 1);
  const lines = groupsOf(trials).map((group) => {
    const test: GroupTest = (other) => other === group;
    const cells = numbers.map((n) => {
      const share = countOf(trials, test, ({ round }) => round === n);
      return share.total === 0 ? '–' : percent(share.kept / share.total);
    });
    const last = countOf(trials, test, ({ round }) => round === rounds);
    return [group, ...cells, withSpread(trials, test), `${last.total}`];
  });
  const heads = ['kind', ...numbers.map((n) => `round ${n}`), 'all (seeds)', 'planted'];
  return laidOut([heads, ...lines]);
}

export function rejections(trials: ReadonlyMap<string, Trials>): string {
  const lines = [...trials].flatMap(([model, of]) => {
    const reasons = new Map<string, number>();
    for (const [reason, count] of of.flatMap(({ rejected }) => [...rejected])) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + count);
    }
    const told = [...reasons].map(([reason, count]) => `${reason} ${count}`).join(', ');
    return told === '' ? [] : [`  ${model}: ${told}`];
  });
  return lines.join('\n');
}

/**
 * What code keeps by itself, and how much of it matters, per 100 messages of the user. Nothing is asked
 * of it.
 */
export function precision(forgetful: Trials, scarce: Trials): string {
  const last = (of: Trials) => of.flatMap(({ rounds: all }: Trial) => all.slice(-1));
  const total = (of: Trials, count: (figures: Trial['rounds'][number]) => number) =>
    last(of).reduce((all, figures) => all + count(figures), 0);
  const per100 = (of: Trials, count: number) =>
    (
      (100 * count) /
      Math.max(
        1,
        total(of, (figures) => figures.userMessages),
      )
    ).toFixed(1);
  const share = (part: number, whole: number) => (whole === 0 ? 'none' : percent(part / whole));
  const kept = total(forgetful, (figures) => figures.facts);
  const idle = total(forgetful, (figures) => figures.incidental);
  const pinned = total(scarce, ({ pins }) => pins.pinned);
  const rightly = total(scarce, ({ pins }) => pins.rightly);
  const orders = total(scarce, ({ pins }) => pins.orders.total);
  const found = total(scarce, ({ pins }) => pins.orders.kept);
  return [
    `  facts: ${per100(forgetful, kept)} planted and ${per100(forgetful, idle)} incidental ones in the ` +
      `segments of the forgetful (precision ${share(kept, kept + idle)})`,
    `  pins, with room for few words: ${per100(scarce, pinned)}, of them ` +
      `${per100(scarce, pinned - rightly)} no orders (precision ${share(rightly, pinned)}); ` +
      `${share(found, orders)} of the orders kept`,
  ].join('\n');
}

export function figureLines(figures: readonly Figure[]): string {
  const lines = figures.map(({ name, found, usual }) => [`  ${name}`, found, usual]);
  return laidOut([['figure', 'found', 'usual'], ...lines]);
}
