/** The agent itself: put your instructions, tools and models here. */

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type LanguageModel, tool } from 'ai';
import { type Compactor, type CompactorOptions, createCompactor, fromModel } from 'epitome';
import { z } from 'zod';
import { scriptedModel } from './scripted.ts';
import type { Settings } from './settings.ts';

export const instructions =
  'You are a helpful assistant. Use the tools for figures instead of guessing.';

export const tools = {
  countWords: tool({
    description: 'Counts the words and characters of a text.',
    inputSchema: z.object({ text: z.string() }),
    execute: ({ text }) => ({
      words: text.split(/\s+/).filter(Boolean).length,
      characters: text.length,
    }),
  }),
};

/** Who answers, and who writes summaries. */
export function modelsOf(settings: Settings): { model: LanguageModel; summarize?: Summarize } {
  const { MODEL_URL, MODEL_ID, MODEL_KEY, SUMMARY_MODEL_ID } = settings;
  if (!MODEL_URL || !MODEL_ID) return { model: scriptedModel() };
  const api = createOpenAICompatible({
    name: 'model',
    baseURL: MODEL_URL,
    includeUsage: true,
    ...(MODEL_KEY && { apiKey: MODEL_KEY }),
  });
  return {
    model: api(MODEL_ID),
    ...(SUMMARY_MODEL_ID && { summarize: fromModel(api(SUMMARY_MODEL_ID)) }),
  };
}
type Summarize = ReturnType<typeof fromModel>;

/** Where sessions are kept, and what keeps the host awake until something is written. */
type Keeping = Pick<CompactorOptions, 'store' | 'waitUntil'>;

/** Makes a compactor when it is first asked for one. One that failed to load is made again. */
export function compactorOf(settings: Settings, keeping: Keeping): () => Promise<Compactor> {
  let loading: Promise<Compactor> | undefined;
  return () => {
    const { MODEL_URL, MODEL_ID, WINDOW_TOKENS } = settings;
    const { summarize } = modelsOf(settings);
    loading ??= createCompactor({
      ...keeping,
      system: instructions,
      tools,
      ...(MODEL_URL && MODEL_ID && !WINDOW_TOKENS
        ? { model: MODEL_ID }
        : { contextWindow: Number(WINDOW_TOKENS || 32_000) }),
      // Summaries are written after an answer, while nobody waits: see Chat.
      ...(summarize && { summarize, background: { external: true } }),
    }).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
