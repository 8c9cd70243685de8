/**
 * Compactions as interfaces show them: a data part of the AI SDK's UI messages, or an update of the Agent
 * Client Protocol. Decides which events belong to one compaction; refuses to know how either is sent.
 */
import type { CompactionEvent, CompactorEvent, SummaryRecord } from '../types.ts';

export type CompactionStatus = 'in_progress' | 'completed' | 'failed';

/** A part for `writer.write` of `createUIMessageStream`: later ones with its id take its place. */
export interface CompactionPart {
  type: 'data-compaction';
  id: string;
  data: CompactionData;
  /** Progress is shown and not kept. */
  transient?: boolean;
}

export interface CompactionData {
  status: CompactionStatus;
  /** How much of the summaries is written, from 0 to 1, while it is under way. */
  fraction?: number;
  /** What it did, once it is completed. Tokens; messages counted from 1. */
  round?: number;
  reason?: CompactionEvent['reason'];
  tokensBefore?: number;
  tokensAfter?: number;
  folded?: { firstMessage: number; lastMessage: number }[];
  /** The summaries in the view, where a session is given. */
  summary?: string;
  /** Why it failed. */
  error?: string;
}

/** The `update` of a `session/update` notification of the Agent Client Protocol. */
export interface CompactionUpdate {
  sessionUpdate: 'compaction_update';
  compactionId: string;
  status: CompactionStatus;
  summary?: { type: 'text'; text: string }[];
  error?: string;
}

export interface ReportOptions {
  /** Its summaries are told with what is completed. */
  session?: { records(): SummaryRecord[] } | undefined;
}

interface Report {
  id: string;
  data: CompactionData;
}

/**
 * A listener for `onEvent` that writes each compaction as a `data-compaction` part. The last part of each is
 * kept in the message; models are not sent it, since `convertToModelMessages` leaves data parts out.
 */
export function compactionParts(
  write: (part: CompactionPart) => void,
  options: ReportOptions = {},
): (event: CompactorEvent) => void {
  return reporter(options, ({ id, data }) => {
    const transient = data.status === 'in_progress' && { transient: true };
    write({ type: 'data-compaction', id, data, ...transient });
  });
}

/**
 * A listener for `onEvent` that sends each compaction as updates of the Agent Client Protocol; for clients
 * with the capability `session.compaction`.
 */
export function compactionUpdates(
  send: (update: CompactionUpdate) => void,
  options: ReportOptions = {},
): (event: CompactorEvent) => void {
  let told = '';
  return reporter(options, ({ id, data: { status, summary, error } }) => {
    // The protocol has no fractions.
    if (told === `${id} ${status}`) return;
    told = `${id} ${status}`;
    send({
      sessionUpdate: 'compaction_update',
      compactionId: id,
      status,
      ...(summary && { summary: [{ type: 'text', text: summary }] }),
      ...(error !== undefined && { error }),
    });
  });
}

function reporter({ session }: ReportOptions, tell: (report: Report) => void) {
  /** Of the compaction that is under way. */
  let open: string | undefined;
  return (event: CompactorEvent): void => {
    switch (event.type) {
      case 'compacting': {
        if (event.kind === 'flush') return;
        open ??= crypto.randomUUID();
        tell({ id: open, data: { status: 'in_progress', fraction: event.fraction } });
        return;
      }
      case 'compaction': {
        const { round, reason, tokensBefore, tokensAfter } = event;
        const folded = event.folds
          .filter(({ kind }) => kind === 'fold')
          .map(({ firstMessage, lastMessage }) => ({ firstMessage, lastMessage }));
        const summary = session && summaryOf(session.records());
        const sizes = { round, reason, tokensBefore, tokensAfter };
        const data: CompactionData = { status: 'completed', ...sizes, folded };
        tell({ id: open ?? crypto.randomUUID(), data: summary ? { ...data, summary } : data });
        open = undefined;
        return;
      }
      case 'error': {
        if (open === undefined) return;
        const error = event.error instanceof Error ? event.error.message : 'it could not be done';
        tell({ id: open, data: { status: 'failed', error } });
        open = undefined;
        return;
      }
      default:
    }
  };
}

function summaryOf(records: readonly SummaryRecord[]): string {
  return records
    .filter(({ inView }) => inView)
    .map(({ text }) => text)
    .join('\n\n');
}
