/** What a host does around a fold: summaries that its model writes, memories that its agent saves, texts that come back. */
import type { MessageLike, Signal } from './messages.ts';
import type { Round } from './reports.ts';

/** Why the model stopped, in the AI SDK's words. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/** What your model is asked. The same history gives the same bytes on every runtime. */
export interface SummaryRequest {
  /**
   * `fold`: summarize a range of messages. `part`: summarize a part of a range that is too long for one
   * request. `merge`: make one summary of several.
   */
  kind: 'fold' | 'merge' | 'part';
  /** Instructions. */
  system: string;
  /** Quoted data and the task. */
  prompt: string;
  /** Ceiling of the reply, tokens. */
  maxOutputTokens: number;
  /** 1, or 2 when the first reply had faults. The prompt then names them. */
  attempt: number;
  /**
   * The first and last message that it is about, counted from 1 as in `session.records()`. `fold`: what the
   * record will stand for (with `oneSummary`, only what has come since the last record). `part`: its part of
   * that range. `merge`: all that the merged records stand for. Messages between them that stay in the view
   * are not read.
   */
  firstMessage: number;
  lastMessage: number;
}

/** A request that has no answer yet. It is plain data, so it may go to another machine. */
export type PendingSummary = (SummaryRequest | UnreadRequest) & {
  /** For `session.deliver`: the same for the same request, also after a restart. */
  id: string;
};

/** A request that was made before a restart, until a step has brought its messages. It can be answered all the same. */
export interface UnreadRequest {
  prompt: undefined;
  firstMessage: number;
  lastMessage: number;
}

/** What a summarizer may return in place of a plain text. */
export interface SummaryReply {
  text: string;
  finishReason?: FinishReason | undefined;
  /** Tokens of the call, for `session.usage()`. */
  usage?: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined;
}

/** Calls a model to write a summary. Where it rejects, it is called again, or code writes the record. */
export interface Summarize {
  (request: SummaryRequest, options: { signal: Signal }): Promise<string | SummaryReply>;
  /** The model's id. With it the model's window is known, and no request is larger. */
  readonly modelId?: string | undefined;
}

/** A name or number that occurs in the messages that will be folded. */
export interface FlushFact {
  kind:
    | 'path'
    | 'url'
    | 'hash'
    | 'uuid'
    | 'version'
    | 'number'
    | 'email'
    | 'symbol'
    | 'issue'
    | 'time'
    | 'error'
    | 'flag';
  /** The last message that has it, counted from 1. */
  message: number;
  text: string;
}

/** What `memoryFlush` gets. */
export interface FlushRequest {
  sessionId: string;
  /** Your own messages that the next fold would take, oldest first, and how many tokens they have. */
  messages: readonly MessageLike[];
  tokens: number;
  /** What the model would see at this step. A turn of the agent starts with it. */
  view: readonly MessageLike[];
  /** Text for the system field of the request, where the placement puts records there. */
  system: string | undefined;
  /** The model of the step, as the AI SDK passes it. */
  model: unknown;
  /** Names and numbers found in `messages` that may be worth saving, the most important first. No secrets. */
  facts: readonly FlushFact[];
  /** A user message that asks the agent to save what matters, and to answer `silentToken`. */
  prompt: string;
  silentToken: string;
  signal: Signal;
}

/**
 * Saves what should outlive a fold. It may return what the agent said at the end of its turn, or `false` if
 * nothing was done. If it rejects, the fold comes all the same. The session waits for it, so it must not call
 * this session's `prepareStep`.
 */
export type MemoryFlush = (request: FlushRequest) => unknown;

/** What `beforeCompaction` gets: all that `memoryFlush` gets, so that it may save something, too. */
export interface CompactionRequest extends FlushRequest {
  /** The view can be sent as it is, so a veto is heard. */
  fits: boolean;
}

/** What `beforeCompaction` wants. */
export interface CompactionAnswer {
  /** True: nothing is folded in this step, if the view fits without. The next step asks again. Default false. */
  veto?: boolean | undefined;
  /** Asked of the summary of this fold beside `summary.instructions`: at most 1,000 UTF-16 code units. */
  instructions?: string | undefined;
}

/** The session waits for it, so it must not call this session's `prepareStep`. */
export type BeforeCompaction = (
  request: CompactionRequest,
  // biome-ignore lint/suspicious/noConfusingVoidType: a function may have nothing to say.
) => CompactionAnswer | void | Promise<CompactionAnswer | void>;

/** What `afterCompaction` gets. */
export interface CompactionDone {
  sessionId: string;
  /** As `session.rounds()` has it. */
  round: Round;
  signal: Signal;
}

/** The session waits for it, so it must not call this session's `prepareStep`. */
export type AfterCompaction = (done: CompactionDone) => unknown;

/** A text that stands behind the records. */
export interface Block {
  name: string;
  text: string;
  /** True for a text that seldom changes. Such blocks come first, so that prompt caches keep them. */
  stable?: boolean | undefined;
}

/** What `reinject` gets. It has ten seconds to answer. */
export interface ReinjectInfo {
  sessionId: string;
  /** Tokens that all texts may take together, as `compactor.estimateTokens` counts them. */
  tokens: number;
  signal: Signal;
}
