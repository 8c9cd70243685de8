/** The options that presets may set. The core carries them out (`src/session/policy.h`). */

/** Where in a view the blocks stand that epitome adds to it. */
export type Placement = 'user' | 'assistant' | 'system' | 'pair' | 'first-user' | 'alternating';

/** A whole number of tokens, or a fraction of the budget between 0 and 1. */
export type Amount = number;

/** How much of the newest stays as it is. Of several members the one that protects most counts. */
export interface Protect {
  /** The newest so many tool results. */
  results?: number | undefined;
  /** Everything from the n-th newest assistant message on. */
  assistants?: number | undefined;
  /** The newest messages, up to so many tokens. */
  tokens?: Amount | undefined;
}

/** How tool results shrink. Lengths are in UTF-16 code units, as `string.length` counts them. */
export interface ResultPolicy {
  /**
   * Longer results are cut to this length before a model has seen them. At least 200. Default: they are not
   * cut. A tool's `over` does not change it.
   */
  arrival?: number | undefined;
  /** A result that repeats an earlier one points at it instead. Default true. */
  repeats?: boolean | undefined;
  /** An older read gives way to a note when the same part was read again. Default true. */
  outdated?: boolean | undefined;
  /**
   * Results longer than `over` (default 4,000, at least 200) keep their first `head` and last `tail` code
   * units (default: three eighths of `over` each). `protect`: those that stay whole. Default false: none is
   * trimmed.
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
  /** Old results give way to a placeholder that names the tool. `protect`: those that stay. Default false. */
  clear?: false | { protect?: Protect | undefined } | undefined;
  /**
   * Trims and clears before the trigger, too, as soon as this much is gained and the steps to come save more
   * than the rewrite costs. The costs are those of `prices`, or the ratios that most providers have. The
   * `compaction` event has the reason 'economy'. Default: only from the trigger on.
   */
  batch?: Amount | undefined;
  /** Results that hold images or files may be cleared. The placeholder names them. Default false. */
  media?: boolean | undefined;
  /**
   * Rules by tool name, at most 200; `*` stands for anything. `keep`: results are never edited. `over`: another
   * length for `trim`. Only the most specific rule counts: a name before patterns, a longer pattern before a
   * shorter one.
   */
  tools?: Record<string, { keep?: boolean | undefined; over?: number | undefined }> | undefined;
}

/**
 * The newest messages. They are folded only where nothing else can make room. Where the view would not fit,
 * their largest results are cut first.
 */
export interface KeepRecent {
  /** The newest so many tokens, five eighths of the trigger at most. */
  tokens?: Amount | undefined;
  /** The newest so many messages. */
  messages?: number | undefined;
  /**
   * Which one counts where both are set: the one that keeps most (the default), or the one that keeps
   * least.
   */
  combine?: 'most' | 'least' | undefined;
}

/** How often views are rewritten. */
export interface Pace {
  /**
   * The least that a rewrite has to free, as long as the view fits. Default: a twentieth of the budget, and for a
   * fold a quarter of what it leaves.
   */
  minimumGain?: Amount | undefined;
  /** A fold of fewer messages is not worth a summary. Default 1. */
  leastFold?: number | undefined;
}

/** What a million tokens cost, in any one currency. Decisions depend on their ratios alone. */
export interface Prices {
  /** A million tokens of input that the cache does not have. */
  input: number;
  /** Default: a tenth of `input`. */
  cacheRead?: number | undefined;
  /** Default: 1.25 times `input`. */
  cacheWrite?: number | undefined;
  /** Default: five times `input`. */
  output?: number | undefined;
}

/** The named parts of a window, in tokens. */
export interface Budgets {
  /**
   * What to assume for the system prompt and the tools until a bill tells. A quarter of the window at most.
   * Default 8,000.
   */
  system?: number | undefined;
  /** The longest prose of one summary. Default: a twentieth of what a rewrite aims at. */
  summary?: Amount | undefined;
  /** Room for all blocks of `reinject` together. Default 0.1. */
  blocks?: Amount | undefined;
  /** The same as the option `maxOutputTokens`. That option wins. */
  output?: number | undefined;
  /** Kept free in addition. Default: nothing. */
  margin?: Amount | undefined;
}

/**
 * What summaries are made of: `epitome` (task, work, decisions, state, open items, errors), `record`
 * (a table of work, a checklist of what is left), `checkpoint` (goal, progress, decisions, dynamics of
 * the conversation), `rolling` (decisions, facts, questions), `narrative` (paragraphs without
 * headings), `brief`.
 */
export type SummaryShape = 'epitome' | 'record' | 'checkpoint' | 'rolling' | 'narrative' | 'brief';

/** What the model is asked for. Lengths are in UTF-16 code units. */
export interface SummaryPolicy {
  /** Which sections a summary has. Default 'epitome'. */
  shape?: SummaryShape | undefined;
  /** Asked for in addition, at most 2,000. */
  instructions?: string | undefined;
  /**
   * In place of the shape's own sections, at most 16: a heading (1 to 120), and what belongs under it (at most
   * 500).
   */
  sections?: readonly { heading: string; instruction: string }[] | undefined;
  /**
   * What a request quotes of the messages at most, at least 4,000. Whole messages in the middle are left out.
   * Without it a range that is too long for one request is read in parts.
   */
  maxInput?: number | undefined;
  /**
   * A reply that is refused, or lacks its sections, is asked for once more, and the request names its fault.
   * Default true.
   */
  askAgain?: boolean | undefined;
}

