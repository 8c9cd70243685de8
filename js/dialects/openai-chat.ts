/**
 * Messages of OpenAI's chat-completions API and of the many servers that speak it. The Responses API has
 * another shape, and is not read.
 *
 * One tool message answers one call, so `aborted` and `pick` take a single part.
 */
import { copyWith } from '../values/copy.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { mended } from '../values/well-formed.ts';
import { isObjectText } from './call-input.ts';
import {
  type Dialect,
  type HostMessage,
  MessageFlag,
  type MessageSink,
  type PartEdit,
  PartFlag,
  PartKind,
  Role,
} from './dialect.ts';
import { checkMendable, editedInput, editedText, editsByPart, type PartEdits } from './edits.ts';
import { readSlot, reasoningFields, type Slot, slotsOf } from './openai-parts.ts';
import { joined, type PlacementShapes, placeBlocks, spacer } from './placement.ts';
import { commonContent, commonRole, emitHead, emitPart, noSuchPart, readHead } from './record.ts';

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

  rolesOf: (message) => [message?.role],

  write(message: HostMessage, edits: readonly PartEdit[]): HostMessage {
    if (edits.length === 0) return message;
    const slots = slotsOf(message);
    const removed: Slot[] = [];
    const items = new Map<string, Map<number, unknown>>();
    const changes: Record<string, unknown> = {};
    for (const [part, edit] of editsByPart(edits)) {
      const slot = slots[part];
      if (slot === undefined) throw noSuchPart(part, 'a part');
      const { field, index } = slot;
      if (edit.removed) removed.push(slot);
      else if (index < 0) Object.assign(changes, editedField(message, slot, part, edit));
      else put(items, field, index, editedItem(message, slot, part, edit));
    }
    for (const [field, fresh] of items) {
      const list = message[field] as readonly unknown[];
      changes[field] = list.map((item, i) => (fresh.has(i) ? fresh.get(i) : item));
    }
    return copyWith(message, { ...changes, ...removals(message, changes, removed) });
  },

  place: (blocks, placement, before, after) =>
    placeBlocks(shapes, blocks, placement, before, after),

  spacer: (before, after) => spacer(shapes, before, after),

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
  if (role === 'developer') return Role.system;
  // The older answer to a function call: it belongs to what stands before it.
  return role === 'function' ? Role.tool : commonRole(role);
}

const shapes: PlacementShapes = {
  assistant: true,
  // Not every server that speaks this API takes parts from others than the user.
  assistantMessage: (texts) => ({ role: 'assistant', content: joined(texts) }),
  system: (text) => ({ head: [{ role: 'system', content: text }] }),
  isUser: ({ role }) => role === 'user',
};

function put(
  items: Map<string, Map<number, unknown>>,
  field: string,
  index: number,
  item: unknown,
): void {
  const known = items.get(field) ?? new Map<number, unknown>();
  items.set(field, known.set(index, item));
}

/** The fields of a message in which one part, that is a whole field, was edited. */
function editedField(message: Fields, slot: Slot, part: number, edit: PartEdits): Fields {
  const record = readSlot(message, slot);
  const changes: Record<string, unknown> = {};
  if (edit.content !== undefined) changes.content = editedText(record, edit.content);
  if (!edit.mend) return changes;
  checkMendable(record, part);
  for (const field of fieldsOf(message, slot)) {
    const value = field in changes ? changes[field] : attempt(() => message[field]);
    const fresh = mended(value);
    if (fresh !== value) changes[field] = fresh;
  }
  return changes;
}

function fieldsOf(message: Fields, { field }: Slot): readonly string[] {
  if (message.role === 'tool') return ['content', 'tool_call_id', 'name'];
  return field === 'reasoning' ? reasoningFields : [field];
}

/** An item of a field that holds several, edited. */
function editedItem(message: Fields, slot: Slot, part: number, edit: PartEdits): unknown {
  const record = readSlot(message, slot);
  let item: unknown = (message[slot.field] as readonly unknown[])[slot.index];
  if (edit.content !== undefined && record.kind === PartKind.toolCall) {
    const json = editedInput(record, edit.content);
    if (isObjectText(json)) item = withInput(item, json);
  } else if (edit.content !== undefined) {
    const { kind } = edit.content;
    const speaks = message.role === 'user' || message.role === 'assistant';
    if (kind !== 'replace' || record.kind !== PartKind.media || !speaks) {
      throw noSuchPart(part, 'an image or file that a text may stand for');
    }
    item = { type: 'text', text: edit.content.text };
  }
  if (!edit.mend) return item;
  checkMendable(record, part);
  const fresh = mended(item);
  return (record.flags & PartFlag.invalidInput) === 0 ? fresh : withArguments(fresh, record.text);
}

/** Some servers take and give an object. */
function withInput(call: unknown, json: string): unknown {
  const { function: body } = call as { function: Fields };
  const input: unknown = typeof body.arguments === 'string' ? json : JSON.parse(json);
  return copyWith(call as Fields, { function: copyWith(body, { arguments: input }) });
}

function withArguments(call: unknown, json: string): unknown {
  const { function: body } = call as { function: Fields };
  return copyWith(call as Fields, { function: copyWith(body, { arguments: json }) });
}

/** The fields of a message, `edited` ones among them, as they are once the parts in `removed` are gone. */
function removals(message: Fields, edited: Fields, removed: readonly Slot[]): Fields {
  const changes: Record<string, unknown> = {};
  const goneFrom = new Map<string, Set<number>>();
  for (const { field, index } of removed) {
    if (index >= 0) {
      goneFrom.set(field, (goneFrom.get(field) ?? new Set()).add(index));
    } else if (field === 'reasoning') {
      for (const name of reasoningFields) changes[name] = undefined;
    } else {
      changes[field] = field === 'content' ? null : undefined;
    }
  }
  for (const [field, gone] of goneFrom) {
    const list = (edited[field] ?? message[field]) as readonly unknown[];
    const left = list.filter((_, i) => !gone.has(i));
    // The API refuses empty arrays: no content is null, no calls are no field.
    changes[field] = left.length > 0 ? left : field === 'content' ? null : undefined;
  }
  return changes;
}
