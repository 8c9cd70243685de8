/**
 * Messages of OpenAI's chat completions and of the servers that speak it; also messages that have
 * nothing but a role and a text, which any host may have written.
 */

import { file, isObject, list, outputOf, said, type Transcript, text } from './transcript.ts';
import type { AssistantPart, Fields, FilePart, TextPart } from './types.ts';

export function readChat(message: unknown, out: Transcript) {
  if (!isObject(message)) return out.fault(`the message is ${said(message)}, not an object`);
  const { role, content } = message;
  switch (role) {
    case 'system':
    case 'developer':
      return out.instruct(textOf(content, out));
    case 'user': {
      const parts = partsOf(content, out);
      const isText = parts.every((part) => part.type === 'text');
      return out.user(isText ? textOf(content, out) : parts);
    }
    case 'assistant': {
      const parts = replyParts(message, out);
      if (parts.length === 0) return out.leaveOut('empty replies');
      out.reply(parts, 'new');
      return;
    }
    case 'tool':
    case 'function': {
      const id = role === 'tool' ? message.tool_call_id : lastCallOf(out, message.name);
      const toolCallId = out.string(id, 'the id of the call that a tool result answers');
      const parts = content === null || content === undefined ? [] : partsOf(content, out);
      return out.result(toolCallId, message.name, outputOf(parts, false));
    }
  }
  out.fault(`the role is ${said(role)}; OpenAI has system, developer, user, assistant and tool`);
}

/** The older way to call has no ids: a result answers the last call of its name. */
function lastCallOf({ messages }: Transcript, name: unknown): unknown {
  const reply = messages.at(-1);
  if (reply?.role !== 'assistant' || typeof reply.content === 'string') return undefined;
  const call = reply.content.findLast(
    (part) => part.type === 'tool-call' && part.toolName === name,
  );
  return call?.type === 'tool-call' ? call.toolCallId : undefined;
}

function textOf(content: unknown, out: Transcript): string {
  return partsOf(content, out)
    .map((part) => (part.type === 'text' ? part.text : `[${part.mediaType}]`))
    .join('\n');
}

function partsOf(content: unknown, out: Transcript): (TextPart | FilePart)[] {
  if (typeof content === 'string') return [text(content)];
  if (!Array.isArray(content)) {
    return out.fault(`the content is ${said(content)}; it has to be a text or a list of parts`);
  }
  return content.flatMap((part) => {
    if (!isObject(part)) return out.fault(`a part of the content is ${said(part)}, not an object`);
    const read = textOrFile(part);
    return read ?? text(JSON.stringify(part));
  });
}

function textOrFile(part: Fields): TextPart | FilePart | undefined {
  if (typeof part.text === 'string') return text(part.text);
  if (typeof part.refusal === 'string') return text(part.refusal);
  const { image_url: image, input_audio: audio, file: attached } = part;
  if (isObject(image)) return file(image.url, undefined, 'image/*');
  if (isObject(audio)) return file(audio.data, `audio/${audio.format}`, 'audio/*');
  if (!isObject(attached)) return undefined;
  return file(attached.file_data, undefined, 'application/pdf', attached.filename);
}

function replyParts(message: Fields, out: Transcript): AssistantPart[] {
  const parts: AssistantPart[] = [];
  const { content, refusal, function_call: call } = message;
  const reasoning = message.reasoning || message.reasoning_content;
  if (typeof reasoning === 'string' && reasoning !== '')
    parts.push({ type: 'reasoning', text: reasoning });
  const words = content === null || content === undefined ? '' : textOf(content, out);
  if (words !== '') parts.push(text(words));
  if (typeof refusal === 'string' && refusal !== '') parts.push(text(refusal));
  for (const entry of list(message.tool_calls)) {
    if (!isObject(entry)) return out.fault(`a tool call is ${said(entry)}, not an object`);
    parts.push(callPart(entry.id, entry.function ?? entry.custom, out));
  }
  if (isObject(call)) parts.push(callPart(`call-${out.at}`, call, out));
  return parts;
}

function callPart(id: unknown, called: unknown, out: Transcript): AssistantPart {
  if (!isObject(called)) return out.fault('a tool call names no function');
  const { name, arguments: written, input } = called;
  return {
    type: 'tool-call',
    toolCallId: out.string(id, 'the id of a tool call'),
    toolName: out.string(name, 'the name of a called tool'),
    input: typeof input === 'string' ? { input } : out.input(written),
  };
}
