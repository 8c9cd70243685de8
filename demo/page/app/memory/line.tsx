/** The place of a record where a name stands. */

import { indexOfName } from '../../../../tests/memory/measure/occurrence.ts';
import { type RecordRow, rowsOf } from '../../../engine/record-rows.ts';

/** UTF-16 code units before and after a name. */
const beside = 32;

export const sections = {
  prose: 'Summary',
  words: 'The user’s words',
  done: 'What was done',
  said: 'What the agent said',
  output: 'What tools answered',
  names: 'Also mentioned',
} as const;

const parsed = new Map<string, RecordRow[]>();
/** Rows of a record's text. Records are few, so that all are kept. */
export function rowsOfRecord(text: string): RecordRow[] {
  let rows = parsed.get(text);
  if (rows === undefined) {
    rows = rowsOf(text);
    parsed.set(text, rows);
  }
  return rows;
}

/** The best row that has `name`: from that message, else one that tells something, else one of a list. */
export function lineWith(text: string, name: string, from: number): RecordRow | undefined {
  const having = rowsOfRecord(text).filter((row) => indexOfName(row.text, name) >= 0);
  return (
    having.find(({ message }) => message === from) ??
    having.find(({ section }) => section !== 'names') ??
    having[0]
  );
}

export function Excerpt({ text, name }: { text: string; name: string }) {
  const at = indexOfName(text, name);
  if (at < 0) return <>{text.slice(0, 2 * beside)}</>;
  const [from, to] = [Math.max(0, at - beside), at + name.length + beside];
  const before = text.slice(from, at);
  const after = text.slice(at + name.length, to);
  // No torn words at the ends.
  return (
    <>
      {from > 0 ? `…${before.replace(/^\S*\s/, '')}` : before}
      <mark>{name}</mark>
      {to < text.length ? `${after.replace(/\s\S*$/, '')}…` : after}
    </>
  );
}

export function Line({ line, name }: { line: RecordRow; name: string }) {
  return (
    <q class="line">
      {sections[line.section]}: <Excerpt text={line.text} name={name} />
    </q>
  );
}
