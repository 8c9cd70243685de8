/**
 * What the AI SDK's provider packages make of messages, as far as the providers' rules look at it. Decides where a message
 * comes to stand in a request; shares no code with the engine.
 */
import { isCompactionBlock } from './host-index.ts';
import { isProviderExecuted } from './pairing.ts';
import { type Fields, fieldsOf } from './rules/body.ts';
import { field, outputOf, partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { bytesOf, jsonOf } from './values.ts';

/** The list of a request, and the index of the message that each of its items begins with. */
export interface Request {
  list: Fields[];
  places: number[];
}

/** How the messages of the AI SDK are written for a provider. */
export interface Writer {
  request(view: readonly unknown[]): Request;
  /** What the provider had sent, for each message of the assistant. */
  answers(history: readonly unknown[]): Fields[][];
}

const optionOf = (part: unknown, provider: string, name: string): unknown =>
  field(field(field(part, 'providerOptions'), provider), name);
const inputOf = (part: unknown): unknown => field(part, 'input') ?? field(part, 'args');
const ofAssistant = (history: readonly unknown[]) =>
  history.filter((message) => roleOf(message) === 'assistant');

/** The parts of a message, where its content is a text, too. */
function partsIn(message: unknown): unknown[] {
  const text = stringField(message, 'content');
  return text === undefined ? [...partsOf(message)] : [{ type: 'text', text }];
}

function resultText(part: unknown): string {
  const output = outputOf(part);
  const value = field(output, 'value') ?? field(output, 'reason') ?? output;
  if (typeOf(output) !== 'content') return typeof value === 'string' ? value : jsonOf(value);
  const texts = fieldsOf(value).map((item) => stringField(item, 'text') ?? `[${typeOf(item)}]`);
  return texts.join('\n');
}

/** An image or a file: a URL, or base64 of a type. Undefined where the SDK has to look at the bytes to know the type. */
function mediaOf(part: unknown): { type: string; data?: string; url?: string } | undefined {
  const given = field(part, 'image') ?? field(part, 'data');
  const type = stringField(part, 'mediaType') ?? stringField(part, 'mimeType');
  const text = given instanceof URL ? given.href : given;
  if (typeof text === 'string') {
    const [, own, inline] = /^data:([^;,]+);base64,(.*)$/s.exec(text) ?? [];
    if (own !== undefined && inline !== undefined) return { type: own, data: inline };
    if (/^[a-z]+:/.test(text)) return { type: type ?? 'image/png', url: text };
    return type?.includes('/') ? { type, data: text } : undefined;
  }
  const bytes = bytesOf(given);
  if (bytes === undefined || !type?.includes('/')) return undefined;
  return { type, data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
}

/** Messages that stand behind each other in one item are one to the provider. */
class List implements Request {
  readonly list: Fields[] = [];
  readonly places: number[] = [];

  add(item: Fields, at: number): void {
    this.list.push(item);
    this.places.push(at);
  }

  /** `inside` is the field with the parts, `joins` says whether they go behind those of the last item. */
  join(role: string, inside: string, parts: readonly Fields[], at: number, joins: boolean): void {
    const last = this.list[this.list.length - 1];
    if (joins && last?.role === role) {
      last[inside] = [...fieldsOf(last[inside]), ...parts];
    } else {
      this.add({ role, [inside]: parts }, at);
    }
  }
}

function anthropicBlock(part: unknown): Fields[] {
  const id = field(part, 'toolCallId');
  switch (typeOf(part)) {
    case 'text':
      if (isCompactionBlock(part)) return [{ type: 'compaction', content: field(part, 'text') }];
      return [{ type: 'text', text: field(part, 'text') }];
    case 'reasoning': {
      const signature = optionOf(part, 'anthropic', 'signature') ?? field(part, 'signature');
      const data = optionOf(part, 'anthropic', 'redactedData');
      if (signature !== undefined) {
        return [{ type: 'thinking', thinking: field(part, 'text'), signature }];
      }
      return data === undefined ? [] : [{ type: 'redacted_thinking', data }];
    }
    case 'redacted-reasoning':
      return [{ type: 'redacted_thinking', data: field(part, 'data') }];
    case 'tool-call': {
      const type = isProviderExecuted(part) ? 'server_tool_use' : 'tool_use';
      return [{ type, id, name: field(part, 'toolName'), input: inputOf(part) }];
    }
    case 'image':
    case 'file': {
      const media = mediaOf(part);
      if (media === undefined) return [];
      const type = media.type.startsWith('image/') ? 'image' : 'document';
      const { data, url } = media;
      const source =
        url === undefined
          ? { type: 'base64', media_type: media.type, data }
          : { type: 'url', url: url };
      return media.type.startsWith('text/') ? [] : [{ type, source }];
    }
    default:
      return [];
  }
}

function anthropicBlocks(message: unknown): Fields[] {
  const role = roleOf(message);
  return partsIn(message).flatMap((part) => {
    if (typeOf(part) !== 'tool-result') return anthropicBlock(part);
    const type = role === 'tool' ? 'tool_result' : `${stringField(part, 'toolName')}_tool_result`;
    return [{ type, tool_use_id: field(part, 'toolCallId'), content: resultText(part) }];
  });
}

export const anthropic: Writer = {
  request(view) {
    const made = new List();
    view.forEach((message, at) => {
      const role = roleOf(message);
      // Those that stand first go as an option of the request.
      if (role === 'system' && made.list.length === 0) return;
      const blocks = anthropicBlocks(message);
      if (blocks.length === 0 && role === 'tool') return;
      made.join(role === 'tool' ? 'user' : role, 'content', blocks, at, role !== 'system');
    });
    return made;
  },
  answers: (history) => ofAssistant(history).map(anthropicBlocks),
};

function geminiPart(part: unknown, role: string): Fields[] {
  const signature = optionOf(part, 'google', 'thoughtSignature');
  const signed = signature === undefined ? {} : { thoughtSignature: signature };
  const server = optionOf(part, 'google', 'serverToolCallId');
  const [id, name] = [field(part, 'toolCallId'), field(part, 'toolName')];
  const text = field(part, 'text');
  switch (typeOf(part)) {
    case 'text':
      return role === 'assistant' && text === '' ? [] : [{ text, ...signed }];
    case 'reasoning':
      return text === '' ? [] : [{ text, thought: true, ...signed }];
    case 'tool-call':
      if (server !== undefined) return [{ toolCall: { id: server }, ...signed }];
      return [{ functionCall: { id, name, args: inputOf(part) }, ...signed }];
    case 'tool-result':
      if (server !== undefined) return [{ toolResponse: { id: server }, ...signed }];
      if (role !== 'tool') return [];
      return [{ functionResponse: { id, name, response: { name, content: resultText(part) } } }];
    case 'image':
    case 'file': {
      const media = mediaOf(part);
      if (media === undefined) return [];
      const { type: mimeType, data, url } = media;
      return [url === undefined ? { inlineData: { mimeType, data } } : { fileData: { url } }];
    }
    default:
      return [];
  }
}

const geminiParts = (message: unknown): Fields[] =>
  partsIn(message).flatMap((part) => geminiPart(part, roleOf(message)));

export const google: Writer = {
  request(view) {
    const made = new List();
    view.forEach((message, at) => {
      const role = roleOf(message);
      if (role === 'system' && made.list.length === 0) return;
      const parts = geminiParts(message);
      const served = parts.filter((part) => part.toolResponse !== undefined);
      const own = parts.filter((part) => part.toolResponse === undefined);
      if (role !== 'tool') {
        made.join(role === 'assistant' ? 'model' : role, 'parts', parts, at, false);
        return;
      }
      // What a server's tool gave belongs to the turn that called it.
      if (served.length > 0) made.join('model', 'parts', served, at, true);
      if (own.length > 0) made.join('user', 'parts', own, at, roleOf(view[at - 1]) === 'tool');
    });
    return made;
  },
  answers: (history) => ofAssistant(history).map(geminiParts),
};

function openAIContent(part: unknown): Fields[] {
  if (typeOf(part) === 'text') return [{ type: 'input_text', text: field(part, 'text') }];
  const media = mediaOf(part);
  if (media === undefined) return [];
  const { type, data, url } = media;
  const given = url ?? `data:${type};base64,${data}`;
  if (type.startsWith('image/')) return [{ type: 'input_image', image_url: given }];
  if (url !== undefined) return [{ type: 'input_file', file_url: url }];
  return [{ type: 'input_file', filename: 'file', file_data: given }];
}

/** The items of an assistant's message. */
function openAIItems(message: unknown): Fields[] {
  const items: Fields[] = [];
  let thought: Fields | undefined;
  for (const part of partsIn(message)) {
    const id = optionOf(part, 'openai', 'itemId');
    const text = field(part, 'text');
    switch (typeOf(part)) {
      case 'text': {
        const named = id === undefined || thought === undefined ? {} : { id };
        const content = [{ type: 'output_text', text }];
        items.push({ type: 'message', role: 'assistant', content, ...named });
        break;
      }
      case 'reasoning': {
        if (id === undefined) break;
        const summary = text === '' ? [] : [{ type: 'summary_text', text }];
        if (thought?.id === id) {
          thought.summary = [...fieldsOf(thought.summary), ...summary];
          break;
        }
        const sealed = optionOf(part, 'openai', 'reasoningEncryptedContent');
        thought = { type: 'reasoning', id, summary };
        if (typeof sealed === 'string') thought.encrypted_content = sealed;
        items.push(thought);
        break;
      }
      case 'tool-call': {
        if (isProviderExecuted(part)) break;
        const [call_id, name] = [field(part, 'toolCallId'), field(part, 'toolName')];
        const input = inputOf(part);
        const text = typeof input === 'string' ? input : jsonOf(input);
        items.push({ type: 'function_call', call_id, name, arguments: text });
        break;
      }
      case 'tool-result':
        // Of a tool of the server's: an item that it knows by the id of the call.
        items.push({ type: 'server_tool_call', id: field(part, 'toolCallId') });
    }
  }
  return items;
}

export const openai: Writer = {
  request(view) {
    const made = new List();
    view.forEach((message, at) => {
      switch (roleOf(message)) {
        case 'assistant':
          for (const item of openAIItems(message)) made.add(item, at);
          break;
        case 'tool':
          for (const part of partsOf(message)) {
            if (typeOf(part) !== 'tool-result') continue;
            const [call_id, output] = [field(part, 'toolCallId'), resultText(part)];
            made.add({ type: 'function_call_output', call_id, output }, at);
          }
          break;
        case 'system':
          // Those that stand first go before the list.
          if (made.list.length === 0) break;
          made.add({ role: 'system', content: field(message, 'content') }, at);
          break;
        default:
          made.add({ role: roleOf(message), content: partsIn(message).flatMap(openAIContent) }, at);
      }
    });
    return made;
  },
  answers: (history) => ofAssistant(history).map(openAIItems),
};

/** Messages in Anthropic's own shape: neighbours of one role are one to its API. */
export const anthropicMessages: Writer = {
  request(view) {
    const made = new List();
    view.forEach((message, at) => {
      made.join(roleOf(message), 'content', fieldsOf(partsIn(message)), at, true);
    });
    return made;
  },
  answers: (history) => ofAssistant(history).map((message) => fieldsOf(partsIn(message))),
};

/** Messages in the shape of OpenAI's chat completions. */
export const openAIMessages: Writer = {
  request: (view) => ({ list: view as Fields[], places: view.map((_, at) => at) }),
  answers: (history) => [ofAssistant(history) as Fields[]],
};
