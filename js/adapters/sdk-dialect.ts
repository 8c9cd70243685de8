/**
 * A dialect of the AI SDK, whose versions differ only in how a tool's input and output are spelt.
 * Decides everything about messages; refuses to know the parts, which the version's own file reads
 * and writes.
 */
import { copyWith, withoutStaleOptions } from './copy.ts';
import {
  type Dialect,
  type DialectName,
  type HostMessage,
  type MessageSink,
  type PartEdit,
  PartKind,
  Role,
  type SegmentText,
} from './dialect.ts';
import {
  commonContent,
  commonRole,
  emitHead,
  emitPart,
  type Fields,
  isCuttable,
  noSuchPart,
  type PartRecord,
  part,
  readHead,
  readItem,
} from './record.ts';

/** What a version of the AI SDK has to say about parts. */
export interface PartShapes {
  readonly name: DialectName;
  /** Reads a part; undefined for a type that the version does not have. May throw. */
  read(item: Fields, type: string, inAssistant: boolean): PartRecord | undefined;
  /** The fields that make `text` the output of a tool result that was read as `record`. */
  resultText(item: Fields, record: PartRecord, text: string): Fields;
  /** A tool result that reports `text` as an error. */
  errorResult(callId: string, toolName: string, text: string): Fields;
}

export function sdkDialect(shapes: PartShapes): Dialect {
  const readPart = (content: readonly unknown[], index: number, role: Role): PartRecord =>
    readItem(content, index, (item, type) => shapes.read(item, type, role === Role.assistant));

  function cut(message: HostMessage, edit: PartEdit & { kind: 'trim' }): Fields {
    const role = message.role === 'assistant' ? Role.assistant : Role.tool;
    const record = readPart(message.content, edit.part, role);
    if (!isCuttable(record)) throw noSuchPart(edit.part, 'a tool result of nothing but text');
    const { text } = record;
    const item: Fields = message.content[edit.part];
    const shorter = text.slice(0, edit.head) + edit.marker + text.slice(edit.tail);
    return copyWith(item, {
      ...withoutStaleOptions(item),
      ...shapes.resultText(item, record, shorter),
    });
  }

  return {
    name: shapes.name,
    oneResultPerMessage: false,

    read(message: unknown, sink: MessageSink): void {
      const head = readHead(message, commonRole, commonContent);
      emitHead(head, sink);
      const { content } = head;
      if (content === undefined) return;
      if (typeof content === 'string') {
        emitPart(part(PartKind.text, 0, content), sink);
        return;
      }
      for (let i = 0; i < content.length; i++) emitPart(readPart(content, i, head.role), sink);
    },

    write(message: HostMessage, edits: readonly PartEdit[]): HostMessage {
      const content: unknown = message.content;
      if (edits.length === 0 || !Array.isArray(content)) return message;
      const editOf = new Map<number, PartEdit>();
      for (const edit of edits) {
        if (!(edit.part < content.length)) throw noSuchPart(edit.part, 'a part');
        editOf.set(edit.part, edit);
      }
      const parts: unknown[] = [];
      for (let i = 0; i < content.length; i++) {
        const edit = editOf.get(i);
        if (edit === undefined) parts.push(content[i]);
        else if (edit.kind === 'trim') parts.push(cut(message, edit));
      }
      return copyWith(message, { content: parts });
    },

    segments(segments: readonly SegmentText[]): HostMessage {
      return {
        role: 'user',
        content: segments.map(({ text }) => ({ type: 'text', text })),
        providerOptions: { epitome: { segments: segments.map(({ id }) => id) } },
      };
    },

    aborted(message: HostMessage, parts: readonly number[], text: string): HostMessage {
      const results = parts.map((index) => {
        const { kind, fields } = readPart(message.content, index, Role.assistant);
        if (kind !== PartKind.toolCall) throw noSuchPart(index, 'a tool call');
        return shapes.errorResult(fields?.callId ?? '', fields?.toolName ?? '', text);
      });
      return { role: 'tool', content: results };
    },

    pick(message: HostMessage, parts: readonly number[]): HostMessage {
      const content: readonly unknown[] = Array.isArray(message.content) ? message.content : [];
      const picked = parts.map((index) => {
        if (!(index < content.length)) throw noSuchPart(index, 'a part');
        return content[index];
      });
      const all = picked.length === content.length && parts.every((index, i) => index === i);
      if (all && message.role === 'tool') return message;
      return copyWith(message, { ...withoutStaleOptions(message), role: 'tool', content: picked });
    },
  };
}
