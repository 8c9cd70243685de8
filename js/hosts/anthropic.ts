/**
 * `epitome/anthropic`: requests and tool runners of Anthropic's SDK. Decides when a request is the
 * provider's matter; refuses to send anything.
 */
import type { Session } from '../session.ts';
import type { MessageLike } from '../types.ts';
import { mirror, type NativeOptions, nativeTrigger } from './native.ts';
import { type CallOptions, failed, standDown } from './sessions.ts';
import type { ModelMessage } from './translation.ts';

/**
 * The parameters with messages that fit, for `messages.create` and `messages.stream`, of the API itself,
 * Bedrock and Vertex AI. You keep your own full array; it is never changed. On a thread the history is on
 * the server, and the request stays as it is: the session says so once. Never rejects.
 */
export async function compactRequest<P extends object>(
  session: Session,
  parameters: P,
  { usage, abortSignal, native }: CallOptions & NativeOptions = {},
): Promise<P> {
  const { messages, model, system, tools, max_tokens, thread, context_management } =
    parameters as Record<string, unknown>;
  if (isThread(thread)) {
    standDown(session, 'thread');
    return parameters;
  }
  if (!Array.isArray(messages)) return parameters;
  const maxOutputTokens = typeof max_tokens === 'number' ? max_tokens : undefined;
  const options = { model, usage: usage ?? undefined, abortSignal, system, tools, maxOutputTokens };
  const prefers = native === 'prefer';
  const own = prefers ? await sinceCompaction(session, messages) : messages;
  const view = await session.prepare<MessageLike>(own, options);
  const trigger = prefers ? nativeTrigger(session, leastTrigger) : undefined;
  const asked = trigger !== undefined && context_management === undefined;
  return {
    ...parameters,
    ...(view.system !== undefined && { system: withText(system, view.system) }),
    ...(asked && { context_management: { edits: [compactEdit(trigger)] } }),
    messages: view.messages,
  };
}

/** Tokens; what the API takes at least as a trigger. */
const leastTrigger = 50_000;

function compactEdit(tokens: number): object {
  return { type: 'compact_20260112', trigger: { type: 'input_tokens', value: tokens } };
}

/**
 * The user's opening, and the messages from the newest compaction block on: the API reads nothing before it,
 * and wants a user message first.
 */
async function sinceCompaction(session: Session, messages: MessageLike[]): Promise<MessageLike[]> {
  const at = messages.map(holdsCompaction).lastIndexOf(true);
  if (at < 1) return messages;
  const block = compactionOf(messages[at]);
  const key = String(block?.signature ?? block?.content);
  await mirror(session, 'anthropic', key, () => messages.slice(0, at) as ModelMessage[]);
  const opening =
    messages[0]?.role === 'user' && !holdsCompaction(messages[0]) ? [messages[0]] : [];
  return [...opening, ...messages.slice(at)];
}

function compactionOf(message: MessageLike | undefined): Record<string, unknown> | undefined {
  const content = message?.content;
  if (!Array.isArray(content)) return undefined;
  // One without content stands for a compaction that failed.
  return content.find((block) => block?.type === 'compaction' && block.content != null);
}

function holdsCompaction(message: MessageLike): boolean {
  return compactionOf(message) !== undefined;
}

/** A tool runner, as far as it is looked at. */
interface ToolRunner extends AsyncIterable<unknown> {
  generateToolResponse(): Promise<unknown>;
  setMessagesParams(change: (parameters: Request) => Request): void;
}

type Request = Record<string, unknown>;

/** Anthropic's client, as far as it is looked at. */
export interface Client {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's own signature, which types what is passed through.
  beta: { messages: { toolRunner(parameters: any, options?: any): any } };
}

type Parameters<C extends Client> = Parameter<C['beta']['messages']['toolRunner'], 0>;
type Parameter<F, At extends number> = F extends (...all: infer A) => unknown ? A[At] : never;
/** What the client's runner yields: a message, or the stream of one. */
type Yielded<C extends Client> =
  ReturnType<C['beta']['messages']['toolRunner']> extends AsyncIterable<infer T> ? T : unknown;

/** What is said beside a tool runner's parameters. */
export interface RunnerOptions {
  /** Receives each message of the whole transcript. */
  history?: object[];
  /** Of the SDK's request. */
  request?: object;
}

/**
 * The replies of `client.beta.messages.toolRunner`, one after the other, with each request kept in the
 * window. By default the SDK runs over a message thread, whose history is on the server, where nothing can be
 * left out; this runs with `thread: false`.
 */
export async function* toolRunner<C extends Client>(
  session: Session,
  client: C,
  parameters: Parameters<C>,
  { history = [], request }: RunnerOptions = {},
): AsyncGenerator<Yielded<C>, void, undefined> {
  const { messages } = parameters as { messages: object[] };
  const own = { ...(parameters as object), thread: false };
  const runner: ToolRunner = client.beta.messages.toolRunner(own, request);
  history.push(...messages);
  for await (const yielded of runner) {
    yield yielded as Yielded<C>;
    try {
      await shorten(session, runner, yielded, history);
    } catch (error) {
      // The runner then adds reply and results itself.
      failed(session, error);
    }
  }
}

async function shorten(
  session: Session,
  runner: ToolRunner,
  yielded: unknown,
  history: object[],
): Promise<void> {
  // A streaming runner yields the stream of a message.
  const reply = await finalMessage(yielded);
  const answer = await runner.generateToolResponse();
  if (reply === undefined) return;
  history.push({ role: 'assistant', content: reply.content });
  if (answer === null || answer === undefined) return;
  history.push(answer);
  const { model, usage } = reply;
  const view = await session.prepare(history as MessageLike[], { model, usage });
  runner.setMessagesParams((parameters) => ({
    ...parameters,
    ...(view.system !== undefined && { system: withText(parameters.system, view.system) }),
    messages: view.messages,
  }));
}

interface Reply {
  content: unknown;
  model: string;
  usage: object;
}

async function finalMessage(yielded: unknown): Promise<Reply | undefined> {
  const { finalMessage: final } = yielded as { finalMessage?: () => Promise<Reply> };
  const reply = typeof final === 'function' ? await final.call(yielded) : (yielded as Reply);
  return Array.isArray(reply.content) ? reply : undefined;
}

function isThread(thread: unknown): boolean {
  return typeof thread === 'object' && thread !== null;
}

/** The request's own system prompt, with what the view has for it behind. */
function withText(system: unknown, text: string): unknown {
  const block = { type: 'text', text };
  if (Array.isArray(system)) return [...system, block];
  return typeof system === 'string' ? [{ type: 'text', text: system }, block] : text;
}
