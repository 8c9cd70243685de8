/**
 * The figures of a run: one row a measure, one column a window and policy. Decides how a figure is
 * written and found again; refuses to know how it was measured.
 */
import type { Share } from './measure/shares.ts';

export type Figure =
  | { readonly kind: 'share'; readonly held: number; readonly total: number }
  | { readonly kind: 'number'; readonly value: number; readonly digits: number };

export interface Column {
  readonly window: number;
  readonly policy: string;
}

const columnName = ({ window, policy }: Column): string =>
  `${window % 1000 === 0 ? `${window / 1000}k` : window} ${policy}`;

/** Below so many, a share is shown with its total. */
const few = 40;

export class Report {
  /** Rows that are shown only where details are asked for. */
  readonly #details = new Set<string>();
  /** By row, then by column, each in the order in which it came. */
  readonly #rows = new Map<string, Map<string, Figure>>();
  readonly #columns: string[] = [];

  #set(row: string, column: Column, figure: Figure): void {
    const name = columnName(column);
    if (!this.#columns.includes(name)) this.#columns.push(name);
    const cells = this.#rows.get(row) ?? new Map<string, Figure>();
    cells.set(name, figure);
    this.#rows.set(row, cells);
  }

  share(row: string, column: Column, { held, total }: Share): void {
    if (total > 0) this.#set(row, column, { kind: 'share', held, total });
  }

  number(row: string, column: Column, value: number, digits = 0): void {
    if (Number.isFinite(value)) this.#set(row, column, { kind: 'number', value, digits });
  }

  /** Keeps a row out of the table unless details are asked for. */
  asDetail(row: string): string {
    this.#details.add(row);
    return row;
  }

  /** The value of a cell: a share as percent. Undefined where nothing was measured. */
  valueOf(row: string, column: string): number | undefined {
    const figure = this.#rows.get(row)?.get(column);
    if (figure === undefined) return undefined;
    return figure.kind === 'share' ? (100 * figure.held) / figure.total : figure.value;
  }

  /** Cells of the rows whose names end so, shares as percent. */
  rowsEndingWith(ends: readonly string[]): { row: string; column: string; value: number }[] {
    return [...this.#rows]
      .filter(([row]) => ends.some((end) => row.endsWith(end)))
      .flatMap(([row, cells]) =>
        [...cells.keys()].map((column) => ({ row, column, value: this.valueOf(row, column) ?? 0 })),
      );
  }

  table({ details = false } = {}): string {
    const shown = [...this.#rows].filter(([row]) => details || !this.#details.has(row));
    const lines = shown.map(([row, cells]) => [
      row,
      ...this.#columns.map((column) => written(cells.get(column))),
    ]);
    return laidOut([['', ...this.#columns], ...lines]);
  }

  json(): object[] {
    return [...this.#rows].flatMap(([row, cells]) =>
      [...cells].map(([column, figure]) => ({ row, column, ...figure })),
    );
  }
}

const grouped = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

function written(figure: Figure | undefined): string {
  if (figure === undefined) return '–';
  if (figure.kind === 'number') return grouped(figure.digits).format(figure.value);
  const percent = `${((100 * figure.held) / figure.total).toFixed(1)} %`;
  return figure.total < few ? `${percent} of ${figure.total}` : percent;
}

/** Rows as lines: the first column to the left, all others to the right. */
export function laidOut(rows: readonly (readonly string[])[]): string {
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
