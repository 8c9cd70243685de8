/**
 * `epitome/openai-agents`: the OpenAI Agents SDK's filter of what a model is sent. Decides what of a call is
 * looked at; refuses to know the run around it.
 */
import { agentItems, type Item } from './openai-items.ts';
import { compacted, type SessionOf, sessionFor, standDown } from './sessions.ts';

/** What the SDK calls a filter with, as far as it is looked at. */
export interface FilterArguments<Context = unknown> {
  modelData: { input: Item[]; instructions?: string };
  agent: { name: string; model?: unknown };
  /** What you passed to `run`. */
  context: Context;
}

/** What is needed to tell that the provider keeps the history. */
export interface FilterOptions {
  /** You pass `previousResponseId` or `conversationId` to `run`: nothing is left out then. */
  serverHistory?: boolean;
}

/** A run of the SDK, as far as its runner tells of it. */
interface Run {
  context: unknown;
  usage: { requestUsageEntries?: object[] | undefined };
}

/** The SDK's `Runner`, as far as it is listened to. */
export interface Runner {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's listeners have arguments of their own for each event.
  on(event: any, listener: (run: Run, agent: object) => void): unknown;
}

/** What follows a reply of the model. */
const replied = ['agent_tool_start', 'agent_handoff', 'agent_end'];

/** A run is known by the context that the host gave it, else by its agent. */
function keyOf({ context, agent }: { context: unknown; agent: object }): object {
  return typeof context === 'object' && context !== null ? context : agent;
}

/**
 * A `callModelInputFilter` that keeps each model call in the window. `of` is a session, or names that of a
 * call. Your session and the run's own history keep everything: what you ask of the agent is never edited,
 * because the SDK stores what its filter returns for it. A filter is not told what calls are billed: its
 * `listen(runner)` hears it.
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever the host passes to `run`, where it does not say.
export function compactionFilter<Context = any>(
  of: SessionOf<FilterArguments<Context>>,
  options: FilterOptions = {},
) {
  const bills = new WeakMap<object, object>();
  const filter = async <A extends FilterArguments>(call: A): Promise<A['modelData']> => {
    const { modelData, agent } = call;
    const session = await sessionFor(of, call as A & FilterArguments<Context>);
    if (options.serverHistory === true) {
      standDown(session, 'previous_response_id');
      return modelData;
    }
    const { messages, changed } = await compacted<Item>(session, agentItems, modelData.input, {
      model: typeof agent.model === 'string' ? agent.model : undefined,
      usage: bills.get(keyOf(call)),
      system: modelData.instructions,
    });
    return changed ? { ...modelData, input: messages } : modelData;
  };
  return Object.assign(filter, {
    // Without it every item is a copy at every call, and each has to be read again.
    preserveInputIdentity: true as const,

    /** Hears of a runner what its calls are billed, which goes before every estimate. Returns the runner. */
    listen<R extends Runner>(runner: R): R {
      for (const event of replied) {
        runner.on(event, ({ context, usage }, agent) => {
          const bill = usage.requestUsageEntries?.at(-1);
          if (bill !== undefined) bills.set(keyOf({ context, agent }), bill);
        });
      }
      return runner;
    },
  });
}
