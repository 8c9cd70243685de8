/**
 * A transcript in the making. Decides where a part goes: results of one step stand in one message, and so
 * do the pieces of one reply. Counts what a reader should be told; refuses to know any format.
 */
import { TranscriptError } from '../errors.ts';
import type {
  AssistantPart,
  MessageDetails,
  NoteKind,
  ToolOutput,
  ToolResultPart,
  Transcript,
  TranscriptFormat,
  TranscriptMessage,
  TranscriptNote,
  TranscriptTool,
  UserPart,
} from './types.ts';
import { textOf } from './values.ts';

/** One message or record of a file, and where it stands. */
export interface Item {
  value: unknown;
  /** Counted from 0. */
  index: number;
  /** Counted from 1; of JSON Lines only. */
  line?: number;
}

/** What stands beside the messages of a file: a request's body, or nothing. */
export type Envelope = { readonly [field: string]: unknown };

const sentences: Readonly<Record<NoteKind, (count: string) => string>> = {
  truncated: () => 'The last line breaks off and was left out.',
  'unanswered-call': (n) => `${n} without a result.`,
  'result-without-call': (n) => `${n} without a call.`,
  'other-branch': (n) => `${n} of branches that were given up, left out.`,
  'sub-agent': (n) => `${n} of sub-agents, left out: they are sessions of their own.`,
  'compaction-left-out': (n) => `${n} of messages that the file holds itself, left out.`,
  'not-sent': (n) => `${n} that no model was sent, left out.`,
  'empty-message': (n) => `${n} without content, left out.`,
  'unknown-part': (n) => `${n} of an unknown type, kept as text.`,
};

const nouns: Partial<Record<NoteKind, string>> = {
  'unanswered-call': 'tool call',
  'result-without-call': 'tool result',
  'compaction-left-out': 'summary',
  'unknown-part': 'part',
};

function counted(kind: NoteKind, count: number): string {
  const noun = nouns[kind] ?? 'message';
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun === 'summary' ? 'summaries' : `${noun}s`}`;
}

/** An error that names the record. */
export function wrongShape(item: Item, what: string): TranscriptError {
  const place = item.line === undefined ? `message ${item.index + 1}: ${what}` : what;
  return new TranscriptError('wrong-shape', place, {
    messageIndex: item.index,
    ...(item.line !== undefined && { line: item.line }),
  });
}

export class Draft {
  readonly format: TranscriptFormat;
  readonly #messages: TranscriptMessage[] = [];
  readonly #details: MessageDetails[] = [];
  readonly #notes = new Map<NoteKind, { count: number; line?: number }>();
  /** Names of the newest call of an id. */
  readonly #toolNames = new Map<string, string>();
  #replyKey: unknown;
  system: string[] = [];
  tools: TranscriptTool[] = [];
  model: string | undefined;
  title: string | undefined;

  constructor(format: TranscriptFormat) {
    this.format = format;
  }

  note(kind: NoteKind, line?: number): void {
    const known = this.#notes.get(kind);
    if (known) known.count += 1;
    else this.#notes.set(kind, { count: 1, ...(line !== undefined && { line }) });
  }

  /** A whole message, as it is. */
  add(message: TranscriptMessage, details: MessageDetails): void {
    this.#replyKey = undefined;
    this.#messages.push(message);
    this.#details.push(details);
    if (message.role !== 'assistant' || typeof message.content === 'string') return;
    for (const part of message.content) this.#learn(part);
  }

  /** Leading ones are the system prompt. */
  addSystem(text: string, details: MessageDetails): void {
    if (text === '') return;
    if (this.#messages.length === 0) this.system.push(text);
    else this.add({ role: 'system', content: text }, details);
  }

  addUser(content: string | UserPart[], details: MessageDetails): void {
    if (content.length === 0) this.note('empty-message', details.line);
    else this.add({ role: 'user', content }, details);
  }

  /** A reply, or a piece of one: pieces with the same `key` in a row are one message. */
  addReply(parts: AssistantPart[], details: MessageDetails, key?: unknown): void {
    const last = this.#messages.at(-1);
    if (
      key !== undefined &&
      key === this.#replyKey &&
      last?.role === 'assistant' &&
      Array.isArray(last.content)
    ) {
      last.content.push(...parts);
      for (const part of parts) this.#learn(part);
      // A later piece has the later bill.
      Object.assign(this.#details.at(-1) ?? {}, details.usage && { usage: details.usage });
      return;
    }
    if (parts.length === 0) {
      this.note('empty-message', details.line);
      return;
    }
    this.add({ role: 'assistant', content: parts }, details);
    this.#replyKey = key;
  }

  addResult(toolCallId: string, output: ToolOutput, details: MessageDetails, name?: string): void {
    const toolName = name ?? this.#toolNames.get(toolCallId) ?? 'unknown';
    const part: ToolResultPart = { type: 'tool-result', toolCallId, toolName, output };
    const last = this.#messages.at(-1);
    if (last?.role === 'tool') last.content.push(part);
    else this.add({ role: 'tool', content: [part] }, details);
  }

  /** The bill of the newest reply. */
  billed(usage: MessageDetails['usage']): void {
    if (usage === undefined) return;
    for (let i = this.#messages.length - 1; i >= 0; i--) {
      const details = this.#details[i];
      if (this.#messages[i]?.role !== 'assistant' || details === undefined) continue;
      if (details.usage === undefined) details.usage = usage;
      return;
    }
  }

  #learn(part: AssistantPart): void {
    if (part?.type === 'tool-call') this.#toolNames.set(part.toolCallId, part.toolName);
  }

  /** A part that no reader knows, as text. */
  unknownPart(part: unknown, line: number | undefined): { type: 'text'; text: string } {
    this.note('unknown-part', line);
    return { type: 'text', text: textOf(part) };
  }

  finish(conversation: number, conversations: number): Transcript {
    if (this.#messages.length === 0) {
      throw new TranscriptError('no-messages', `a ${this.format} file without a message`);
    }
    this.#pair();
    return {
      format: this.format,
      messages: this.#messages,
      details: this.#details,
      ...(this.system.length > 0 && { system: this.system.join('\n\n') }),
      tools: this.tools,
      ...(this.model !== undefined && { model: this.model }),
      ...(this.title !== undefined && { title: this.title }),
      notes: [...this.#notes].map(
        ([kind, { count, line }]): TranscriptNote => ({
          kind,
          count,
          ...(line !== undefined && { line }),
          text: sentences[kind](counted(kind, count)),
        }),
      ),
      conversation,
      conversations,
    };
  }

  /** Counts calls and results that have no other half. An id may come back: some servers count anew. */
  #pair(): void {
    const open = new Map<string, (number | undefined)[]>();
    for (const [i, { content }] of this.#messages.entries()) {
      if (typeof content === 'string') continue;
      const line = this.#details[i]?.line;
      for (const part of content) {
        if (part?.type === 'tool-call') {
          const lines = open.get(part.toolCallId);
          if (lines) lines.push(line);
          else open.set(part.toolCallId, [line]);
        } else if (part?.type === 'tool-result') {
          const lines = open.get(part.toolCallId);
          if (lines === undefined || lines.length === 0) this.note('result-without-call', line);
          else lines.pop();
        }
      }
    }
    for (const lines of open.values()) for (const line of lines) this.note('unanswered-call', line);
  }
}
