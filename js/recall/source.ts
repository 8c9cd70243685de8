/** What recall needs of the session whose messages it reads. */
import type { Dialect, HostMessage } from '../dialects/dialect.ts';
import type { Explanation } from '../types.ts';

/** The transcript of the last step. */
export interface Transcript {
  readonly messages: readonly HostMessage[];
  readonly dialect: Dialect;
  /** What the view shows of each message, and its sizes. */
  readonly explained: Explanation;
}

export interface Source {
  /** Throws `invalid-argument`, as `method`, where there is none. */
  latest(method: string): Transcript;
  /** The text without secrets, well-formed; `of` is the message that says it. Only here does recall do that. */
  clean(text: string, of?: HostMessage): string;
  tokens(text: string): number;
  /** Tells of an error that nobody has to wait for. */
  failed(error: unknown): void;
  /** Names of the session's own tools. */
  readonly own: ReadonlySet<string>;
}
