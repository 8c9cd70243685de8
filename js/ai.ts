/** For hosts of the AI SDK: a middleware for its models, and parts for its chats. Imports nothing of `ai`. */
import type { Compactor } from './compactor/compactor.ts';
import { type Call, type Model, ModelCalls, type Params } from './middleware/calls.ts';
import { generating, streaming } from './middleware/recovering.ts';
import type { Session } from './session/session.ts';
import { checkedOptions, having, oneOf, requireArgument } from './values/checks.ts';

export type {
  CompactionPart,
  ContextPart,
  EpitomeChunk,
  EpitomeParts,
} from './events/chat-parts.ts';
export { chatParts } from './events/chat-parts.ts';

export interface CompactionMiddlewareOptions {
  /**
   * `overflow`: nothing is compacted until a provider refuses a request for its size. For agents with `prepareStep` of
   * the same session. By default every call is compacted that `prepareStep` has not prepared.
   */
  only?: 'overflow' | undefined;
}

/** What `wrapLanguageModel` of `ai` 5, 6 and 7 takes: a `LanguageModelV2Middleware`, `V3` and `V4`. */
export interface CompactionMiddleware {
  // biome-ignore lint/suspicious/noExplicitAny: each version asks for a number of its own, and none looks.
  readonly specificationVersion: any;
  transformParams<P>(options: { params: P; model: unknown }): Promise<P>;
  wrapGenerate<P, R>(options: {
    doGenerate: () => PromiseLike<R>;
    params: P;
    model: unknown;
  }): Promise<R>;
  wrapStream<P, R>(options: {
    doStream: () => PromiseLike<R>;
    params: P;
    model: unknown;
  }): Promise<R>;
}

const aSource = having(['prepareStep'], 'a session or a compactor');
const checks = { only: oneOf(['overflow']) };

/**
 * A middleware that compacts what a model is sent, and repeats a call with a smaller view where the provider says
 * that it was too large: at most three times, a stream only until something of it has reached the user.
 *
 * With a session all calls are its own. With a compactor a call names its session by
 * `providerOptions: { epitome: { sessionId } }`, with a store and scopes `{ sessionId, scope }` of yours; one that names none goes on in the session whose last prompt it
 * extends, or in a new one, which nobody can save. Tools, the system prompt and the limit of the reply are taken from
 * the calls. Where something of ours fails, a call goes out as it came. Throws `invalid-argument` for what is neither
 * a session nor a compactor, and `invalid-option` for a wrong option.
 */
export function compactionMiddleware(
  source: Session | Compactor,
  options: CompactionMiddlewareOptions = {},
): CompactionMiddleware {
  requireArgument('compactionMiddleware', 'source', source, aSource);
  const own = checkedOptions<CompactionMiddlewareOptions>('compactionMiddleware', options, checks);
  const calls = new ModelCalls(source, { prepares: own.only !== 'overflow' });
  const begun = new WeakMap<object, Call>();
  const attempts = (params: unknown, model: Model) => {
    const call = begun.get(params as object);
    return call && { calls, call, params: params as Params, model };
  };
  return {
    specificationVersion: 'v4',

    async transformParams({ params, model }) {
      const call = await calls.begin(params as Params, model).catch(() => undefined);
      if (call === undefined) return params;
      // A copy, because it stands for this very call.
      const own = { ...params, prompt: call.prompt };
      begun.set(own, call);
      return own;
    },

    async wrapGenerate({ doGenerate, params, model }) {
      const known = attempts(params, model);
      // biome-ignore lint/suspicious/noExplicitAny: the answer of a version that is not known here.
      return known ? generating<any>({ ...known, first: doGenerate }) : doGenerate();
    },

    async wrapStream({ doStream, params, model }) {
      const known = attempts(params, model);
      // biome-ignore lint/suspicious/noExplicitAny: the answer of a version that is not known here.
      return known ? streaming<any>({ ...known, first: doStream }) : doStream();
    },
  };
}
