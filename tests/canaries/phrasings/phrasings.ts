/**
 * What the phrasings of one language hold. Types alone: the texts were written from how people talk to
 * agents, without a look at the rules that find facts and orders, and are to stay that way.
 *
 * A `{kind}` stands for a value of that kind (`ValueKind`).
 */

/** What a user's message is a canary of. */
export type UserKind =
  | 'path'
  | 'url'
  | 'number'
  | 'constraint'
  | 'approval'
  | 'negation'
  | 'name'
  | 'cjk'
  | 'rtl';

/** What an agent or a tool states, to be found again letter by letter. */
export type FactKind = 'path' | 'url' | 'number' | 'version' | 'hash' | 'date' | 'symbol' | 'name';

export interface Phrasings {
  /** The first request of a session. */
  openings: readonly string[];
  /** `cjk` and `rtl` have phrasings of their own (foreign.ts). */
  user: Readonly<Record<Exclude<UserKind, 'cjk' | 'rtl'>, readonly string[]>>;
  /** What users say without asking for anything. */
  chat: readonly string[];
  assistant: Readonly<Record<FactKind, readonly string[]>>;
  /** What agents say while they work. */
  talk: readonly string[];
  /** How a model writes a record: headings, and sentences that could stand in any. */
  record: { headings: readonly string[]; sentences: readonly string[] };
}
