/** What goes wrong with a file that someone chose, in words for that person. */

export type ImportErrorCode =
  | 'unreadable-file'
  | 'too-large'
  | 'too-deep'
  | 'empty'
  | 'not-json'
  | 'unknown-format'
  | 'bad-message'
  | 'no-messages'
  | 'no-conversation';

/** A text that is no session. The message is one line: where, what is wrong, what would be right. */
export class ImportError extends Error {
  readonly code: ImportErrorCode;
  /** Counts from 1. */
  readonly line?: number;

  constructor(code: ImportErrorCode, message: string, line?: number) {
    super(printable(line === undefined ? message : `line ${line}: ${message}`));
    this.name = 'ImportError';
    this.code = code;
    if (line !== undefined) this.line = line;
  }
}

/** A message that can't be read, found by its place among the items of its conversation. */
export class Fault extends Error {
  readonly index: number;

  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

/** A text on one line, without characters that steer a terminal or turn the reading direction. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** A value from a transcript as an error may quote it. */
export function quoted(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (typeof value !== 'string') return Array.isArray(value) ? 'a list' : `an ${typeof value}`;
  return `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
}
