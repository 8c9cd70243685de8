/** What was done to a view, and why. */

/** Who wrote a record: the model, code, or the user, by `session.editRecord()`. */
export type RecordSource = 'model' | 'code' | 'user';

/** Why a call of the summarizer brought no reply. */
export type CallFailure =
  /** The call failed. */
  | 'failed'
  /** No reply came within `summarizeTimeout`. */
  | 'timed-out'
  /** An abort signal ended the call. */
  | 'aborted';

/** Why a reply may not stand. */
export type Rejection =
  /** The reply has no text. */
  | 'empty'
  /** The model declined to write a summary. */
  | 'refused'
  /** The reply was cut off at its longest length. */
  | 'truncated'
  /** It is longer than what it would replace. */
  | 'inflated'
  /** It is too short for what the range holds. */
  | 'too-short'
  /** It calls a tool. */
  | 'tool-call'
  /** It copies the request. */
  | 'echo'
  /** It is in another language than the user's words. */
  | 'wrong-language'
  /** It is mostly made up. */
  | 'invented'
  /** It is no summary: it asks or promises something, or continues the conversation. */
  | 'no-record'
  /** It says the same again and again. */
  | 'repetitive';

/** Why code wrote a record, and not the model. */
export type CodeReason =
  | CallFailure
  | Rejection
  /** There is no `summarize`. */
  | 'no-summarizer'
  /** The model has failed three times in a row, and the user has written nothing since. */
  | 'paused'
  /**
   * No model was to be asked: compaction is switched off, the view has no room for a summary, the
   * summarizer's window is too small, or only records without a model's prose were merged.
   */
  | 'not-asked';

/** Why a model is called once more. */
export type ExtraCallReason =
  /** The range does not fit the model's window: the call reads a part of it. */
  | 'too-long'
  /** The summaries of the parts become one. */
  | 'parts'
  /** Records take too much of the view, and become one. */
  | 'outgrown'
  /** The first reply was rejected. The `summary-rejected` event before says why. */
  | 'rejected'
  /** The first reply lacks the headings that its form asks for. */
  | 'faults'
  /** The call before failed for a moment. */
  | 'failed';

/** One folded range. Message numbers count from 1 over your transcript. */
export interface FoldReport {
  id: string;
  /** `edit`: the user put a text in place of a record, by `session.editRecord()`. */
  kind: 'fold' | 'merge' | 'edit';
  firstMessage: number;
  lastMessage: number;
  /** Tokens of the range, and of the record that stands for it. */
  tokensBefore: number;
  tokensAfter: number;
  source: RecordSource;
  /** Set where code wrote it. */
  codeReason?: CodeReason;
  /** User messages carried verbatim, those of them in excerpts, and those without room. */
  userMessages: { carried: number; cut: number; leftOut: number };
  /** What was done (files, commands, addresses, errors): rows in the record, and those without room. */
  deeds: { rows: number; leftOut: number };
  /** Names that the record lists, from anywhere in the range. */
  names: number;
  /** How the prose was checked against the messages. */
  review: {
    /** Replies that the model gave; 0 where none came. */
    replies: number;
    /** Made-up names and orders that only a tool gave: how many were struck out with their sentences. */
    struck: number;
    /**
     * How much of the range the model was not shown, in UTF-16 code units: words of the user and the agent, and
     * inputs and outputs of tools. 0 where no model was asked.
     */
    unread: { words: number; tools: number };
  };
  /**
   * Set when the fold took what otherwise stays: the initial messages, because they and the current request
   * had more than half of the budget, or the current request, because it alone had.
   */
  took?: 'initial-messages' | 'current-request';
  /**
   * Set when it stands in place of records that code had written because calls failed, timed out or were
   * aborted, or of one that the user has edited: their ids, and the tokens that a prompt cache is written anew for because of it.
   */
  replaces?: { ids: string[]; cacheTokens: number };
}

/** What was done to one part of a message. Lengths in UTF-16 code units. */
export interface EditReport {
  kind: 'trim' | 'clear' | 'repeat' | 'outdated' | 'reasoning' | 'media';
  /** Counted from 1. */
  message: number;
  /** Empty where the part is not of a tool. */
  toolName: string;
  /** The length that is left, and the length before. */
  kept: number;
  total: number;
}

