/**
 * Items of OpenAI's Responses. Decides which items make one reply: those that stand in a row. Codex
 * writes the same items into its rollouts, so its reader uses these functions.
 */
import { Draft, type Envelope, type Item, wrongShape } from './draft.ts';
import { roleName } from './openai-chat.ts';
import type {
  AssistantPart,
  FilePart,
  Json,
  MessageDetails,
  TextPart,
  ToolOutput,
  UserPart,
} from './types.ts';
import {
  dataUrl,
  type Fields,
  field,
  inputOf,
  isObject,
  jsonOf,
  listIn,
  stringIn,
  textOf,
  toolsOf,
  usageOf,
} from './values.ts';

export function readResponses(items: readonly Item[], envelope: Envelope): Draft {
  const draft = new Draft('openai-responses');
  draft.tools = toolsOf(envelope.tools);
  draft.model = stringIn(envelope, 'model');
  const instructions = stringIn(envelope, 'instructions');
  if (instructions !== undefined) draft.system.push(instructions);
  for (const item of items) {
    if (!isObject(item.value)) throw wrongShape(item, 'not an object');
    readItem(draft, item, item.value, item.line === undefined ? {} : { line: item.line });
  }
  draft.billed(usageOf(envelope.usage));
  return draft;
}

/** Ends the reply that items would be added to. */
const reply = 'reply';

/** Calls that a client answers, and the field of each that is its input. */
const calls: Readonly<Record<string, string>> = {
  function_call: 'arguments',
  custom_tool_call: 'input',
  local_shell_call: 'action',
  shell_call: 'action',
  apply_patch_call: 'operation',
  computer_call: 'action',
};

const outputs: ReadonlySet<unknown> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
  'shell_call_output',
  'apply_patch_call_output',
  'computer_call_output',
]);

/** Items that a provider answers itself. */
const providerCalls: ReadonlySet<unknown> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'tool_search_call',
]);

/** Types that only items of this API have. */
export function isResponseItem(value: unknown): boolean {
  const type = stringIn(value, 'type');
  if (type === undefined) return false;
  if (type === 'message')
    return field(value, 'role') !== undefined && Array.isArray(field(value, 'content'));
  return (
    Object.hasOwn(calls, type) ||
    outputs.has(type) ||
    providerCalls.has(type) ||
    (type === 'reasoning' && Array.isArray(field(value, 'summary')))
  );
}

/** One item. */
export function readItem(draft: Draft, item: Item, value: Fields, details: MessageDetails): void {
  const type = stringIn(value, 'type') ?? 'message';
  if (type === 'message') {
    readMessage(draft, item, value, details);
  } else if (type === 'reasoning') {
    draft.addReply([reasoning(value)], details, reply);
  } else if (outputs.has(type)) {
    draft.addResult(stringIn(value, 'call_id', 'id') ?? '', outputOf(value.output), details);
  } else if (Object.hasOwn(calls, type)) {
    const input = inputOf(field(value, calls[type] ?? ''));
    const toolName = stringIn(value, 'name') ?? type.replace(/_call$/, '');
    const toolCallId = stringIn(value, 'call_id', 'id') ?? '';
    draft.addReply([{ type: 'tool-call', toolCallId, toolName, input }], details, reply);
  } else if (providerCalls.has(type)) {
    draft.addReply(providerCall(value), details, reply);
  } else if (/^(?:context_)?compaction(?:_summary)?$/.test(type)) {
    draft.note('compaction-left-out', item.line);
  } else {
    // References to stored items, snapshots and approvals say nothing that could be shown.
    draft.note('not-sent', item.line);
  }
}

function readMessage(draft: Draft, item: Item, value: Fields, details: MessageDetails): void {
  const { role, content } = value;
  if (typeof content !== 'string' && !Array.isArray(content)) {
    throw wrongShape(item, 'content is neither text nor a list of parts');
  }
  const parts: (TextPart | FilePart)[] =
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : content.map((part) => partOf(part) ?? draft.unknownPart(part, item.line));
  if (role === 'assistant') {
    draft.addReply(parts, details, reply);
  } else if (role === 'user') {
    draft.addUser(userContent(parts), details);
  } else if (role === 'system' || role === 'developer') {
    const texts = parts.map((part) => (part.type === 'text' ? part.text : ''));
    draft.addSystem(texts.join('\n'), details);
  } else {
    throw wrongShape(item, `role ${roleName(role)} is none of this format`);
  }
}

/** One text needs no list. */
function userContent(parts: UserPart[]): string | UserPart[] {
  const [first] = parts;
  return parts.length === 1 && first?.type === 'text' ? first.text : parts;
}

function partOf(part: unknown): TextPart | FilePart | undefined {
  const text = field(part, 'text') ?? field(part, 'refusal');
  if (typeof text === 'string') return { type: 'text', text };
  const address = stringIn(part, 'image_url', 'file_data', 'file_url');
  if (address === undefined) return undefined;
  const inline = dataUrl(address);
  const filename = stringIn(part, 'filename');
  const fallback = field(part, 'type') === 'input_image' ? 'image/*' : 'application/pdf';
  return {
    type: 'file',
    data: inline?.data ?? address,
    mediaType: inline?.mediaType ?? fallback,
    ...(filename !== undefined && { filename }),
  };
}

function reasoning(value: Fields): AssistantPart {
  const texts = [...(listIn(value, 'content') ?? []), ...(listIn(value, 'summary') ?? [])];
  const encrypted = stringIn(value, 'encrypted_content');
  const itemId = stringIn(value, 'id');
  const openai: Record<string, Json> = {
    ...(itemId !== undefined && { itemId }),
    ...(encrypted !== undefined && { reasoningEncryptedContent: encrypted }),
  };
  return {
    type: 'reasoning',
    text: texts.map((part) => stringIn(part, 'text') ?? '').join('\n\n'),
    ...(Object.keys(openai).length > 0 && { providerOptions: { openai } }),
  };
}

function outputOf(output: unknown): ToolOutput {
  if (Array.isArray(output)) {
    const parts = output.map(
      (part) => partOf(part) ?? { type: 'text' as const, text: textOf(part) },
    );
    if (parts.every((part) => part.type === 'text')) {
      return { type: 'text', value: parts.map((part) => part.text).join('\n') };
    }
    return {
      type: 'content',
      value: parts.map((part) =>
        part.type === 'text'
          ? { type: 'text', text: part.text }
          : { type: 'media', data: part.data, mediaType: part.mediaType },
      ),
    };
  }
  // Older rollouts have an object with the text in it.
  const content = isObject(output) ? output.content : undefined;
  if (typeof content === 'string') {
    const failed = field(output, 'success') === false;
    return { type: failed ? 'error-text' : 'text', value: content };
  }
  return isObject(output)
    ? { type: 'json', value: jsonOf(output) }
    : { type: 'text', value: textOf(output ?? '') };
}

/** A call that the provider ran, with what it gave, where that is on record. */
function providerCall(value: Fields): AssistantPart[] {
  const toolCallId = stringIn(value, 'id', 'call_id') ?? '';
  const toolName = stringIn(value, 'name') ?? String(value.type).replace(/_call$/, '');
  const input = inputOf(value.arguments ?? value.action ?? value.queries ?? value.code);
  const result = value.output ?? value.results ?? value.outputs ?? value.error ?? value.status;
  return [
    { type: 'tool-call', toolCallId, toolName, input, providerExecuted: true },
    {
      type: 'tool-result',
      toolCallId,
      toolName,
      output: { type: 'json', value: jsonOf(result) },
    },
  ];
}
