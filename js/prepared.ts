/** What comes of one step, and how hosts get it. */
import type { HostMessage } from './adapters/dialect.ts';
import type { CompactionEvent } from './types.ts';

export interface Prepared {
  messages: HostMessage[];
  /** False when the host's own array is the view. */
  changed: boolean;
  /** What belongs into the request's own system field beside the host's. */
  system: string | undefined;
  event: CompactionEvent | undefined;
}

export function untouched(messages: readonly HostMessage[]): Prepared {
  const nothing = { changed: false, system: undefined, event: undefined };
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
