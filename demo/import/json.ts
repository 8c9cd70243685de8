/**
 * JSON and JSON Lines, with limits that keep a hostile text from taking all memory or the whole stack,
 * and the line of every value. Knows nothing of messages.
 */

import { ImportError } from './error.ts';

const mostCharacters = 256_000_000;
/** Objects, arrays and their members: each takes memory whatever its text is. */
const mostValues = 6_000_000;
const deepest = 200;

export interface Source {
  text: string;
  /** The document, or what stands on the lines. */
  values: unknown[];
  /** Their lines, from 1. */
  lines: number[];
  isLines: boolean;
  /** A last line that ends in the middle, as of a session that was killed. */
  cutOff?: number;
}

/** Counts values of one import. */
export class Limits {
  #left = mostValues;

  /** The value of a JSON text. Throws a SyntaxError, or an ImportError without a line. */
  parse(text: string): unknown {
    this.#count();
    this.#check(text);
    return JSON.parse(text);
  }

  #count(): void {
    this.#left -= 1;
    if (this.#left >= 0) return;
    throw new ImportError('too-large', `more than ${mostValues} values: use a shorter session`);
  }

  #check(text: string): void {
    let depth = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 0x22) {
        i = endOfString(text, i);
      } else if (code === 0x2c || code === 0x5b || code === 0x7b) {
        this.#count();
        if (code === 0x2c) continue;
        depth += 1;
        if (depth > deepest) {
          throw new ImportError('too-deep', `brackets are nested more than ${deepest} deep`);
        }
      } else if (code === 0x5d || code === 0x7d) {
        depth -= 1;
      }
    }
  }
}

/** Where the string that opens at `from` closes; the text's length where it does not. */
function endOfString(text: string, from: number): number {
  for (let end = from; ; ) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

/** Reads a whole text: JSON Lines where its first line is a value and others follow, else one value. */
export function readSource(whole: string, limits: Limits): Source {
  if (whole.length > mostCharacters) {
    throw new ImportError('too-large', 'the text is longer than 256 million characters');
  }
  const text = whole.startsWith('\ufeff') ? whole.slice(1) : whole;
  const [first, second] = firstRows(text);
  if (first === undefined) throw new ImportError('empty', 'the file is empty');
  if (second !== undefined) {
    if (isValue(text.slice(first.from, first.to))) return fromLines(text, limits);
    // A broken first line is no document either: the second one tells which of both it was meant to be.
    const looksLikeLines = text[first.from] === '{' && text[second.from] === '{';
    if (looksLikeLines && isValue(text.slice(second.from, second.to))) {
      return fromLines(text, limits);
    }
  }
  try {
    return { text, values: [limits.parse(text)], lines: [first.line], isLines: false };
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError('not-json', faultOf(error), lineIn(error, text));
  }
}

interface Row {
  from: number;
  to: number;
  line: number;
}

/** The lines of a text that are not blank. */
function* rowsOf(text: string): Generator<Row> {
  for (let from = 0, line = 1; from <= text.length; line += 1) {
    const found = text.indexOf('\n', from);
    const to = found < 0 ? text.length : found;
    const start = skipSpace(text, from, to);
    if (start < to) yield { from: start, to, line };
    from = to + 1;
  }
}

function firstRows(text: string): Row[] {
  const rows: Row[] = [];
  for (const row of rowsOf(text)) if (rows.push(row) === 2) break;
  return rows;
}

function isValue(line: string): boolean {
  try {
    const value: unknown = new Limits().parse(line);
    return typeof value === 'object' && value !== null;
  } catch (error) {
    return error instanceof ImportError;
  }
}

function fromLines(text: string, limits: Limits): Source {
  const source: Source = { text, values: [], lines: [], isLines: true };
  for (const { from, to, line } of rowsOf(text)) {
    try {
      source.values.push(limits.parse(text.slice(from, to)));
      source.lines.push(line);
    } catch (error) {
      if (error instanceof ImportError) throw new ImportError(error.code, error.message, line);
      const isLast = skipSpace(text, to) === text.length;
      const isOpen = endOfValue(text, from) > to;
      if (!isLast || !isOpen) throw new ImportError('not-json', faultOf(error), line);
      source.cutOff = line;
    }
  }
  return source;
}

/** What a JavaScript engine says of a text that is no JSON, without the place that it names. */
function faultOf(error: unknown): string {
  const said = error instanceof Error ? error.message : '';
  const bare = said.replace(/, (?:\.\.\.)?"[\s\S]*" is not valid JSON$/, '');
  const fault = bare.replace(/^JSON\.parse: |,? ?(?:in JSON )?at (?:position|line) [\s\S]*$/g, '');
  return `this is not JSON (${fault}); JSON and JSON Lines are accepted`;
}

function lineIn(error: unknown, text: string): number | undefined {
  const said = error instanceof Error ? error.message : '';
  const position = /at position (\d+)/.exec(said)?.[1];
  if (position !== undefined) return lineAt(text, Number(position));
  const line = /at line (\d+) column/.exec(said)?.[1];
  if (line !== undefined) return Number(line);
  return /end of JSON|end of data|EOF/.test(said) ? lineAt(text, text.trimEnd().length) : undefined;
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < position; i = text.indexOf('\n', i + 1)) line += 1;
  return line;
}

/** The line on which the value at `path` (keys and indices) of a well-formed JSON text begins. */
export function lineOfPath(text: string, path: readonly (string | number)[]): number {
  let i = skipSpace(text, 0);
  for (const step of path) {
    const isArray = text[i] === '[';
    i = skipSpace(text, i + 1);
    for (let index = 0; i < text.length; index += 1) {
      let key: unknown = index;
      if (!isArray) {
        const end = endOfString(text, i);
        key = JSON.parse(text.slice(i, end + 1));
        i = skipSpace(text, skipSpace(text, end + 1) + 1);
      }
      if (key === step) break;
      i = skipSpace(text, skipSpace(text, endOfValue(text, i)) + 1);
    }
  }
  return lineAt(text, i);
}

function skipSpace(text: string, from: number, to = text.length): number {
  let i = from;
  while (i < to && text.charCodeAt(i) <= 0x20) i += 1;
  return i;
}

/** Infinity where the text ends first. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const char = text[i] as string;
    if (char === '"') i = endOfString(text, i);
    else if (char === '[' || char === '{') depth += 1;
    else if (depth === 0 && (char === ',' || char === ']' || char === '}')) return i;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth === 0 && (char === '"' || char === ']' || char === '}')) return i + 1;
  }
  return Number.POSITIVE_INFINITY;
}
