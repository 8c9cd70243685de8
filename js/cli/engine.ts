/** The compactor that a command works with. Decides the window where nobody says one. */

import type { Transcript, TranscriptTool } from '../formats/index.ts';
import {
  type Compactor,
  type CompactorOptions,
  createCompactor,
  fromFetch,
  type ModelProfile,
  modelProfile,
  type PresetName,
} from '../index.ts';
import { UsageError } from './input.ts';

export interface EngineOptions {
  window?: number;
  model?: string;
  preset?: PresetName;
}

/** Tokens; taken where neither a window nor a model is known. */
const defaultWindow = 200_000;

/** What is sent to: a model that is known or not, and the most that it takes, tokens. */
export interface Target {
  model: string | undefined;
  profile: ModelProfile | undefined;
  /** Of a request. */
  limit: number;
}

/** Throws for a `--model` that is not known; one that only the file names may be any. */
export function targetOf(transcript: Transcript, { window, model }: EngineOptions): Target {
  const id = model ?? transcript.model;
  const profile = id === undefined ? undefined : modelProfile(id);
  if (model !== undefined && window === undefined && profile === undefined) {
    throw new UsageError(`nothing is known of the model ${model}; --window says its window`);
  }
  const { contextWindow = defaultWindow, maxInputTokens = contextWindow } = profile ?? {};
  return { model: id, profile, limit: window ?? maxInputTokens };
}

/** The places in `messages` where a reply was asked for. */
export function repliesIn({ messages }: Transcript): number[] {
  const replies = messages.flatMap(({ role }, i) => (role === 'assistant' ? [i] : []));
  if (replies.length === 0) throw new UsageError('no reply in the transcript, so nothing was sent');
  return replies;
}

/** Name to definition, as the AI SDK takes tools. */
function toolSet(tools: readonly TranscriptTool[]): Record<string, object> {
  // A tool may be called `__proto__`.
  return Object.fromEntries(tools.map(({ name, ...definition }) => [name, definition]));
}

export function openCompactor(
  transcript: Transcript,
  { window, model, preset }: EngineOptions,
  more: Partial<CompactorOptions> = {},
): Promise<Compactor> {
  const {
    model: id,
    profile,
    limit,
  } = targetOf(transcript, { ...(window && { window }), ...(model && { model }) });
  const size = {
    ...(id !== undefined && { model: id }),
    ...((window !== undefined || profile === undefined) && { contextWindow: limit }),
  };
  return createCompactor({
    ...size,
    ...(preset !== undefined && { preset }),
    ...(transcript.system !== undefined && { system: transcript.system }),
    tools: toolSet(transcript.tools),
    ...more,
  });
}

export interface SummarizerOptions {
  url?: string;
  summaryModel?: string;
  apiKeyEnv?: string;
}

/** What writes summaries, if a model was asked for. The key comes from the environment alone. */
export function summarizer({
  url,
  summaryModel,
  apiKeyEnv,
}: SummarizerOptions): Partial<CompactorOptions> {
  if (url === undefined && summaryModel === undefined) return {};
  if (url === undefined || summaryModel === undefined) {
    throw new UsageError('--url and --summary-model belong together');
  }
  const isAnthropic = /\/messages\/?$/.test(url);
  const name = apiKeyEnv ?? (isAnthropic ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY');
  const key = process.env[name];
  if (apiKeyEnv !== undefined && !key) throw new UsageError(`the variable ${name} is not set`);
  const headers: Record<string, string> = !key
    ? {}
    : isAnthropic
      ? { 'x-api-key': key }
      : { authorization: `Bearer ${key}` };
  return { summarize: fromFetch({ url, model: summaryModel, headers }) };
}
