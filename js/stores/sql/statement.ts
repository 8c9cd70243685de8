/**
 * SQL as values: text with placeholders, and what they stand for. Decides how the two dialects differ,
 * SQLite's (also of D1 and Durable Objects) and PostgreSQL's; refuses to know any table.
 */

export type Value = string | number | null;
export type Row = Record<string, unknown>;

export interface Statement {
  text: string;
  values: readonly Value[];
}

/** What runs statements. */
export interface Database {
  readonly dialect: Dialect;
  /** Runs them in order, all or none; returns the rows of each. */
  transaction(statements: readonly Statement[]): Promise<Row[][]>;
  close?(): Promise<void>;
}

/** What the dialects write differently. */
export interface Dialect {
  /** The placeholder of the n-th value, from 1. */
  placeholder(n: number): string;
  /** A table `rows` with a column `value`: the elements of the JSON array in a placeholder. */
  elements(placeholder: string): string;
  /** The moment, in a column of times. */
  readonly now: string;
  /** Milliseconds since 1970 in a placeholder, as a time. */
  time(placeholder: string): string;
  readonly timeType: string;
  /** Text that is ordered by its UTF-8 bytes. */
  readonly idType: string;
  /** Waits until no other worker changes the tables; ends with the transaction. */
  readonly lock: Statement | undefined;
}

export const sqlite: Dialect = {
  placeholder: () => '?',
  elements: (placeholder) => `json_each(${placeholder}) AS rows`,
  now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  time: (placeholder) => placeholder,
  timeType: 'BIGINT',
  idType: 'TEXT',
  // Its transactions are one after the other.
  lock: undefined,
};

export const postgres: Dialect = {
  placeholder: (n) => `$${n}`,
  elements: (placeholder) => `json_array_elements(CAST(${placeholder} AS json)) AS rows(value)`,
  now: 'clock_timestamp()',
  time: (placeholder) => `to_timestamp(CAST(${placeholder} AS double precision) / 1000)`,
  timeType: 'TIMESTAMPTZ',
  idType: 'TEXT COLLATE "C"',
  // Any number that others hardly take.
  lock: { text: 'SELECT pg_advisory_xact_lock(20038177410)', values: [] },
};

/** A piece of a statement that is text, not a value. */
export interface Raw {
  raw: (dialect: Dialect, placeholder: () => string) => string;
  /** The values of its placeholders. */
  values: readonly Value[];
}

export const now: Raw = { raw: ({ now }) => now, values: [] };

export const time = (ms: number): Raw => ({
  raw: (dialect, placeholder) => dialect.time(placeholder()),
  values: [ms],
});

export const elements = (json: string): Raw => ({
  raw: (dialect, placeholder) => dialect.elements(placeholder()),
  values: [json],
});

/** Text that was written here, never by a caller. */
export const verbatim = (text: string): Raw => ({ raw: () => text, values: [] });

/** Writes a statement: `` sql(dialect)`SELECT … WHERE id = ${id}` ``. */
export function sql(dialect: Dialect) {
  return (strings: TemplateStringsArray, ...pieces: (Value | Raw)[]): Statement => {
    const values: Value[] = [];
    let count = 0;
    const placeholder = () => {
      count += 1;
      return dialect.placeholder(count);
    };
    const texts = pieces.map((piece) => {
      if (typeof piece === 'object' && piece !== null) {
        values.push(...piece.values);
        return piece.raw(dialect, placeholder);
      }
      values.push(piece);
      return placeholder();
    });
    return { text: String.raw({ raw: strings }, ...texts), values };
  };
}
