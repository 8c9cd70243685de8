/**
 * `epitome/cloudflare`: Cloudflare's Agents. Decides which whole messages a compaction of its sessions takes,
 * and what a model call of its harness is sent; refuses to touch what is stored.
 */
import { selectMessagesToCompact } from '../index.ts';
import type { Session } from '../session.ts';
import type { MessageLike, Summarize } from '../types.ts';
import { recordOf } from './record-of.ts';
import { failed, type SessionOf, sessionFor } from './sessions.ts';
import type { ModelMessage, ModelPart } from './translation.ts';

/** A stored message, as far as it is looked at: a `UIMessage` is one. */
export interface StoredMessage {
  id: string;
  role: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type of part has fields of its own.
  parts: Record<string, any>[];
}

export interface CompactionOptions {
  /** Newest messages that stay as they are. Default 10. */
  keepLast?: number;
  /** Writes the record; without it code does. */
  summarize?: Summarize;
}

/** An overlay: messages from one id to another stand as `summary` in what a model reads. */
export interface Overlay {
  fromMessageId: string;
  toMessageId: string;
  summary: string;
}

/** UTF-16 code units of earlier records that go into a new one, the newest of them. */
const mostEarlier = 24_000;
/** What Cloudflare names overlays by. */
const overlayPrefix = 'compaction_';

/**
 * For `session.onCompaction(onCompaction()).compactAfter(tokens)`: the messages to fold and the record that
 * stands for them; null where there is nothing to fold. The originals stay in the session.
 */
export function onCompaction({ keepLast = 10, summarize }: CompactionOptions = {}) {
  return async (messages: readonly StoredMessage[]): Promise<Overlay | null> => {
    const read = messages.flatMap((message, at) => {
      const own = modelMessages(message);
      for (const each of own) indexes.set(each, at);
      return own;
    });
    const kept = Math.max(0, messages.length - keepLast);
    const tail = read.filter((each) => indexOf(each) >= kept).length;
    const { messagesToCompact } = await selectMessagesToCompact(read, tail);
    const folded = new Set(messagesToCompact.map(indexOf));
    const whole = messages.flatMap((_, at) =>
      folded.has(at) &&
      read.every((each) => indexOf(each) !== at || messagesToCompact.includes(each))
        ? [at]
        : [],
    );
    // An earlier overlay goes into the new one: its record is a message of the range.
    const from = whole[0];
    const to = whole.at(-1);
    if (from === undefined || to === undefined || from === to) return null;
    const range = read.filter((each) => indexOf(each) >= from && indexOf(each) <= to);
    const earlier = messages
      .slice(from, to + 1)
      .filter(isOverlay)
      .map((message) => textOfParts(message).slice(-mostEarlier));
    const summary = await recordOf(
      range.filter((each) => !isOverlay(messages[indexOf(each)])),
      summarize,
    );
    if (summary === undefined) return null;
    const ids = [messages[from]?.id, messages[to]?.id] as [string, string];
    return {
      fromMessageId: ids[0],
      toMessageId: ids[1],
      summary: [...earlier, summary].join('\n\n'),
    };
  };
}

function isOverlay(message: StoredMessage | undefined): boolean {
  return message?.id.startsWith(overlayPrefix) === true;
}

function textOfParts({ parts }: StoredMessage): string {
  return parts.map(({ text }) => text ?? '').join('\n');
}

const indexes = new WeakMap<ModelMessage, number>();

function indexOf(message: ModelMessage): number {
  return indexes.get(message) ?? -1;
}

/** A stored message as a model reads it; a tool's part holds call and result. */
function modelMessages({ role, parts }: StoredMessage): ModelMessage[] {
  if (role !== 'assistant') {
    const content = parts.map(({ text }) => text ?? '').join('\n');
    return [{ role: role === 'system' ? 'system' : 'user', content }];
  }
  const spoken: ModelPart[] = [];
  const results: ModelPart[] = [];
  for (const part of parts) {
    const { type, text, toolCallId } = part;
    if (type === 'text') spoken.push({ type, text: text ?? '' });
    if (type === 'reasoning') spoken.push({ type, text: text ?? part.reasoning ?? '' });
    if (toolCallId === undefined) continue;
    const toolName = part.toolName ?? String(type).replace(/^tool-/, '');
    spoken.push({ type: 'tool-call', toolCallId, toolName, input: part.input ?? {} });
    const value = part.output ?? part.result ?? part.errorText;
    if (value === undefined) continue;
    const kind =
      part.state === 'output-error' ? 'error-text' : typeof value === 'string' ? 'text' : 'json';
    results.push({ type: 'tool-result', toolCallId, toolName, output: { type: kind, value } });
  }
  const read: ModelMessage[] = [{ role: 'assistant', content: spoken }];
  if (results.length > 0) read.push({ role: 'tool', content: results });
  return read;
}

/** What Think calls a hook with, as far as it is looked at. */
export interface ThinkTurn {
  readonly session: string;
  readonly step: number;
  readonly system?: string | undefined;
  readonly messages: readonly object[];
}

/**
 * A `beforeTurn` for Think: every model call fits. It needs nothing of an earlier call, so it holds after an
 * eviction; with a store behind `of` the summaries are those of before. `of` is a session, or names that of
 * a turn; `convert` is `convertToModelMessages` of your `ai`.
 */
export function beforeTurn<M extends MessageLike>(
  of: SessionOf<ThinkTurn>,
  // biome-ignore lint/suspicious/noExplicitAny: `UIMessage`s of the host's release of `ai`.
  convert: (messages: any[]) => M[] | PromiseLike<M[]>,
) {
  return async (turn: ThinkTurn): Promise<{ messages: M[] } | undefined> => {
    const session: Session = await sessionFor(of, turn);
    try {
      const messages = await convert([...turn.messages]);
      const view = await session.prepare(messages, { system: turn.system });
      return { messages: view.messages };
    } catch (error) {
      failed(session, error);
      return undefined;
    }
  };
}