/** Your own secrets, beside those that are known by their shape. */
export interface RedactionPolicy {
  /**
   * Patterns by name, at most 64. What a pattern matches is replaced by `[redacted: name]`. A name has 1 to 40
   * of a-z, 0-9 and dashes. A pattern has 3 to 200 characters, such as `acme_[a-z0-9]{24,}`. It begins with
   * three or more literal characters. Then come single characters, and classes such as `[A-Za-z0-9_-]` with
   * `{n}`, `{n,m}`, `{n,}` or `+` behind them.
   */
  patterns?: Readonly<Record<string, string>> | undefined;
}

/**
 * Which messages are meant: by a function, by role, or by a field that they have. Results in Anthropic's user
 * messages have the role `tool`; if text stands beside them, also `user`.
 */
export type MessageRule =
  | ((message: unknown, index: number) => boolean)
  | { roles?: readonly string[] | undefined; metadata?: string | undefined };

/** What a tool of yours does, and to which file, address or command. */
export interface ResourceExtractor {
  /** A tool's name, or several. `*` stands for anything. */
  tools: string | readonly string[];
  /** What a call does. */
  does: 'read' | 'write' | 'delete' | 'run' | 'search' | 'fetch' | 'plan';
  /** Arguments that may name the file, address or command. The first one that a call has counts. */
  of?: string | readonly string[] | undefined;
  /** Arguments that say which part of it is meant. `*`: all other arguments. */
  part?: string | readonly string[] | undefined;
}

/** Everything that a preset may set. */
export interface Policy {
  /**
   * What to do about small windows, in tokens. In a window below `refuse` (default 0) messages are left as they
   * are. A window below `warn` (default 32,000) is told as a `small-window` event.
   */
  windowGuard?: { refuse?: number | undefined; warn?: number | undefined } | undefined;
  /**
   * False: no model is called, and nothing shrinks or goes as long as the view fits and has at most
   * `maxMessages`. Default true.
   */
  enabled?: boolean | undefined;
  /**
   * Counts only with `enabled: false`: with more messages than this the oldest go. The initial messages and the
   * records are not counted, so a view may have two or three messages more. Default: any number.
   */
  maxMessages?: number | undefined;
  /** Rewrite when the view is larger than this. Default 0.8 of the budget. */
  trigger?: Amount | undefined;
  /** A rewrite aims at this. Default 0.4 of the budget, half of `trigger` at most. */
  target?: Amount | undefined;
  /**
   * True: whole numbers of `trigger`, `target`, `flushAt` and `warn` count the system prompt and the tools, too. A
   * number that is smaller than these two counts as 0. It holds for numbers set in the same place only: a
   * session that sets a `trigger` or `target` needs its own `ofPrompt`. Default false.
   */
  ofPrompt?: boolean | undefined;
  /** `memoryFlush` is called when the view has grown to this. Default: 4,000 tokens before `trigger`. */
  flushAt?: Amount | undefined;
  /** A `warning` event comes when the view has grown to this. Default: none comes. */
  warn?: Amount | undefined;
  /** The newest messages that are not folded. Default: a fifth of the budget, half of the target at most. */
  keepRecent?: KeepRecent | undefined;
  /** Room for the user's own words of folded messages, which records carry verbatim. Default 0.1. */
  userWords?: Amount | undefined;
  /** The named parts of the window. */
  budgets?: Budgets | undefined;
  /** How tool results shrink. */
  results?: ResultPolicy | undefined;
  /**
   * Whether the reasoning of finished turns stays. Default 'keep'. With 'drop', DeepSeek, Kimi and MiMo still keep
   * that of turns with calls, because their APIs refuse calls without it. With either, a rewrite removes the
   * signed thinking of Claude models behind the first change, because Anthropic refuses it from then on.
   */
  reasoning?: 'keep' | 'drop' | undefined;
  /** Images and files of old messages and results give way to a line each; the text stays. Default false. */
  media?: false | { protect?: Protect | undefined } | undefined;
  /** How often views are rewritten. */
  pace?: Pace | undefined;
  /** Where records stand in the view. Default 'user': in a user message behind the initial messages. */
  placement?: Placement | undefined;
  /** True: one summary that every fold writes anew. False, the default: each fold adds a record. */
  oneSummary?: boolean | undefined;
  /** What the model is asked for. */
  summary?: SummaryPolicy | undefined;
  /** Secrets are replaced in all that epitome writes, or with `false` they are not. Patterns add your own. */
  redact?: false | RedactionPolicy | undefined;
  /**
   * How the provider's bills correct the counts. `'least-squares'` (the default) learns from what each step
   * added. `'moving-average'` follows the ratio of whole prompts and never goes below the counts. `'off'`
   * ignores bills.
   */
  calibration?: 'least-squares' | 'moving-average' | 'off' | undefined;
}
