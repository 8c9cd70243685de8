/**
 * The words in which hosts and presets say how views are to shrink. Types alone: what they mean is
 * decided by the core (`src/session/policy.h`).
 */
import type { Placement } from './adapters/dialect.ts';

/** Options of which none is left out. */
export type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };

/** A whole number of tokens, or a fraction of the budget between 0 and 1. */
export type Amount = number;

/** The newest that stays as it is. Of several terms the one that protects most holds. */
export interface Protect {
  /** Tool results. */
  results?: number | undefined;
  /** Everything from the n-th newest assistant message on. */
  assistants?: number | undefined;
  tokens?: Amount | undefined;
}

/** How tool results shrink. Lengths in UTF-16 code units. */
export interface ResultPolicy {
  /** Longer results are cut to this as they arrive, before a model has seen them; a tool's `over` changes nothing here. */
  arrival?: number | undefined;
  /** A result that repeats an earlier one points at it. Default true. */
  repeats?: boolean | undefined;
  /** An older read of what was read again gives way to a note. Default true. */
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
  /** Results give way to a placeholder. */
  clear?: false | { protect?: Protect | undefined } | undefined;
  /**
   * Trims and clears as soon as this much is to be gained, below the trigger too, where the steps to come
   * pay for the rewrite, by `prices` or by what most providers ask for: the reason 'economy'.
   */
  batch?: Amount | undefined;
  /** A JSON result that is cut is JSON again. */
  json?: boolean | undefined;
  /** Results that hold images or files may be cleared; the placeholder names them. */
  media?: boolean | undefined;
  /**
   * By tool name, `*` standing for anything: results that are never edited (`keep`), another length for
   * `trim` (`over`). The rule that says most of a name holds alone, in whatever order they stand: a name
   * before patterns, a longer pattern before a shorter one. At most 200.
   */
  tools?: Record<string, { keep?: boolean | undefined; over?: number | undefined }> | undefined;
}

/**
 * Newest units that are not folded as long as the rest can make room. Their results may be cut, the
 * largest first, where the view would not fit.
 */
export interface KeepRecent {
  /** At most five eighths of the trigger count. */
  tokens?: Amount | undefined;
  messages?: number | undefined;
  /** User messages, each with all that follows it. */
  turns?: number | undefined;
  /** Of several terms: the one that keeps most (the default), or the one that keeps least. */
  combine?: 'most' | 'least' | undefined;
}

/** How often views are rewritten. */
export interface Pace {
  /** What has to be new since the last rewrite, while the view fits. */
  cooldown?: { messages?: number | undefined; tokens?: Amount | undefined } | undefined;
  /**
   * Least that a rewrite has to free while the view fits. Default: a twentieth of the budget, and of a
   * fold a quarter of what it leaves.
   */
  minimumGain?: Amount | undefined;
  /** A fold of fewer messages is not worth a summary. */
  leastFold?: number | undefined;
  /** A fold leaves room for so many steps like the last ones, if it can. */
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
  /** System prompt and tools, where neither options nor bills tell; a quarter of the window at most. */
  system?: number | undefined;
  /** The prose of one summary. */
  summary?: Amount | undefined;
  /** The blocks that `reinject` gives, all together. Default 0.1. */
  blocks?: Amount | undefined;
  /** What stays verbatim. */
  recent?: Amount | undefined;
  /** Room for the model's output. */
  output?: number | undefined;
  /** Kept free beside it. */
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
  /** In place of the shape's own, up to 16: a heading (at most 120), and what belongs under it (500). */
  sections?: readonly { heading: string; instruction: string }[] | undefined;
  /**
   * What a request quotes of the messages at most: the middle is cut out by whole messages. Without it
   * what is too long for one request is read in parts.
   */
  maxInput?: number | undefined;
  /**
   * A reply that may not stand, or lacks the headings that its form asks for, is asked for once more
   * with its fault named. Default true.
   */
  askAgain?: boolean | undefined;
}

