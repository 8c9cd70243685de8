/**
 * The types of the public API.
 */
import type { Amount, Complete, MessageRule, Policy, Prices, ResourceExtractor } from './policy.ts';
import type { PresetName } from './presets.ts';
import type { StateMark } from './saved-state.ts';
import type { TokenFamily } from './tokens/families.ts';

export type {
  Amount,
  Budgets,
  KeepRecent,
  MessageRule,
  Pace,
  Policy,
  Prices,
  Protect,
  RedactionPolicy,
  ResourceExtractor,
  ResultPolicy,
  SummaryPolicy,
  SummaryShape,
} from './policy.ts';
export type { PresetName } from './presets.ts';
export type { StateMark } from './saved-state.ts';
export type { TokenFamily } from './tokens/families.ts';

/** The runtime's `AbortSignal`, also in projects that compile without the types of one. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer S } }
  ? S
  : { readonly aborted: boolean };

/** What epitome needs of a message at least. The message types of all dialects have it. */
export interface MessageLike {
  role: string;
  content?: unknown;
}

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

/**
 * A `WebAssembly.Module`, its bytes, or a URL. The type is wider than that, since not every project has the
 * types of WebAssembly.
 */
export type WasmSource = object | string;

/** Sizes of a model, in tokens. */
export interface ModelProfile {
  contextWindow: number;
  maxOutputTokens?: number | undefined;
}

/** What the built-in table says of a model. */
export interface KnownModel extends Complete<ModelProfile> {
  /** List prices of a million tokens in US dollars, where they are known. */
  prices?: Complete<Prices>;
}

/**
 * Options of a compactor. A session may override them. A wrong name or value throws `invalid-option`, and the
 * message names it. An option that is undefined is not set.
 */
