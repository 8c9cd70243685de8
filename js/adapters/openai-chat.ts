/**
 * Messages of OpenAI's chat-completions API and of the many servers that speak it. Decides how edits
 * are written into the fields that hold the parts; refuses to know the Responses API.
 *
 * One tool message answers one call, so `aborted` and `pick` take a single part.
 */
import { copyWith } from './copy.ts';
import {
  type Dialect,
  type HostMessage,
  MessageFlag,
  type MessageSink,
  type PartEdit,
  Role,
  type SegmentText,
} from './dialect.ts';
import { readSlot, reasoningFields, type Slot, slotsOf } from './openai-parts.ts';
import {
  commonContent,
  commonRole,
  emitHead,
  emitPart,
  type Fields,
  isCuttable,
  isObject,
  noSuchPart,
  readHead,
} from './record.ts';

export const openaiChat: Dialect = {
  name: 'openai-chat',
  oneResultPerMessage: true,

  read(message: unknown, sink: MessageSink): void {
    // A message that only calls tools has null content, or none.
    const head = readHead(message, roleOf, (content) => commonContent(content ?? []));
    // A tool message's string is its result: it can be shortened, as parts can.
    if (head.role === Role.tool) head.flags &= ~MessageFlag.stringContent;
    emitHead(head, sink);
    if (!isObject(message)) return;
    for (const slot of slotsOf(message)) emitPart(readSlot(message, slot), sink);
  },

  write(message: HostMessage, edits: readonly PartEdit[]): HostMessage {
    if (edits.length === 0) return message;
    const slots = slotsOf(message);
    const removed: Slot[] = [];
    let changes: Fields = {};
    for (const edit of edits) {
      const slot = slots[edit.part];
      if (slot === undefined) throw noSuchPart(edit.part, 'a part');
      if (edit.kind === 'remove') removed.push(slot);
      else changes = { content: cut(message, slot, edit) };
    }
    return copyWith(message, { ...changes, ...removals(message, removed) });
  },

  segments(segments: readonly SegmentText[]): HostMessage {
    return { role: 'user', content: segments.map(({ text }) => ({ type: 'text', text })) };
  },

  aborted(message: HostMessage, parts: readonly number[], text: string): HostMessage {
    const [index = -1, ...others] = parts;
    const slot = slotsOf(message)[index];
    if (slot?.field !== 'tool_calls' || others.length > 0) throw noSuchPart(index, 'one tool call');
    const { fields } = readSlot(message, slot);
    return { role: 'tool', tool_call_id: fields?.callId ?? '', content: text };
  },

  pick(message: HostMessage, parts: readonly number[]): HostMessage {
    const [index = -1, ...others] = parts;
    if (index !== 0 || others.length > 0) throw noSuchPart(index, 'one tool result');
    return message;
  },
};

function roleOf(role: unknown): Role | undefined {
  return role === 'developer' ? Role.system : commonRole(role);
}

function cut(message: Fields, slot: Slot, edit: PartEdit & { kind: 'trim' }): string {
  const record = readSlot(message, slot);
  if (!isCuttable(record)) throw noSuchPart(edit.part, 'a tool result of nothing but text');
  const { text } = record;
  return text.slice(0, edit.head) + edit.marker + text.slice(edit.tail);
}

/** The fields of a message as they are once the parts in `removed` are gone. */
function removals(message: Fields, removed: readonly Slot[]): Fields {
  const changes: Record<string, unknown> = {};
  const goneFrom = new Map<string, Set<number>>();
  for (const { field, index } of removed) {
    if (index >= 0) {
      goneFrom.set(field, (goneFrom.get(field) ?? new Set()).add(index));
    } else if (field === 'reasoning') {
      for (const name of reasoningFields) changes[name] = undefined;
    } else if (field !== 'content') {
      changes[field] = undefined;
    } else if (message.content === '' && message.role === 'assistant') {
      // A string stays, but an empty one beside tool calls says what null says.
      changes.content = null;
    }
  }
  for (const [field, gone] of goneFrom) {
    const left = (message[field] as readonly unknown[]).filter((_, i) => !gone.has(i));
    // The API refuses empty arrays: no content is null, no calls are no field.
    changes[field] = left.length > 0 ? left : field === 'content' ? null : undefined;
  }
  return changes;
}
