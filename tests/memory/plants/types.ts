/**
 * Facts to be planted in sessions. Decides what a planted fact is and when it counts as kept; refuses
 * to know how a session is compacted.
 */
import type { Rng } from '../../js/support/random.ts';

export interface Plant {
  /** Unique and stable. */
  readonly id: string;
  /** Who says it. */
  readonly source: 'user' | 'tool' | 'assistant';
  /** What kind of fact it is, such as `port` or `approval`. */
  readonly type: string;
  /** BCP 47, of the words around the fact. */
  readonly language: string;
  /** The fact in words, with values that no other session has. */
  plant(rng: Rng): Planted;
}

export interface Planted {
  /** A user's message, the whole output of a tool, or what an assistant says. */
  readonly text: string;
  /** The call that a tool's output answers. */
  readonly tool?: { readonly name: string; readonly input: unknown };
  /** Must be in the view. Where the fact is revoked, `revokes` says what must be there instead. */
  readonly value: string;
  /** Spacing and capitals of the value do not matter. */
  readonly loose?: boolean;
  /** One of these must stand within 160 characters of the value, or its meaning is lost. */
  readonly about: readonly string[];
  /** Must not be found anywhere in the view. */
  readonly secret?: string;
  /** What the user says later; from then on the old value on its own is a fault. */
  readonly revokes?: Revocation;
}

export interface Revocation {
  readonly text: string;
  readonly at: 'later';
  /** By this one knows that the later word is in the view: the new value, or what is said of the old. */
  readonly value: string;
}

/** Something that a user wants to hold for the rest of the session, said in passing. */
export interface Constraint extends Plant {
  readonly source: 'user';
  readonly type: 'constraint-in-passing';
  /** Where in a session it is meant to be said. */
  readonly position: 'top' | 'middle' | 'late';
}
