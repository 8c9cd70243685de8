/**
 * Finds which dialect an array of messages is written in: that of the first message that only one has.
 */
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { aiSdk } from './ai-sdk.ts';
import { aiSdk4 } from './ai-sdk-4.ts';
import { anthropic } from './anthropic.ts';
import { serverResultEnd } from './anthropic-parts.ts';
import type { Dialect, DialectName } from './dialect.ts';
import { openaiChat } from './openai-chat.ts';
import { withoutMarks } from './sdk-dialect.ts';

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  'ai-sdk': aiSdk,
  'ai-sdk-4': aiSdk4,
  'openai-chat': openaiChat,
  anthropic,
};

/** For messages that any dialect may have written: it adds no field of its own. */
export const anyDialect: Dialect = withoutMarks(aiSdk);

const maxMessages = 10_000;
const maxPartsPerMessage = 100;

/** Part types that only one dialect has. */
const dialectOfType: Readonly<Record<string, DialectName>> = {
  'tool-approval-request': 'ai-sdk',
  'tool-approval-response': 'ai-sdk',
  'reasoning-file': 'ai-sdk',
  custom: 'ai-sdk',
  'redacted-reasoning': 'ai-sdk-4',
  image_url: 'openai-chat',
  input_audio: 'openai-chat',
  refusal: 'openai-chat',
  tool_use: 'anthropic',
  tool_result: 'anthropic',
  redacted_thinking: 'anthropic',
  server_tool_use: 'anthropic',
  mcp_tool_use: 'anthropic',
  mcp_tool_result: 'anthropic',
  container_upload: 'anthropic',
  search_result: 'anthropic',
  compaction: 'anthropic',
};

/** Fields of a part that only one dialect has, by the part's type. */
const dialectOfField: Readonly<Record<string, readonly (readonly [string, DialectName])[]>> = {
  'tool-call': [
    ['input', 'ai-sdk'],
    ['args', 'ai-sdk-4'],
  ],
  'tool-result': [
    ['output', 'ai-sdk'],
    ['result', 'ai-sdk-4'],
    ['experimental_content', 'ai-sdk-4'],
  ],
  reasoning: [['signature', 'ai-sdk-4']],
  image: [
    ['mediaType', 'ai-sdk'],
    ['mimeType', 'ai-sdk-4'],
    ['source', 'anthropic'],
  ],
  document: [['source', 'anthropic']],
  // Another server has parts of this name, with a list in them and no signature.
  thinking: [['signature', 'anthropic']],
  file: [
    ['mediaType', 'ai-sdk'],
    ['mimeType', 'ai-sdk-4'],
    ['file', 'openai-chat'],
  ],
};

/** Fields of a message that only one dialect has. */
const dialectOfMessageField: readonly (readonly [string, DialectName])[] = [
  ['tool_calls', 'openai-chat'],
  ['tool_call_id', 'openai-chat'],
  ['function_call', 'openai-chat'],
  ['reasoning_content', 'openai-chat'],
  ['refusal', 'openai-chat'],
  ['audio', 'openai-chat'],
  ['experimental_providerMetadata', 'ai-sdk-4'],
  ['stop_reason', 'anthropic'],
];

/** The dialect of the first message that gives it away; undefined when none does. Never throws. */
export const detectDialect = (messages: unknown): DialectName | undefined =>
  firstSign(messages)?.name;

/** The first message from an index on that gives a dialect away, or that one of `only`. Never throws. */
export function firstSign(
  messages: unknown,
  from = 0,
  only?: DialectName,
): { name: DialectName; index: number } | undefined {
  return attempt(() => {
    if (!Array.isArray(messages)) return undefined;
    const end = Math.min(messages.length, from + maxMessages);
    for (let index = from; index < end; index++) {
      const name = attempt(() => dialectOfMessage(messages[index]));
      if (name !== undefined && (only ?? name) === name) return { name, index };
    }
    return undefined;
  });
}

function dialectOfMessage(message: unknown): DialectName | undefined {
  if (!isObject(message)) return undefined;
  const { role, content } = message;
  const field = firstField(message, dialectOfMessageField);
  if (field !== undefined) return field;
  if (
    role === 'developer' ||
    role === 'function' ||
    (role === 'tool' && typeof content === 'string')
  )
    return 'openai-chat';
  if (!Array.isArray(content)) return undefined;
  const count = Math.min(content.length, maxPartsPerMessage);
  for (let i = 0; i < count; i++) {
    const name = attempt(() => dialectOfPart(content[i]));
    if (name !== undefined) return name;
  }
  return undefined;
}

function dialectOfPart(item: unknown): DialectName | undefined {
  if (!isObject(item) || typeof item.type !== 'string') return undefined;
  const { type } = item;
  if (Object.hasOwn(dialectOfType, type)) return dialectOfType[type];
  if (type.endsWith(serverResultEnd)) return 'anthropic';
  return Object.hasOwn(dialectOfField, type) ? firstField(item, dialectOfField[type]) : undefined;
}

function firstField(
  owner: Fields,
  names: readonly (readonly [string, DialectName])[] = [],
): DialectName | undefined {
  return names.find(([field]) => field in owner)?.[1];
}
