/**
 * The shapes of the public API. Decides names and units; refuses to hold any logic.
 */
import type { Amount, Complete, MessageRule, Policy, Prices, ResourceExtractor } from './policy.ts';
import type { PresetName } from './presets.ts';
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
export type { TokenFamily } from './tokens/families.ts';

/** The runtime's `AbortSignal`, also in projects that compile without the types of one. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer S } }
  ? S
  : { readonly aborted: boolean };

/** The least that epitome needs of a message; every dialect's message type satisfies it. */
export interface MessageLike {
  role: string;
  content?: unknown;
}

/** Why the model stopped, in the AI SDK's words. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/** What the host's model is asked. The same bytes for the same history on every runtime. */
export interface SummaryRequest {
  /**
   * `fold`: a range of messages. `part`: a part of a range that is too long for one request. `merge`:
   * summaries that become one, because they outgrew their share or are those of a range's parts.
   */
  kind: 'fold' | 'merge' | 'part';
  /** Instructions. */
  system: string;
  /** Quoted data and the task. */
  prompt: string;
  /** Ceiling of the reply, tokens. */
  maxOutputTokens: number;
  /** 1, and 2 where the first reply had faults, which the prompt names. */
  attempt: number;
  /**
   * First and last of the messages that it reads, counted from 1 as in `session.records()`. `fold`: those
   * that its record will stand for; where that takes earlier records in (`oneSummary`), only those behind
   * them. `part`: its part of such a range; the parts are in order and together make up the range. `merge`:
   * all that the merged records stand for, of the records of parts the whole range. What stays in the view
   * is not read, though it may lie between them.
   */
  firstMessage: number;
  lastMessage: number;
}

/** A request that an answer is waited for; plain data that may go to another machine. */
export interface PendingSummary extends SummaryRequest {
  /** What `session.deliver` takes: it stands for what is asked, wherever the session is. */
  id: string;
}

export interface SummaryReply {
  text: string;
  finishReason?: FinishReason | undefined;
  usage?: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined;
}

/** Calls a model. Injected by the host; may reject: it is tried again, or the digest takes over. */
export interface Summarize {
  (request: SummaryRequest, options: { signal: Signal }): Promise<string | SummaryReply>;
  /** The model's id, where it is known: its window bounds what the model is given. */
  readonly modelId?: string | undefined;
}

/** An identifier that occurs in messages about to go. */
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

/** What a host is given to have saved before it is folded. */
export interface FlushRequest {
  sessionId: string;
  /** Your own messages that the next fold would take, oldest first, and their tokens. */
  messages: readonly MessageLike[];
  tokens: number;
  /** What the model would see at this step: a turn of the agent goes on from it. */
  view: readonly MessageLike[];
  /** What belongs into the request's own system field beside the view. */
  system: string | undefined;
  /** The model of the step, as the AI SDK passes it. */
  model: unknown;
  /** Candidates for a memory, found by rule in `messages`, the weightiest first; without secrets. */
  facts: readonly FlushFact[];
  /** A user message that has the agent save what matters, and say `silentToken` when it has. */
  prompt: string;
  silentToken: string;
  signal: Signal;
}

/**
 * Saves what is to outlive a fold, before it. A text that it returns, or resolves to, is what the agent
 * said at the end of its turn; `false` says that nothing was done. May reject: the fold comes all the
 * same. The step waits for it, and so does every other step of the session: a turn must not go through
 * this session's own `prepareStep`.
 */
export type MemoryFlush = (request: FlushRequest) => unknown;

/**
 * A `WebAssembly.Module`, its bytes, or where to fetch them. Not every project that uses epitome has
 * the types of WebAssembly, so the type is wider than what is accepted.
 */
export type WasmSource = object | string;

/** What is known of a model. Both in tokens. */
export interface ModelProfile {
  contextWindow: number;
  maxOutputTokens?: number | undefined;
}

/** What the built-in table says of a model. */
export interface KnownModel extends Complete<ModelProfile> {
  /** List prices of a million tokens in US dollars, where they are known. */
  prices?: Complete<Prices>;
}

