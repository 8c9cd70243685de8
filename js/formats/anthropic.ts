/**
 * Messages of Anthropic's API. Decides how their blocks look to the AI SDK; results stand in user
 * messages there. Claude Code writes the same blocks, so its reader uses these functions.
 */
import { Draft, type Envelope, type Item, wrongShape } from './draft.ts';
import { roleName } from './openai-chat.ts';
import type {
  AssistantPart,
  FilePart,
  MessageDetails,
  TextPart,
  ToolOutput,
  UserPart,
} from './types.ts';
import {
  type Fields,
  field,
  isObject,
  jsonOf,
  stringIn,
  textOf,
  toolsOf,
  usageOf,
} from './values.ts';

export function readAnthropic(items: readonly Item[], envelope: Envelope): Draft {
  const draft = new Draft('anthropic');
  draft.tools = toolsOf(envelope.tools);
  draft.model = stringIn(envelope, 'model');
  const system = systemOf(envelope.system);
  if (system !== '') draft.system.push(system);
  for (const item of items) {
    if (!isObject(item.value)) throw wrongShape(item, 'not an object');
    const usage = usageOf(item.value.usage);
    const details = {
      ...(item.line !== undefined && { line: item.line }),
      ...(usage && { usage }),
    };
    readBlocks(draft, item, item.value, details);
  }
  return draft;
}

/** Text, or a list of text blocks. */
function systemOf(system: unknown): string {
  if (typeof system === 'string') return system;
  if (!Array.isArray(system)) return '';
  return system.map((block) => stringIn(block, 'text') ?? '').join('\n\n');
}

/** One message; `key` says which reply it is a piece of, where replies come in pieces. */
export function readBlocks(
  draft: Draft,
  item: Item,
  message: Fields,
  details: MessageDetails,
  key?: string,
): void {
  const { role, content } = message;
  if (typeof content !== 'string' && !Array.isArray(content)) {
    throw wrongShape(item, 'content is neither text nor a list of blocks');
  }
  const blocks: readonly unknown[] =
    typeof content === 'string'
      ? content === ''
        ? []
        : [{ type: 'text', text: content }]
      : content;
  if (role === 'assistant') {
    const parts = blocks.map((block) => replyPart(draft, block, item));
    draft.addReply(parts, details, key);
  } else if (role === 'user') {
    readUser(draft, item, typeof content === 'string' ? content : blocks, details);
  } else if (role === 'system') {
    draft.addSystem(systemOf(content), details);
  } else {
    throw wrongShape(item, `role ${roleName(role)} is none of this format`);
  }
}

function readUser(
  draft: Draft,
  item: Item,
  content: string | readonly unknown[],
  details: MessageDetails,
): void {
  if (typeof content === 'string') {
    draft.addUser(content, details);
    return;
  }
  const parts: UserPart[] = [];
  let hasResult = false;
  for (const block of content) {
    const type = field(block, 'type');
    if (type === 'tool_result') {
      hasResult = true;
      draft.addResult(stringIn(block, 'tool_use_id') ?? '', resultOutput(block), details);
    } else {
      parts.push(mediaOrText(block) ?? draft.unknownPart(block, item.line));
    }
  }
  // What a person adds to results comes after them: the API wants it so.
  if (parts.length > 0 || !hasResult) draft.addUser(parts, details);
}

function resultOutput(block: unknown): ToolOutput {
  const content = field(block, 'content') ?? '';
  const failed = field(block, 'is_error') === true;
  if (!Array.isArray(content)) {
    return { type: failed ? 'error-text' : 'text', value: textOf(content) };
  }
  const parts = content.map(
    (inner) => mediaOrText(inner) ?? { type: 'text' as const, text: textOf(inner) },
  );
  const isText = (part: TextPart | FilePart): part is TextPart => part.type === 'text';
  if (failed || parts.every(isText)) {
    const value = parts
      .map((part) => (isText(part) ? part.text : `[${part.mediaType}]`))
      .join('\n');
    return { type: failed ? 'error-text' : 'text', value };
  }
  return {
    type: 'content',
    value: parts.map((part) =>
      isText(part)
        ? { type: 'text', text: part.text }
        : { type: 'media', data: part.data, mediaType: part.mediaType },
    ),
  };
}

/** Text, image or document; undefined for other blocks. */
function mediaOrText(block: unknown): TextPart | FilePart | undefined {
  if (typeof block === 'string') return { type: 'text', text: block };
  const text = field(block, 'text');
  const type = field(block, 'type');
  if ((type === 'text' || type === undefined) && typeof text === 'string') {
    return { type: 'text', text };
  }
  if (type !== 'image' && type !== 'document') return undefined;
  const source = field(block, 'source');
  const data = stringIn(source, 'data', 'url');
  if (data === undefined) return undefined;
  const fallback = type === 'image' ? 'image/*' : 'application/pdf';
  const filename = stringIn(block, 'title');
  return {
    type: 'file',
    data,
    mediaType: stringIn(source, 'media_type') ?? fallback,
    ...(filename !== undefined && { filename }),
  };
}

function replyPart(draft: Draft, block: unknown, item: Item): AssistantPart {
  switch (field(block, 'type')) {
    case 'thinking': {
      const signature = stringIn(block, 'signature');
      return {
        type: 'reasoning',
        text: stringIn(block, 'thinking') ?? '',
        ...(signature !== undefined && { providerOptions: { anthropic: { signature } } }),
      };
    }
    case 'redacted_thinking': {
      const redactedData = stringIn(block, 'data') ?? '';
      return { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData } } };
    }
    case 'tool_use':
      return call(block);
    case 'server_tool_use':
    case 'mcp_tool_use':
      return { ...call(block), providerExecuted: true };
    default:
      return providerResult(block) ?? mediaOrText(block) ?? draft.unknownPart(block, item.line);
  }
}

function call(block: unknown): AssistantPart & { type: 'tool-call' } {
  return {
    type: 'tool-call',
    toolCallId: stringIn(block, 'id') ?? '',
    toolName: stringIn(block, 'name') ?? 'unknown',
    input: field(block, 'input') ?? {},
  };
}

/** What a provider's own tool gave: it stands beside its call, in the reply. */
function providerResult(block: unknown): AssistantPart | undefined {
  const type = stringIn(block, 'type');
  const id = stringIn(block, 'tool_use_id');
  if (type === undefined || id === undefined || !type.endsWith('_tool_result')) return undefined;
  const value = jsonOf(field(block, 'content'));
  const toolName = type.slice(0, -'_tool_result'.length);
  return { type: 'tool-result', toolCallId: id, toolName, output: { type: 'json', value } };
}