/**
 * What is kept out of summaries, states and events beside the secrets that are known by
 * their shape: a pattern for each name, which stands in its place as `[redacted: name]`. Names are
 * 1 to 40 of a-z, 0-9 and dashes. A pattern begins with three or more literal characters; then come
 * classes such as `[A-Za-z0-9_-]` with `{n}`, `{n,m}`, `{n,}` or `+` behind them, and single
 * characters: `acme_[a-z0-9]{24,}`. At most 64. See `Pattern` in `src/redact/pattern.h`.
 */
export interface RedactionPolicy {
  patterns?: Readonly<Record<string, string>> | undefined;
}

/**
 * Which messages are meant: by a function, by role, or by a field that they carry. By role, what answers
 * calls is a tool's, in Anthropic's user messages too; there it is the user's as well where it holds text.
 */
export type MessageRule =
  | ((message: unknown, index: number) => boolean)
  | { roles?: readonly string[] | undefined; metadata?: string | undefined };

/** What a tool does to which resource; see `ExtractorOf` in `src/transcript/resource.h`. */
export interface ResourceExtractor {
  /** Globs of tool names. */
  tools: string | readonly string[];
  does: 'read' | 'write' | 'delete' | 'run' | 'search' | 'fetch' | 'plan';
  /** Arguments that may name the resource; the first one that a call has does. */
  of?: string | readonly string[] | undefined;
  /** Arguments that say which part of it is meant; `*`: all others. */
  part?: string | readonly string[] | undefined;
}

/** Everything that a preset may decide. */
export interface Policy {
  /** Tokens: windows below `refuse` are left alone, those below `warn` (32,000) are warned of. */
  windowGuard?: { refuse?: number | undefined; warn?: number | undefined } | undefined;
  /** Off: no model and no trigger; the oldest messages go when more than `maxMessages` stand behind what is folded. */
  enabled?: boolean | undefined;
  /** The opening and the records do not count: a view may have two or three messages more. */
  maxMessages?: number | undefined;
  /** Rewrite when the view is larger than this. Default 0.8 of the budget. */
  trigger?: Amount | undefined;
  /** A rewrite aims at this. Default 0.4 of the budget. */
  target?: Amount | undefined;
  /**
   * Whole numbers of `trigger`, `target`, `flushAt` and `warn` count the system prompt and the tools, too;
   * one that these exceed counts as 0, so that `pace.minimumGain` alone decides. Goes with the numbers
   * beside it: where a `trigger` or `target` is named nearer, it ends unless it is named there, too.
   */
  ofPrompt?: boolean | undefined;
  /** `memoryFlush` is called when the view has grown to this. Default: 4,000 tokens before `trigger`. */
  flushAt?: Amount | undefined;
  /** A `warning` event tells when the view has grown to this. */
  warn?: Amount | undefined;
  /** Default: a fifth of the budget, half of the target at most. */
  keepRecent?: KeepRecent | undefined;
  /** Share of the budget for the user's words of folded ranges. Default 0.1. */
  userWords?: Amount | undefined;
  budgets?: Budgets | undefined;
  results?: ResultPolicy | undefined;
  /**
   * Reasoning of finished turns. Default 'keep'. Models whose APIs refuse calls without it (DeepSeek, Kimi,
   * MiMo) keep that of turns with calls. Signed thinking of Claude models leaves behind whatever a rewrite
   * changes, the running turn's too: Anthropic refuses it from then on, and takes a tool loop without any of
   * its thinking, but not with a part of it.
   */
  reasoning?: 'keep' | 'drop' | undefined;
  /** Images and files of old messages and results, whose text stays. Default false: they stay. */
  media?: false | { protect?: Protect | undefined } | undefined;
  pace?: Pace | undefined;
  /** Where summaries stand in the view. Default 'user': in a user message behind the opening. */
  placement?: Placement | undefined;
  /** One summary that every fold writes anew, instead of one more each time. Default false. */
  oneSummary?: boolean | undefined;
  summary?: SummaryPolicy | undefined;
  /** Default: secrets are redacted; `false`: nothing is. */
  redact?: false | RedactionPolicy | undefined;
  /**
   * How the provider's bills correct the counts. `'least-squares'` (the default) learns from what each
   * step added; `'moving-average'` takes a tenth of each whole prompt's ratio and never goes below the
   * counts; `'off'` keeps the counts: no bill changes anything.
   */
  calibration?: 'least-squares' | 'moving-average' | 'off' | undefined;
}
