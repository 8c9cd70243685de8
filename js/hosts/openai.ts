/**
 * `epitome/openai`: requests of OpenAI's Responses API and chat completions. Decides when a request is the
 * provider's matter; refuses to send anything.
 */
import type { Session } from '../session.ts';
import { mirror, type NativeOptions, nativeTrigger } from './native.ts';
import { type Item, isCompaction, openaiItems } from './openai-items.ts';
import { type CallOptions, compacted, failed, standDown } from './sessions.ts';
import { Translation } from './translation.ts';

/** What is looked at of a request's parameters. */
interface Parameters {
  input?: unknown;
  messages?: unknown;
  model?: unknown;
  instructions?: unknown;
  tools?: unknown;
  /** Of the Responses API, of chat completions, and of servers that are like it. */
  max_output_tokens?: unknown;
  max_completion_tokens?: unknown;
  max_tokens?: unknown;
  context_management?: unknown;
  previous_response_id?: unknown;
  conversation?: unknown;
}

/**
 * The parameters with a history that fits, for `responses.create` and `chat.completions.create`. You keep
 * your own full array; it is never changed. With `previous_response_id` or `conversation` the history is on
 * the server, and the request stays as it is: the session says so once. Never rejects.
 */
export async function compactRequest<P extends object>(
  session: Session,
  parameters: P,
  { usage, abortSignal, native }: CallOptions & NativeOptions = {},
): Promise<P> {
  try {
    const { input, messages, model, instructions, tools }: Parameters = parameters;
    const { previous_response_id, conversation, context_management }: Parameters = parameters;
    if (previous_response_id != null || conversation != null) {
      standDown(session, previous_response_id != null ? 'previous_response_id' : 'conversation');
      return parameters;
    }
    const options = {
      ...{ model, usage: usage ?? undefined, abortSignal, system: instructions, tools },
      maxOutputTokens: outputLimit(parameters),
    };
    if (Array.isArray(messages)) {
      const view = await session.prepare(messages, options);
      return { ...parameters, messages: view.messages };
    }
    if (!Array.isArray(input)) return parameters;
    const prefers = native === 'prefer';
    const items = prefers ? await sinceCompaction(session, input) : input;
    const view = await compacted<Item>(session, openaiItems, items, options);
    const trigger = prefers ? nativeTrigger(session, leastTrigger) : undefined;
    const asked = trigger !== undefined && context_management === undefined;
    return {
      ...parameters,
      ...((view.changed || items !== input) && { input: view.messages }),
      ...(asked && {
        context_management: [{ type: 'compaction', compact_threshold: trigger }],
      }),
    };
  } catch (error) {
    failed(session, error);
    return parameters;
  }
}

function outputLimit(parameters: Parameters): number | undefined {
  const { max_output_tokens, max_completion_tokens, max_tokens } = parameters;
  const most = max_output_tokens ?? max_completion_tokens ?? max_tokens;
  return typeof most === 'number' ? most : undefined;
}

/** Tokens; what the API takes at least as a threshold. */
const leastTrigger = 1_000;

/** The items from the newest compaction on: the API reads nothing before it. */
async function sinceCompaction(session: Session, input: readonly Item[]): Promise<readonly Item[]> {
  const at = input.map(isCompaction).lastIndexOf(true);
  if (at < 0) return input;
  const { encrypted_content, id } = input[at] as Item;
  const key = String(id ?? encrypted_content);
  await mirror(session, 'openai', key, () => new Translation(openaiItems).read(input.slice(0, at)));
  return input.slice(at);
}
