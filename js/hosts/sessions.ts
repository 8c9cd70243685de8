/**
 * A host's call and the session behind it. Decides how a host's messages go through a session, and that
 * nothing that goes wrong there ends a run; refuses to know any one host.
 */
import { EpitomeError } from '../errors.ts';
import { overflowOf } from '../overflow/overflow.ts';
import type { PrepareOptions } from '../prepared.ts';
import type { Session } from '../session.ts';
import { type Codec, type ModelMessage, sameItems, Translation } from './translation.ts';

/** A call that is too long is tried again so often. */
export const mostOverflows = 3;

/** The session of a call: one for all, or a function that names it, where an agent serves many chats. */
export type SessionOf<Call> = Session | ((call: Call) => Session | Promise<Session>);

/** What a call of `compactRequest` may say beside the request. */
export interface CallOptions {
  /** The last response's: what the provider counted goes before every estimate. */
  usage?: object | null | undefined;
  abortSignal?: AbortSignal | undefined;
}

/** What a call sends. */
export interface Compacted<M> {
  messages: M[];
  /** What belongs into the request's own system field beside the host's. */
  system?: string;
  /** False when the host's own messages are the view. */
  changed: boolean;
}

export async function sessionFor<Call>(of: SessionOf<Call>, call: Call): Promise<Session> {
  return typeof of === 'function' ? of(call) : of;
}

const translations = new WeakMap<Session, Map<object, Translation<never>>>();

function translationOf<M extends object>(session: Session, codec: Codec<M>): Translation<M> {
  const known = translations.get(session) ?? new Map<object, Translation<never>>();
  translations.set(session, known);
  const translation = known.get(codec) ?? new Translation(codec);
  known.set(codec, translation as Translation<never>);
  return translation as Translation<M>;
}

/** The view of the host's messages. Never rejects: what goes wrong is told, and they stay as they are. */
export async function compacted<M extends object>(
  session: Session,
  codec: Codec<M>,
  messages: readonly M[],
  options: PrepareOptions = {},
): Promise<Compacted<M>> {
  try {
    const translation = translationOf(session, codec);
    const own = translation.read(messages);
    const { messages: view, system } = await session.prepare<ModelMessage>(own, options);
    const shown = system === undefined ? {} : { system };
    if (sameItems(view, own)) return { messages: [...messages], changed: false, ...shown };
    return { messages: translation.write(view), changed: true, ...shown };
  } catch (error) {
    failed(session, error);
    return { messages: messages as M[], changed: false };
  }
}

/**
 * What `send` makes of the view; of a smaller one where the provider finds it too long, at most three times.
 * Rejects as `send` does.
 */
export async function sent<M extends object, R>(
  session: Session,
  codec: Codec<M>,
  messages: readonly M[],
  options: PrepareOptions,
  send: (view: Compacted<M>) => Promise<R>,
): Promise<R> {
  let more: PrepareOptions = options;
  let last: readonly M[] | undefined;
  let failure: unknown;
  for (let attempt = 1; attempt <= 1 + mostOverflows; attempt++) {
    const view = await compacted(session, codec, messages, more);
    // An attempt that leaves all as it was is none.
    const isNew = last === undefined || !sameItems(view.messages, last);
    last = view.messages;
    try {
      if (isNew) return await send(view);
    } catch (error) {
      failure = error;
    }
    const overflow = overflowOf(failure);
    if (overflow === undefined) break;
    // What was billed before is not the bill of the view that was refused.
    more = { ...options, usage: undefined, overflow: { ...overflow, attempt, isTold: !isNew } };
  }
  throw failure;
}

/** Tells the session's listeners of what went wrong in a host. Never throws. */
export function failed(session: Session, error: unknown): void {
  session.tell({ type: 'error', sessionId: session.id, error: hostError(error) });
}

function hostError(error: unknown): EpitomeError {
  if (EpitomeError.isInstance(error)) return error;
  const reason = error instanceof Error ? error.message : 'something that is no error was thrown';
  return new EpitomeError('invalid-message', `a host's messages could not be read: ${reason}`, {
    cause: error,
  });
}

const warned = new WeakSet<Session>();

/** What has a provider keep the history. */
type ServerHistory = 'previous_response_id' | 'conversation' | 'thread' | 'previous_interaction_id';

/**
 * Says, once a session, that the provider keeps the history: nothing is saved by leaving messages out of
 * what is sent.
 */
export function standDown(session: Session, because: ServerHistory): void {
  if (warned.has(session)) return;
  warned.add(session);
  session.tell({ type: 'stood-down', sessionId: session.id, reason: 'server-history' });
  console.warn(
    `epitome: session '${session.id}' leaves messages alone, because \`${because}\` has the provider ` +
      'keep the history. Send the whole history yourself to have it compacted.',
  );
}
