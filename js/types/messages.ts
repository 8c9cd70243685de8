/** What every host's messages have in common. */

/** The runtime's `AbortSignal`, also in projects that compile without the types of one. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer S } }
  ? S
  : { readonly aborted: boolean };

/** What epitome needs of a message at least. The message types of all dialects have it. */
export interface MessageLike {
  role: string;
  content?: unknown;
}