export interface CompactorOptions extends Policy {
  /**
   * A set of options by its name, or one of your own. Options beside it change single members of it; a list,
   * `prices`, and a value of another kind (such as `false`) replace what it has. Default 'epitome'.
   */
  preset?: PresetName | Policy | undefined;
  /** Context window in tokens, at least 256. This or `model` is required. */
  contextWindow?: number | undefined;
  /** A model id, or an object with a `modelId`. Its window is looked up; in an agent loop that of each step's model. */
  model?: string | { modelId: string } | undefined;
  /** Windows of models that the built-in table does not know, or has wrong. */
  models?: Record<string, ModelProfile> | undefined;
  /**
   * True: a model with an unknown window is an `unknown-model` error. `createCompactor` and
   * `compactor.session` throw it; a step tells it as an `error` event and leaves the messages as they are.
   * Default false: 32,000 tokens are assumed, and an `unknown-model` event says so.
   */
  strict?: boolean | undefined;
  /** Calls a model to write summaries. Without it code writes the records alone. */
  summarize?: Summarize | undefined;
  /**
   * Milliseconds that one step has for all its summary calls together. After that code writes the record.
   * Default 60,000.
   */
  summarizeTimeout?: number | undefined;
  /** Summary calls at once, where a history is read in several parts. Default 3. */
  summarizeParallel?: number | undefined;
  /**
   * True: summaries are begun before the view has to shrink, and steps do not wait for them as long as the
   * view fits. `at`: the size of the view at which one is begun; by default a quarter of the way from the
   * trigger down to the target. `external`: you have the requests answered yourself, with
   * `session.pending()` and `session.deliver`. Default false.
   */
  background?: boolean | { at?: Amount | undefined; external?: boolean | undefined } | undefined;
  /** Further tries of a summary call that failed for a moment, after 1, 2, 4 … seconds. Default 2. */
  summarizeRetries?: number | undefined;
  /**
   * Window of the model behind `summarize` in tokens, at least 4,096. Messages that fit it are read by one call.
   * Default: that of its `modelId`, or 32,000 if that model is unknown; without a `modelId`, as large as the
   * agent's.
   */
  summarizerWindow?: number | undefined;
  /** Called once before each fold, when the view has grown to `flushAt`, so that the agent can save what matters. */
  memoryFlush?: MemoryFlush | undefined;
  /** Milliseconds that `memoryFlush` may take. Default 120,000. */
  memoryFlushTimeout?: number | undefined;
  /**
   * Tokens kept free for the model's reply, half of the window at most. Default: the model's own limit, at most
   * 8,192 and at most an eighth of the window.
   */
  maxOutputTokens?: number | undefined;
  /**
   * Bytes that a view may have as JSON text, with files in base64. Above that, older images and files give way
   * to a line each, then other large parts; files of the initial messages and the current request go last.
   * Default 20,000,000.
   */
  requestBytes?: number | undefined;
  /**
   * Images that a view may have. Above that, older ones give way to a line each; those of the initial messages, the
   * current request and pinned messages go last. Default: what the model's provider documents, such as 100 for Claude
   * with a window of 200,000 tokens, else any number.
   */
  requestImages?: number | undefined;
  /**
   * Bytes that a saved state may have, from 32,768 to 1,048,576. Records, and with them the user's words, have as
   * much room as it leaves. Default: 65,536, or a byte for each token of the window where that is more.
   */
  stateBytes?: number | undefined;
  /**
   * The system prompt that you send besides messages. It is only counted. Where neither it nor `tools` is given,
   * `budgets.system` is assumed until the provider's first bill.
   */
  system?: string | undefined;
  /** The tools that you send, as passed to the AI SDK or as JSON schemas. They are only counted. */
  tools?: unknown;
  /** Whose tokenizer counts. Default: that of `model`, or of the step's model. */
  family?: TokenFamily | undefined;
  /** The shape of your messages. Default 'auto': it is detected. */
  dialect?: 'auto' | 'ai-sdk' | 'ai-sdk-4' | 'openai-chat' | 'anthropic' | undefined;
  /** Messages that stay verbatim in every view, with the calls and results that belong to them. */
  pin?: MessageRule | undefined;
  /** Messages that stay for one fold longer than others, as long as they fit in a twentieth of the budget. */
  priority?: MessageRule | undefined;
  /**
   * Texts that stand behind the records after each fold: rules, skills, open files. If it throws, an `error`
   * event says so and no text is put there.
   */
  reinject?: ((info: ReinjectInfo) => readonly Block[] | Promise<readonly Block[]>) | undefined;
  /**
   * Exact names of the tools that ask the user, at most 54. Their results count as the user's words. Default:
   * those of common agents (`ask_user`, `AskUserQuestion`, …).
   */
  questionTools?: readonly string[] | undefined;
  /** What your own tools read, write and run. Common tools are known. */
  resources?: ResourceExtractor[] | undefined;
  /** What tokens cost. With it, views are also rewritten before the trigger where that pays. */
  prices?: Prices | undefined;
  /** Milliseconds after which the provider forgets a cached prompt, measured with `now`. */
  cacheLifetime?: number | undefined;
  /** 'auto': sets Anthropic's cache breakpoints, and removes stale ones. Default 'off'. */
  cacheControl?: 'auto' | 'off' | undefined;
  /** The clock for `cacheLifetime`: milliseconds since a fixed moment. Default `Date.now`. */
  now?: (() => number) | undefined;
  /** How many steps your loop takes at most. Before the last one a rewrite that can wait is left out. */
  maxSteps?: number | undefined;
  /** Aborts summary calls; code then writes the records. */
  abortSignal?: Signal | undefined;
  /** Prints each event as one line with `console.debug`. Default false. */
  debug?: boolean | undefined;
  /**
   * True: nothing is printed. False, the default: while neither `onEvent` nor `debug` is set, trouble is printed
   * with `console.warn`, one line for each kind and compactor.
   */
  quiet?: boolean | undefined;
  /** Called synchronously for everything that happens. What it throws is ignored. */
  onEvent?: ((event: CompactorEvent) => void) | undefined;
  /**
   * Options by kind of agent, for sessions that name one. They change single members of these options; a
   * `preset` there replaces the whole policy here.
   */
  agents?: Record<string, AgentOptions> | undefined;
  /**
   * Sessions with an id that are open at once. Beyond them the least recent one is let go whose state you have
   * taken with `snapshot()`, if no call is under way for it: give its state when you open it again. Default 1,000.
   */
  openSessions?: number | undefined;
  /** The file `core.wasm`, where the runtime does not find it by itself. */
  wasm?: WasmSource | undefined;
}

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

/** What one kind of agent may set for its sessions. */
export type AgentOptions = Omit<CompactorOptions, 'agents' | 'openSessions' | 'wasm'>;

/** What a session may set for itself. */
export type SessionOverrides = AgentOptions & {
  /** One of the compactor's `agents`, whose options go before the compactor's. */
  agent?: string | undefined;
  /**
   * A state that `snapshot()` returned, as a store gives it back: the text, its bytes, or the object that it was
   * parsed to. `null`, `undefined` and an empty text are no state. One that this release cannot read is dropped with
   * an event, or with `strict` an error. An open session goes on from a state that it has not grown from, such as one
   * of another machine, when its next request begins.
   */
  state?: string | Uint8Array | ArrayBuffer | object | null | undefined;
};

