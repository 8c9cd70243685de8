/** A recorded transcript as the calls of a model that made it. */

import type { Message } from './count.ts';

export interface RunStep {
  /** Index of the assistant message. */
  index: number;
  message: Message;
  /** What its calls returned, by call id. */
  outputs: Map<string, { type: string; value: unknown }>;
}

/** One call of generateText. */
export interface Run {
  /** Index of its first assistant message. */
  from: number;
  steps: RunStep[];
}

/** The calls that a host answers; a provider answers its own within the reply. */
export function callsOf({ content }: Message) {
  if (typeof content === 'string') return [];
  return content.filter((part) => part.type === 'tool-call' && !part.providerExecuted);
}

/**
 * The runs of a session, one for each call of generateText. A run ends where a loop ends: no call, a call
 * without a result, or something other than an assistant next.
 */
export function runsOf(messages: readonly Message[]): Run[] {
  const runs: Run[] = [];
  let open = false;
  for (let i = 0; i < messages.length; i++) {
    const message = messages[i] as Message;
    if (message.role !== 'assistant') continue;
    const step: RunStep = { index: i, message, outputs: new Map() };
    if (!open) runs.push({ from: i, steps: [] });
    runs.at(-1)?.steps.push(step);
    while (messages[i + 1]?.role === 'tool') {
      i += 1;
      // biome-ignore lint/suspicious/noExplicitAny: a recorded part of any version of the AI SDK
      for (const part of (messages[i] as any).content)
        step.outputs.set(part.toolCallId, part.output);
    }
    const calls = callsOf(message);
    open =
      calls.length > 0 &&
      // biome-ignore lint/suspicious/noExplicitAny: as above
      calls.every((call: any) => step.outputs.has(call.toolCallId)) &&
      messages[i + 1]?.role === 'assistant';
  }
  return runs;
}
