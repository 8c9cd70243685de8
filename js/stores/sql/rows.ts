/**
 * Records and messages as rows. Decides which member is in which column and how long texts are cut into
 * rows that every engine takes; refuses to know statements.
 */
import { toWellFormed } from '../../adapters/well-formed.ts';
import { messageOf, textOf } from '../message-text.ts';
import type { ArchivedMessage, CompactionRecord } from '../store.ts';
import type { Row, Value } from './statement.ts';

/**
 * UTF-16 code units of a message in one row. D1 and Durable Objects take rows of 2 MB; a unit has at
 * most three bytes.
 */
const longestPart = 250_000;
/** UTF-16 code units of a JSON array of rows: D1 takes values of 2 MB, too. */
const longestArray = 600_000;

interface Column<Member> {
  name: string;
  /** SQL's type of what JSON's `->>` gives as text. */
  type: 'BIGINT' | 'TEXT' | 'DOUBLE PRECISION';
  of(member: Member): Value | undefined;
}

const integer = <Member>(name: string, of: (member: Member) => number | undefined) =>
  ({
    name,
    type: 'BIGINT',
    of: (member) => {
      const value = of(member);
      return value === undefined ? undefined : Math.round(value);
    },
  }) satisfies Column<Member>;

/** PostgreSQL's text has no U+0000, and UTF-8 no lone surrogates. */
const text = <Member>(name: string, of: (member: Member) => string | undefined) =>
  ({
    name,
    type: 'TEXT',
    of: (member) => {
      const value = of(member);
      return value === undefined ? undefined : toWellFormed(value).replaceAll('\0', '\ufffd');
    },
  }) satisfies Column<Member>;

const real = <Member>(name: string, of: (member: Member) => number | undefined) =>
  ({ name, type: 'DOUBLE PRECISION', of }) satisfies Column<Member>;

interface NumberedRecord {
  record: CompactionRecord;
  /** Place in its save, from 0. */
  ordinal: number;
}

export const recordColumns: readonly Column<NumberedRecord>[] = [
  integer('ordinal', ({ ordinal }) => ordinal),
  integer('round', ({ record }) => record.round),
  integer('at', ({ record }) => record.at),
  text('reason', ({ record }) => record.reason),
  integer('tokens_before', ({ record }) => record.tokensBefore),
  integer('tokens_after', ({ record }) => record.tokensAfter),
  integer('first_message', ({ record }) => record.firstMessage),
  integer('last_message', ({ record }) => record.lastMessage),
  text('fingerprints', ({ record }) => JSON.stringify(record.fingerprints)),
  text('summary', ({ record }) => record.summary),
  text('source', ({ record }) => record.source),
  text('verdict', ({ record }) => record.check),
  text('model', ({ record }) => record.model),
  integer('input_tokens', ({ record }) => record.usage?.inputTokens),
  integer('output_tokens', ({ record }) => record.usage?.outputTokens),
  real('cost', ({ record }) => record.cost),
  real('duration_ms', ({ record }) => record.durationMs),
  text('outcome', ({ record }) => record.outcome),
  text('state', ({ record }) => record.state),
];

export function recordOf(row: Row): CompactionRecord {
  const number = (name: string) => Number(row[name]);
  const optional = <Member>(name: string, member: string, value: () => Member) =>
    row[name] === null || row[name] === undefined ? {} : { [member]: value() };
  return {
    round: number('round'),
    at: number('at'),
    reason: String(row.reason),
    tokensBefore: number('tokens_before'),
    tokensAfter: number('tokens_after'),
    firstMessage: number('first_message'),
    lastMessage: number('last_message'),
    fingerprints: JSON.parse(String(row.fingerprints)),
    summary: String(row.summary),
    source: row.source as CompactionRecord['source'],
    ...optional('verdict', 'check', () => String(row.verdict)),
    ...optional('model', 'model', () => String(row.model)),
    ...optional('input_tokens', 'usage', () => ({
      inputTokens: number('input_tokens'),
      outputTokens: number('output_tokens'),
    })),
    ...optional('cost', 'cost', () => number('cost')),
    durationMs: number('duration_ms'),
    outcome: row.outcome as CompactionRecord['outcome'],
    ...optional('state', 'state', () => String(row.state)),
  };
}

interface MessagePart {
  message: ArchivedMessage;
  /** From 0. */
  part: number;
  text: string;
}

export const messageColumns: readonly Column<MessagePart>[] = [
  integer('position', ({ message }) => message.position),
  text('fingerprint', ({ message }) => message.fingerprint),
  integer('part', ({ part }) => part),
  integer('round', ({ message }) => message.round),
  integer('at', ({ message }) => message.at),
  { name: 'message', type: 'TEXT', of: ({ text }) => text },
];

export function partsOf(message: ArchivedMessage): MessagePart[] {
  const whole = textOf(message.message);
  const parts: MessagePart[] = [];
  for (let start = 0; start < whole.length; ) {
    const end = cutAt(whole, start + longestPart);
    parts.push({ message, part: parts.length, text: whole.slice(start, end) });
    start = end;
  }
  return parts;
}

/** The place to cut that splits no surrogate pair. */
function cutAt(whole: string, at: number): number {
  return at < whole.length && /[\udc00-\udfff]/.test(whole.charAt(at)) ? at - 1 : at;
}

/** Messages of rows in the order of their parts. */
export function messagesOf(rows: readonly Row[]): ArchivedMessage[] {
  const found: { message: Omit<ArchivedMessage, 'message'>; text: string }[] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (Number(row.part) > 0 && last) {
      last.text += String(row.message);
      continue;
    }
    found.push({
      message: {
        position: Number(row.position),
        fingerprint: String(row.fingerprint),
        round: Number(row.round),
        at: Number(row.at),
      },
      text: String(row.message),
    });
  }
  return found.map(({ message, text }) => ({ ...message, message: messageOf(text) }));
}

/** JSON arrays of rows, each an array of its columns; no array longer than an engine takes. */
export function arraysOf<Member>(
  columns: readonly Column<Member>[],
  members: readonly Member[],
): string[] {
  const arrays: string[] = [];
  let rows: string[] = [];
  let length = 0;
  const flush = () => {
    if (rows.length > 0) arrays.push(`[${rows.join()}]`);
    rows = [];
    length = 0;
  };
  for (const member of members) {
    const row = JSON.stringify(columns.map((column) => column.of(member) ?? null));
    if (length + row.length > longestArray) flush();
    rows.push(row);
    length += row.length;
  }
  flush();
  return arrays;
}
