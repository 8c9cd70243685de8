/**
 * `epitome/mastra`: a processor for Mastra's agents. Decides what of its hooks is used; refuses to touch
 * the messages that Mastra stores.
 */

import { overflowOf } from '../overflow/overflow.ts';
import type { Attempt } from '../prepared.ts';
import type { Session } from '../session.ts';
import type { MessageLike } from '../types.ts';
import { failed, mostOverflows, type SessionOf, sessionFor } from './sessions.ts';

/** What Mastra calls a hook with, as far as it is looked at. */
export interface MastraCall {
  /** Whatever the host has put there. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  requestContext?: { get(name: string): any } | undefined;
}

/** Before a model is called. */
export interface ModelCall extends MastraCall {
  prompt: object[];
  model: unknown;
  steps?: readonly { usage?: object | undefined }[] | undefined;
  abortSignal?: AbortSignal | undefined;
}

/** After a call that failed. */
export interface FailedCall extends MastraCall {
  error: unknown;
  retryCount: number;
}

/**
 * A processor that keeps each model call in the window: `inputProcessors: [p]`, and `errorProcessors: [p]`
 * to have a call repeated that a provider found too long, with a view that is folded, at most three times.
 * Mastra's memory keeps every message. `of` is a session, or names that of a call.
 */
export function compaction(of: SessionOf<MastraCall>) {
  /** Of sessions whose last call was too long. */
  const overflows = new WeakMap<Session, Attempt>();
  return {
    id: 'epitome' as const,
    name: 'epitome',

    async processLLMRequest<C extends ModelCall>(
      call: C,
    ): Promise<{ prompt: C['prompt'] } | undefined> {
      const session = await sessionFor(of, call);
      try {
        const { prompt, model, steps, abortSignal } = call;
        const usage = steps?.at(-1)?.usage;
        const overflow = overflows.get(session);
        overflows.delete(session);
        const options = { model, usage, abortSignal, overflow };
        const view = await session.prepare(prompt as MessageLike[], options);
        return { prompt: view.messages };
      } catch (error) {
        failed(session, error);
        return undefined;
      }
    },

    async processAPIError(call: FailedCall): Promise<{ retry: boolean }> {
      const { error, retryCount } = call;
      const overflow = overflowOf(error);
      if (overflow === undefined || retryCount >= mostOverflows) return { retry: false };
      overflows.set(await sessionFor(of, call), { ...overflow, attempt: retryCount + 1 });
      return { retry: true };
    },
  };
}
