/**
 * What each rule buys: the figures without it beside those with all of them. Decides which rows are
 * compared and how a line is written; refuses to know how a figure is measured.
 */
import type { Report } from './report.ts';

/** Rows of a set that a rule may move, by the end of their names. */
const compared = [
  'view recall',
  'record alone, record',
  'planted facts after 5 folds, user',
  'planted facts after 5 folds, tool',
  'planted facts after 5 folds, assistant',
  'revoked order alone after 5 folds',
  'deeds told, domain',
  'deeds told, shell',
  'constraints said in passing: top',
  'constraints said in passing: middle',
  'constraints said in passing: late',
];

const nameWidth = 20;
const width = 7;

/** Lines of a table in which each rule has one and each figure a numbered column. */
export class Ablation {
  readonly #cells: readonly { row: string; column: string; value: number }[];

  /** `whole`: the figures with all rules. */
  constructor(whole: Report) {
    this.#cells = whole.rowsEndingWith(compared);
  }

  /** What the columns are, and the figures with all rules. */
  head(): string {
    const legend = this.#cells.map(({ row, column }, i) => `${i + 1}: ${row}, ${column}`);
    const numbers = this.#line(
      '',
      this.#cells.map((_, i) => `${i + 1}`),
    );
    const values = this.#line(
      'all rules',
      this.#cells.map(({ value }) => value.toFixed(1)),
    );
    return [...legend, '', numbers, values].join('\n');
  }

  /** How far each figure moves without a rule, in points. */
  line(rule: string, without: Report): string {
    return this.#line(
      rule,
      this.#cells.map(({ row, column, value }) => {
        const moved = (without.valueOf(row, column) ?? Number.NaN) - value;
        return Math.abs(moved) < 0.05 ? '·' : `${moved > 0 ? '+' : ''}${moved.toFixed(1)}`;
      }),
    );
  }

  #line(name: string, cells: readonly string[]): string {
    return name.padEnd(nameWidth) + cells.map((cell) => cell.padStart(width)).join('');
  }
}
