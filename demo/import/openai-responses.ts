/** Items of OpenAI's Responses API, of its input and of its output. Codex records the same. */

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
import type { AssistantPart, Fields, FilePart, Output, TextPart } from './types.ts';

export function readItem(item: unknown, out: Transcript) {
  if (!isObject(item)) return out.fault(`the item is ${said(item)}, not an object`);
  const type = item.type ?? 'message';
  if (type === 'message') return readMessage(item, out);
  if (type === 'reasoning') return out.reply(reasoningParts(item));
  if (typeof type !== 'string') return out.fault(`the type of an item is ${said(type)}`);
  if (type.endsWith('_output')) {
    const id = out.string(item.call_id ?? item.id, 'the id of the call that an output answers');
    return out.result(id, undefined, outputOfItem(item, out));
  }
  if (type.endsWith('_call')) return readCall(item, type.slice(0, -'_call'.length), out);
  out.leaveOut(`items of the kind ${quoted(type)}`);
}

function readMessage({ role, content, id }: Fields, out: Transcript) {
  const parts = partsOf(content, out);
  const words = () => parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (role === 'assistant') {
    const options = typeof id === 'string' && { providerOptions: { openai: { itemId: id } } };
    return out.reply(parts.map((part) => ({ ...part, ...options })));
  }
  if (role === 'system' || role === 'developer') return out.instruct(words());
  if (role !== 'user') {
    return out.fault(
      `the role is ${said(role)}; it has to be user, assistant, system or developer`,
    );
  }
  if (parts.length === 0) return out.leaveOut('empty messages');
  out.user(parts.every((part) => part.type === 'text') ? words() : parts);
}

function partsOf(content: unknown, out: Transcript): (TextPart | FilePart)[] {
  if (typeof content === 'string') return [text(content)];
  if (!Array.isArray(content)) {
    return out.fault(`the content is ${said(content)}; it has to be a text or a list of parts`);
  }
  return content.flatMap((part) => {
    if (!isObject(part)) return out.fault(`a part of the content is ${said(part)}, not an object`);
    return textOrFile(part) ?? out.leaveOut(`parts of the kind ${quoted(part.type)}`) ?? [];
  });
}

function textOrFile(part: Fields): TextPart | FilePart | undefined {
  if (typeof part.text === 'string') return text(part.text);
  if (typeof part.refusal === 'string') return text(part.refusal);
  const { image_url: image } = part;
  if (image !== undefined) return file(isObject(image) ? image.url : image, undefined, 'image/*');
  return file(part.file_data ?? part.file_url, undefined, 'application/pdf', part.filename);
}

/** One part for each piece, as the SDK's own provider for OpenAI has it. */
function reasoningParts({
  id,
  summary,
  content,
  encrypted_content: sealed,
}: Fields): AssistantPart[] {
  const texts = [...list(summary), ...list(content)].flatMap((piece) =>
    isObject(piece) && typeof piece.text === 'string' ? piece.text : [],
  );
  const openai = {
    ...(typeof id === 'string' && { itemId: id }),
    ...(typeof sealed === 'string' && { reasoningEncryptedContent: sealed }),
  };
  const options = Object.keys(openai).length > 0 && { providerOptions: { openai } };
  const pieces = texts.length > 0 ? texts : [''];
  return pieces.map((piece) => ({ type: 'reasoning', text: piece, ...options }));
}

function outputOfItem(item: Fields, out: Transcript): Output {
  const written = item.output ?? item.tools ?? '';
  if (Array.isArray(written) && written.every((part) => isObject(part) && isShown(part))) {
    return outputOf(partsOf(written, out), false);
  }
  // Some releases of Codex keep the text beside whether the call went well.
  if (isObject(written) && typeof written.content === 'string') {
    return output(written.content, written.success === false);
  }
  if (isObject(written) && isShown(written)) return outputOf(partsOf([written], out), false);
  return output(written);
}

function isShown({ type }: Fields): boolean {
  return typeof type === 'string' && /^(?:input_|output_|computer_)/.test(type);
}

/** What a call of any kind was given, and what the provider's own tools gave back. */
const given = ['action', 'operation', 'arguments', 'queries', 'code', 'input'];
const returned = ['status', 'output', 'outputs', 'results', 'error'];

function readCall(item: Fields, kind: string, out: Transcript) {
  const field = given.find((name) => item[name] !== undefined);
  const value = field === undefined ? {} : item[field];
  const input =
    isObject(value) || field === 'arguments' ? out.input(value) : { [field ?? '']: value };
  const toolName = typeof item.name === 'string' ? item.name : kind;
  const result = Object.fromEntries(
    returned.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  );
  const isOwn = kind === 'function' || kind === 'custom_tool' || kind === 'local_shell';
  if (isOwn || typeof item.call_id === 'string') {
    const toolCallId = out.string(item.call_id ?? item.id, 'the id of a tool call');
    out.reply([{ type: 'tool-call', toolCallId, toolName, input }]);
  } else {
    const toolCallId = typeof item.id === 'string' ? item.id : `call-${out.at}`;
    out.reply([
      { type: 'tool-call', toolCallId, toolName, input, providerExecuted: true },
      { type: 'tool-result', toolCallId, toolName, output: output(result) },
    ]);
  }
}
