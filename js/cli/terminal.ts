/**
 * What a terminal is shown. Decides colours, bars, numbers and columns, and that nothing from a
 * transcript can steer a terminal; refuses to know what is told.
 */
import { stderr, stdout } from 'node:process';
import { SingleBar } from 'cli-progress';

export interface Style {
  bold(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  accent(text: string): string;
}

/** Colours where `coloured`, else the text as it is. */
export function styleOf(coloured: boolean): Style {
  const paint = (code: number) => (text: string) =>
    coloured ? `\x1b[${code}m${text}\x1b[0m` : text;
  return { bold: paint(1), faint: paint(2), good: paint(32), bad: paint(31), accent: paint(36) };
}

/** True where standard output is a terminal and `NO_COLOR` is not set. */
export function isColoured(): boolean {
  return stdout.isTTY === true && !process.env.NO_COLOR;
}

// Controls (C0, DEL, C1), line separators, and what turns the direction of text or hides in it.
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/** Text from a transcript: one line, at most `most` characters, without anything a terminal obeys. */
export function shown(text: string, most = 60): string {
  const line = text
    .slice(0, 4 * most)
    .replace(/\s+/g, ' ')
    .replace(unsafe, '�')
    .trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

const grouped = new Intl.NumberFormat('en-US');

export function count(value: number): string {
  return grouped.format(Math.round(value));
}

const barWidth = 24;

/** A bar for a share between 0 and 1; something that is there shows. */
export function bar(share: number): string {
  const eighths = Math.min(
    8 * barWidth,
    Math.max(share > 0 ? 1 : 0, Math.round(share * 8 * barWidth)),
  );
  const rest = ' ▏▎▍▌▋▊▉'[eighths % 8] ?? ' ';
  return ('█'.repeat(Math.floor(eighths / 8)) + rest).slice(0, barWidth).padEnd(barWidth);
}

const isNumber = (cell: string) => /^[\d.,]*(?: %|×)?$/.test(cell);

/**
 * Rows in columns; columns of numbers to the right. `head` names them. In a terminal a line ends where the
 * terminal does.
 */
export function table(rows: readonly (readonly string[])[], head?: readonly string[]): string {
  const width = stdout.isTTY === true && stdout.columns > 0 ? stdout.columns : Infinity;
  const all = head ? [head, ...rows] : rows;
  const columns = Array.from({ length: all[0]?.length ?? 0 }, (_, i) => ({
    width: Math.max(...all.map((row) => row[i]?.length ?? 0)),
    isNumeric: rows.every((row) => isNumber(row[i] ?? '')),
  }));
  const line = (row: readonly string[]) =>
    columns
      .map(({ width, isNumeric }, i) =>
        isNumeric ? (row[i] ?? '').padStart(width) : (row[i] ?? '').padEnd(width),
      )
      .join('  ')
      .trimEnd();
  const fitting = (text: string) => (text.length > width ? `${text.slice(0, width - 1)}…` : text);
  return all.map((row) => fitting(line(row))).join('\n');
}

export interface Progress {
  /** Between 0 and 1. */
  at(fraction: number): void;
  done(): void;
}

/** Tells on standard error how far long work is; only where a terminal is. Call `done` at its end. */
export function progress(label: string): Progress {
  const told = new SingleBar({
    format: `${label} {bar} {percentage} %, {eta_formatted} left`,
    barCompleteChar: '█',
    barIncompleteChar: ' ',
    barsize: barWidth,
    stream: stderr,
    fps: 10,
    clearOnComplete: true,
    noTTYOutput: false,
  });
  let isThere = false;
  return {
    at(fraction) {
      // What is done at once needs no bar.
      if (!isThere) told.start(1, fraction);
      else told.update(fraction);
      isThere = true;
    },
    done() {
      if (isThere) told.stop();
    },
  };
}
