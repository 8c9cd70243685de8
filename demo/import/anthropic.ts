/** Messages of Anthropic's Messages API: blocks, and results in messages of the user. */

import { quoted } from './error.ts';
import {
  file,
  isObject,
  list,
  output,
  outputOf,
  said,
  type Transcript,
  text,
} from './transcript.ts';
import type { AssistantPart, Fields, FilePart, TextPart, UserPart } from './types.ts';

export function readAnthropic(message: unknown, out: Transcript) {
  if (!isObject(message)) return out.fault(`the message is ${said(message)}, not an object`);
  const { role, content } = message;
  if (role === 'user') readUser(content, out);
  else if (role === 'assistant') out.reply(replyParts(content, out), 'new');
  else if (role === 'system') out.instruct(plainText(content, out));
  else out.fault(`the role is ${said(role)}; Anthropic has user and assistant`);
}

/** A text, or the texts of blocks. */
export function plainText(content: unknown, out: Transcript): string {
  if (typeof content === 'string') return content;
  const texts = blocksOf(content, out).map((block) => out.string(block.text, 'a text'));
  return texts.join('\n\n');
}

function blocksOf(content: unknown, out: Transcript): readonly Fields[] {
  if (!Array.isArray(content))
    return out.fault(`the content is ${said(content)}, not text or blocks`);
  return content.map((block) =>
    isObject(block) ? block : out.fault(`a block is ${said(block)}, not an object`),
  );
}

function readUser(content: unknown, out: Transcript) {
  if (typeof content === 'string') return out.user(content);
  const parts: UserPart[] = [];
  for (const block of blocksOf(content, out)) {
    if (block.type === 'tool_result') {
      const id = out.string(block.tool_use_id, 'the id that a tool result answers');
      out.result(id, undefined, resultOf(block, out));
    } else {
      const part = textOrFile(block, out);
      if (part !== undefined) parts.push(part);
    }
  }
  if (parts.length > 0) out.user(parts);
}

function resultOf({ content, is_error: isError }: Fields, out: Transcript) {
  if (!Array.isArray(content)) return output(content ?? '', isError === true);
  const parts = content.flatMap((item): (TextPart | FilePart)[] => {
    const part = isObject(item) ? textOrFile(item, out) : undefined;
    return part === undefined ? [] : [part];
  });
  return outputOf(parts, isError === true);
}

function textOrFile(block: Fields, out: Transcript): TextPart | FilePart | undefined {
  const { type } = block;
  if (type === 'text') return text(out.string(block.text, 'a text'));
  if (type === 'search_result') return text(list(block.content).map(textOf).join('\n'));
  const source = isObject(block.source) ? block.source : {};
  if ((type !== 'image' && type !== 'document') || source.type === 'file') {
    return out.leaveOut(`blocks of the kind ${quoted(type)}`);
  }
  if (source.type === 'text') return text(out.string(source.data, 'the text of a document'));
  if (source.type === 'content') {
    const { content } = source;
    return text(typeof content === 'string' ? content : list(content).map(textOf).join('\n'));
  }
  const fallback = type === 'image' ? 'image/*' : 'application/pdf';
  const part = file(source.data ?? source.url, source.media_type, fallback, block.title);
  return part ?? out.leaveOut('files without content');
}

function textOf(item: unknown): string {
  return isObject(item) && typeof item.text === 'string' ? item.text : '';
}

/** The parts of a reply. */
export function replyParts(content: unknown, out: Transcript): AssistantPart[] {
  if (typeof content === 'string') return [text(content)];
  const parts: AssistantPart[] = [];
  for (const block of blocksOf(content, out)) {
    const part = replyPart(block, out);
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

function replyPart(block: Fields, out: Transcript): AssistantPart | undefined {
  const { type } = block;
  switch (type) {
    case 'text':
    case 'image':
    case 'document':
      return textOrFile(block, out);
    case 'thinking': {
      const { signature } = block;
      return {
        type: 'reasoning',
        text: out.string(block.thinking, 'a thought'),
        ...(typeof signature === 'string' && { providerOptions: { anthropic: { signature } } }),
      };
    }
    case 'redacted_thinking': {
      const redactedData = out.string(block.data, 'the data of a hidden thought');
      return { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData } } };
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const toolCallId = out.string(block.id, 'the id of a tool call');
      const toolName = out.string(block.name, 'the name of a called tool');
      out.called(toolCallId, toolName);
      const input = out.input(block.input ?? {});
      const isProviders = type !== 'tool_use';
      return {
        type: 'tool-call',
        toolCallId,
        toolName,
        input,
        ...(isProviders && { providerExecuted: true }),
      };
    }
  }
  if (typeof type !== 'string' || !type.endsWith('_tool_result')) {
    return out.leaveOut(`blocks of the kind ${quoted(type)}`);
  }
  const toolCallId = out.string(block.tool_use_id, 'the id that a tool result answers');
  return {
    type: 'tool-result',
    toolCallId,
    toolName: out.toolNameOf(toolCallId),
    output: output(block.content, block.is_error === true),
  };
}
