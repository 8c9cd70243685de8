/** Everything that `onEvent` is called with. */
import type { SummaryRequest } from './folding.ts';
import type {
  CallFailure,
  CompactionEvent,
  EventError,
  ExtraCallReason,
  FloorBreakdown,
  Rejection,
  Repair,
} from './reports.ts';

/** What tells a saved state apart: how many there were before it, and a print of this one. */
export interface StateMark {
  count: number;
  print: string;
}

/** Everything that `onEvent` is called with: plain data, of which JSON loses nothing. */
export type CompactorEvent =
  | CompactionEvent
  /** The view mends what a provider would refuse in your transcript. `message` counts from 1. */
  | { type: 'repair'; sessionId: string; repairs: { repair: Repair; message: number }[] }
  /** A message, or a part of one, could not be read. It is carried as it is. `messageIndex` counts from 0. */
  | { type: 'fault'; sessionId: string; messageIndex: number; fault: string }
  /** How an array was matched with what the session knows. */
  | {
      type: 'aligned';
      sessionId: string;
      how:
        | 'new'
        | 'extended'
        | 'own-view'
        | 'suffix'
        | 'truncated'
        | 'edited'
        | 'regenerated'
        | 'unrelated';
      /** Messages that were already known. */
      common: number;
    }
  /** A reply was not accepted. It is asked for once more, or code writes the record. */
  | {
      type: 'summary-rejected';
      sessionId: string;
      kind: SummaryRequest['kind'];
      /** 1 for the first reply, 2 for the one that was asked for after it. */
      attempt: number;
      /** `stale`: the messages have changed since the model was asked. */
      reason: Rejection | 'stale';
    }
  /** The call for a summary brought no reply, so code writes the record. */
  | {
      type: 'summary-failed';
      sessionId: string;
      kind: SummaryRequest['kind'];
      attempt: number;
      reason: CallFailure;
      error?: EventError;
      /** Every other call would fail, too: a wrong key, an unknown model, a request that is not taken. */
      lasting?: true;
    }
  /** The summarizer is called more often than once for a fold. */
  | {
      type: 'summary-call';
      sessionId: string;
      kind: SummaryRequest['kind'];
      attempt: number;
      reason: ExtraCallReason;
      /** With `failed`: of the call before. */
      error?: EventError;
      /** With `failed`: milliseconds until the call is made. */
      wait?: number;
    }
  /** A model is being waited for. The first event has `fraction` 0, each reply brings more, the last has 1. */
  | {
      type: 'compacting';
      sessionId: string;
      kind: 'flush' | SummaryRequest['kind'];
      fraction: number;
    }
  /** A view is handed out: the last event of each step. Its tokens, and how many it may have. */
  | { type: 'view'; sessionId: string; viewTokens: number; budget: number }
  /** The turn of `memoryFlush` before a fold is over. */
  | {
      type: 'flush';
      sessionId: string;
      /** `memoryFlush` ended, and did not return `false`. */
      ran: boolean;
      /** How many messages and tokens the fold would take. */
      messages: number;
      tokens: number;
      /** Milliseconds that it took. */
      millis: number;
      /**
       * What the agent said although it was asked for `silentToken` alone: at most 2,000 characters, without
       * secrets. Don't show it.
       */
      reply?: string;
      failed?: 'failed' | 'timed-out' | 'aborted';
      error?: EventError;
    }
  /** `beforeCompaction` did not want a fold of so many messages and tokens. */
  | {
      type: 'veto';
      sessionId: string;
      messages: number;
      tokens: number;
      /** False: the view would not fit, so the fold was made. */
      heard: boolean;
    }
  /**
   * What may never go is larger than the budget, or has more bytes than `requestBytes` or more images than
   * `requestImages`. The view keeps that and the newest calls, with at most a quarter of the budget of their results.
   * The provider will probably refuse it.
   */
  | { type: 'cannot-fit'; sessionId: string; breakdown: FloorBreakdown }
  /** The view has grown to `warn`. It comes once, until the view has shrunk again. Tokens. */
  | { type: 'warning'; sessionId: string; viewTokens: number; warn: number; budget: number }
  /**
   * The bill of a step can't be right and is ignored: `not-positive` (zero, negative or no number),
   * `cached-parts` (more from the cache than the prompt has), `over-window` (more than a model
   * of the built-in table holds), `too-small` (under half of what was
   * counted) or `too-large` (over twice). It comes once for each run of bills with the same fault.
   */
  | {
      type: 'usage-ignored';
      sessionId: string;
      reason: 'not-positive' | 'cached-parts' | 'over-window' | 'too-small' | 'too-large';
      /** Tokens as billed; 0 where it is no number. */
      inputTokens: number;
    }
  /**
   * Several bills in a row agree that a prompt has `unseenTokens` tokens more than what can be counted and what you
   * state of it: files that lie elsewhere, tools or a system prompt that were not told, what a server adds. From
   * now on they count, up to the window, until a bill says that they are gone.
   */
  | {
      type: 'unseen-learned';
      sessionId: string;
      unseenTokens: number;
      /** Of the bill that made them believed, tokens. */
      inputTokens: number;
    }
  /**
   * The model is in no table, so a window of `contextWindow` tokens is assumed. It comes once for each id. Name the
   * model in `models`, or set `contextWindow` (for the model that writes summaries: `summarizerWindow`).
   */
  | {
      type: 'unknown-model';
      sessionId: string;
      modelId: string;
      usedFor: 'steps' | 'summaries';
      contextWindow: number;
    }
  /**
   * A state could not be read, and the session goes on without it: it was saved by a release with another `version`
   * (this one reads `reads`), or it is no state or was altered. With `strict` that is an error.
   */
  | {
      type: 'state-dropped';
      sessionId: string;
      reason: 'version' | 'unreadable';
      version?: number;
      reads: number;
    }
  /**
   * An open session was given a state that it has not grown from, and goes on from it: another machine has served a
   * request meanwhile. `count` is the number of states before, `print` tells two of one count apart.
   */
  | { type: 'state-replaced'; sessionId: string; had: StateMark; took: StateMark }
  /**
   * The session's store did not do what it was asked for, and the session goes on without that: it `failed`, it gave
   * no answer within ten seconds (`timed-out`), or other processes were quicker four times in a row (`conflict`).
   * `doing`: what it was asked for. What was decided is saved with the next step that the store takes it from.
   */
  | {
      type: 'store-failed';
      sessionId: string;
      doing: 'load' | 'save' | 'meter' | 'lease';
      reason: 'failed' | 'timed-out' | 'conflict';
      error?: EventError;
    }
  /**
   * The provider served a prompt of `servedTokens` tokens, which is more than the window that was assumed for an
   * unknown model. From now on it is taken to be `contextWindow`.
   */
  | {
      type: 'window-learned';
      sessionId: string;
      modelId: string;
      contextWindow: number;
      servedTokens: number;
    }
  /**
   * The provider refused a request that was too large, or served one larger than `limit` was. From now on views for
   * this model keep to `limit`: tokens as they are estimated, with the system prompt and the tools, bytes or images.
   * `refused` is the size that was refused, `served` the largest that was served, where one was.
   */
  | {
      type: 'limit-learned';
      sessionId: string;
      modelId: string;
      of: 'tokens' | 'bytes' | 'images';
      limit: number;
      refused: number;
      served?: number;
    }
  /**
   * The window is smaller than `windowGuard` says, in tokens. It comes once for each compactor and window. With
   * `refused`, messages are left as they are.
   */
  | { type: 'small-window'; sessionId: string; contextWindow: number; refused: boolean }
  /**
   * Something failed, and the step went on without it. It used your own messages, left out a block of `reinject`,
   * or passed over a message for which `pin` or `priority` threw.
   */
  | { type: 'error'; sessionId: string; error: EventError };
