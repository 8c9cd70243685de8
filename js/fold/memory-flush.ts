/**
 * The memory flush as a turn of an agent on the AI SDK, versions 5 to 7. The SDK is passed in, not
 * imported.
 */
import type { MemoryFlush } from '../types.ts';
import { anything, checkedOptions, kind, object, text, wholeFrom } from '../values/checks.ts';

/** What `memoryFlush` takes. */
export interface MemoryFlushOptions {
  /** The AI SDK's function of that name, version 5, 6 or 7. */
  // biome-ignore lint/suspicious/noExplicitAny: the versions' option types exclude each other.
  generateText: (options: any) => PromiseLike<{ readonly text: string }>;
  /** The only tools that the turn may use: the agent's own tool that saves memories, with its `execute`. */
  tools: object;
  /** The model of the turn. Default: that of the step. */
  model?: unknown;
  /** The agent's system prompt, so that the turn reads its cached prefix. */
  system?: string | undefined;
  /** Model calls that the turn may take. Default 8. */
  maxSteps?: number | undefined;
  /** Passed on to every call. */
  providerOptions?: object | undefined;
}

const checks = {
  generateText: kind('function', "the AI SDK's function of that name"),
  tools: object,
  model: anything,
  system: text,
  maxSteps: wholeFrom(1),
  providerOptions: object,
};

/**
 * Gives the agent one hidden turn before each fold. The turn goes on from the view, saves what it wants to with
 * the given tools, and ends when it calls no tool. Its messages reach no history. Throws `invalid-option` at once
 * for a wrong option; a turn rejects with what `generateText` rejects with.
 */
export function memoryFlush(options: MemoryFlushOptions): MemoryFlush {
  const required = ['generateText', 'tools'] as const;
  const own = checkedOptions<MemoryFlushOptions>('memoryFlush', options, checks, required);
  const { generateText, tools, model, maxSteps = 8, system, providerOptions } = own;
  return async ({ view, prompt, signal, ...step }) => {
    const { text } = await generateText({
      model: model ?? step.model,
      tools,
      ...(system === undefined ? {} : { system }),
      ...(providerOptions === undefined ? {} : { providerOptions }),
      messages: [...view, { role: 'user', content: prompt }],
      // They are the host's own, and stand where it has put them.
      allowSystemInMessages: true,
      stopWhen: ({ steps }: { steps: readonly unknown[] }) => steps.length >= maxSteps,
      abortSignal: signal,
    });
    return text;
  };
}
