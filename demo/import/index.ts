/**
 * Reads any transcript into a session that the AI SDK takes: finds out its format by what it holds,
 * picks one conversation, and says what was left out. Uses neither Node nor a page. Whatever the text,
 * there is a session or an ImportError, in linear time.
 */

import { readModelMessage } from './ai-sdk.ts';
import { readUiMessage } from './ai-sdk-ui.ts';
import { plainText, readAnthropic } from './anthropic.ts';
import { readClaudeCode } from './claude-code.ts';
import { readCodex } from './codex.ts';
import { type Format, formatNames, formatOf } from './detect.ts';
import { Fault, ImportError, printable } from './error.ts';
import { Limits, lineOfPath, readSource, type Source } from './json.ts';
import { readChat } from './openai-chat.ts';
import { readItem } from './openai-responses.ts';
import { isObject, Transcript, toolsOf } from './transcript.ts';
import type { Fields, Session } from './types.ts';

export { ImportError, type ImportErrorCode } from './error.ts';
export type * from './types.ts';
export type { Format };

export interface Imported {
  format: Format;
  /** For a reader: "Claude Code session (JSONL)". */
  formatName: string;
  /** How many the text holds, and which one this is, from 1. */
  conversations: number;
  conversation: number;
  session: Session;
  /** What was left out and why, in words for a reader. */
  notes: string[];
}

export interface ImportOptions {
  /** What the session is called where the text does not say. */
  name: string;
  /** Which conversation, from 1; by default the one with the most messages. */
  conversation?: number | undefined;
}

const accepted =
  'accepted are sessions of Claude Code and Codex, messages of OpenAI (chat and Responses), ' +
  'Anthropic and the AI SDK (model and UI messages), as JSON or JSON Lines';

export function importSession(text: string, options: ImportOptions): Imported {
  const limits = new Limits();
  const source = readSource(text, limits);
  const conversations = conversationsIn(source);
  const { name, conversation: wanted = longestOf(conversations) } = options;
  const chosen = conversations[wanted - 1];
  if (chosen === undefined) {
    const last = conversations.length;
    throw new ImportError(
      'no-conversation',
      `there is no conversation ${wanted}, the last is ${last}`,
    );
  }
  const { items, body } = chosen;
  if (items.length === 0) throw new ImportError('no-messages', 'there are no messages in it');
  const format = formatOf(items);
  if (format === undefined) {
    throw new ImportError('unknown-format', `no known format; ${accepted}`, chosen.lineOf(0));
  }
  const out = new Transcript(limits);
  const { tools } = reading(chosen, () => {
    const instructions = body.system ?? body.instructions;
    if (typeof instructions === 'string') out.instruct(instructions);
    else if (Array.isArray(instructions)) out.instruct(plainText(instructions, out));
    return { tools: readItems(format, items, out) ?? body.tools };
  });
  if (out.messages.length === 0)
    throw new ImportError('no-messages', 'there are no messages in it');
  const { system, messages } = out;
  const title = typeof body.name === 'string' ? body.name.slice(0, 100) : name;
  const session: Session = {
    name: printable(conversations.length > 1 ? `${title} ${wanted}` : title),
    ...(system !== undefined && { system }),
    tools: toolsOf(tools, messages),
    messages,
  };
  const cut =
    source.cutOff === undefined ? [] : [`line ${source.cutOff} is cut off and was left out`];
  return {
    format,
    formatName: `${formatNames[format]} (${source.isLines ? 'JSONL' : 'JSON'})`,
    conversations: conversations.length,
    conversation: wanted,
    session,
    notes: [...cut, ...out.notes.map(printable)],
  };
}

interface Conversation {
  items: readonly unknown[];
  /** The object around the items. */
  body: Fields;
  lineOf: (index: number) => number;
  /** Whether a line holds one item, so that its number says all. */
  isItemALine: boolean;
}

function conversationsIn({ text, values, lines, isLines }: Source): Conversation[] {
  const [document] = values;
  const isList = !isLines && Array.isArray(document);
  const entries: readonly unknown[] = isList ? document : values;
  const [first] = entries;
  if (fieldOf(first) === undefined && !Array.isArray(first)) {
    const lineOf = (i: number) => (isList ? lineOfPath(text, [i]) : (lines[i] as number));
    return [{ items: entries, body: {}, lineOf, isItemALine: !isList }];
  }
  return entries.map((entry, place): Conversation => {
    const field = fieldOf(entry);
    const items = field === undefined ? entry : (entry as Fields)[field];
    const body = isObject(entry) ? entry : {};
    const lineOf = (i: number) => {
      if (isLines) return lines[place] as number;
      return lineOfPath(text, [
        ...(isList ? [place] : []),
        ...(field === undefined ? [] : [field]),
        i,
      ]);
    };
    return { items: Array.isArray(items) ? items : [entry], body, lineOf, isItemALine: false };
  });
}

/** The number of the first one with the most messages. */
const longestOf = (conversations: readonly Conversation[]): number => {
  const lengths = conversations.map(({ items }) => items.length);
  return Math.max(1, lengths.indexOf(Math.max(...lengths)) + 1);
};

/** The field of an object that holds a conversation. */
function fieldOf(value: unknown): string | undefined {
  if (!isObject(value) || typeof value.type === 'string' || typeof value.role === 'string') {
    return undefined;
  }
  return ['messages', 'input', 'output', 'items'].find((name) => Array.isArray(value[name]));
}

/** Runs a reader of `conversation`; a fault that it finds becomes an error with its line. */
function reading<Result>({ lineOf, isItemALine }: Conversation, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const which = isItemALine ? '' : `message ${error.index + 1}: `;
    throw new ImportError('bad-message', which + error.message, lineOf(error.index));
  }
}

/** Reads all items; returns the tools that they list, if any. */
function readItems(format: Format, items: readonly unknown[], out: Transcript): unknown {
  if (format === 'claude-code') return readClaudeCode(items, out);
  const read = readers[format];
  for (const [i, item] of items.entries()) {
    out.at = i;
    read(item, out);
  }
  return undefined;
}

const readers = {
  codex: readCodex,
  'openai-chat': readChat,
  'openai-responses': readItem,
  anthropic: readAnthropic,
  'ai-sdk': readModelMessage,
  'ai-sdk-4': readModelMessage,
  'ai-sdk-ui': readUiMessage,
  plain: readChat,
} as const;