/** What hosts may set on a compactor, and override for one session. */
export interface CompactorOptions extends Policy {
  /**
   * A policy by its name, or one of your own. Options beside it are laid over it member by member; a
   * list, `prices`, and what changes its kind replace what it says whole.
   */
  preset?: PresetName | Policy | undefined;
  /** Context window, tokens. This or `model` is needed. */
  contextWindow?: number | undefined;
  /** A model id, or any object with a `modelId`: its window is looked up, and followed step by step. */
  model?: string | { modelId: string } | undefined;
  /** Windows of models that the built-in table does not know, or knows wrongly. */
  models?: Record<string, ModelProfile> | undefined;
  /**
   * A model whose window neither options nor the built-in table know is an error, `unknown-model`: thrown by
   * `createCompactor` and `compactor.session`, told as an `error` event by a step, which then leaves the
   * messages as they are. Default false: 32,000 tokens are assumed, and an `unknown-model` event tells.
   */
  strict?: boolean | undefined;
  /** Calls a model to write summaries. Without it the built-in digest writes them. */
  summarize?: Summarize | undefined;
  /**
   * Milliseconds that one step has for all its summary calls together: parts, second attempts and
   * retries included. What has no answer by then, the digest writes. Default 60,000.
   */
  summarizeTimeout?: number | undefined;
  /** Summary calls at once, where a history is too long for one or several are due. Default 3. */
  summarizeParallel?: number | undefined;
  /**
   * Summaries are begun before the view has to shrink, and steps go on without waiting for them as
   * long as it fits. `at`: size of the view at which one is begun, tokens or a share of the budget; default: a
   * quarter of the way from the trigger down to the target. `external`: the host has the requests
   * answered itself, by `session.pending()` and `session.deliver`. Default false.
   */
  background?: boolean | { at?: Amount | undefined; external?: boolean | undefined } | undefined;
  /** Tries after a first one that failed for a moment, 1, 2, 4 … seconds apart. Default 2. */
  summarizeRetries?: number | undefined;
  /**
   * Window of the model behind `summarize`, tokens: what fits it is read by one call. Default: that of
   * its `modelId`, 32,000 where that is not known; without a `modelId`, as large as the agent's.
   */
  summarizerWindow?: number | undefined;
  /** Called once before each fold, when the view has grown to `flushAt`. */
  memoryFlush?: MemoryFlush | undefined;
  /** Milliseconds after which nobody waits for it any longer. Default 120,000. */
  memoryFlushTimeout?: number | undefined;
  /** Tokens that the model may write per step; they are kept free, half of the window at most. Default: the model's, at most 8,192 and an eighth of the window. */
  maxOutputTokens?: number | undefined;
  /**
   * Bytes that a view may have as JSON text, with files in base64: above, older images and files give way
   * to a line each, then what else is large; what the user sent with the initial messages and the current
   * request goes last. Default 20,000,000.
   */
  requestBytes?: number | undefined;
  /** The system prompt that the host sends besides messages: it takes room. */
  system?: string | undefined;
  /** The tools that the host sends, as passed to the AI SDK or as JSON schemas: they take room. */
  tools?: unknown;
  /** What tokens are counted by. Default: the family of `model`, or of the first step's model. */
  family?: TokenFamily | undefined;
  /** The message shape, where detection should not decide. */
  dialect?: 'auto' | 'ai-sdk' | 'ai-sdk-4' | 'openai-chat' | 'anthropic' | undefined;
  /** Messages that stay verbatim in every view, with the unit that they belong to. */
  pin?: MessageRule | undefined;
  /** Messages that stay for one fold longer than others, as far as a twentieth of the budget goes. */
  priority?: MessageRule | undefined;
  /**
   * Texts that are put back behind the segments whenever messages are folded: rules, skills, open
   * files. What it throws is told as an `error` event, and nothing is put back.
   */
  reinject?: ((info: ReinjectInfo) => readonly Block[] | Promise<readonly Block[]>) | undefined;
  /**
   * Exact names of the tools by which your agent asks the user, at most 54: what they bring back counts as
   * the user's words. Instead of the default, which names those of common agents (`js/question-tools.ts`).
   */
  questionTools?: readonly string[] | undefined;
  /** What your tools read, write and run, beside what epitome knows of common ones. */
  resources?: ResourceExtractor[] | undefined;
  /** With prices, views are rewritten early where that pays. */
  prices?: Prices | undefined;
  /** Milliseconds after which the provider forgets a cached prompt, by the clock `now`. */
  cacheLifetime?: number | undefined;
  /** 'auto' marks where Anthropic's cache is to end, and takes stale marks away. Default 'off'. */
  cacheControl?: 'auto' | 'off' | undefined;
  /** Milliseconds since a fixed moment. Default `Date.now`. */
  now?: (() => number) | undefined;
  /** Steps that your loop takes at most: before the last one, what can wait does. */
  maxSteps?: number | undefined;
  /** Aborts summary calls under way; the digest takes their place. */
  abortSignal?: Signal | undefined;
  /** Prints each event as a line, by `console.debug`. Default false. */
  debug?: boolean | undefined;
  /** Called for everything that happens, synchronously; what it throws is ignored. */
  onEvent?: ((event: CompactorEvent) => void) | undefined;
  /**
   * Options by kind of agent, for sessions that name one, laid over these member by member. A preset
   * there replaces the policy here.
   */
  agents?: Record<string, AgentOptions> | undefined;
  /** The WebAssembly module, where the runtime's own way of loading it does not fit. */
  wasm?: WasmSource | undefined;
}

