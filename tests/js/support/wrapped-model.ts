/**
 * A model behind a middleware, called as the AI SDK calls it: the real `wrapLanguageModel` of each version around a
 * provider that is scripted. Decides what the provider gets and answers; refuses to know the middleware.
 */
import type { SdkVersion } from './agents.ts';
import { countMessages } from './tokens.ts';

// biome-ignore lint/suspicious/noExplicitAny: three SDK versions disagree on the types.
export type Loose = any;

export interface Provider {
  /** What it was asked, refused or served. */
  asked: Loose[][];
  /** The wrapped model. */
  generate(params: Loose): Promise<Loose>;
  stream(params: Loose): Promise<Loose[]>;
}

export interface ProviderOptions {
  version: SdkVersion;
  middleware: object;
  modelId?: string;
  /** What it throws for a prompt of so many exact tokens, or what it answers; undefined: a short text. */
  answer?: (tokens: number, prompt: Loose[]) => Loose | Promise<Loose>;
}

export const userText = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
export const assistantText = (text: string) => ({
  role: 'assistant',
  content: [{ type: 'text', text }],
});

/** A call and its result, as they stand in a prompt. */
export function exchange(id: string, text: string): Loose[] {
  const call = { type: 'tool-call', toolCallId: id, toolName: 'read', input: { path: `${id}.ts` } };
  const output = { type: 'text', value: text };
  return [
    { role: 'assistant', content: [call] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: 'read', output }] },
  ];
}

/** The usage of each version's specification, of which `cacheRead` input tokens came from the cache. */
export function usageOf(version: SdkVersion, input: number, output = 10, cacheRead = 0): Loose {
  if (version === 5) {
    const cached = cacheRead > 0 && { cachedInputTokens: cacheRead };
    return { inputTokens: input, outputTokens: output, totalTokens: input + output, ...cached };
  }
  return {
    inputTokens: { total: input, noCache: input - cacheRead, cacheRead, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

/** A stream of parts. */
export function streamOf(parts: readonly Loose[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** The three versions' `wrapLanguageModel` around one provider. */
export async function provider({
  version,
  middleware,
  modelId = 'scripted',
  answer = () => undefined,
}: ProviderOptions): Promise<Provider> {
  const sdk: Loose = await {
    5: () => import('ai5'),
    6: () => import('ai6'),
    7: () => import('ai7'),
  }[version]();
  const asked: Loose[][] = [];
  const finishReason = version === 5 ? 'stop' : { unified: 'stop', raw: 'stop' };
  const answered = async (prompt: Loose[]) => {
    asked.push(prompt);
    const tokens = countMessages(prompt);
    const own = await answer(tokens, prompt);
    if (own instanceof Error) throw own;
    const content = [{ type: 'text', text: `Answer ${asked.length}.` }];
    return { content, finishReason, usage: usageOf(version, tokens), warnings: [], ...own };
  };
  const model = {
    specificationVersion: `v${version - 3}`,
    provider: 'scripted',
    modelId,
    supportedUrls: {},
    doGenerate: ({ prompt }: Loose) => answered(prompt),
    doStream: async ({ prompt }: Loose) => {
      const { content, stream, ...end } = await answered(prompt);
      const text = content.flatMap((part: Loose) =>
        part.type === 'text'
          ? [
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: part.text },
              { type: 'text-end', id: '1' },
            ]
          : [part],
      );
      const own = [{ type: 'stream-start', warnings: [] }, ...text, { type: 'finish', ...end }];
      return { stream: stream ?? streamOf(own) };
    },
  };
  const wrapped = sdk.wrapLanguageModel({ model, middleware });
  return {
    asked,
    generate: (params) => wrapped.doGenerate(params),
    stream: async (params) => {
      const parts: Loose[] = [];
      const { stream } = await wrapped.doStream(params);
      const reader = stream.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        parts.push(next.value);
      }
      return parts;
    },
  };
}
