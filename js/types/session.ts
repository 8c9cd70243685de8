/** What the methods of a session take and give. */
import type { CompactionEvent, EditReport, FoldReport, RecordSource } from './reports.ts';

/** Totals of a session. */
export interface SessionUsage {
  /** Rewrites so far, but for those that only showed a text of `editRecord`. */
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
  /**
   * True when the view was rewritten. A result that is only cut when it arrives does not count. False where a step waits
   * for the very function that called: the fold comes when that step is over.
   */
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
  /** Number of your array's first message: more than 1 where you leave out what was folded. */
  firstMessage: number;
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
  records: {
    id: string;
    firstMessage: number;
    lastMessage: number;
    tokens: number;
    source: RecordSource;
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
  source: RecordSource;
  /** Its own tokens, and those of the messages that it stands for. */
  tokens: number;
  replacedTokens: number;
  /** As the model reads it. */
  text: string;
  /** Of `text`, what a model wrote; empty where code wrote it all. */
  prose: string;
  /** The user's own words that `text` carries verbatim, oldest first. */
  words: CarriedWords[];
  /** What the user wrote by `session.editRecord()`, whole, however often the record was merged since; oldest first. */
  edited: EditedText[];
}

/** A text that the user wrote in place of a record. */
export interface EditedText {
  /** The messages that the record stood for, counted from 1. */
  firstMessage: number;
  lastMessage: number;
  /** Without secrets. */
  text: string;
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