/** A text that stands behind the segments. */
export interface Block {
  name: string;
  text: string;
  /** It hardly ever changes: such blocks come first, so that prompt caches keep them. */
  stable?: boolean | undefined;
}

export interface ReinjectInfo {
  sessionId: string;
  /** Tokens that the texts of all blocks may take together, by `compactor.estimateTokens`. */
  tokens: number;
  signal: Signal;
}

/** What one kind of agent may set for its sessions. */
export type AgentOptions = Omit<CompactorOptions, 'agents' | 'wasm'>;

/** What a session may set for itself. */
export type SessionOverrides = AgentOptions & {
  /** Which of the compactor's `agents` it works for: their options go before the compactor's. */
  agent?: string | undefined;
  /** A state that `snapshot()` returned. `null`, as a store says that it has none, is none. */
  state?: string | null | undefined;
};

/** Why a fold was written by the digest and not by the model. */
export type DigestReason =
  | 'no-summarizer'
  | 'failed'
  | 'timed-out'
  | 'aborted'
  | 'empty'
  | 'refused'
  | 'truncated'
  | 'inflated'
  | 'too-short'
  | 'tool-call'
  | 'echo'
  | 'wrong-language'
  | 'invented'
  /** The reply asks, promises, or goes on with the conversation. */
  | 'no-record'
  /** It says the same again and again. */
  | 'repetitive'
  /** The model has failed three times in a row, and the user has written nothing since. */
  | 'paused'
  /**
   * Compaction is switched off, the view has no room for a summary, the summariser's window is too small, or
   * records without a model's prose became one.
   */
  | 'not-asked';

/** Why a model is called once more. */
export type ExtraCallReason =
  /** Range, prompt and reply do not fit its window: the call reads a part of the range. */
  | 'too-long'
  /** The summaries of the parts become one. */
  | 'parts'
  /** Summaries in the view have outgrown their share, and become one. */
  | 'outgrown'
  /** The first reply was rejected: the `summary-rejected` before says why. */
  | 'rejected'
  /** The first reply lacks the headings that its form asks for. */
  | 'faults'
  /** The call before failed for a moment. */
  | 'failed';

