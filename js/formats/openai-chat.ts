/**
 * Messages of OpenAI's chat completions. Decides how calls, results and media of that API look to the
 * AI SDK. The deprecated `function_call` has no id: its result answers the newest call of the name.
 */
import { Draft, type Envelope, type Item, wrongShape } from './draft.ts';
import type { AssistantPart, ToolOutput, UserPart } from './types.ts';
import {
  dataUrl,
  field,
  inputOf,
  isObject,
  listIn,
  stringIn,
  textOf,
  timeOf,
  toolsOf,
  usageOf,
} from './values.ts';

export function readOpenaiChat(items: readonly Item[], envelope: Envelope): Draft {
  const draft = new Draft('openai-chat');
  draft.tools = toolsOf(envelope.tools ?? envelope.functions);
  draft.model = stringIn(envelope, 'model');
  for (const item of items) readMessage(draft, item);
  draft.billed(usageOf(envelope.usage));
  return draft;
}

function readMessage(draft: Draft, item: Item): void {
  const { value } = item;
  if (!isObject(value)) throw wrongShape(item, 'not an object');
  const timestamp = timeOf(value.timestamp ?? value.created_at);
  const usage = usageOf(value.usage);
  const details = {
    ...(item.line !== undefined && { line: item.line }),
    ...(timestamp !== undefined && { timestamp }),
    ...(usage && { usage }),
  };
  const content = contentOf(item, value.content);
  switch (value.role) {
    case 'system':
    case 'developer':
      draft.addSystem(plain(content), details);
      break;
    case 'user':
      draft.addUser(
        typeof content === 'string' ? content : content.map((part) => userPart(draft, part, item)),
        details,
      );
      break;
    case 'assistant':
      draft.addReply(replyParts(draft, item, value, content), details);
      break;
    case 'tool': {
      const id = stringIn(value, 'tool_call_id') ?? '';
      draft.addResult(id, outputOf(content), details, stringIn(value, 'name'));
      break;
    }
    case 'function': {
      const name = stringIn(value, 'name') ?? 'unknown';
      draft.addResult(functionId(name), outputOf(content), details, name);
      break;
    }
    default:
      throw wrongShape(item, `role ${roleName(value.role)} is none of this format`);
  }
}

/** A role for a message: short, and without what a terminal would obey. */
export function roleName(role: unknown): string {
  return typeof role === 'string' ? JSON.stringify(role.slice(0, 40)) : 'of no text';
}

function contentOf(item: Item, content: unknown): string | readonly unknown[] {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string' || Array.isArray(content)) return content;
  if (isObject(content)) return [content];
  throw wrongShape(item, 'content is neither text nor a list of parts');
}

function plain(content: string | readonly unknown[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => stringIn(part, 'text', 'refusal') ?? textOf(part)).join('\n');
}

function outputOf(content: string | readonly unknown[]): ToolOutput {
  return { type: 'text', value: plain(content) };
}

function userPart(draft: Draft, part: unknown, item: Item): UserPart {
  const text = field(part, 'text');
  if (typeof text === 'string') return { type: 'text', text };
  if (typeof part === 'string') return { type: 'text', text: part };
  const image = field(part, 'image_url');
  const url = typeof image === 'string' ? image : stringIn(image, 'url');
  if (url !== undefined) {
    const inline = dataUrl(url);
    return { type: 'file', data: inline?.data ?? url, mediaType: inline?.mediaType ?? 'image/*' };
  }
  const audio = field(part, 'input_audio');
  const sound = stringIn(audio, 'data');
  if (sound !== undefined) {
    return { type: 'file', data: sound, mediaType: `audio/${stringIn(audio, 'format') ?? 'wav'}` };
  }
  const file = field(part, 'file');
  const data = stringIn(file, 'file_data');
  if (data !== undefined) {
    const inline = dataUrl(data);
    const filename = stringIn(file, 'filename');
    return {
      type: 'file',
      data: inline?.data ?? data,
      mediaType: inline?.mediaType ?? 'application/pdf',
      ...(filename !== undefined && { filename }),
    };
  }
  return draft.unknownPart(part, item.line);
}

const functionId = (name: string) => `function:${name}`;

function replyParts(
  draft: Draft,
  item: Item,
  value: { readonly [field: string]: unknown },
  content: string | readonly unknown[],
): AssistantPart[] {
  const parts: AssistantPart[] = [];
  const reasoning = stringIn(value, 'reasoning_content', 'reasoning');
  if (reasoning !== undefined) parts.push({ type: 'reasoning', text: reasoning });
  const text = plain(content);
  if (text !== '') parts.push({ type: 'text', text });
  const refusal = stringIn(value, 'refusal');
  if (refusal !== undefined) parts.push({ type: 'text', text: refusal });
  if (value.tool_calls !== undefined && value.tool_calls !== null) {
    const calls = listIn(value, 'tool_calls');
    if (calls === undefined) throw wrongShape(item, 'tool_calls is not a list');
    for (const call of calls) parts.push(callPart(draft, call, item));
  }
  const old = field(value, 'function_call');
  const name = stringIn(old, 'name');
  if (name !== undefined) {
    const input = inputOf(field(old, 'arguments'));
    parts.push({ type: 'tool-call', toolCallId: functionId(name), toolName: name, input });
  }
  return parts;
}

function callPart(draft: Draft, call: unknown, item: Item): AssistantPart {
  const toolCallId = stringIn(call, 'id') ?? '';
  const made = field(call, 'function') ?? field(call, 'custom');
  const toolName = stringIn(made, 'name');
  if (toolName === undefined) return draft.unknownPart(call, item.line);
  const input = inputOf(field(made, 'arguments') ?? field(made, 'input'));
  return { type: 'tool-call', toolCallId, toolName, input };
}
