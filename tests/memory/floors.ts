/**
 * What is asked of the figures of a quick run. Decides the floors alone; refuses to know how a figure
 * is measured.
 */
import type { Report } from './report.ts';

export interface Floor {
  readonly row: string;
  readonly column: string;
  /** Percent for a share, else in the figure's own unit. */
  readonly least?: number;
  readonly most?: number;
}

export const floors: readonly Floor[] = [];

export interface Judgement extends Floor {
  readonly found: number | undefined;
  readonly holds: boolean;
}

/** A floor whose figure was not measured does not hold. */
export function judged(report: Report, asked: readonly Floor[] = floors): Judgement[] {
  return asked.map((floor) => {
    const { row, column, least = -Infinity, most = Infinity } = floor;
    const found = report.valueOf(row, column);
    return { ...floor, found, holds: found !== undefined && found >= least && found <= most };
  });
}