/** One folded range. Message numbers count from 1 over the host's transcript. */
export interface FoldReport {
  id: string;
  kind: 'fold' | 'merge';
  firstMessage: number;
  lastMessage: number;
  /** Tokens of the range, and of the segment that stands for it. */
  tokensBefore: number;
  tokensAfter: number;
  source: 'model' | 'digest';
  /** Absent when the model wrote it. */
  digestReason?: DigestReason;
  /** User messages carried verbatim, those of them in excerpts, and those left out for want of room. */
  userMessages: { carried: number; cut: number; leftOut: number };
  /** What was done, a row each for a file, a command, an address, an error: those told, those without room. */
  deeds: { rows: number; leftOut: number };
  /** Names that the record lists, from anywhere in the range. */
  names: number;
  /** How the prose was held against what it replaces. */
  review: {
    /** Replies that the model gave; 0 where none came. */
    replies: number;
    /** Names that occur nowhere in the range, and orders that only tools gave; they left with their sentences. */
    struck: number;
    /**
     * What of the range no request showed, UTF-16 code units: of what users and the agent wrote, and of
     * what tools were given and gave back, which is cut first. 0 where no model was asked.
     */
    unread: { words: number; tools: number };
  };
  /**
   * It took what stays as long as there is room: the initial messages, since they and the current
   * request had more than half of the budget, or the current request, since it alone had. Absent
   * where there was room.
   */
  took?: 'initial-messages' | 'current-request';
}

/** What became of one part of a message. Lengths in UTF-16 code units. */
export interface EditReport {
  kind: 'trim' | 'clear' | 'repeat' | 'outdated' | 'reasoning' | 'media';
  /** Counted from 1. */
  message: number;
  /** Empty where the part is none of a tool. */
  toolName: string;
  kept: number;
  total: number;
}

