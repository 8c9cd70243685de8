/**
 * `epitome/pi`: an extension for the pi coding agent, and a function for its library. Decides which of pi's
 * events are listened to; refuses to touch pi's stored session.
 */

import type { Compactor } from '../compactor.ts';
import { createCompactor, optionsFromEnv } from '../index.ts';
import type { Session } from '../session.ts';
import type { CompactorOptions } from '../types.ts';
import { type PiMessage, piMessages } from './pi-messages.ts';
import { recordOf } from './record-of.ts';
import { compacted } from './sessions.ts';
import { Translation } from './translation.ts';

/** A `transformContext` for an agent of pi's library. Never rejects. */
export function transformContext(session: Session) {
  return async <M extends object>(messages: M[], abortSignal?: AbortSignal): Promise<M[]> => {
    const usage = lastUsage(messages as PiMessage[]);
    const options = { usage, abortSignal };
    const view = await compacted<PiMessage>(session, piMessages, messages, options);
    return view.messages as M[];
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each event of pi's has a type of its own.
type Event = any;

/** What pi calls an extension with, as far as it is looked at. */
export interface ExtensionApi {
  on(event: Event, listener: (event: Event, context: Event) => unknown): unknown;
}

/** What a listener is called with beside its event. */
interface ExtensionContext {
  model?: { contextWindow: number } | undefined;
  sessionManager: { getSessionId(): string };
  signal?: AbortSignal | undefined;
}

/**
 * The extension: `export { default } from 'epitome/pi'` in a file of pi's extensions folder. Every model
 * call fits the model's window, and where pi compacts its session all the same, the record is written by
 * code. `EPITOME_` variables set options (`optionsFromEnv`).
 */
export default function epitome(pi: ExtensionApi): void {
  extend(pi, optionsFromEnv(process.env));
}

/** The extension with options of your own. */
export function extend(pi: ExtensionApi, options: Partial<CompactorOptions> = {}): void {
  const compactors = new Map<number, Promise<Compactor>>();
  const windows = new Map<string, number>();

  const sessionOf = async (context: ExtensionContext): Promise<Session | undefined> => {
    const contextWindow = options.contextWindow ?? context.model?.contextWindow ?? 0;
    if (!(contextWindow > 0)) return undefined;
    const known = compactors.get(contextWindow) ?? createCompactor({ ...options, contextWindow });
    compactors.set(contextWindow, known);
    const id = context.sessionManager.getSessionId();
    // Another model goes on from what the one before it had.
    const before = windows.get(id);
    windows.set(id, contextWindow);
    const compactor = await known;
    if (before === undefined || before === contextWindow) return compactor.session(id);
    const earlier = (await compactors.get(before))?.session(id);
    return compactor.session(id, { state: earlier?.export() });
  };

  pi.on('context', async (event: Event, context: ExtensionContext) => {
    const session = await sessionOf(context);
    if (session === undefined) return undefined;
    return { messages: await transformContext(session)(event.messages, context.signal) };
  });

  pi.on('session_before_compact', async ({ preparation }: Event) => {
    const { messagesToSummarize = [], turnPrefixMessages = [], firstKeptEntryId } = preparation;
    const folded = new Translation(piMessages).read([
      ...messagesToSummarize,
      ...turnPrefixMessages,
    ]);
    const record = await recordOf(folded);
    if (record === undefined) return undefined;
    const earlier = preparation.previousSummary;
    const summary = earlier ? `${earlier}\n\n${record}` : record;
    return { compaction: { summary, firstKeptEntryId, tokensBefore: preparation.tokensBefore } };
  });
}

function lastUsage(messages: readonly PiMessage[]): object | undefined {
  const last = [...messages].reverse().find(({ role }) => role === 'assistant');
  if (last?.usage === undefined || last.stopReason === 'error') return undefined;
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = last.usage;
  return {
    inputTokens: input + cacheRead + cacheWrite,
    outputTokens: output,
    inputTokenDetails: {},
  };
}
