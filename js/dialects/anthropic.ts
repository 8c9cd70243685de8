/**
 * Messages of Anthropic's Messages API, as they stand in `messages` of a request.
 *
 * The API has no tool role: results are blocks of a user message, before all others of it.
 */
import { copyWith } from '../values/copy.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { toWellFormed } from '../values/well-formed.ts';
import { readBlock } from './anthropic-parts.ts';
import {
  type Dialect,
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
  emitHead,
  emitPart,
  itemsOf,
  noSuchPart,
  type PartRecord,
  part,
  readHead,
  readItem,
} from './record.ts';

const shapes: PlacementShapes = {
  assistant: true,
  assistantMessage: (texts) => ({ role: 'assistant', content: textParts(texts) }),
  system: (text) => ({ head: [], system: text }),
  isUser: ({ role, content }) => role === 'user' && !answersTools(itemsOf(content) ?? []),
};

export const anthropic: Dialect = {
  name: 'anthropic',
  oneResultPerMessage: false,

  read(message: unknown, sink: MessageSink): void {
    const head = readHead(message, roleOf, commonContent);
    const { content } = head;
    const blocks = typeof content === 'string' ? [] : (content ?? []);
    const answers = head.role === Role.user && answersTools(blocks);
    if (answers) head.role = Role.tool;
    emitHead(head, sink);
    if (typeof content === 'string') emitPart(part(PartKind.text, 0, content), sink);
    for (let i = 0; i < blocks.length; i++) {
      const record = readPart(blocks, i);
      if (answers && record.kind === PartKind.text) record.flags |= PartFlag.userWords;
      emitPart(record, sink);
    }
  },

  rolesOf(message: HostMessage): readonly string[] {
    const blocks = itemsOf(message?.content) ?? [];
    if (message?.role !== 'user' || !answersTools(blocks)) return [message?.role];
    return blocks.some((block) => typeOf(block) === 'text') ? ['tool', 'user'] : ['tool'];
  },

  write(message: HostMessage, edits: readonly PartEdit[]): HostMessage {
    const content: unknown = message.content;
    if (edits.length === 0) return message;
    if (typeof content === 'string') {
      // A string has nothing to remove.
      const text = edits.some(({ kind }) => kind === 'mend') ? toWellFormed(content) : content;
      return text === content ? message : copyWith(message, { content: text });
    }
    if (!Array.isArray(content)) return message;
    return copyWith(message, { content: editParts(content, edits, writer) });
  },

  place: (blocks, placement, before, after) =>
    placeBlocks(shapes, blocks, placement, before, after),

  spacer: (before, after) => spacer(shapes, before, after),

  aborted(message: HostMessage, parts: readonly number[], text: string): HostMessage {
    const content = parts.map((index) => {
      const { kind, fields } = readPart(message.content, index);
      if (kind !== PartKind.toolCall) throw noSuchPart(index, 'a tool call');
      const { callId = '' } = fields ?? {};
      return { type: 'tool_result', tool_use_id: callId, content: text, is_error: true };
    });
    return { role: 'user', content };
  },

  pick(message: HostMessage, parts: readonly number[]): HostMessage {
    const content: readonly unknown[] = Array.isArray(message.content) ? message.content : [];
    const picked = parts.map((index) => {
      if (!(index < content.length)) throw noSuchPart(index, 'a part');
      return content[index];
    });
    const ordered = [...picked.filter(isResult), ...picked.filter((block) => !isResult(block))];
    const all =
      ordered.length === content.length && ordered.every((item, i) => item === content[i]);
    return all && message.role === 'user'
      ? message
      : copyWith(message, { role: 'user', content: ordered });
  },
};

const writer: PartWriter = {
  read: readPart,
  textResult: (block, _record, text) => copyWith(block, { content: text }),
  // Results that are values are the provider's: what was read of them is not all that they hold.
  withValue: (block, { kind }, value) =>
    kind === PartKind.toolCall ? copyWith(block, { input: value }) : block,
  textPart: (block, text) => {
    const breakpoint = attempt(() => block.cache_control);
    const kept = breakpoint === undefined ? {} : { cache_control: breakpoint };
    return { type: 'text', text, ...kept };
  },
  fresh: (block) => block,
};

function readPart(content: readonly unknown[], index: number): PartRecord {
  return readItem(content, index, readBlock);
}

function roleOf(role: unknown): Role | undefined {
  switch (role) {
    case 'user':
      return Role.user;
    case 'assistant':
      return Role.assistant;
    case 'system':
      // Newer models take instructions amid a conversation.
      return Role.system;
    default:
      return undefined;
  }
}

function answersTools(blocks: readonly unknown[]): boolean {
  return blocks.some(isResult);
}

function isResult(block: unknown): boolean {
  return typeOf(block) === 'tool_result';
}

function typeOf(block: unknown): unknown {
  return isObject(block) ? attempt((): Fields['type'] => block.type) : undefined;
}
