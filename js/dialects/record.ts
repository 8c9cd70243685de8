/**
 * A part as the engine sees it, before it goes to the sink: its faults as flags, and the order in which
 * its calls go out.
 */
import { EpitomeError } from '../errors.ts';
import type { MediaFacts } from '../media/facts.ts';
import { type MediaSource, sealedFacts } from '../media/source.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { isWellFormed } from '../values/well-formed.ts';
import {
  type Fault,
  MessageFlag,
  type MessageSink,
  type PartFields,
  PartFlag,
  PartKind,
  Role,
} from './dialect.ts';
import { sealedLength } from './sealed.ts';

/** Longer content is not read: no host writes it, and a sparse array may claim any length. */
const maxItems = 100_000;

export interface PartRecord {
  kind: PartKind;
  flags: number;
  fields?: PartFields;
  media?: MediaFacts;
  /** Sealed data. */
  attachments?: readonly MediaFacts[];
  /** Images and files inside a result or a document. */
  files?: readonly MediaSource[];
  text: string;
  /** The text was written of a value: `jsonText` says how. */
  stringified?: boolean;
  /** The value has a lone surrogate, of which the text tells nothing. */
  illFormed?: boolean;
  faults?: readonly Fault[];
}

/** What a message is, apart from its parts. */
export interface MessageHead {
  role: Role;
  flags: number;
  /** A string, an array, or undefined when it is neither. */
  content: string | readonly unknown[] | undefined;
  faults: Fault[];
}

/** A part with nothing wrong about it. */
export function part(kind: PartKind, flags: number, text: string): PartRecord {
  return { kind, flags, text };
}

/** A part of which only the kind is known. */
export function faultyPart(kind: PartKind, ...faults: Fault[]): PartRecord {
  return { kind, flags: PartFlag.faulty, text: '', faults };
}

/** A part that has no meaning to the engine: kept byte for byte. `characters` is its length. */
export function opaquePart(characters = 0): PartRecord {
  const attachments = [sealedFacts(characters)];
  return { kind: PartKind.custom, flags: PartFlag.opaque, text: '', attachments };
}

/** Adds what else is wrong with a part. */
export function withFaults(record: PartRecord, faults: readonly Fault[]): PartRecord {
  if (faults.length === 0) return record;
  record.flags |= PartFlag.faulty;
  record.faults = [...(record.faults ?? []), ...faults];
  return record;
}

/**
 * Reads one item of a content array with `readTyped`, which returns undefined for a type that it
 * does not know and may throw whatever a getter throws.
 */
export function readItem(
  content: readonly unknown[],
  index: number,
  readTyped: (item: Fields, type: string) => PartRecord | undefined,
): PartRecord {
  try {
    const item = content[index];
    const type = isObject(item) ? item.type : undefined;
    if (typeof type !== 'string') return faultyPart(PartKind.custom, 'unknown-part');
    return readTyped(item as Fields, type) ?? opaquePart(sealedLength(item as Fields));
  } catch {
    return faultyPart(PartKind.custom, 'unreadable-part');
  }
}

/** Reads role and content; `roleOf` and `contentOf` return undefined for what the dialect lacks. */
export function readHead(
  message: unknown,
  roleOf: (role: unknown) => Role | undefined,
  contentOf: (content: unknown) => MessageHead['content'],
): MessageHead {
  const head: MessageHead = { role: Role.other, flags: 0, content: undefined, faults: [] };
  if (!isObject(message)) {
    head.flags = MessageFlag.faulty;
    head.faults.push('not-an-object');
    return head;
  }
  const role = attempt(() => roleOf(message.role));
  if (role === undefined) head.faults.push('unknown-role');
  else head.role = role;
  head.content = attempt(() => contentOf(message.content));
  if (head.content === undefined) {
    const isOfPage = attempt(() => Array.isArray(message.parts)) === true;
    head.faults.push(isOfPage ? 'ui-message' : 'unreadable-content');
  }
  if (head.faults.length > 0) head.flags |= MessageFlag.faulty;
  if (typeof head.content === 'string') head.flags |= MessageFlag.stringContent;
  return head;
}

/** The content that every dialect has. */
export function commonContent(content: unknown): MessageHead['content'] {
  return typeof content === 'string' ? content : itemsOf(content);
}

/** The value where it is an array of a length that can be walked, otherwise undefined. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.length <= maxItems ? value : undefined;
}

/** The roles that every dialect has. */
export function commonRole(role: unknown): Role | undefined {
  switch (role) {
    case 'system':
      return Role.system;
    case 'user':
      return Role.user;
    case 'assistant':
      return Role.assistant;
    case 'tool':
      return Role.tool;
    default:
      return undefined;
  }
}

export function emitHead(head: MessageHead, sink: MessageSink): void {
  sink.message(head.role, head.flags);
  for (const fault of head.faults) sink.fault(fault);
}

export function emitPart(record: PartRecord, sink: MessageSink): void {
  const illFormed = isIllFormed(record);
  const flags = illFormed ? record.flags | PartFlag.illFormed : record.flags;
  sink.part(record.kind, flags, record.fields, record.media);
  if (record.attachments !== undefined) {
    for (const media of record.attachments) sink.attachment(media);
  }
  if (record.files !== undefined) {
    for (const { facts, mediaType } of record.files) sink.attachment(facts, mediaType);
  }
  if (record.text !== '') sink.text(record.text);
  if (record.faults !== undefined) for (const fault of record.faults) sink.fault(fault);
  if (illFormed) sink.fault('lone-surrogate');
}

/** True for a part with a lone surrogate in its text or ids, except where it stays byte for byte. */
export function isIllFormed({ flags, fields, text, illFormed }: PartRecord): boolean {
  if ((flags & PartFlag.opaque) !== 0) return false;
  if (illFormed === true || !isWellFormed(text)) return true;
  if (fields === undefined) return false;
  const { callId = '', approvalId = '', toolName = '' } = fields;
  return !(isWellFormed(callId) && isWellFormed(approvalId) && isWellFormed(toolName));
}

/** True for a client tool result whose text is all there is to it. */
export function isCuttable(record: PartRecord): boolean {
  return isReplaceable(record) && (record.flags & PartFlag.hasMedia) === 0;
}

/** True for a client tool result that could be read. */
export function isReplaceable({ kind, flags, faults }: PartRecord): boolean {
  if (kind !== PartKind.toolResult || faults?.includes('unreadable-part')) return false;
  return (flags & (PartFlag.providerExecuted | PartFlag.opaque)) === 0;
}

/** The driver asked for an edit that the message does not allow: it is not the one that was read. */
export function noSuchPart(index: number, what: string): EpitomeError {
  return new EpitomeError('internal', `an edit needs ${what} as part ${index} of its message`);
}
