/** What comes of one step, and how hosts get it. */
import type { Dialect, HostMessage } from '../dialects/dialect.ts';
import type { Sizes } from '../overflow/limits.ts';
import type { CompactionEvent } from '../types.ts';

/** A view that went out, until it is known whether it was served. */
export interface Sent {
  /** Stands for it where its messages were let go. */
  key: object;
  /** The host's messages that it was made of. */
  messages: readonly HostMessage[];
  view: readonly HostMessage[];
  modelId: string;
  /** The host's own, where the messages are not to say it. */
  dialect: Dialect | undefined;
  /** They are the AI SDK's. */
  hook: boolean;
  sizes: Sizes;
  /** Without what goes out beside it. */
  viewTokens: number;
  /** That it may have. */
  budget: number;
  /** The model's, tokens; 0 where it is only assumed. */
  window: number;
  /** Key of the one that was refused first, where this one goes out in its place. */
  insteadOf?: object;
}

export interface Prepared {
  messages: HostMessage[];
  /** False when the host's own array is the view. */
  changed: boolean;
  /** What belongs into the request's own system field beside the host's. */
  system: string | undefined;
  event: CompactionEvent | undefined;
  /** Undefined where nothing was prepared. */
  sent: Sent | undefined;
}

export function untouched(messages: readonly HostMessage[]): Prepared {
  const nothing = { changed: false, system: undefined, event: undefined, sent: undefined };
  return { messages: messages as HostMessage[], ...nothing };
}

/** An array that the host may keep and change: never the one that it passed in. */
export function ownArray<M>({ messages, changed }: Prepared): M[] {
  return changed ? messages : [...messages];
}

/** The answer with the text for the request's system field, where there is one. */
export function withSystem<A extends object>(
  answer: A,
  { system }: Prepared,
): A & { system?: string } {
  return system === undefined ? answer : { ...answer, system };
}
