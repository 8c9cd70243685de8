/** The session of the conversation in this tab: for a turn of the agent, and to search what was folded. */

import { convertToModelMessages, type UIMessage } from 'ai';
import { type CompactorOptions, createCompactor, type Recalled } from 'epitome';
import { nextTask } from '../tasks.ts';
import { toolsOf, type Workspace } from './tools.ts';

export const instructions =
  'You work in a small project. Use the tools to look things up, and keep answers short.';

/** What a session goes on from. */
export interface Past {
  messages: UIMessage[];
  workspace: Workspace;
  /** Tokens. */
  window: number;
  /** What `snapshot` gave. */
  state: string | undefined;
}

/** Tokens of an answer. */
export const answerOf = (window: number) => Math.round(window / 8);

/** The tools are the agent's own, and those by which it finds again what was folded. */
export async function sessionOf(
  past: Past,
  options: Pick<CompactorOptions, 'summarize' | 'onEvent'> = {},
) {
  const own = toolsOf(past.workspace);
  const compactor = await createCompactor({
    contextWindow: past.window,
    maxOutputTokens: answerOf(past.window),
    system: instructions,
    tools: own,
    ...options,
  });
  await nextTask();
  const session = compactor.session('live', { state: past.state });
  const tools = { ...own, ...session.tools() };
  const messages = await convertToModelMessages(past.messages, {
    tools,
    ignoreIncompleteToolCalls: true,
  });
  await nextTask();
  return { compactor, session, tools, messages };
}

/** Finds messages that the next request would not show. Neither asks a model nor changes anything. */
export async function recall(past: Past, query: string): Promise<Recalled[]> {
  const { compactor, session, messages } = await sessionOf(past, { onEvent() {} });
  try {
    await session.prepare(messages);
    await nextTask();
    return await session.recall(query);
  } finally {
    compactor.dispose();
  }
}
