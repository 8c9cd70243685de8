/** The options that presets may set. The core carries them out (`src/session/policy.h`). */
import type { Placement } from './adapters/dialect.ts';

/** Options of which none is left out. */
export type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };

/** A whole number of tokens, or a fraction of the budget between 0 and 1. */
export type Amount = number;

/** What stays as it is: the newest. Of several terms the one that protects most counts. */
export interface Protect {
  /** Tool results. */
  results?: number | undefined;
  /** Everything from the n-th newest assistant message on. */
  assistants?: number | undefined;
  tokens?: Amount | undefined;
}

/** How tool results shrink. Lengths in UTF-16 code units. */
export interface ResultPolicy {
  /** Longer results are cut to this before a model has seen them. A tool's `over` does not change it. */
  arrival?: number | undefined;
  /** A result that repeats an earlier one points at it instead. Default true. */
  repeats?: boolean | undefined;
  /** An older read gives way to a note when the same part was read again. Default true. */
  outdated?: boolean | undefined;
  /**
   * Results longer than `over` (default 4,000) keep `head` and `tail` (default: three eighths of `over`,
   * each).
   */
  trim?:
    | false
    | {
        over?: number | undefined;
        head?: number | undefined;
        tail?: number | undefined;
        protect?: Protect | undefined;
      }
    | undefined;
  /** Old results give way to a placeholder. Default false. */
  clear?: false | { protect?: Protect | undefined } | undefined;
  /**
   * Trims and clears before the trigger, too, as soon as this much is gained and the steps to come save more
   * than the rewrite costs (by `prices`, or by the ratios that most providers have). Reason: 'economy'.
   */
  batch?: Amount | undefined;
  /** A JSON result that is cut is valid JSON again. Default false. */
  json?: boolean | undefined;
  /** Results that hold images or files may be cleared. The placeholder names them. Default false. */
  media?: boolean | undefined;
  /**
   * By tool name; `*` stands for anything. `keep`: results are never edited. `over`: another length for `trim`.
   * Only the most specific rule counts: a name before patterns, a longer pattern before a shorter one. At
   * most 200.
   */
  tools?: Record<string, { keep?: boolean | undefined; over?: number | undefined }> | undefined;
}

/**
 * Newest messages that are not folded as long as anything else can make room. Their results may be cut, the
 * largest first, where the view would not fit.
 */
export interface KeepRecent {
  /** Five eighths of the trigger at most. */
  tokens?: Amount | undefined;
  messages?: number | undefined;
  /** User messages, each with all that follows it. */
  turns?: number | undefined;
  /** Which of several terms counts: the one that keeps most (the default), or the one that keeps least. */
  combine?: 'most' | 'least' | undefined;
}

/** How often views are rewritten. */
export interface Pace {
  /** What has to be new since the last rewrite, as long as the view fits. */
  cooldown?: { messages?: number | undefined; tokens?: Amount | undefined } | undefined;
  /**
   * The least that a rewrite has to free, as long as the view fits. Default: a twentieth of the budget, and for a
   * fold a quarter of what it leaves.
   */
  minimumGain?: Amount | undefined;
  /** A fold of fewer messages is not worth a summary. */
  leastFold?: number | undefined;
  /** A fold leaves room for this many steps like the last ones, if it can. */
  stepsAhead?: number | undefined;
}

/** What a million tokens cost, in any one currency. Decisions depend on their ratios alone. */
export interface Prices {
  input: number;
  /** Default: a tenth of `input`. */
  cacheRead?: number | undefined;
  /** Default: 1.25 times `input`. */
  cacheWrite?: number | undefined;
  /** Default: five times `input`. */
  output?: number | undefined;
}

/** The named parts of a window, tokens. */
export interface Budgets {
  /** What to assume for system prompt and tools until a bill tells. A quarter of the window at most. */
  system?: number | undefined;
  /** The prose of one summary. */
  summary?: Amount | undefined;
  /** The blocks that `reinject` gives, all together. Default 0.1. */
  blocks?: Amount | undefined;
  /** The same as `keepRecent.tokens`, which goes before it. */
  recent?: Amount | undefined;
  /** The same as the option `maxOutputTokens`, which goes before it. */
  output?: number | undefined;
  /** Kept free in addition. */
  margin?: Amount | undefined;
}

/**
 * What summaries are made of: `epitome` (task, work, decisions, state, open items, errors), `record`
 * (a table of work, a checklist of what is left), `checkpoint` (goal, progress, decisions, dynamics of
 * the conversation), `rolling` (decisions, facts, questions), `narrative` (paragraphs without
 * headings), `brief`.
 */
export type SummaryShape = 'epitome' | 'record' | 'checkpoint' | 'rolling' | 'narrative' | 'brief';

