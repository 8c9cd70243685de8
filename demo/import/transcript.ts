/**
 * The session that an import builds up, and the small readers that formats share. Every format writes
 * through it, so that whatever it makes is a message that the AI SDK takes.
 */

import { Fault, ImportError, quoted } from './error.ts';
import type { Limits } from './json.ts';
import type {
  AssistantPart,
  Fields,
  FilePart,
  ModelMessage,
  Output,
  OutputItem,
  TextPart,
  Tool,
  ToolResultPart,
  UserPart,
} from './types.ts';

/** Kinds that notes tell apart: a text may hold any number. */
const mostNotes = 20;

/** What a message or a part says to the provider alone. */
export type Options = { providerOptions?: Fields };

export class Transcript {
  readonly messages: ModelMessage[] = [];
  readonly #system: string[] = [];
  readonly #toolNames = new Map<string, string>();
  readonly #left = new Map<string, number>();
  readonly #limits: Limits;
  /** Which item is being read. */
  at = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  fault(message: string): never {
    throw new Fault(this.at, message);
  }

  /** Counts what is left out, by what it is in plural. */
  leaveOut(what: string): undefined {
    const isKnown = this.#left.has(what) || this.#left.size < mostNotes;
    const kind = isKnown ? what : 'parts of other kinds';
    this.#left.set(kind, (this.#left.get(kind) ?? 0) + 1);
    return undefined;
  }

  get notes(): string[] {
    return [...this.#left].map(([what, count]) => `${count} ${what} left out`);
  }

  get system(): string | undefined {
    return this.#system.length > 0 ? this.#system.join('\n\n') : undefined;
  }

  /** Instructions: those before all messages are the system prompt. */
  instruct(text: string): void {
    if (this.messages.length === 0) this.#system.push(text);
    else this.messages.push({ role: 'system', content: text });
  }

  user(content: string | UserPart[]): void {
    this.messages.push({ role: 'user', content });
  }

  /**
   * Parts of a reply: of a new one, of `to`, or of the reply that is being given. Returns its list of
   * parts.
   */
  reply(parts: readonly AssistantPart[], to?: 'new' | AssistantPart[]): AssistantPart[] {
    for (const part of parts) {
      if (part.type === 'tool-call') this.called(part.toolCallId, part.toolName);
    }
    const last = this.messages.at(-1);
    const isOpen =
      to === undefined && last?.role === 'assistant' && typeof last.content !== 'string';
    const content = Array.isArray(to) ? to : isOpen ? (last.content as AssistantPart[]) : [];
    if (content.length === 0 && parts.length > 0)
      this.messages.push({ role: 'assistant', content });
    for (const part of parts) content.push(part);
    return content;
  }

  /** A result. The SDK keeps the results of one step in one message. */
  result(toolCallId: string, toolName: unknown, output: Output, options: Options = {}): void {
    const part: ToolResultPart = {
      type: 'tool-result',
      toolCallId,
      toolName: typeof toolName === 'string' ? toolName : this.toolNameOf(toolCallId),
      output,
      ...options,
    };
    const last = this.messages.at(-1);
    if (last?.role === 'tool') last.content.push(part);
    else this.messages.push({ role: 'tool', content: [part] });
  }

  /** Notes the tool of a call that is not in a message yet. */
  called(toolCallId: string, toolName: string): void {
    this.#toolNames.set(toolCallId, toolName);
  }

  toolNameOf(toolCallId: string): string {
    return this.#toolNames.get(toolCallId) ?? 'unknown';
  }

  /** Arguments of a call: an object, whatever the model wrote. */
  input(written: unknown): unknown {
    const value = typeof written === 'string' ? this.json(written) : written;
    return isObject(value) ? value : { arguments: written ?? '' };
  }

  /** The value of a JSON text inside the transcript; undefined where it is none, or beyond all measure. */
  json(text: string): unknown {
    try {
      return this.#limits.parse(text);
    } catch (error) {
      if (error instanceof ImportError && error.code === 'too-large') throw error;
      return undefined;
    }
  }

  /** A string that has to be there, such as an id. */
  string(value: unknown, what: string): string {
    return typeof value === 'string' ? value : this.fault(`${what} is ${said(value)}, not a text`);
  }
}

/** A value as an error may name it. */
export function said(value: unknown): string {
  return value === undefined ? 'missing' : quoted(value);
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: string): TextPart {
  return { type: 'text', text: value };
}

export function output(value: unknown, isError = false): Output {
  if (typeof value === 'string') return { type: isError ? 'error-text' : 'text', value };
  return { type: isError ? 'error-json' : 'json', value: value ?? null };
}

const dataAddress = /^data:([^;,]{1,100})[^,]{0,100},/;

/** A file by its address or its base64, as a part. */
export function file(
  data: unknown,
  mediaType: unknown,
  fallback: string,
  filename?: unknown,
): FilePart | undefined {
  if (typeof data !== 'string') return undefined;
  return {
    type: 'file',
    data,
    mediaType:
      typeof mediaType === 'string' ? mediaType : (dataAddress.exec(data)?.[1] ?? fallback),
    ...(typeof filename === 'string' && { filename }),
  };
}

/** Texts and files that a tool returned: one text where there is no file. */
export function outputOf(parts: readonly (TextPart | FilePart)[], isError: boolean): Output {
  if (parts.every((part) => part.type === 'text')) {
    return output(parts.map((part) => part.text).join('\n'), isError);
  }
  return { type: 'content', value: parts.map(outputItem) };
}

function outputItem(part: TextPart | FilePart): OutputItem {
  return part.type === 'text' ? { type: 'text', text: part.text } : outputFile(part);
}

export function outputFile({ data, mediaType, filename }: FilePart): OutputItem {
  const isImage = mediaType.startsWith('image/');
  if (/^https?:/.test(data)) return { type: isImage ? 'image-url' : 'file-url', url: data };
  const base64 = data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data;
  if (isImage) return { type: 'image-data', data: base64, mediaType };
  return {
    type: 'file-data',
    data: base64,
    mediaType,
    ...(filename !== undefined && { filename }),
  };
}

const anything: Fields = { type: 'object' };

/** The tools that a file lists, in the spelling of any format, then those that are only called. */
export function toolsOf(listed: unknown, messages: readonly ModelMessage[]): Tool[] {
  const tools = new Map<string, Tool>();
  const add = (name: unknown, description?: unknown, inputSchema?: unknown) => {
    if (typeof name !== 'string' || tools.has(name)) return;
    tools.set(name, {
      name,
      ...(typeof description === 'string' && { description }),
      inputSchema: isObject(inputSchema) ? inputSchema : anything,
    });
  };
  for (const entry of list(listed)) {
    if (typeof entry === 'string') add(entry);
    if (!isObject(entry)) continue;
    const tool = isObject(entry.function) ? entry.function : entry;
    add(tool.name, tool.description, tool.inputSchema ?? tool.parameters ?? tool.input_schema);
  }
  for (const { role, content } of messages) {
    if (role !== 'assistant' || typeof content === 'string') continue;
    for (const part of content) {
      if (part.type === 'tool-call') add(part.toolName);
    }
  }
  return [...tools.values()];
}
