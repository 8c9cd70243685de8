/**
 * A dialect of the AI SDK. Its versions differ only in how a tool's input and output are spelt; the
 * version's own file reads and writes these.
 */
import { copyWith, withoutItemIds, withoutStaleOptions } from '../values/copy.ts';
import { type Fields, isObject } from '../values/fields.ts';
import { toWellFormed } from '../values/well-formed.ts';
import {
  type Dialect,
  type DialectName,
  type HostMessage,
  type MessageSink,
  type PartEdit,
  PartFlag,
  PartKind,
  Role,
} from './dialect.ts';
import { editParts, type PartWriter } from './edits.ts';
import { type PlacementShapes, placeBlocks, spacer, textParts } from './placement.ts';
import {
  commonContent,
  commonRole,
  emitHead,
  emitPart,
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
  /** The fields that make `value` the output of a tool result whose output was a value. */
  resultValue(item: Fields, value: unknown): Fields;
  /** The field of a call's input. */
  readonly inputField: string;
  /** A tool result that reports `text` as an error. */
  errorResult(callId: string, toolName: string, text: string): Fields;
}

export function sdkDialect(shapes: PartShapes): Dialect {
  const readPart = (content: readonly unknown[], index: number, role: Role): PartRecord =>
    readItem(content, index, (item, type) => shapes.read(item, type, role === Role.assistant));

  const changed = (item: Fields, changes: Fields): Fields =>
    copyWith(item, { ...withoutStaleOptions(item), ...changes });

  function writerFor(message: HostMessage): PartWriter {
    const role = message.role === 'assistant' ? Role.assistant : Role.tool;
    const hasMedia = message.role === 'assistant' || message.role === 'user';
    return {
      read: (content, index) => readPart(content, index, role),
      textResult: (item, record, text) => changed(item, shapes.resultText(item, record, text)),
      withValue: (item, record, value) =>
        record.kind === PartKind.toolCall
          ? copyWith(item, { [shapes.inputField]: value })
          : changed(item, shapes.resultValue(item, value)),
      textPart: hasMedia ? (_item, text) => ({ type: 'text', text }) : undefined,
      fresh: (item) => copyWith(item, withoutItemIds(item)),
    };
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

    rolesOf: (message) => [message?.role],

    write(message: HostMessage, edits: readonly PartEdit[]): HostMessage {
      const content: unknown = message.content;
      if (edits.length === 0) return message;
      if (typeof content === 'string') return mendedString(message, content, edits);
      if (!Array.isArray(content)) return message;
      const writer = writerFor(message);
      const parts = editParts(content, edits, writer);
      const unthought = edits.some(
        ({ kind, part }) =>
          kind === 'remove' && writer.read(content, part).kind === PartKind.reasoning,
      );
      return copyWith(message, { content: unthought ? withoutIds(parts, writer) : parts });
    },

    place: (blocks, placement, before, after) =>
      placeBlocks(sdkPlacement, blocks, placement, before, after),

    spacer: (before, after) => spacer(sdkPlacement, before, after),

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

/** How blocks stand in a view of any version: its system messages are the host's alone. */
const sdkPlacement: PlacementShapes = {
  assistant: false,
  assistantMessage: (texts) => ({ role: 'assistant', content: textParts(texts) }),
  marks(blocks, message) {
    const options = message?.providerOptions;
    const epitome = { segments: blocks.map(({ id }) => id) };
    return { providerOptions: isObject(options) ? copyWith(options, { epitome }) : { epitome } };
  },
  isUser: ({ role }) => role === 'user',
};

/** The same dialect, for messages that may go where its own fields are refused. */
export function withoutMarks(dialect: Dialect): Dialect {
  const { marks: _, ...bare } = sdkPlacement;
  return {
    ...dialect,
    place: (blocks, placement, before, after) =>
      placeBlocks(bare, blocks, placement, before, after),
  };
}

/** Content that is a string stays one: it has nothing to remove, and may only be mended. */
function mendedString(
  message: HostMessage,
  content: string,
  edits: readonly PartEdit[],
): HostMessage {
  const text = edits.some(({ kind }) => kind === 'mend') ? toWellFormed(content) : content;
  return text === content ? message : copyWith(message, { content: text });
}

/**
 * Parts that lost the reasoning before them. A server that is pointed to an item of its own wants the
 * reasoning that led to it as well; what is sent in full, it takes without.
 */
function withoutIds(parts: readonly unknown[], writer: PartWriter): unknown[] {
  return parts.map((item, index) => {
    if (!isObject(item) || (writer.read(parts, index).flags & PartFlag.opaque) !== 0) return item;
    const changes = withoutItemIds(item);
    return Object.keys(changes).length === 0 ? item : copyWith(item, changes);
  });
}
