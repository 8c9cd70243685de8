/**
 * What is kept of a compaction: a record for each fold, and the messages that leave the view or lose
 * something there. Decides what of a fold is told; refuses to know where it is stored.
 */
import type { HostMessage } from './adapters/dialect.ts';
import { completePrices } from './core-options.ts';
import type { ChangeEvent } from './news.ts';
import type { CompactionTrace } from './saving.ts';
import { textOf } from './stores/message-text.ts';
import type { ArchivedMessage, CompactionRecord } from './stores/store.ts';
import type { CompactionEvent, CompactorOptions, FoldReport, SummaryRecord } from './types.ts';
import type { Billed } from './usage.ts';

/** Prices are those of a million tokens. */
const million = 1e6;

/** Where the traces of a compaction come from. */
export interface Compaction {
  change: ChangeEvent;
  /** The host's messages, in transcript order. */
  messages: readonly HostMessage[];
  summaries: readonly SummaryRecord[];
  options: CompactorOptions;
  /** Of the calls that the rewrite needed. */
  billed: Billed;
  /** Milliseconds since 1970. */
  at: number;
}

export function traceOf(compaction: Compaction): CompactionTrace {
  const { change, messages, at } = compaction;
  const archive = new Map<number, ArchivedMessage>();
  // A position may lie before what the host sent, whose messages are archived already.
  const archived = (position: number) => {
    const message = messages[position - 1];
    if (message === undefined) return undefined;
    const fingerprint = fingerprintOf(message);
    const entry = { position, fingerprint, round: change.round, message, at };
    archive.set(position, entry);
    return fingerprint;
  };
  const records: CompactionRecord[] = [];
  if (change.type === 'compaction') {
    // Calls are billed together: the first fold that a model wrote has them, or else the first one.
    const written = change.folds.findIndex(({ source }) => source === 'model');
    const wasAsked = compaction.billed.input + compaction.billed.output > 0;
    for (const [i, fold] of change.folds.entries()) {
      const fingerprints: string[] = [];
      for (let p = fold.firstMessage; p <= fold.lastMessage && fold.kind === 'fold'; p += 1) {
        const fingerprint = archived(p);
        if (fingerprint !== undefined) fingerprints.push(fingerprint);
      }
      const isBilled = written < 0 ? wasAsked && i === 0 : written === i;
      records.push(recordOf(compaction, change, fold, fingerprints, isBilled));
    }
  }
  // What the model thought it does not need again.
  for (const { kind, message } of change.edits) if (kind !== 'reasoning') archived(message);
  return { records, archive: [...archive.values()] };
}

function recordOf(
  { summaries, options, billed, at }: Compaction,
  { round, reason, summarizeMillis }: CompactionEvent,
  fold: FoldReport,
  fingerprints: string[],
  isBilled: boolean,
): CompactionRecord {
  const { tokensBefore, tokensAfter, firstMessage, lastMessage, source, digestReason } = fold;
  const record: CompactionRecord = {
    ...{ round, at, reason, tokensBefore, tokensAfter, firstMessage, lastMessage },
    fingerprints,
    summary: summaries.find(({ id }) => id === fold.id)?.text ?? '',
    source,
    durationMs: isBilled ? summarizeMillis : 0,
    outcome: fold.kind === 'merge' ? 'merged' : source === 'digest' ? 'digest' : 'folded',
  };
  record.check = digestReason ?? (fold.review.struck > 0 ? 'mended' : 'accepted');
  const model = options.summarize?.modelId;
  if ((source === 'model' || isBilled) && model !== undefined) record.model = model;
  return isBilled ? { ...record, ...billOf(billed, options) } : record;
}

function billOf(billed: Billed, { prices }: CompactorOptions) {
  const usage = { inputTokens: billed.input, outputTokens: billed.output };
  if (typeof prices !== 'object') return { usage };
  const { input, output } = completePrices(prices);
  return { usage, cost: (billed.input * input + billed.output * output) / million };
}

/** Calls of which nothing came. */
export interface Spent {
  outcome: 'failed' | 'superseded';
  /** The one that was not had. */
  round: number;
  reason: string;
  /** Messages that were to be folded, counted from 1; 0 where that is not known any more. */
  firstMessage: number;
  lastMessage: number;
  billed: Billed;
  durationMs: number;
  options: CompactorOptions;
}

export function spentRecord({ billed, options, ...spent }: Spent): CompactionRecord {
  const model = options.summarize?.modelId;
  return {
    ...{ ...spent, at: Date.now(), tokensBefore: 0, tokensAfter: 0, fingerprints: [], summary: '' },
    source: 'model',
    ...(model !== undefined && { model }),
    ...billOf(billed, options),
  };
}

/** 64 bits of a message's content, as hexadecimal digits: tells repeats, and is no protection. */
export function fingerprintOf(message: unknown): string {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  const text = textOf(message);
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    one = Math.imul(one ^ unit, 2_654_435_761);
    two = Math.imul(two ^ unit, 1_597_334_677);
  }
  one = mixed(one) ^ mixed(two);
  two = mixed(two) ^ mixed(one);
  return [two, one].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function mixed(word: number): number {
  const half = Math.imul(word ^ (word >>> 16), 2_246_822_507);
  return half ^ Math.imul(half ^ (half >>> 13), 3_266_489_909);
}
