/**
 * Messages of hosts that have their own kind, read as the AI SDK's and written back. Decides which of the
 * host's objects go back as they are; refuses to know any one host's shapes, which its codec reads and
 * writes.
 */
import { attempt } from '../adapters/fields.ts';

/**
 * What of the host's a part or message was read from. It is an own property, so that it stays on the copies
 * that edits make.
 */
const origin = Symbol('epitome.origin');

/** An object of a host's; loose, because each kind of message and part has fields of its own. */
// biome-ignore lint/suspicious/noExplicitAny: each kind of message and part has fields of its own.
export type HostFields = Record<string, any>;

/** A part of the AI SDK's messages; loose, because each type has fields of its own. */
export interface ModelPart {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type of part has fields of its own.
  [field: string]: any;
}

/** A message of the AI SDK's: what sessions are given and give back. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | ModelPart[];
}

/** What is known where a message is read. */
export interface ReadingContext {
  /** Its index in the host's array. */
  at: number;
  /** Names of the tools of the calls before it, by call id. */
  names: ReadonlyMap<string, string>;
}

/** How one host's messages are read and written. */
export interface Codec<M extends object> {
  /** How many of the messages from `at` on are read together. Default 1. */
  span?(messages: readonly M[], at: number): number;
  /** The AI SDK's messages for those that are read together. May throw: they then stay as they are. */
  read(items: readonly M[], context: ReadingContext): ModelMessage[];
  /** What is left of `items` once edits have left `left` of what was read of them. */
  edited(items: readonly M[], left: readonly ModelMessage[]): M[];
  /** A message that was added: summaries for the user role, results for calls that have none. */
  added(message: ModelMessage): M[];
  /** A last look at a view that is not the host's own array. */
  finish?(view: M[]): M[];
}

/** What was read together, and as what. */
interface Chunk<M> {
  items: readonly M[];
  at: number;
  messages: ModelMessage[];
  /** What was last left of it, and how that was written. */
  written: { left: readonly ModelMessage[]; items: M[] } | undefined;
}

/** Reads and writes the messages of one session. */
export class Translation<M extends object> {
  readonly #codec: Codec<M>;
  readonly #chunks = new WeakMap<object, Chunk<M>>();
  readonly #added = new WeakMap<ModelMessage, M[]>();

  constructor(codec: Codec<M>) {
    this.#codec = codec;
  }

  /** The same objects for the same objects. Never throws. */
  read(messages: readonly M[]): ModelMessage[] {
    const names = new Map<string, string>();
    const read: ModelMessage[] = [];
    for (let at = 0; at < messages.length; ) {
      const chunk = this.#chunkAt(messages, at, names);
      for (const message of chunk.messages) {
        read.push(message);
        noteNames(message, names);
      }
      at += chunk.items.length;
    }
    return read;
  }

  /** The host's messages for a view; its own objects wherever the view shows all of them. */
  write(view: readonly ModelMessage[]): M[] {
    const written: M[] = [];
    for (let at = 0; at < view.length; ) {
      const message = view[at] as ModelMessage;
      const chunk = originOf(message) as Chunk<M> | undefined;
      if (chunk === undefined) {
        written.push(...this.#addedFor(message));
        at += 1;
        continue;
      }
      let end = at + 1;
      while (end < view.length && originOf(view[end]) === chunk) end += 1;
      written.push(...this.#writtenFor(chunk, view.slice(at, end)));
      at = end;
    }
    return this.#codec.finish?.(written) ?? written;
  }

  #chunkAt(messages: readonly M[], at: number, names: ReadonlyMap<string, string>): Chunk<M> {
    const span = Math.max(1, attempt(() => this.#codec.span?.(messages, at)) ?? 1);
    const items = messages.slice(at, at + span);
    const [first] = items as [M];
    const known = isKey(first) ? this.#chunks.get(first) : undefined;
    if (known !== undefined && known.at === at && sameItems(known.items, items)) return known;
    const chunk: Chunk<M> = { items, at, messages: [], written: undefined };
    chunk.messages = this.#messagesOf(items, { at, names });
    for (const message of chunk.messages) {
      for (const part of partsOf(withOrigin(message, chunk))) whole.add(part);
    }
    if (isKey(first)) this.#chunks.set(first, chunk);
    return chunk;
  }

  #messagesOf(items: readonly M[], context: ReadingContext): ModelMessage[] {
    try {
      const messages = this.#codec.read(items, context);
      if (messages.length > 0) return messages;
    } catch {
      // A getter of the host's, or a shape that no release of it has had.
    }
    // Something stands here that is none of the engine's business, and stays.
    return [{ role: 'assistant', content: [unknownPart(items)] }];
  }

  #writtenFor(chunk: Chunk<M>, left: readonly ModelMessage[]): readonly M[] {
    if (sameItems(chunk.messages, left)) return chunk.items;
    const known = chunk.written;
    if (known !== undefined && sameItems(known.left, left)) return known.items;
    const items = this.#codec.edited(chunk.items, left);
    chunk.written = { left, items };
    return items;
  }

  #addedFor(message: ModelMessage): readonly M[] {
    const known = this.#added.get(message);
    if (known !== undefined) return known;
    const items = this.#codec.added(message);
    this.#added.set(message, items);
    return items;
  }
}

