/**
 * `epitome/langchain`: a middleware for LangChain's agents and a hook for LangGraph's. Decides where a
 * session's state is kept between runs; refuses to touch the messages of the graph's own state.
 */
import type { AIMessage, BaseMessage } from '@langchain/core/messages';
import { type AgentMiddleware, createMiddleware } from 'langchain';
import * as z from 'zod';
import type { Compactor } from '../compactor.ts';
import type { Session } from '../session.ts';
import { langchainMessages } from './langchain-messages.ts';
import { compacted, sent } from './sessions.ts';

/** Where a run's conversation has its name; a function names it otherwise. */
export interface ThreadOptions {
  /** Default: `configurable.thread_id` of the run, else one session for all runs. */
  // biome-ignore lint/suspicious/noExplicitAny: LangGraph's own runtime, the host's to read.
  sessionId?: (runtime: any) => string;
}

/** Kept by the graph's checkpointer; one value for the whole thread. */
const stateSchema = z.object({ _epitome: z.string().optional() });

/**
 * A middleware for `createAgent` that keeps each model call in the window. The graph's state keeps every
 * message; beside them its checkpointer keeps the session's state (at most 64 KB), from which another process
 * goes on. A call that the provider found too long is made again with a view that is folded.
 */
export function compactionMiddleware(
  compactor: Compactor,
  options: ThreadOptions = {},
): AgentMiddleware {
  return createMiddleware({
    name: 'EpitomeCompaction',
    stateSchema,

    // biome-ignore lint/suspicious/noExplicitAny: LangChain's own request, passed through.
    async wrapModelCall(request: any, handler: (request: any) => Promise<any>) {
      const { state, runtime, model, messages } = request;
      const session = sessionOf(compactor, options, runtime, state._epitome);
      const call = {
        model: modelName(model),
        usage: lastUsage(messages),
        system: request.systemMessage?.content,
        tools: request.tools,
      };
      return sent<BaseMessage, unknown>(session, langchainMessages, messages, call, (view) =>
        handler({ ...request, messages: view.messages }),
      );
    },

    // biome-ignore lint/suspicious/noExplicitAny: the graph's own state and runtime.
    afterModel(state: any, runtime: any) {
      const session = sessionOf(compactor, options, runtime, state._epitome);
      const snapshot = session.snapshot();
      return snapshot === state._epitome ? undefined : { _epitome: snapshot };
    },
  });
}

/**
 * A `preModelHook` for `createReactAgent` of LangGraph: what the model is sent fits, and the graph's state
 * keeps every message.
 */
export function preModelHook(compactor: Compactor, options: ThreadOptions = {}) {
  return async (
    state: { messages: BaseMessage[] },
    config?: unknown,
  ): Promise<{ llmInputMessages: BaseMessage[] }> => {
    const session = sessionOf(compactor, options, config, undefined);
    const { messages } = state;
    const usage = lastUsage(messages);
    const view = await compacted<BaseMessage>(session, langchainMessages, messages, { usage });
    return { llmInputMessages: view.messages };
  };
}

function sessionOf(
  compactor: Compactor,
  { sessionId }: ThreadOptions,
  // biome-ignore lint/suspicious/noExplicitAny: LangGraph's own runtime or config.
  runtime: any,
  state: string | undefined,
): Session {
  const id = sessionId?.(runtime) ?? threadOf(runtime) ?? 'langchain';
  // An open session has what it knows already.
  return compactor.has(id) || state === undefined
    ? compactor.session(id)
    : compactor.session(id, { state });
}

// biome-ignore lint/suspicious/noExplicitAny: LangGraph's own runtime or config.
function threadOf(runtime: any): string | undefined {
  const id = runtime?.configurable?.thread_id ?? runtime?.config?.configurable?.thread_id;
  return id === undefined ? undefined : String(id);
}

function modelName(model: unknown): string | undefined {
  const { model: id, modelName: name } = (model ?? {}) as { model?: unknown; modelName?: unknown };
  return [id, name].find((value) => typeof value === 'string') as string | undefined;
}

/** What the last reply was billed, where nothing but its results has come since. */
function lastUsage(messages: readonly BaseMessage[]): object | undefined {
  const last = [...messages].reverse().find((message) => message.type === 'ai');
  return (last as AIMessage | undefined)?.usage_metadata;
}
