/**
 * Messages of the AI SDK as `generateText` takes them: of version 5 and later, and the CoreMessages of
 * version 4. Recordings of `demo/record.mjs` are such messages, too.
 */

import { quoted } from './error.ts';
import {
  file,
  isObject,
  list,
  output,
  outputFile,
  said,
  type Transcript,
  text,
} from './transcript.ts';
import type {
  AssistantPart,
  Fields,
  Output,
  OutputItem,
  ToolResultPart,
  UserPart,
} from './types.ts';

export function readModelMessage(message: unknown, out: Transcript) {
  if (!isObject(message)) return out.fault(`the message is ${said(message)}, not an object`);
  const { role, content } = message;
  const options = optionsOf(message);
  switch (role) {
    case 'system':
      if (Object.keys(options).length === 0)
        return out.instruct(out.string(content, 'the content'));
      out.messages.push({ role, content: out.string(content, 'the content'), ...options });
      return;
    case 'user':
      out.messages.push({ role, content: contentOf(content, out, userPart), ...options });
      return;
    case 'assistant': {
      const parts = contentOf(content, out, assistantPart);
      if (typeof parts === 'string') out.messages.push({ role, content: parts, ...options });
      else if (Object.keys(options).length === 0) out.reply(parts, 'new');
      else out.messages.push({ role, content: parts, ...options });
      return;
    }
    case 'tool': {
      const parts = partsOf(content, out, toolPart);
      if (parts.length > 0) out.messages.push({ role, content: parts, ...options });
      return;
    }
  }
  out.fault(`the role is ${said(role)}; the AI SDK has system, user, assistant and tool`);
}

function contentOf<Part>(
  content: unknown,
  out: Transcript,
  read: (part: Fields, out: Transcript) => Part | undefined,
): string | Part[] {
  return typeof content === 'string' ? content : partsOf(content, out, read);
}

function partsOf<Part>(
  content: unknown,
  out: Transcript,
  read: (part: Fields, out: Transcript) => Part | undefined,
): Part[] {
  if (!Array.isArray(content)) {
    return out.fault(`the content is ${said(content)}; it has to be a text or a list of parts`);
  }
  return content.flatMap((part) => {
    if (!isObject(part)) return out.fault(`a part of the content is ${said(part)}, not an object`);
    const kept = read(part, out);
    return kept === undefined ? [] : [{ ...kept, ...optionsOf(part) }];
  });
}

/** Options of providers, where they have the shape that the SDK checks. */
function optionsOf({ providerOptions: options }: Fields): { providerOptions?: Fields } {
  return isObject(options) && Object.values(options).every(isObject)
    ? { providerOptions: options }
    : {};
}

function userPart(part: Fields, out: Transcript): UserPart | undefined {
  const { type } = part;
  if (type === 'text') return text(out.string(part.text, 'a text'));
  if (type === 'image') {
    const found = file(dataOf(part.image), part.mediaType ?? part.mimeType, '');
    if (found === undefined) return out.leaveOut('images without content');
    const { data, mediaType } = found;
    return { type, image: data, ...(mediaType !== '' && { mediaType }) };
  }
  if (type === 'file') return filePart(part, out);
  return out.leaveOut(`parts of the kind ${quoted(type)}`);
}

function filePart(part: Fields, out: Transcript) {
  const { data, mediaType, mimeType, filename } = part;
  if (isObject(data) && typeof data.text === 'string') return text(data.text);
  const found = file(dataOf(data), mediaType ?? mimeType, 'application/octet-stream', filename);
  return found ?? out.leaveOut('files without content');
}

/** Base64 or an address, which version 7 puts into an object. */
function dataOf(data: unknown): unknown {
  return isObject(data) ? (data.data ?? data.url) : data;
}

function assistantPart(part: Fields, out: Transcript): AssistantPart | undefined {
  const { type } = part;
  switch (type) {
    case 'text':
      return text(out.string(part.text, 'a text'));
    case 'file':
      return filePart(part, out);
    case 'tool-result':
      return toolPart(part, out);
    case 'tool-call': {
      const { input, args, providerExecuted } = part;
      return {
        type,
        toolCallId: out.string(part.toolCallId, 'the id of a tool call'),
        toolName: out.string(part.toolName, 'the name of a called tool'),
        input: input ?? args ?? {},
        ...(typeof providerExecuted === 'boolean' && { providerExecuted }),
      };
    }
    case 'reasoning': {
      const { signature } = part;
      const sealed = typeof signature === 'string' && { anthropic: { signature } };
      const words = out.string(part.text, 'a thought');
      return { type, text: words, ...(sealed && { providerOptions: sealed }) };
    }
    case 'redacted-reasoning': {
      const redactedData = out.string(part.data, 'the data of a hidden thought');
      return { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData } } };
    }
  }
  return out.leaveOut(`parts of the kind ${quoted(type)}`);
}

function toolPart(part: Fields, out: Transcript): ToolResultPart | undefined {
  const { type } = part;
  if (type !== 'tool-result') return out.leaveOut(`parts of the kind ${quoted(type)}`);
  const toolCallId = out.string(part.toolCallId, 'the id that a tool result answers');
  const { toolName, result, isError } = part;
  return {
    type,
    toolCallId,
    toolName: typeof toolName === 'string' ? toolName : out.toolNameOf(toolCallId),
    output: 'output' in part ? outputOf(part.output, out) : output(result, isError === true),
  };
}

function outputOf(written: unknown, out: Transcript): Output {
  if (!isObject(written))
    return out.fault(`the output of a tool result is ${said(written)}, not an object`);
  const { type, value } = written;
  switch (type) {
    case 'text':
    case 'error-text':
      return { type, value: out.string(value, 'the output of a tool result') };
    case 'json':
    case 'error-json':
      return { type, value: value ?? null };
    case 'content':
      return { type, value: list(value).flatMap((item) => outputItem(item, out) ?? []) };
    case 'execution-denied': {
      const { reason } = written;
      const words = typeof reason === 'string' ? reason : 'Tool call execution denied.';
      return { type: 'error-text', value: words };
    }
  }
  return out.fault(`the output of a tool result has the type ${said(type)}`);
}

function outputItem(item: unknown, out: Transcript): OutputItem | undefined {
  if (!isObject(item)) return out.fault(`a part of a tool result is ${said(item)}, not an object`);
  const { type } = item;
  if (type === 'text') return { type, text: out.string(item.text, 'a text') };
  if (type === 'image-url' || type === 'file-url')
    return { type, url: out.string(item.url, 'an address') };
  const found = file(dataOf(item.data), item.mediaType, 'application/octet-stream', item.filename);
  return found === undefined ? out.leaveOut('files without content') : outputFile(found);
}
