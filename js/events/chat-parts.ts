/**
 * What a chat shows of compaction, out of events: data parts that the AI SDK's client puts into the message that is
 * being written.
 */
import type { CompactionEvent, CompactorEvent } from '../types.ts';
import { kind, requireArgument } from '../values/checks.ts';
import { attempt } from '../values/fields.ts';

/** The data of a part `data-compaction`. */
export interface CompactionPart {
  /** `begun`: a step waits for the model that summarizes. */
  state: 'begun' | 'done';
  /** How much of the waiting is over, from 0 to 1. */
  fraction: number;
  /** Tokens of the view, and why it was rewritten; absent until it is, and where nothing came of it. */
  tokensBefore?: number;
  tokensAfter?: number;
  reason?: CompactionEvent['reason'];
}

/** The data of a part `data-context`, tokens. */
export interface ContextPart {
  /** Of the messages that were sent to the model last. */
  used: number;
  /** That messages may have: the context window without the system prompt, the tools and the reply. */
  of: number;
}

/** For `UIMessage<unknown, EpitomeParts>` of `ai` 5, 6 and 7. */
export type EpitomeParts = { compaction: CompactionPart; context: ContextPart };

/** What is written to the stream; a later one with the same id takes the place of an earlier one. */
export type EpitomeChunk =
  | { type: 'data-compaction'; id: string; data: CompactionPart }
  | { type: 'data-context'; id: string; data: ContextPart };

const aWriter = kind('function', "the `write` of a stream's writer");

/**
 * A listener for the events of one request, which writes a part `data-compaction` for each compaction and one
 * `data-context`. `write` is that of the writer of `createUIMessageStream`; what it throws is ignored. Children of a
 * session have compactions, and no `data-context`. Throws `invalid-argument` where `write` is no function.
 */
export function chatParts(write: (part: EpitomeChunk) => void): (event: CompactorEvent) => void {
  requireArgument('chatParts', 'write', write, aWriter);
  // A message may be gone on with in another request.
  const name = `compaction-${Math.random().toString(36).slice(2)}`;
  let count = 0;
  /** The part of the compaction that a session is at, by the session's id. */
  const open = new Map<string, { id: string; state: CompactionPart['state'] }>();
  /** Numbers of the sessions that were heard of. */
  const heard = new Map<string, number>();

  const put = (part: EpitomeChunk) => {
    // A promise that rejects is nobody's: it must not end the process.
    attempt(() => void Promise.resolve(write(part) as unknown).catch(() => {}));
  };
  const compaction = (sessionId: string, data: CompactionPart) => {
    let id = open.get(sessionId)?.id;
    if (id === undefined) {
      count += 1;
      id = `${name}-${count}`;
    }
    open.set(sessionId, { id, state: data.state });
    put({ type: 'data-compaction', id, data });
  };
  const isChild = (sessionId: string): boolean => {
    const names = sessionId.split('/');
    return names.some((_, at) => at > 0 && heard.has(names.slice(0, at).join('/')));
  };

  return (event) => {
    const { type, sessionId } = event;
    const number = heard.get(sessionId) ?? heard.size + 1;
    heard.set(sessionId, number);
    if (type === 'compacting' && event.kind !== 'flush') {
      const { fraction } = event;
      compaction(sessionId, { state: fraction < 1 ? 'begun' : 'done', fraction });
    } else if (type === 'compaction') {
      const { tokensBefore, tokensAfter, reason } = event;
      const data = { state: 'done', fraction: 1, tokensBefore, tokensAfter, reason } as const;
      compaction(sessionId, data);
      open.delete(sessionId);
    } else if (type === 'error') {
      // Of its step, or of one that stands in line.
      if (open.get(sessionId)?.state === 'done') open.delete(sessionId);
    } else if (type === 'view') {
      open.delete(sessionId);
      if (isChild(sessionId)) return;
      const data = { used: event.viewTokens, of: event.budget };
      put({ type: 'data-context', id: `context-${number}`, data });
    }
  };
}
