/**
 * `epitome/opencode`: a plug-in for opencode. Decides which of its hooks are used; refuses to touch what
 * opencode stores.
 */
import type { Compactor } from '../compactor.ts';
import { createCompactor, optionsFromEnv } from '../index.ts';
import type { CompactorOptions } from '../types.ts';
import { opencodeMessages, type WithParts } from './opencode-messages.ts';
import { compacted } from './sessions.ts';
import type { HostFields } from './translation.ts';

/** What opencode calls a plug-in with, as far as it is looked at. */
// biome-ignore lint/suspicious/noExplicitAny: opencode's own client.
type Input = { client?: any };

/**
 * The plug-in: `"plugin": ["epitome/opencode"]`, or `export { Epitome } from 'epitome/opencode'` in a file of
 * the plug-ins folder. Each model call fits the window of the model, which opencode's list of providers
 * tells, or `EPITOME_CONTEXT_WINDOW`.
 */
export async function Epitome(input: Input, given: Partial<CompactorOptions> = {}) {
  const options = { ...optionsFromEnv(process.env), ...given };
  const compactors = new Map<string, Promise<Compactor>>();
  const compacting = new Set<string>();

  const compactorOf = (model: HostFields, contextWindow: number | undefined) => {
    const key = `${model.modelID} ${contextWindow}`;
    const known =
      compactors.get(key) ??
      createCompactor({
        ...options,
        ...(contextWindow === undefined ? { model: model.modelID } : { contextWindow }),
      });
    compactors.set(key, known);
    return known;
  };

  return {
    async 'experimental.chat.messages.transform'(_: object, output: { messages: WithParts[] }) {
      const { messages } = output;
      const user = [...messages].reverse().find(({ info }) => info.role === 'user');
      const id = user?.info.sessionID;
      // What opencode's own compaction reads is to be whole.
      if (user === undefined || id === undefined || compacting.delete(id)) return;
      const model = user.info.model ?? {};
      const window = options.contextWindow ?? (await windowOf(input.client, model));
      const session = (await compactorOf(model, window)).session(id);
      const usage = lastUsage(messages);
      const view = await compacted<WithParts>(session, opencodeMessages, messages, { usage });
      if (view.changed) output.messages.splice(0, messages.length, ...view.messages);
    },

    async 'experimental.session.compacting'({ sessionID }: { sessionID: string }) {
      compacting.add(sessionID);
    },
  };
}

export default Epitome;

async function windowOf(client: Input['client'], model: HostFields): Promise<number | undefined> {
  try {
    const { data } = await client.config.providers();
    const provider = data.providers.find(({ id }: HostFields) => id === model.providerID);
    const context = provider?.models?.[model.modelID]?.limit?.context;
    return context > 0 ? context : undefined;
  } catch {
    return undefined;
  }
}

function lastUsage(messages: readonly WithParts[]): object | undefined {
  const last = [...messages].reverse().find(({ info }) => info.tokens?.input > 0);
  if (last === undefined) return undefined;
  const { input, output, cache } = last.info.tokens;
  const inputTokens = input + (cache?.read ?? 0) + (cache?.write ?? 0);
  return { inputTokens, outputTokens: output, inputTokenDetails: {} };
}