/** Where the tokens are when a view can't be made to fit. Tokens, except the last two. */
export interface FloorBreakdown {
  contextWindow: number;
  outputReserve: number;
  /** System prompt and tools, which are sent besides messages. */
  hostOverhead: number;
  /** Kept free in addition. */
  margin: number;
  /** The window without all of these: what messages may take. */
  budget: number;
  /** System messages in the view. */
  system: number;
  /** The initial messages. */
  initial: number;
  /** The records. */
  records: number;
  /** All other messages. */
  recent: number;
  /** Sum of the last four. */
  view: number;
  /** Bytes of the view, and how many it may have. */
  viewBytes: number;
  requestBytes: number;
  /** Images of the view, and how many it may have; any number where that is absent. */
  viewImages: number;
  requestImages?: number;
}

/** What went wrong, as plain data. */
export interface EventError {
  name: string;
  /** With the messages of its causes. */
  message: string;
  /** Of an `EpitomeError` one of `EpitomeErrorCode`, of other errors what they have. */
  code?: string;
}

/**
 * A view was rewritten: from now on models see something else in place of what they have seen. No event tells of
 * results that are cut or point at an earlier copy when they arrive; `explain()` does.
 */
export interface CompactionEvent {
  type: 'compaction';
  sessionId: string;
  /** Counted from 1 over the session, those with the reason `edit` too. */
  round: number;
  /**
   * What made it necessary. `trigger`: the view had grown to the trigger, or with `enabled: false` to
   * `maxMessages`. `budget`: it did not fit any more, the margin
   * of what no bill has covered counted in. `manual`: `session.compact()` or `compactAbove()`. `edit`: the user put a
   * text in place of a record. `economy`: it pays below
   * the trigger, by `prices` or by `results.batch`. `background`: a summary that was begun early is there.
   * `bytes`: the view had more bytes than `requestBytes`. `images`: it had more images than `requestImages`, or
   * than the provider takes of large ones. `overflow`: the provider refused it for its size, see `limit-learned`.
   * `rebuilt`: another release has left a state that this one does not read, and the records were made anew of what is stored.
   */
  reason:
    | 'trigger'
    | 'budget'
    | 'manual'
    | 'economy'
    | 'edit'
    | 'background'
    | 'bytes'
    | 'images'
    | 'overflow'
    | 'rebuilt';
  /** Tokens of the view, without the system prompt and the tools. */
  tokensBefore: number;
  tokensAfter: number;
  /** Bytes of the view as JSON text, about. */
  bytesBefore: number;
  bytesAfter: number;
  /** Tokens that a view may have, and the trigger in tokens. */
  budget: number;
  trigger: number;
  /** The target in tokens; absent where a rewrite takes as much as can go, as most presets have it. */
  target?: number;
  folds: FoldReport[];
  edits: EditReport[];
  /** Secrets that were left out of what was written, by kind. */
  redactions: { kind: string; count: number }[];
  /** Messages kept verbatim behind the records, and their tokens. */
  kept: { messages: number; tokens: number };
  /** Milliseconds that your model took; 0 without one. */
  summarizeMillis: number;
}

/** One rewrite of a session's view, as it is kept in the session's store. */
export interface Round extends Omit<CompactionEvent, 'type' | 'sessionId'> {
  /** The record that it wrote, as the model reads it; absent where nothing was folded. */
  record?: string;
  /** The model that was asked, where its id is known. */
  model?: string;
  /** Tokens that its calls reported; 0 where it was not asked. */
  usage: { inputTokens: number; outputTokens: number };
  /** Of these tokens, in US dollars by the list price of the model, where it is known. */
  cost?: number;
}

/** What the view mends. */
export type Repair =
  /** A call without a result, after which the conversation went on. It is answered as interrupted. */
  | 'aborted-call'
  /** A result that stood too late. It is moved to its call. */
  | 'late-result'
  /** A result without a call. It is left out. */
  | 'orphan-result'
  /** A second result of a call. The one that says more stays. */
  | 'duplicate-result'
  /**
   * A message of white space, or of reasoning alone: unsigned, or not Anthropic's and the user went on. It is
   * left out.
   */
  | 'empty-message'
  /** A request or response of an approval whose call is missing. It is left out. */
  | 'orphan-approval'
  /** A call that its provider should have answered itself. It is left out. */
  | 'provider-call'
  /** Half of a surrogate pair. U+FFFD takes its place. */
  | 'ill-formed-text'
  /** A second call with the id of one that has no result yet. It is left out. */
  | 'repeated-call'
  /** A call's input that is no JSON object. An object takes its place, which says what was there. */
  | 'invalid-input';
