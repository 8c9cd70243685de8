/** A model that needs no key: it counts the words of the newest message with the tool, and says how many. */

import { type LanguageModel, simulateReadableStream } from 'ai';

type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>;
type Prompt = Parameters<Model['doStream']>[0]['prompt'];
type Stream = Awaited<ReturnType<Model['doStream']>>['stream'];
type Part = Stream extends ReadableStream<infer T> ? T : never;

/** Characters that it looks at. */
const longest = 4000;
const none = undefined;
const usage = {
  inputTokens: { total: none, noCache: none, cacheRead: none, cacheWrite: none },
  outputTokens: { total: none, text: none, reasoning: none },
};

function* reply(prompt: Prompt): Generator<Part> {
  const asked = prompt.findLast((message) => message.role === 'user');
  const text = asked?.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
  const last = prompt.at(-1);
  yield { type: 'stream-start', warnings: [] };
  if (last?.role !== 'tool') {
    const input = JSON.stringify({ text: text?.slice(0, longest) });
    const toolCallId = `count-${crypto.randomUUID()}`;
    yield { type: 'tool-call', toolCallId, toolName: 'countWords', input };
    yield { type: 'finish', usage, finishReason: { unified: 'tool-calls', raw: none } };
    return;
  }
  const [result] = last.content;
  const value = result?.type === 'tool-result' && 'value' in result.output && result.output.value;
  const { words } = Object(value);
  const answer = `You wrote ${words} words. I was sent ${prompt.length} messages. Set MODEL_URL and MODEL_ID, and a real model answers.`;
  yield { type: 'text-start', id: '1' };
  for (const delta of answer.split(/(?<= )/)) yield { type: 'text-delta', id: '1', delta };
  yield { type: 'text-end', id: '1' };
  yield { type: 'finish', usage, finishReason: { unified: 'stop', raw: none } };
}

export function scriptedModel(): Model {
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate() {
      throw new Error('the scripted model only streams');
    },
    doStream: async ({ prompt }) => ({
      stream: simulateReadableStream({
        chunks: [...reply(prompt)],
        initialDelayInMs: null,
        chunkDelayInMs: null,
      }),
    }),
  };
}