/** Where the tokens are when a view can't be made to fit. All in tokens, but for the bytes. */
export interface FloorBreakdown {
  contextWindow: number;
  outputReserve: number;
  hostOverhead: number;
  /** Kept free beside output and overhead. */
  margin: number;
  budget: number;
  system: number;
  opening: number;
  segments: number;
  recent: number;
  /** Sum of the last four. */
  view: number;
  /** Of the view, and how many it may have. */
  viewBytes: number;
  requestBytes: number;
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
 * A rewrite of the view: from now on models see something else in place of what they have seen. Results
 * that are cut, or point at an earlier copy, as they arrive are none: `explain()` tells of them.
 */
export interface CompactionEvent {
  type: 'compaction';
  sessionId: string;
  /** Counted from 1 over the session. */
  round: number;
  /**
   * What made it necessary. `trigger`: the view had grown to the trigger, or with `enabled: false` to
   * `maxMessages`. `budget`: it did not fit any more. `manual`: `session.compact()`. `economy`: below the
   * trigger something was worth it, by `results.batch` (without any prices, too) or by `prices`.
   * `background`: a summary that was begun early is there. `bytes`: it had more bytes than `requestBytes`.
   */
  reason: 'trigger' | 'budget' | 'manual' | 'economy' | 'background' | 'bytes';
  /** Tokens of the view, host overhead not included. */
  tokensBefore: number;
  tokensAfter: number;
  /** Of the view as JSON text, about. */
  bytesBefore: number;
  bytesAfter: number;
  /** Tokens that a view may have, and the trigger and target that followed from it. */
  budget: number;
  trigger: number;
  target: number;
  folds: FoldReport[];
  edits: EditReport[];
  /** Pins that the user's own words took back. */
  takenBack: string[];
  /** Secrets that were kept out of what was written, by kind. */
  redactions: { kind: string; count: number }[];
  /** Messages kept verbatim after the segments, and their tokens. */
  kept: { messages: number; tokens: number };
  /** Milliseconds that the host's model took; 0 without one. */
  summarizeMillis: number;
}

export type Repair =
  /** The conversation went on before the call had its result: it is answered as interrupted. */
  | 'aborted-call'
  | 'late-result'
  | 'orphan-result'
  /** Another result of a call is left out: the one that tells more stays. */
  | 'duplicate-result'
  /** White space alone, or reasoning without a signature and nothing else in its message, is left out. */
  | 'empty-message'
  | 'orphan-approval'
  | 'provider-call'
  | 'ill-formed-text'
  /** Another call under an id that is called before there are results is left out. */
  | 'repeated-call';

/** Everything that `onEvent` is called with: plain data, of which JSON loses nothing. */
export type CompactorEvent =
  | CompactionEvent
  /** The host's transcript was mended in the view. `message` counts from 1. */
  | { type: 'repair'; sessionId: string; repairs: { repair: Repair; message: number }[] }
  /** A message could not be read fully; it is carried as it is. `messageIndex` counts from 0. */
  | { type: 'fault'; sessionId: string; messageIndex: number; fault: string }
  /** How a new array was matched with what the session knows. */
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
  | {
      type: 'summary-rejected';
      sessionId: string;
      kind: SummaryRequest['kind'];
      /** Of the reply that was rejected; after the first one another may be asked for. */
      attempt: number;
      /** `stale`: what it was to stand for has changed meanwhile. */
      reason: DigestReason | 'stale';
      error?: EventError;
    }
  /** The model behind `summarize` is called once more than one call for each fold. */
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
  /** A model is waited for. The first has the fraction 0, each reply brings more, the last one 1. */
  | {
      type: 'compacting';
      sessionId: string;
      kind: 'flush' | SummaryRequest['kind'];
      fraction: number;
    }
  /** The turn before a fold is over. */
  | {
      type: 'flush';
      sessionId: string;
      /** `memoryFlush` came to its end, and did not say that it had done nothing. */
      ran: boolean;
      /** Of what the fold would take. */
      messages: number;
      tokens: number;
      /** Milliseconds that it took. */
      millis: number;
      /** What the agent said for all that, at most 2,000 characters without secrets; show it to nobody. */
      reply?: string;
      failed?: 'failed' | 'timed-out' | 'aborted';
      error?: EventError;
    }
  | { type: 'cannot-fit'; sessionId: string; breakdown: FloorBreakdown }
  /** The view has grown to `warn`; told once until it has shrunk again. Tokens. */
  | { type: 'warning'; sessionId: string; viewTokens: number; warn: number; budget: number }
  /**
   * The bill that came with a step is not believed: `not-positive` (zero, negative or no number),
   * `cached-parts` (more of the prompt from the cache than the prompt has), `over-window`, `too-small` and
   * `too-large` (under half of, or over twice, what was counted). Told once for bills in a row that have
   * the same fault.
   */
  | {
      type: 'usage-ignored';
      sessionId: string;
      reason: 'not-positive' | 'cached-parts' | 'over-window' | 'too-small' | 'too-large';
      /** As billed, tokens; 0 where it is no number. */
      inputTokens: number;
    }
  /**
   * Neither options nor the built-in table know a model, so this window is assumed, in tokens; no other
   * model's is taken. Told once for each id. Name it in `models`, or set `contextWindow` or, for the model
   * that writes summaries, `summarizerWindow`.
   */
  | {
      type: 'unknown-model';
      sessionId: string;
      modelId: string;
      usedFor: 'steps' | 'summaries';
      contextWindow: number;
    }
  /** A window is small; one that is refused gets no compaction. Told once for each window of a compactor. Tokens. */
  | { type: 'small-window'; sessionId: string; contextWindow: number; refused: boolean }
  /**
   * Something went wrong and was done without: a step used the host's own messages, a block of `reinject`
   * was left out, a rule of `pin` or `priority` threw.
   */
  | { type: 'error'; sessionId: string; error: EventError };

/** Totals of a session. */
export interface SessionUsage {
  /** Rewrites so far. */
  compactions: number;
  /** Summaries that a model was asked for, and that were accepted. */
  summariesRequested: number;
  summariesAccepted: number;
  /** What the host's summary calls reported, tokens. */
  summaryInputTokens: number;
  summaryOutputTokens: number;
  /** Tokens of the last view, of the budget it had to fit, and of what the host sends besides. */
  viewTokens: number;
  budget: number;
  hostOverhead: number;
  /** Cumulative tokens that the steps reported. */
  inputTokens: number;
  outputTokens: number;
}

/** What came of `session.compact()`. */
export interface Compacted<M> {
  messages: M[];
  /** What belongs into the request's own system field, where the placement puts it there. */
  system?: string;
  /** True when something gave way; not for results that were only pointed or cut as they arrived. */
  compacted: boolean;
  event: CompactionEvent | undefined;
}

/** Which totals are wanted. */
export interface UsageOptions {
  /** With those of all child sessions, disposed ones too; sizes stay those of the session's own view. */
  children?: boolean | undefined;
}

/** What of a conversation is wanted as text. */
export interface TranscriptTextOptions {
  /** The view's summaries come first. Default true. */
  summary?: boolean | undefined;
  /** Newest messages. Default 20. */
  last?: number | undefined;
  /** UTF-16 code units of the whole text. Default 40,000. */
  maxLength?: number | undefined;
}

/** The fate of one message in the current view. */
export interface MessageFate {
  /** Counted from 1 over the host's transcript. */
  message: number;
  role: string;
  /** Of the host's message as it came, whatever the view shows of it. */
  tokens: number;
  /** `dropped`: nothing of it is in the view, and no record stands for it; `trimmed`: a part of it is gone. */
  fate: 'kept' | 'folded' | 'trimmed' | 'cleared' | 'pointed' | 'outdated' | 'repaired' | 'dropped';
  reason: string;
}

/** Why the view is what it is. */
export interface Explanation {
  /** Tokens: window, reserve, overhead and what follows from them. */
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
  /** Of the view as JSON text, about, and how many it may have. */
  viewBytes: number;
  requestBytes: number;
  /**
   * What the last step weighed, where prices are known: tokens, steps, and money in the currency of the
   * prices, which are those of a million tokens.
   */
  reckoning?: {
    /** What a step adds on average, and the steps until the trigger at that pace. */
    growth: number;
    stepsToTrigger: number;
    /** What edits alone would free, and what would have to be written anew behind the first. */
    freed: number;
    rewritten: number;
    cold: boolean;
    saves: number;
    costs: number;
    /** `saves` is more than `costs`. Nothing is done all the same while `freed` is less than `pace.minimumGain`. */
    pays: boolean;
    /** The view, read from a warm cache and written to a cold one. */
    viewCached: number;
    viewWritten: number;
  };
  segments: {
    id: string;
    firstMessage: number;
    lastMessage: number;
    tokens: number;
    source: 'model' | 'digest';
  }[];
  messages: MessageFate[];
}

/** What stands, or once stood, in the view for a range of messages. Numbers count from 1. */
export interface SummaryRecord {
  id: string;
  /** It stands in the view now. */
  inView: boolean;
  /** It was taken back by `session.rewind()`. */
  withdrawn: boolean;
  firstMessage: number;
  lastMessage: number;
  /** Records that it was merged from; 1 for one that was written from messages. */
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
   * As the record has it: without secrets, text parts joined by a line break, images and files each a line
   * in brackets. System messages amid the conversation are given like the user's, and what the user said
   * to an approval with the call that it was for.
   */
  text: string;
  /** Something of the message is left out: `text` is its beginning or excerpts. */
  cut: boolean;
}

/** What `prepareStep` receives in `ai` 5, 6 and 7, as far as epitome looks at it. */
export interface StepArguments<M> {
  messages: M[];
  steps: ReadonlyArray<object>;
  stepNumber: number;
  model?: unknown;
  /** Ends the waiting for summaries. The SDK passes none: a hook of your own that calls this one can. */
  abortSignal?: Signal | undefined;
  /** Called for the events of this step, beside the session's own listener. */
  onEvent?: ((event: CompactorEvent) => void) | undefined;
}

/** Usable as `prepareStep` of generateText, streamText and the agent classes of `ai` 5, 6 and 7. */
export type PrepareStep = <M extends MessageLike>(
  options: StepArguments<M>,
) => Promise<{ messages: M[] } | undefined>;