/** `part` or `message`, with what it was read from. */
export function withOrigin<T extends object>(part: T, from: unknown): T {
  Object.defineProperty(part, origin, { value: from, enumerable: true });
  return part;
}

/** What a part was read from; undefined for one that the view has added. */
export function originOf(part: unknown): unknown {
  return (part as { [origin]?: unknown })[origin];
}

const whole = new WeakSet<ModelPart>();

/** What a part was read from, where no edit has touched it; undefined where one has. */
export function wholeOf<T>(part: ModelPart): T | undefined {
  return whole.has(part) ? (originOf(part) as T | undefined) : undefined;
}

export function textPart(text: string, from: unknown): ModelPart {
  return withOrigin({ type: 'text', text }, from);
}

export function filePart(data: string, mediaType: string | undefined, from: unknown): ModelPart {
  return withOrigin({ type: 'file', data, mediaType }, from);
}

export function callPart(id: string, toolName: string, input: unknown, from: unknown): ModelPart {
  return withOrigin({ type: 'tool-call', toolCallId: id, toolName, input: input ?? {} }, from);
}

export function resultPart(id: string, toolName: string, output: object, from: unknown): ModelPart {
  return withOrigin({ type: 'tool-result', toolCallId: id, toolName, output }, from);
}

/** The output of a tool that answered with a text, or failed with one. */
export function textOutput(value: string, isError: boolean): object {
  return { type: isError ? 'error-text' : 'text', value };
}

/** A part that the engine carries without a look at it. */
export function unknownPart(from: unknown): ModelPart {
  return withOrigin({ type: 'custom', kind: 'epitome.unknown' }, from);
}

/** Reasoning as the engine reads it. What its provider wants back byte for byte is `sealed`. */
export function reasoningPart(text: string, from: unknown, sealed: object | undefined): ModelPart {
  const part: ModelPart = { type: 'reasoning', text };
  if (sealed !== undefined) part.providerOptions = sealed;
  return withOrigin(part, from);
}

/** Begins ids that no host wrote: they stay among us. */
const ownIds = 'epitome:';

/** The id of a call that has none, by the place of its message and its own. */
export function ownId(at: number, place: number): string {
  return `${ownIds}${at}.${place}`;
}

/** The id as the host has it; undefined where it has none. */
export function hostId(id: string): string | undefined {
  return id.startsWith(ownIds) ? undefined : id;
}

/**
 * Messages whose parts stand in `field`, with those parts that are left, as `write` has them. A message of which
 * all is left is the same object, one of which nothing is left is gone.
 */
export function withPartsLeft<M extends object>(
  messages: readonly M[],
  field: keyof M,
  left: readonly ModelMessage[],
  write: (part: ModelPart) => object,
): M[] {
  const all = left.flatMap(partsOf);
  return messages.flatMap((message) => {
    const own = new Set<unknown>((message[field] as object[] | undefined) ?? []);
    const kept = all.filter((part) => own.has(originOf(part))).map(write);
    if (kept.length === 0) return [];
    const isSame = kept.length === own.size && kept.every((part) => own.has(part));
    return [isSame ? message : { ...message, [field]: kept }];
  });
}

/** The text of a tool result as the view has it. */
export function resultText(part: ModelPart): string {
  const { type, value, reason } = part.output ?? {};
  if (typeof value === 'string') return value;
  if (type === 'content' && Array.isArray(value)) return textOf(value);
  return value === undefined ? String(reason ?? '') : JSON.stringify(value);
}

/** The text of a message or its parts, parts joined by line feeds. */
export function textOf(content: string | readonly ModelPart[]): string {
  if (typeof content === 'string') return content;
  return content
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n');
}

export function partsOf({ content }: ModelMessage): ModelPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Texts of a message, one for each text part: how summaries stand in the roles that have parts. */
export function textsOf(message: ModelMessage): string[] {
  return partsOf(message)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text as string);
}

/** A JSON text as its value; what is no JSON is an empty object to hosts that want one. */
export function jsonValue(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function noteNames({ content }: ModelMessage, names: Map<string, string>): void {
  if (typeof content === 'string') return;
  for (const { type, toolCallId, toolName } of content) {
    if (type === 'tool-call') names.set(toolCallId, toolName);
  }
}

function isKey(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}
