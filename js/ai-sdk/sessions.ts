/**
 * Which session a call belongs to. Decides how a session, a compactor or options become one; refuses to
 * know what it is used for.
 */
import { type Fields, isObject } from '../adapters/fields.ts';
import type { Compactor } from '../compactor.ts';
import { EpitomeError } from '../errors.ts';
import { tell, typed } from '../events.ts';
import { createCompactor } from '../index.ts';
import type { Session } from '../session.ts';
import type { CompactorOptions, SessionOverrides } from '../types.ts';
import { type CallParams, type ModelLike, readCall } from './call.ts';

/** How calls find their session. */
export interface CompactionOptions {
  /**
   * Names the session of a call, where a compactor or options are given. Default: what the call has as
   * `providerOptions.epitome.sessionId`; calls without have one session together, which is not stored.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each version of the SDK has parameters of its own.
  sessionId?: string | ((params: any) => string | undefined);
  /** Options of the sessions that are opened. */
  overrides?: SessionOverrides;
}

/** A session, a compactor that has many, or options to make one of; those need no window beside a model. */
export type CompactionTarget = Session | Compactor | CompactorOptions;

export type SessionOfCall = (params: CallParams, model: ModelLike) => Promise<Session | undefined>;

/** Throws `invalid-argument` for what is none of the three. */
export function sessionsOf(
  target: CompactionTarget,
  { sessionId, overrides }: CompactionOptions,
): SessionOfCall {
  if (!isObject(target)) {
    throw new EpitomeError(
      'invalid-argument',
      'compaction takes a session, a compactor, or options to make one of',
    );
  }
  const own: Fields = target;
  if (typeof own.prepare === 'function') return async () => target as unknown as Session;
  const compactors =
    typeof own.session === 'function'
      ? async () => target as unknown as Compactor
      : compactorOf(target as CompactorOptions);
  let shared: Session | undefined;
  return async (params, model) => {
    const compactor = await compactors(model);
    if (compactor === undefined) return undefined;
    const own = typeof sessionId === 'function' ? sessionId(params) : sessionId;
    const id = own ?? readCall(params, model).sessionId;
    if (id !== undefined) return compactor.sessionOf(id, overrides);
    shared ??= compactor.session(undefined, overrides);
    return shared;
  };
}

/** A compactor that is made for the first call. Without an engine calls go out as they are. */
function compactorOf(
  options: CompactorOptions,
): (model: ModelLike) => Promise<Compactor | undefined> {
  let made: Promise<Compactor> | undefined;
  return async (model) => {
    const sized = options.contextWindow !== undefined || options.model !== undefined;
    made ??= createCompactor(sized ? options : { ...options, model: { modelId: model.modelId } });
    try {
      return await made;
    } catch (error) {
      // Another call may find it loaded; a wrong option stays wrong.
      made = undefined;
      if (EpitomeError.isInstance(error) && error.code === 'invalid-option') throw error;
      tell(options.onEvent, { type: 'error', sessionId: '', error: typed(error) });
      return undefined;
    }
  };
}
