/**
 * One figure of the counting report: ours beside the best of today, the floor to ship and the goal.
 * Decides the verdict and how a row is shown; refuses to know how a figure came about.
 */

import { rounded } from '../bench/support/figures.mjs';

/**
 * `floor` and `goal` in the figure's unit; `larger`: more is better; `best`: { name, value } of what
 * people use today, measured in the same run.
 */
export function judged(name, value, unit, { floor, goal, larger = false, best, note } = {}) {
  const reaches = (mark) => (larger ? value >= mark : value <= mark);
  return {
    name,
    value,
    unit,
    ...(best && { best }),
    ...(floor !== undefined && { floor, shippable: reaches(floor) }),
    ...(goal !== undefined && { goal, aim: goal, met: reaches(goal) }),
    note,
  };
}

/** 'goal', 'floor', 'MISSED', or undefined for a figure without marks. */
export function verdictOf({ aim, met, shippable }) {
  if (aim === undefined) return undefined;
  if (met) return 'goal';
  return shippable ? 'floor' : 'MISSED';
}

const shown = (value, unit) => (value === undefined ? '' : `${rounded(value)} ${unit}`.trim());

function cellsOf(figure) {
  const { name, value, unit, best, floor, aim, note } = figure;
  return [
    name,
    best ? `${rounded(best.value)} (${best.name})` : '',
    shown(value, unit),
    shown(floor, ''),
    shown(aim, ''),
    verdictOf(figure) ?? '',
    note ?? '',
  ];
}

const heads = ['', 'today', 'epitome', 'floor', 'goal', 'met', ''];

/** Prints the figures of one section under its title, as a table. */
export function printSection(title, figures) {
  console.log(`\n${title}`);
  const marked = figures.some(({ aim, best }) => aim !== undefined || best);
  const rows = [...(marked ? [heads] : []), ...figures.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 || column === 6 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    );
    console.log(`  ${cells.filter((_, column) => widths[column] > 0).join('  ')}`.trimEnd());
  }
}
