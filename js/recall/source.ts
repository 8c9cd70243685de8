/** What recall needs of the session whose messages it reads. */
import type { Dialect, HostMessage } from '../dialects/dialect.ts';
import type { Explanation } from '../types.ts';

/** What recall is told of a view: which of its messages it shows, and its sizes. */
export type Told = Pick<Explanation, 'firstMessage' | 'messages' | 'viewTokens'> & {
  readonly budget: Pick<Explanation['budget'], 'total' | 'trigger'>;
};

/** The transcript of the last step, with what is archived; before the first step only that. */
export interface Transcript {
  readonly messages: readonly HostMessage[];
  readonly dialect: Dialect;
  readonly explained: Told;
}

export interface Source {
  /** The text without secrets, well-formed; `of` is the message that says it. Only here does recall do that. */
  clean(text: string, of?: HostMessage): string;
  tokens(text: string): number;
  /** Tells of an error that nobody has to wait for. */
  failed(error: unknown): void;
  /** Names of the session's own tools. */
  readonly own: ReadonlySet<string>;
}
