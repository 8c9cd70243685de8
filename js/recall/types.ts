/**
 * The shapes of recall. Decides names and units; holds no logic.
 */
import type { SessionStore } from '../stores/store.ts';
import type { TokenFamily } from '../tokens/families.ts';

export interface RecallOptions {
  store: SessionStore;
  sessionId: string;
  /** Whose tokens budgets are counted in: a model id, or any object with a `modelId`. */
  model?: string | { readonly modelId: string } | undefined;
  /** The tokenizer family itself; goes before `model`. */
  family?: TokenFamily | undefined;
  /** Bytes that the index may take; messages beyond are not found by words. Default: 64 MiB. */
  maxIndexBytes?: number | undefined;
}

export type RecallRole = 'user' | 'assistant' | 'tool' | 'system';

/** What a search is limited to; all bounds are inclusive. */
export interface RecallFilter {
  /** Hits at most, 1 to 100. Default: 5. */
  limit?: number | undefined;
  /** Who spoke. */
  role?: RecallRole | readonly RecallRole[] | undefined;
  /** Name of a tool: its calls and their results alone. */
  tool?: string | undefined;
  /** Positions in the transcript, counted from 1. */
  from?: number | undefined;
  to?: number | undefined;
  /** Compaction that the messages left the view in, counted from 1. */
  round?: number | undefined;
  /** When the messages left the view: milliseconds since 1970, a date, or text that `Date` reads. */
  after?: number | Date | string | undefined;
  before?: number | Date | string | undefined;
  /** Tokens of all hits together at most: the worst are left out. */
  maxTokens?: number | undefined;
}

export interface RecallHit {
  /** What `read` takes. */
  handle: string;
  /** In the transcript, counted from 1. */
  position: number;
  /** Compaction that the message left the view in. */
  round: number;
  role: RecallRole | 'other';
  /** Tool whose call or result it is. */
  tool?: string;
  /** When the message left the view, milliseconds since 1970. */
  at: number;
  /** Comparable within one search. */
  score: number;
  /** What was found, with what stands around it: at most 400 UTF-16 code units. */
  excerpt: string;
}

/** Positions in the transcript, counted from 1, both inclusive. */
export interface RecallRange {
  from: number;
  to: number;
}

/** A position (`57`, `'57'`), a range (`'50-60'`, `{ from: 50, to: 60 }`), or the id of a tool call. */
export type RecallHandle = number | string | RecallRange;

export interface ReadOptions {
  /** Tokens of the text at most. Default: 2,000. */
  maxTokens?: number | undefined;
  /** UTF-16 code units of the whole text to leave out in front: goes on with what was read before. */
  offset?: number | undefined;
}

export interface RecallText {
  /** The messages, each below a line that says which it is. Empty where the archive has none. */
  text: string;
  tokens: number;
  /** The offset to go on from, where something is left. */
  next?: number;
}

export interface RecallToolOptions {
  /** Tokens of an answer at most. Default: 2,000. */
  maxTokens?: number | undefined;
}

/** A tool of the AI SDK, 5 to 7. */
export interface RecallTool {
  description: string;
  inputSchema: object;
  execute: (input: RecallInput) => Promise<string>;
}

/** What the agent may ask for: `query` searches, `read` reads. */
export interface RecallInput extends Omit<RecallFilter, 'after' | 'before' | 'maxTokens'> {
  query?: string | undefined;
  read?: string | number | undefined;
  offset?: number | undefined;
  after?: string | undefined;
  before?: string | undefined;
}

/** What a session's archive takes of memory. */
export interface RecallStats {
  /** Messages that are found by words. */
  messages: number;
  /** Of the index. */
  bytes: number;
  /** False where the index had no room for all messages. */
  complete: boolean;
}

/** Finds and reads what left a session's view. */
export interface Recall {
  /**
   * Archived messages by words, the best first. Rejects with `invalid-argument` for a wrong filter, with
   * `load-failed`, and as the store does.
   */
  search(query: string, filter?: RecallFilter): Promise<RecallHit[]>;
  /** Archived messages as text. Rejects with `invalid-argument` for a wrong handle, and as the store does. */
  read(handle: RecallHandle, options?: ReadOptions): Promise<RecallText>;
  /** The same as a tool for the agent, whose answers never reject. */
  tool(options?: RecallToolOptions): RecallTool;
  stats(): Promise<RecallStats>;
}