/** Why code wrote a record, and not the model. */
export type DigestReason =
  /** There is no `summarize`. */
  | 'no-summarizer'
  /** The call failed. */
  | 'failed'
  /** No reply came within `summarizeTimeout`. */
  | 'timed-out'
  /** An abort signal ended the call. */
  | 'aborted'
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
  | 'repetitive'
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
  kind: 'fold' | 'merge';
  firstMessage: number;
  lastMessage: number;
  /** Tokens of the range, and of the record that stands for it. */
  tokensBefore: number;
  tokensAfter: number;
  source: 'model' | 'digest';
  /** Absent when the model wrote it. */
  digestReason?: DigestReason;
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
   * aborted: their ids, and the tokens that a prompt cache is written anew for because of it.
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
  opening: number;
  /** The records. */
  segments: number;
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
  /** Counted from 1 over the session. */
  round: number;
  /**
   * What made it necessary. `trigger`: the view had grown to the trigger, or with `enabled: false` to
   * `maxMessages`. `budget`: it did not fit any more. `manual`: `session.compact()`. `economy`: it pays below
   * the trigger, by `prices` or by `results.batch`. `background`: a summary that was begun early is there.
   * `bytes`: the view had more bytes than `requestBytes`. `images`: it had more images than `requestImages`, or
   * than the provider takes of large ones. `overflow`: the provider refused it for its size, see `limit-learned`.
   */
  reason:
    | 'trigger'
    | 'budget'
    | 'manual'
    | 'economy'
    | 'background'
    | 'bytes'
    | 'images'
    | 'overflow';
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
  /** A reply was not accepted, or none came. It is asked for once more, or code writes the record. */
  | {
      type: 'summary-rejected';
      sessionId: string;
      kind: SummaryRequest['kind'];
      /** 1 for the first reply, 2 for the one that was asked for after it. */
      attempt: number;
      /** `stale`: the messages have changed since the model was asked. */
      reason: DigestReason | 'stale';
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
  /**
   * What may never go is larger than the budget, or has more bytes than `requestBytes` or more images than
   * `requestImages`. The view is the smallest
   * valid one, and the provider will probably refuse it.
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

/** Totals of a session. */
export interface SessionUsage {
  /** Rewrites so far. */
  compactions: number;
  /** Summaries that a model was asked for, and that were accepted. */
  summariesRequested: number;
  summariesAccepted: number;
  /** Tokens that the summary calls reported. */
  summaryInputTokens: number;
  summaryOutputTokens: number;
  /** Tokens of the last view, of the budget, and of what you send besides messages. */
  viewTokens: number;
  budget: number;
  hostOverhead: number;
  /** Tokens that the steps reported, added up. */
  inputTokens: number;
  outputTokens: number;
}

/** What came of `session.compact()`. */
export interface Compacted<M> {
  messages: M[];
  /** With `placement: 'system'` on Anthropic's messages: add it to the system field of your request. */
  system?: string;
  /** True when the view was rewritten. A result that is only cut when it arrives does not count. */
  compacted: boolean;
  /** The `compaction` event of the rewrite, where there was one. */
  event: CompactionEvent | undefined;
}

/** What `session.plan` takes of a step beside its messages. */
export interface PlanOptions {
  /** The model of the step, where it is not that of the options. */
  model?: unknown;
  /** The AI SDK's steps so far, as `prepareStep` gets them. */
  steps?: ReadonlyArray<object> | undefined;
  /** What the provider billed for the last view, in a loop of your own. */
  usage?: object | undefined;
  /** True before the last answer. By default it is told from `steps` and `maxSteps`. */
  final?: boolean | undefined;
}

/** What a step would do. Message numbers count from 1, sizes are tokens. */
export interface StepPlan {
  /** Why the view would be rewritten, as in the `compaction` event; absent where it would not. */
  reason?: CompactionEvent['reason'];
  /** Of the view now, and of the one that would be sent, with records that code writes and without `reinject`. */
  tokensBefore: number;
  tokensAfter: number;
  /** What a view may have, and what a rewrite starts and aims at; without `target` it takes as much as can go. */
  budget: number;
  trigger: number;
  target?: number;
  /** What would give way to records. Along with it the model may write older records of code anew. */
  folds: Pick<FoldReport, 'kind' | 'firstMessage' | 'lastMessage' | 'tokensBefore'>[];
  /** What would shrink. */
  edits: EditReport[];
  /** `summarize` would be called, in the background perhaps. */
  asksModel: boolean;
  /** `memoryFlush` would be called. */
  flushes: boolean;
  /** False where the smallest view is too large: the step would tell `cannot-fit`. */
  fits: boolean;
}

/** What `session.usage` takes. */
export interface UsageOptions {
  /**
   * True adds the totals of all child sessions, disposed ones too. Sizes stay those of this session's view.
   * Default false.
   */
  children?: boolean | undefined;
}

/** What `session.transcriptText` takes. */
export interface TranscriptTextOptions {
  /** Whether the records of the view come first. Default true. */
  summary?: boolean | undefined;
  /** How many of the newest messages follow. Default 20. */
  last?: number | undefined;
  /** The longest length of the whole text, in UTF-16 code units. Default 40,000. */
  maxLength?: number | undefined;
}

/** The fate of one message in the current view. */
export interface MessageFate {
  /** Counted from 1 over your transcript. */
  message: number;
  role: string;
  /** Tokens of your own message, whatever the view shows of it. */
  tokens: number;
  /** `dropped`: it is not in the view, and no record stands for it. `trimmed`: a part of it is gone. */
  fate: 'kept' | 'folded' | 'trimmed' | 'cleared' | 'pointed' | 'outdated' | 'repaired' | 'dropped';
  /** Why, in words for people. */
  reason: string;
}

/** Why the view is what it is. */
export interface Explanation {
  /** Tokens: the window, what is kept free of it, and what follows. */
  budget: {
    contextWindow: number;
    outputReserve: number;
    hostOverhead: number;
    margin: number;
    total: number;
    trigger: number;
    target: number;
  };
  viewTokens: number;
  /** Bytes of the view as JSON text, about, and how many it may have. */
  viewBytes: number;
  requestBytes: number;
  /** Images of the view, and how many it may have; any number where that is absent. */
  viewImages: number;
  requestImages?: number;
  /**
   * What the last step weighed, with `prices`: tokens, steps, and money in the currency of the prices.
   */
  reckoning?: {
    /** Tokens that a step adds on average, and the steps until the trigger at that pace. */
    growth: number;
    stepsToTrigger: number;
    /** Tokens that edits alone would free, and those behind the first edit, which the cache would have to write anew. */
    freed: number;
    rewritten: number;
    /** The provider's cache has forgotten the prompt, by `cacheLifetime`. */
    cold: boolean;
    /** Money that the edits save at the steps to come, and money that they cost now. */
    saves: number;
    costs: number;
    /** `saves` is more than `costs`. Still nothing is done while `freed` is less than `pace.minimumGain`. */
    pays: boolean;
    /** What the view costs, read from a warm cache and written to a cold one. */
    viewCached: number;
    viewWritten: number;
  };
  /** The records in the view, oldest first. Message numbers count from 1. */
  segments: {
    id: string;
    firstMessage: number;
    lastMessage: number;
    tokens: number;
    source: 'model' | 'digest';
  }[];
  messages: MessageFate[];
}

/** What stands, or once stood, in the view for a range of messages. Message numbers count from 1. */
export interface SummaryRecord {
  id: string;
  /** It stands in the view now. */
  inView: boolean;
  /** It was taken back by `session.rewind()`. */
  withdrawn: boolean;
  firstMessage: number;
  lastMessage: number;
  /** How many records it was merged from; 1 if it was written from messages. */
  rounds: number;
  source: 'model' | 'digest';
  /** Its own tokens, and those of the messages that it stands for. */
  tokens: number;
  replacedTokens: number;
  /** As the model reads it. */
  text: string;
  /** The user's own words that `text` carries verbatim, oldest first. */
  words: CarriedWords[];
}

/** What a record carries of one message of the user. */
export interface CarriedWords {
  /** Counted from 1. */
  message: number;
  /**
   * As the record has it: without secrets, and with a line in brackets for each image and file. System messages
   * amid the conversation are carried like the user's. What the user said to an approval comes with its call.
   */
  text: string;
  /** True if something of the message is left out. */
  cut: boolean;
}

/** What `prepareStep` gets in `ai` 5, 6 and 7, as far as epitome looks at it. */
export interface StepArguments<M> {
  messages: M[];
  steps: ReadonlyArray<object>;
  stepNumber: number;
  model?: unknown;
  /** Ends the waiting for summaries. The SDK passes none; a hook of your own that calls this one can. */
  abortSignal?: Signal | undefined;
  /** Called for the events of this step, beside the session's own listener. */
  onEvent?: ((event: CompactorEvent) => void) | undefined;
}

/**
 * The hook `prepareStep` for `generateText`, `streamText` and the agent classes of `ai` 5, 6 and 7. Resolves to
 * undefined where the messages can stay as they are.
 */
export type PrepareStep = <M extends MessageLike>(
  options: StepArguments<M>,
) => Promise<{ messages: M[] } | undefined>;
