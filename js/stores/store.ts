/**
 * What a store is: where a session's state, the messages that left its view and the records of its
 * compactions outlive the process. Decides the contract of every adapter; refuses to know any engine.
 *
 * Every method rejects with an `EpitomeError`: `invalid-argument` for an id or a range that is none,
 * `store-unavailable`, `store-full`, `store-newer` or `store-failed` for what went wrong in the engine.
 */

/** A saved session. */
export interface StoredSession {
  state: string;
  /** Grows by one with each save, from 1. */
  revision: number;
}

/** A message that left the view. */
export interface ArchivedMessage {
  /** Position in the transcript, counted from 1. */
  position: number;
  /** Of its content, to tell repeats. */
  fingerprint: string;
  /** Compaction that folded it. */
  round: number;
  message: unknown;
  /** Milliseconds since 1970. */
  at: number;
}

/** What one compaction did. */
export interface CompactionRecord {
  round: number;
  /** Milliseconds since 1970. */
  at: number;
  reason: string;
  tokensBefore: number;
  tokensAfter: number;
  /** Positions in the transcript, counted from 1. */
  firstMessage: number;
  lastMessage: number;
  fingerprints: readonly string[];
  summary: string;
  source: 'model' | 'digest';
  check?: string;
  model?: string;
  usage?: { inputTokens: number; outputTokens: number };
  /** In the currency of the prices that were given. */
  cost?: number;
  /** Milliseconds. */
  durationMs: number;
  /**
   * `failed`: a model was asked, and nothing was folded. `superseded`: a model was asked for what another
   * worker had folded meanwhile. Neither changed the view.
   */
  outcome: 'folded' | 'merged' | 'digest' | 'failed' | 'superseded';
  /** The session's state after the round, with its last record. */
  state?: string;
}

/** Totals of a session, for whoever queries the tables of an SQL store. */
export interface SessionTotals {
  /** Requests so far. */
  turns: number;
  /** Input and output tokens that were billed so far. */
  tokens: number;
}

export interface SessionChange {
  state: string;
  /** Revision that the change was made from; 0: nothing stored yet. */
  expectedRevision: number;
  /**
   * Names the change. A save that is repeated with the same name, since its reply was lost, changes
   * nothing and is answered as the first one was, unless another one was saved meanwhile. Without a
   * name it is answered like any other save that comes too late: `stored` is what it saved itself.
   */
  changeId?: string;
  /** Saved in one transaction with the state. */
  records?: readonly CompactionRecord[];
  /** Appended in the same transaction; what is there already, by position and fingerprint, stays. */
  archive?: readonly ArchivedMessage[];
  totals?: SessionTotals;
}

/** `stored`: what another writer saved first; null where the session was deleted. */
export type SaveResult =
  | { ok: true; revision: number }
  | { ok: false; stored: StoredSession | null };

/** Which archived messages: positions, both inclusive, and at most so many messages. */
export interface ArchiveRange {
  from?: number;
  to?: number;
  limit?: number;
}

/** Which ids: those that begin with `prefix` and come behind `after`, at most so many. */
export interface ListOptions {
  prefix?: string;
  limit?: number;
  after?: string;
}

export interface SessionStore {
  /**
   * Whether `save` compares the revision and sets in one step; without it the last write wins where two
   * save at the same moment.
   */
  readonly compareAndSet: boolean;
  load(id: string): Promise<StoredSession | null>;
  save(id: string, change: SessionChange): Promise<SaveResult>;
  /** Archived messages by position, ascending; `from` and `to` are inclusive. */
  archive(id: string, range?: ArchiveRange): Promise<ArchivedMessage[]>;
  /** In the order in which they were saved. */
  records(id: string): Promise<CompactionRecord[]>;
  /** Ids in the order of their UTF-8 bytes. */
  list(options?: ListOptions): Promise<string[]>;
  /** Deletes the session, its records and its archive. */
  delete(id: string): Promise<void>;
  /** Deletes sessions not saved since `before`, milliseconds since 1970. Returns how many. */
  expire(before: number): Promise<number>;
  /** Closes what the store itself opened; a client that was given stays open. */
  close?(): Promise<void>;
}
