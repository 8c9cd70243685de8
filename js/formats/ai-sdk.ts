/**
 * Model messages of the AI SDK, and core messages of AI SDK 4, whose calls have `args` and whose results
 * have `result`. Messages of newer versions are handed on as they are.
 */
import { Draft, type Envelope, type Item, wrongShape } from './draft.ts';
import { roleName } from './openai-chat.ts';
import type { AssistantPart, ToolResultPart, TranscriptMessage, UserPart } from './types.ts';
import {
  type Fields,
  field,
  isObject,
  jsonOf,
  stringIn,
  timeOf,
  toolsOf,
  usageOf,
} from './values.ts';

export function readAiSdk(items: readonly Item[], envelope: Envelope): Draft {
  const draft = new Draft('ai-sdk');
  draft.tools = toolsOf(envelope.tools);
  draft.model = stringIn(envelope, 'model', 'modelId');
  draft.title = stringIn(envelope, 'title', 'name');
  const system = stringIn(envelope, 'system', 'instructions');
  if (system !== undefined) draft.system.push(system);
  for (const item of items) {
    const { value } = item;
    if (!isObject(value)) throw wrongShape(item, 'not an object');
    const timestamp = timeOf(value.createdAt ?? value.timestamp);
    const usage = usageOf(value.usage);
    const details = {
      ...(item.line !== undefined && { line: item.line }),
      ...(timestamp !== undefined && { timestamp }),
      ...(usage && { usage }),
    };
    const message = messageOf(item, value);
    if (message === undefined) draft.note('empty-message', item.line);
    else if (message.role === 'system') draft.addSystem(message.content, details);
    else draft.add(message, details);
  }
  return draft;
}

/** The message, or undefined where it has no content. */
function messageOf(item: Item, value: Fields): TranscriptMessage | undefined {
  const { role, content } = value;
  if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool') {
    throw wrongShape(item, `role ${roleName(role)} is none of this format`);
  }
  if (content === null || content === undefined) return undefined;
  if (typeof content === 'string') {
    if (role === 'tool') throw wrongShape(item, 'content of a tool message is not a list of parts');
    return content === '' ? undefined : (value as unknown as TranscriptMessage);
  }
  if (!Array.isArray(content))
    throw wrongShape(item, 'content is neither text nor a list of parts');
  if (content.length === 0) return undefined;
  const stray = content.findIndex((part) => stringIn(part, 'type') === undefined);
  if (stray >= 0) throw wrongShape(item, `part ${stray + 1} has no type`);
  if (role === 'system') {
    return { role, content: content.map((part) => stringIn(part, 'text') ?? '').join('\n') };
  }
  if (!content.some(isOld)) return value as unknown as TranscriptMessage;
  return { ...value, role, content: content.map(renewed) } as unknown as TranscriptMessage;
}

/** Parts that AI SDK 4 writes in another way. */
function isOld(part: unknown): boolean {
  const type = field(part, 'type');
  return (
    (type === 'tool-call' && field(part, 'input') === undefined) ||
    (type === 'tool-result' && field(part, 'output') === undefined) ||
    type === 'redacted-reasoning'
  );
}

function renewed(part: unknown): UserPart | AssistantPart | ToolResultPart {
  if (!isObject(part) || !isOld(part)) return part as unknown as AssistantPart;
  const id = {
    toolCallId: stringIn(part, 'toolCallId') ?? '',
    toolName: stringIn(part, 'toolName') ?? 'unknown',
  };
  if (part.type === 'tool-call') return { type: 'tool-call', ...id, input: part.args ?? {} };
  if (part.type === 'redacted-reasoning') {
    const redactedData = stringIn(part, 'data') ?? '';
    return { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData } } };
  }
  return { type: 'tool-result', ...id, output: outputOf(part.result, part.isError === true) };
}

/** What a tool gave, as the SDK sends it to a model. */
export function outputOf(result: unknown, failed: boolean): ToolResultPart['output'] {
  if (typeof result === 'string') return { type: failed ? 'error-text' : 'text', value: result };
  return { type: failed ? 'error-json' : 'json', value: jsonOf(result) };
}
