/**
 * Where sessions are kept: what a store has to do. epitome's own are in `epitome/stores/…`; whoever writes another one
 * proves it with `epitome/stores/conformance`.
 *
 * A store keeps texts that it does not read. It never changes one of them, logs none of them, and throws what its client
 * throws: a step goes on without it.
 */

import type { Round } from './reports.ts';

/**
 * A session's place in a store. Both parts have letters of ASCII, digits, `_`, `-`, `~` and `%` alone, and the id has a
 * `/` before the name of each child: no key is the beginning of another one that is not its child, whatever hosts call
 * their sessions.
 */
export interface SessionKey {
  /** Whose session it is: a user, a tenant, an agent. May be empty. Column `agent_id`. */
  scope: string;
  /** Column `session_id`. */
  id: string;
}

/** What changes at every step. It is worth less than the decisions: without it a session counts less exactly. */
export interface StoredMeter {
  /** At most 2,048 bytes. */
  text: string;
  /** Tokens that providers billed so far, prompts and replies together. For queries of yours: epitome reads `text`. */
  totalTokens: number;
  /** Rewrites so far, but for those that only showed a text of `editRecord`. */
  compactionCount: number;
  /** Requests of the user so far. */
  turnCount: number;
}

/** One rewrite of a view. */
export interface StoredRound {
  /** Counted from 1 over the session. */
  round: number;
  tokensBefore: number;
  tokensAfter: number;
  messagesCompacted: number;
  /** The record that it left, or an empty text. */
  summary: string;
  /** All that is told of it, as JSON text. */
  details: string;
}

/** A message that a record stands for. */
export interface StoredMessage {
  /** The number of the round that folded it. */
  round: number;
  /** Its own number, counted from 1 over the transcript. */
  message: number;
  /** Tells it from another message of the same number, which an edited history has. */
  print: string;
  role: string;
  /** JSON text. */
  content: string;
}

/** What `save` writes: all of it, or nothing. */
export interface SessionWrite {
  /** The revision that it was made from: 0 where there was none. The new one is one more. */
  revision: number;
  /** At most 1,048,576 bytes. */
  decisions: string;
  meter: StoredMeter;
  /** The newest record of the view, or an empty text. For queries of yours. */
  summary: string;
  /** New ones. One that is there already, by its number, stays as it is. */
  rounds: readonly StoredRound[];
  /** New ones, in their order. One that is there already, by its number and its print, stays as it is. */
  messages: readonly StoredMessage[];
  /** True where nothing was decided: the lease stays with its holder. */
  keepsLease?: boolean | undefined;
}

export interface StoredSession {
  revision: number;
  decisions: string;
  /** The text of the meter that was written last for this revision. */
  meter: string;
}

/** Who may buy a summary now. */
export interface Lease {
  granted: boolean;
  /** Of the session, now: 0 where there is none yet. */
  revision: number;
  /** Milliseconds until the lease of another holder ends; 0 where it was granted. */
  millisLeft: number;
}

/** A session in a list. */
export interface SessionEntry {
  id: string;
  revision: number;
  totalTokens: number;
  compactionCount: number;
  turnCount: number;
  /** Milliseconds since 1970, by the store's clock. `updatedAt` is that of the last write of any kind. */
  createdAt: number;
  updatedAt: number;
}

/** One session as `compactor.export()` gives it. */
export interface SessionExport extends SessionEntry {
  /** A state, as the override `state` of `compactor.session` takes it. */
  state: string;
  rounds: Round[];
  messages: StoredMessage[];
}

export interface Store {
  /** Resolves to undefined where there is none. */
  load(key: SessionKey): Promise<StoredSession | undefined>;
  /**
   * Compare and set: writes everything and resolves to true where the stored revision is `write.revision` (0: nothing is
   * stored), and to false, with nothing written, where it is another one. One request to the database. It ends the lease,
   * whoever holds it, unless `write.keepsLease`.
   */
  save(key: SessionKey, write: SessionWrite): Promise<boolean>;
  /** Writes the meter of a revision; nothing where the stored revision is another one. */
  saveMeter(key: SessionKey, revision: number, meter: StoredMeter): Promise<void>;
  /**
   * Takes the lease for `millis`, by the store's clock, unless another holder has it. A holder that has it gets it anew.
   * A store that only one process writes to has none, and no `release`.
   */
  lease?(key: SessionKey, holder: string, millis: number): Promise<Lease>;
  /** Ends the lease of this holder; nothing where another one has it. */
  release?(key: SessionKey, holder: string): Promise<void>;
  /** Oldest first. */
  rounds(key: SessionKey): Promise<StoredRound[]>;
  /** By round, then by their numbers; with `round` those of one. */
  messages(key: SessionKey, round?: number): Promise<StoredMessage[]>;
  /** The sessions of a scope, or one of them with its children and theirs; last written first. */
  list(scope: string, id?: string): Promise<SessionEntry[]>;
  /** Deletes a session and its children, with rounds, messages and leases. */
  delete(key: SessionKey): Promise<void>;
  /**
   * Deletes the sessions that were last written so many milliseconds ago, or earlier, each child by its own time; and
   * leases that have ended. Resolves to how many sessions.
   */
  expire(millis: number): Promise<number>;
}
