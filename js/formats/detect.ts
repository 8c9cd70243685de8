/**
 * Where a file's messages are, and which format they are in. Decides what gives a format away; refuses
 * to read the messages.
 */
import { detectDialect } from '../adapters/detect.ts';
import { TranscriptError } from '../errors.ts';
import { isClaudeCodeRecord } from './claude-code.ts';
import { isCodexRecord } from './codex.ts';
import type { Envelope, Item } from './draft.ts';
import { isResponseItem } from './openai-responses.ts';
import type { Records } from './records.ts';
import type { TranscriptFormat } from './types.ts';
import { field, isObject, listIn, stringIn } from './values.ts';

export interface Source {
  items: Item[];
  envelope: Envelope;
  conversation: number;
  conversations: number;
  /** The file's conversations: where one has only plain texts, another may tell the format. */
  all: readonly (readonly Item[])[];
}

/** Fields that bodies of requests and replies, exports and recordings keep their messages in. */
const lists = ['messages', 'input', 'output', 'items'];

/** The messages of one conversation of a file, and what stands beside them. */
export function sourceOf(records: Records, conversation: number): Source {
  const [first] = records.values;
  const bodies = records.values.flatMap(({ value }) => bodyOf(value) ?? []);
  if (bodies.length > 0 && bodies.length === records.values.length) {
    const body = bodies[conversation - 1];
    if (body === undefined) throw noSuchConversation(conversation, bodies.length);
    const all = bodies.map(({ items }) => items);
    return { ...body, conversation, conversations: bodies.length, all };
  }
  if (conversation !== 1) throw noSuchConversation(conversation, 1);
  const place = { envelope: {}, conversation: 1, conversations: 1, all: [] };
  if (!records.isLines && Array.isArray(first?.value)) {
    return { ...place, items: itemsOf(first.value) };
  }
  if (!records.isLines && !looksLikeMessage(first?.value)) {
    throw new TranscriptError('unknown-format', 'JSON, but no messages in it');
  }
  return {
    ...place,
    items: records.values.map(({ value, line }, index) => ({ value, line, index })),
  };
}

function noSuchConversation(asked: number, last: number): TranscriptError {
  return new TranscriptError(
    'no-such-conversation',
    `there is no conversation ${asked}, the last is ${last}`,
  );
}

function itemsOf(values: readonly unknown[]): Item[] {
  return values.map((value, index) => ({ value, index }));
}

function looksLikeMessage(value: unknown): boolean {
  return (
    stringIn(value, 'role') !== undefined ||
    isResponseItem(value) ||
    isClaudeCodeRecord(value) ||
    isCodexRecord(value)
  );
}

/** A body with messages in it; bodies of batches are wrapped once more. */
function bodyOf(value: unknown): Pick<Source, 'items' | 'envelope'> | undefined {
  if (!isObject(value) || looksLikeMessage(value)) return undefined;
  for (const envelope of [value, value.body, value.params, value.request]) {
    if (!isObject(envelope)) continue;
    for (const name of lists) {
      const list = listIn(envelope, name);
      if (list !== undefined) return { envelope, items: itemsOf(list) };
    }
    const input = stringIn(envelope, 'input');
    if (input !== undefined) {
      return { envelope, items: itemsOf([{ type: 'message', role: 'user', content: input }]) };
    }
    const choices = listIn(envelope, 'choices');
    if (choices !== undefined) {
      return { envelope, items: itemsOf(choices.slice(0, 1).map((one) => field(one, 'message'))) };
    }
  }
  return undefined;
}

/** The format of messages; an `unknown-format` error where nothing says that they are messages. */
export function formatOf({ items, envelope, all }: Source): TranscriptFormat {
  for (const { value } of items) {
    if (isCodexRecord(value)) return 'codex';
    if (isClaudeCodeRecord(value)) return 'claude-code';
    if (listIn(value, 'parts') !== undefined || listIn(value, 'toolInvocations') !== undefined) {
      return 'ai-sdk-ui';
    }
  }
  if (items.some(({ value }) => isResponseItem(value))) return 'openai-responses';
  const roles = items.some(({ value }) => stringIn(value, 'role') !== undefined);
  if (!roles) {
    const first = items[0]?.line;
    throw new TranscriptError('unknown-format', 'JSON, but no messages in it', {
      ...(first !== undefined && { line: first }),
    });
  }
  if (items.some(({ value }) => hasInputParts(value)) || field(envelope, 'input') !== undefined) {
    return 'openai-responses';
  }
  for (const conversation of [items, ...all]) {
    const dialect = detectDialect(conversation.map(({ value }) => value));
    if (dialect !== undefined) return dialect === 'ai-sdk-4' ? 'ai-sdk' : dialect;
  }
  return plainFormat(envelope);
}

function hasInputParts(value: unknown): boolean {
  return (listIn(value, 'content') ?? []).some((part) =>
    /^(?:input|output)_(?:text|image|file)$/.test(stringIn(part, 'type') ?? ''),
  );
}

/** Plain texts look alike everywhere: what stands beside them may tell. */
function plainFormat(envelope: Envelope): TranscriptFormat {
  const model = stringIn(envelope, 'model') ?? '';
  if (listIn(envelope, 'choices') !== undefined) return 'openai-chat';
  if (field(envelope, 'max_tokens') !== undefined && /claude/.test(model)) return 'anthropic';
  if (envelope.anthropic_version !== undefined) return 'anthropic';
  return /^(?:openai\/)?(?:gpt|o\d|chatgpt)/.test(model) ? 'openai-chat' : 'ai-sdk';
}