/** What the model is asked for. Lengths in UTF-16 code units. */
export interface SummaryPolicy {
  /** Default 'epitome'. */
  shape?: SummaryShape | undefined;
  /** Asked for beyond the shape; at most 2,000. */
  instructions?: string | undefined;
  /** In place of the shape's own sections, at most 16: a heading (at most 120), and what belongs under it (500). */
  sections?: readonly { heading: string; instruction: string }[] | undefined;
  /**
   * What a request quotes of the messages at most; whole messages in the middle are left out. Without it a range
   * that is too long for one request is read in parts.
   */
  maxInput?: number | undefined;
  /**
   * A reply that is refused, or lacks its sections, is asked for once more, and the request names its fault.
   * Default true.
   */
  askAgain?: boolean | undefined;
}

/**
 * Your own secrets, beside those that are known by their shape: a pattern for each name, which stands in its
 * place as `[redacted: name]`. Names are
 * 1 to 40 of a-z, 0-9 and dashes. A pattern begins with three or more literal characters; then come
 * classes such as `[A-Za-z0-9_-]` with `{n}`, `{n,m}`, `{n,}` or `+` behind them, and single
 * characters: `acme_[a-z0-9]{24,}`. At most 64. See `Pattern` in `src/redact/pattern.h`.
 */
export interface RedactionPolicy {
  patterns?: Readonly<Record<string, string>> | undefined;
}

/**
 * Which messages are meant: by a function, by role, or by a field that they have. Results in Anthropic's user
 * messages have the role `tool`; if text stands beside them, also `user`.
 */
export type MessageRule =
  | ((message: unknown, index: number) => boolean)
  | { roles?: readonly string[] | undefined; metadata?: string | undefined };

/** What a tool does to which resource; see `ExtractorOf` in `src/transcript/resource.h`. */
export interface ResourceExtractor {
  /** Globs of tool names. */
  tools: string | readonly string[];
  does: 'read' | 'write' | 'delete' | 'run' | 'search' | 'fetch' | 'plan';
  /** Arguments that may name the resource. The first one that a call has counts. */
  of?: string | readonly string[] | undefined;
  /** Arguments that say which part of it is meant. `*`: all others. */
  part?: string | readonly string[] | undefined;
}

/** Everything that a preset may set. */
export interface Policy {
  /** Tokens. In a window below `refuse` (0) messages are left as they are; one below `warn` (32,000) is told as a
   * `small-window` event. */
  windowGuard?: { refuse?: number | undefined; warn?: number | undefined } | undefined;
  /** False: no model is called, and nothing shrinks or goes as long as the view fits and has at most `maxMessages`. */
  enabled?: boolean | undefined;
  /** Counts only with `enabled: false`. The initial messages and the records are not counted, so a view may have
   * two or three messages more. */
  maxMessages?: number | undefined;
  /** Rewrite when the view is larger than this. Default 0.8 of the budget. */
  trigger?: Amount | undefined;
  /** A rewrite aims at this. Default 0.4 of the budget. */
  target?: Amount | undefined;
  /**
   * True: whole numbers of `trigger`, `target`, `flushAt` and `warn` count the system prompt and the tools, too. A
   * number that is smaller than these two counts as 0. It belongs to the numbers beside it: a `trigger` or
   * `target` that is set nearer, for a session for example, needs its own `ofPrompt`.
   */
  ofPrompt?: boolean | undefined;
  /** `memoryFlush` is called when the view has grown to this. Default: 4,000 tokens before `trigger`. */
  flushAt?: Amount | undefined;
  /** A `warning` event comes when the view has grown to this. */
  warn?: Amount | undefined;
  /** Default: a fifth of the budget, half of the target at most. */
  keepRecent?: KeepRecent | undefined;
  /** Room for the user's own words of folded messages. Default 0.1. */
  userWords?: Amount | undefined;
  budgets?: Budgets | undefined;
  results?: ResultPolicy | undefined;
  /**
   * Reasoning of finished turns. Default 'keep'. With 'drop', DeepSeek, Kimi and MiMo still keep that of turns with
   * calls, since their APIs refuse calls without it. With either, a rewrite removes the signed thinking of
   * Claude models behind the first change, since Anthropic refuses it from then on.
   */
  reasoning?: 'keep' | 'drop' | undefined;
  /** Images and files of old messages and results give way to a line each; the text stays. Default false. */
  media?: false | { protect?: Protect | undefined } | undefined;
  pace?: Pace | undefined;
  /** Where records stand in the view. Default 'user': in a user message behind the initial messages. */
  placement?: Placement | undefined;
  /** True: one summary that every fold writes anew. False, the default: each fold adds a record. */
  oneSummary?: boolean | undefined;
  summary?: SummaryPolicy | undefined;
  /** Default: secrets are redacted. `false`: they are not. */
  redact?: false | RedactionPolicy | undefined;
  /**
   * How the provider's bills correct the counts. `'least-squares'` (the default) learns from what each step
   * added. `'moving-average'` follows the ratio of whole prompts and never goes below the counts. `'off'`
   * ignores bills.
   */
  calibration?: 'least-squares' | 'moving-average' | 'off' | undefined;
}
