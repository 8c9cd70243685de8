/**
 * Edits of parts, for every dialect whose messages hold arrays of parts: which part allows which edit,
 * and in what order the edits of one part are made.
 */
import type { Fields } from '../values/fields.ts';
import { attempt } from '../values/fields.ts';
import { mended } from '../values/well-formed.ts';
import { type PartEdit, PartFlag, PartKind } from './dialect.ts';
import {
  isCuttable,
  isIllFormed,
  isOfClient,
  isReplaceable,
  noSuchPart,
  type PartRecord,
} from './record.ts';

type ContentEdit = PartEdit & { kind: 'cut' | 'replace' };

/** What is to be done with one part. */
export interface PartEdits {
  removed: boolean;
  content: ContentEdit | undefined;
  mend: boolean;
}

/** How a dialect spells edited parts. */
export interface PartWriter {
  read(content: readonly unknown[], index: number): PartRecord;
  /** A copy of a tool result whose output is `text`. */
  textResult(item: Fields, record: PartRecord, text: string): unknown;
  /** A copy of a call or result whose input or output, a value before, is `value`. */
  withValue(item: Fields, record: PartRecord, value: unknown): unknown;
  /** A text part in place of an image or a file; undefined where the message can't have one. */
  textPart: ((item: Fields, text: string) => unknown) | undefined;
  /** A copy of a part whose strings were mended, without what has become untrue. */
  fresh(item: Fields): Fields;
}

export function editsByPart(edits: readonly PartEdit[]): Map<number, PartEdits> {
  const byPart = new Map<number, PartEdits>();
  for (const edit of edits) {
    const known = byPart.get(edit.part) ?? { removed: false, content: undefined, mend: false };
    if (edit.kind === 'remove') known.removed = true;
    else if (edit.kind === 'mend') known.mend = true;
    else known.content = edit;
    byPart.set(edit.part, known);
  }
  return byPart;
}

/** The text that a result's output is to be. Throws where the result can't be edited that way. */
export function editedText(record: PartRecord, edit: ContentEdit): string {
  if (edit.kind === 'replace') {
    if (!isReplaceable(record)) throw noSuchPart(edit.part, 'a tool result of a client');
    return edit.text;
  }
  if (!isCuttable(record)) throw noSuchPart(edit.part, 'a tool result of nothing but text');
  return record.text.slice(0, edit.from) + edit.text + record.text.slice(edit.to);
}

/** JSON of what a call is to have been given. Throws where the part is no call of a client's. */
export function editedInput(record: PartRecord, edit: ContentEdit): string {
  if (edit.kind !== 'cut' || record.kind !== PartKind.toolCall || !isOfClient(record)) {
    throw noSuchPart(edit.part, 'a call of a client');
  }
  return record.text.slice(0, edit.from) + edit.text + record.text.slice(edit.to);
}

/** Throws where a part is its provider's and stays byte for byte. */
export function checkMendable(record: PartRecord, part: number): void {
  if ((record.flags & PartFlag.opaque) !== 0) throw noSuchPart(part, 'a part that is not sealed');
}

/** The parts as they are after `edits`; what no edit names is shared by reference. */
export function editParts(
  content: readonly unknown[],
  edits: readonly PartEdit[],
  writer: PartWriter,
): unknown[] {
  const byPart = editsByPart(edits);
  for (const part of byPart.keys()) {
    if (!(part < content.length)) throw noSuchPart(part, 'a part');
  }
  const parts: unknown[] = [];
  for (let i = 0; i < content.length; i++) {
    const edit = byPart.get(i);
    if (edit === undefined) parts.push(content[i]);
    else if (!edit.removed) parts.push(editedPart(content, i, edit, writer));
  }
  return parts;
}

function editedPart(
  content: readonly unknown[],
  index: number,
  { content: edit, mend }: PartEdits,
  writer: PartWriter,
): unknown {
  const record = writer.read(content, index);
  const item = content[index] as Fields;
  let edited = item;
  if (edit !== undefined) edited = withContent(item, record, edit, writer) as Fields;
  // What a cut leaves may still hold half a pair.
  if (!mend && (edit === undefined || !isIllFormed(record))) return edited;
  checkMendable(record, index);
  return mendedPart(edited, writer);
}

function withContent(
  item: Fields,
  record: PartRecord,
  edit: ContentEdit,
  writer: PartWriter,
): unknown {
  if (edit.kind === 'replace' && record.kind === PartKind.media) {
    if (writer.textPart === undefined || (record.flags & PartFlag.opaque) !== 0) {
      throw noSuchPart(edit.part, 'an image or file that a text may stand for');
    }
    return writer.textPart(item, edit.text);
  }
  if (record.kind !== PartKind.toolCall) {
    return writer.textResult(item, record, editedText(record, edit));
  }
  const json = editedInput(record, edit);
  const value = attempt(() => [JSON.parse(json) as unknown]);
  if (value === undefined) return item;
  // A server that has the item would take what that was given.
  return writer.fresh(writer.withValue(item, record, value[0]) as Fields);
}

function mendedPart(item: Fields, writer: PartWriter): unknown {
  let copy = mended(item);
  const record = writer.read([copy], 0);
  // Objects with a form of their own are not walked: what they write is, as is what stands for an input.
  const isInvalid = (record.flags & PartFlag.invalidInput) !== 0;
  if ((isInvalid || isIllFormed(record)) && record.stringified === true) {
    const value = attempt(() => [JSON.parse(record.text) as unknown]);
    if (value !== undefined) copy = writer.withValue(copy, record, value[0]) as Fields;
  }
  return copy === item ? item : writer.fresh(copy);
}
