/** Messages that records stand for: as the store keeps them, and as they are read again. */
import type { Dialect, HostMessage } from '../dialects/dialect.ts';
import type { Transcript } from '../recall/source.ts';
import type { Explanation, Round, SessionUsage, StoredMessage } from '../types.ts';
import { attempt, isObject } from '../values/fields.ts';
import { printOf } from '../values/print.ts';
import { toWellFormed } from '../values/well-formed.ts';
import type { Behind } from './rounds.ts';

/** UTF-16 code units of a text that may be a file's; words have blanks among them. */
const longData = 1_000;
const data = /^(?:data:[^,]*,)?[\w+/=-]*$/;

/** Numbers of the messages that records stand for. */
export const foldedIn = ({ messages }: Explanation): number[] =>
  messages.filter(({ fate }) => fate === 'folded').map(({ message }) => message);

/** The messages that a round folded, in their order, without secrets and without the bytes of files. */
export function archivedOf(
  { messages, explained }: Pick<Transcript, 'messages' | 'explained'>,
  { round, folded }: { round: Pick<Round, 'round'>; folded: readonly number[] },
  clean: (text: string) => string,
): StoredMessage[] {
  const { firstMessage } = explained;
  return folded.flatMap((message) => {
    const at = message - firstMessage;
    const role = explained.messages[at]?.role;
    if (role === undefined) return [];
    const content = contentOf(messages[at], clean);
    return [{ round: round.round, message, print: printOf(content), role, content }];
  });
}

/** The message behind those that records stand for: by it the rest of an array is known that begins there. */
export function behindFolded(
  { messages, explained }: Pick<Transcript, 'messages' | 'explained'>,
  clean: (text: string) => string,
): Behind | undefined {
  const last = explained.messages.map(({ fate }) => fate).lastIndexOf('folded');
  const message = messages[last + 1];
  if (last < 0 || message === undefined) return undefined;
  return { message: explained.firstMessage + last + 1, print: printOf(contentOf(message, clean)) };
}

/** A message as it is archived. */
export function contentOf(message: unknown, clean: (text: string) => string): string {
  const text = toWellFormed(attempt(() => JSON.stringify(message, withoutData)) ?? '{}');
  const safe = clean(text);
  // What stands for a secret may have torn the JSON text that it stood in.
  const isWhole = isObject(attempt(() => JSON.parse(safe)));
  return isWhole ? safe : JSON.stringify({ role: 'user', content: safe });
}

function withoutData(this: unknown, key: string, value: unknown): unknown {
  const own = (this as Record<string, unknown>)[key];
  if (own instanceof ArrayBuffer || ArrayBuffer.isView(own)) return `[${own.byteLength} bytes]`;
  const isData = typeof value === 'string' && value.length > longData && data.test(value);
  return isData ? `[${value.length} characters of a file]` : value;
}

/** Stands for a message that the archive does not have. */
export const missing: HostMessage = { role: 'user', content: '' };

/** The archived messages as a transcript, where the host has sent none yet. `sizes` are those of the last view, tokens. */
export function archivedAlone(
  archived: readonly StoredMessage[],
  { viewTokens, budget }: Pick<SessionUsage, 'viewTokens' | 'budget'>,
  dialectOf: (messages: readonly HostMessage[]) => Dialect,
): Transcript {
  const firstMessage = (archived.at(-1)?.message ?? 0) + 1;
  // Where a rewrite starts is not known before a step: room below it is not counted on.
  const sizes = { viewTokens, budget: { total: budget, trigger: 0 } };
  const none = {
    messages: [],
    dialect: dialectOf([]),
    explained: { ...sizes, firstMessage, messages: [] },
  };
  const whole = withArchived(none, archived);
  return { ...whole, dialect: dialectOf(whole.messages) };
}

/** The transcript with the archived messages before those that the host has sent. */
export function withArchived(
  { messages, dialect, explained }: Transcript,
  archived: readonly StoredMessage[],
): Transcript {
  const { firstMessage } = explained;
  const before = new Map<number, HostMessage>();
  for (const { message, content } of archived) {
    const read = attempt<unknown>(() => JSON.parse(content));
    if (message < firstMessage && isObject(read)) before.set(message, read as HostMessage);
  }
  if (before.size === 0) return { messages, dialect, explained };
  const first = Math.min(...before.keys());
  const numbers = Array.from({ length: firstMessage - first }, (_, at) => first + at);
  const fates = numbers.map((message): Explanation['messages'][number] => ({
    message,
    role: String(before.get(message)?.role ?? missing.role),
    tokens: 0,
    fate: before.has(message) ? 'folded' : 'kept',
    reason: 'It is archived.',
  }));
  return {
    messages: [...numbers.map((message) => before.get(message) ?? missing), ...messages],
    dialect,
    explained: { ...explained, firstMessage: first, messages: [...fates, ...explained.messages] },
  };
}
