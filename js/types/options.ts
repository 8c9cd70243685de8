/** The options of a compactor, and of what lies in it. */
import type { Complete } from './complete.ts';
import type { CompactorEvent } from './events.ts';
import type { TokenFamily } from './families.ts';
import type {
  AfterCompaction,
  BeforeCompaction,
  Block,
  MemoryFlush,
  ReinjectInfo,
  Summarize,
} from './folding.ts';
import type { Signal } from './messages.ts';
import type { Amount, MessageRule, Policy, Prices, ResourceExtractor } from './policy.ts';
import type { Store } from './store.ts';

/** The policies that come with epitome. */
export type PresetName =
  | 'epitome'
  | 'aiSdk'
  | 'tiered'
  | 'rolling'
  | 'checkpoint'
  | 'microAgent'
  | 'openclaw';

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
   * Called before messages are folded, and before a model is asked for the summary: it may put the fold off, or say what
   * else the summary shall have. The step waits for it, ten seconds at most. If it throws or answers something else, an
   * `error` event says so, and the fold is made. Clearing and trimming alone are not announced.
   */
  beforeCompaction?: BeforeCompaction | undefined;
  /**
   * Called when messages were folded and, with a `store`, saved. The step waits for it, ten seconds at most. If it
   * throws, an `error` event says so.
   */
  afterCompaction?: AfterCompaction | undefined;
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
   * Exact names of the tools that ask the user, at most 52. Their results count as the user's words. Default:
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
  /**
   * Where sessions are kept: one of `epitome/stores/…`, or one of your own. Then sessions are opened by
   * `compactor.open()`, which loads what is there, and each step saves what it has decided.
   */
  store?: Store | undefined;
  /** Is given what is written while nobody waits for it: `ctx.waitUntil` of a Worker, for example. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined;
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
   * taken with `snapshot()`, if no call is under way for it: give its state when you open it again. One that is saved in
   * a `store` is let go without that. Default 1,000; with a `store` 256.
   */
  openSessions?: number | undefined;
  /** The file `core.wasm`, where the runtime does not find it by itself. */
  wasm?: WasmSource | undefined;
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

/** Where `compactor.delete`, `export` and `list` look. */
export interface StoreOptions {
  /** As for `compactor.open`. */
  scope?: string | undefined;
  /** Default: that of the compactor. */
  store?: Store | undefined;
}

/** What `compactor.open` takes. */
export type OpenOptions = AgentOptions &
  Pick<SessionOverrides, 'agent'> & {
    /** Whose session it is: a user, a tenant. Sessions of other scopes have nothing to do with it. Default ''. */
    scope?: string | undefined;
  };

/**
 * The options of a session, without those that take several steps. Default: a `contextWindow` of 128,000
 * tokens, and without a preset `keepRecent: { messages: 10 }`.
 */
export type OneShotOptions = Omit<
  AgentOptions,
  | 'background'
  | 'memoryFlush'
  | 'memoryFlushTimeout'
  | 'beforeCompaction'
  | 'afterCompaction'
  | 'maxSteps'
  | 'store'
  | 'waitUntil'
>;
