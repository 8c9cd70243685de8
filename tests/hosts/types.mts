/** What the pages of js/docs show, held against the types that each host publishes. Nothing here is run. */
import type Anthropic from '@anthropic-ai/sdk';
import { LlmAgent } from '@google/adk';
import type { GoogleGenAI } from '@google/genai';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import type { ExtensionAPI } from '@mariozechner/pi-coding-agent';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { Agent, Runner } from '@openai/agents';
import type { Plugin } from '@opencode-ai/plugin';
import { ThinkHarness } from 'agents/harness/think';
import { Sessions } from 'agents/sessions';
import { convertToModelMessages, type LanguageModel } from 'ai7';
import { type Compactor, createCompactor, type Session } from 'epitome';
import { withCompaction } from 'epitome/ai-sdk';
import { compactRequest as compactAnthropic, toolRunner } from 'epitome/anthropic';
import { cacheDiagnostics } from 'epitome/cache';
import { beforeTurn, onCompaction } from 'epitome/cloudflare';
import { compaction as genkitCompaction } from 'epitome/genkit';
import { beforeModelCallback, compactRequest as compactGoogle } from 'epitome/google';
import { compactionMiddleware, preModelHook } from 'epitome/langchain';
import { compaction as mastraCompaction } from 'epitome/mastra';
import { compactRequest as compactOpenai } from 'epitome/openai';
import { compactionFilter } from 'epitome/openai-agents';
import { Epitome } from 'epitome/opencode';
import extension, { transformContext } from 'epitome/pi';
import type { GenerateOptions, Genkit } from 'genkit';
import { createAgent } from 'langchain';
import type OpenAI from 'openai';

const compactor: Compactor = await createCompactor({ contextWindow: 200_000 });
const session: Session = compactor.session('chat-42');

export async function anthropic(client: Anthropic, messages: Anthropic.MessageParam[]) {
  const parameters = { model: 'claude-sonnet-5-5', max_tokens: 1_000, messages };
  const cached = cacheDiagnostics(session);
  const asked = await compactAnthropic(session, parameters, { native: 'prefer' });
  const reply: Anthropic.Message = await client.messages.create(cached.request(asked));
  cached.read(reply);
  const run = toolRunner(session, client, { ...parameters, tools: [] });
  for await (const message of run) if ('content' in message) void message.content;
  return compactAnthropic(session, parameters, { usage: reply.usage });
}

export async function openai(client: OpenAI, input: OpenAI.Responses.ResponseInputItem[]) {
  const parameters = { model: 'gpt-6-sol', input };
  const reply: OpenAI.Responses.Response = await client.responses.create(
    await compactOpenai(session, parameters),
  );
  return compactOpenai(session, parameters, { usage: reply.usage });
}

export async function google(ai: GoogleGenAI) {
  const parameters = {
    model: 'gemini-3-pro',
    contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
  };
  const reply = await ai.models.generateContent(await compactGoogle(session, parameters));
  return compactGoogle(session, parameters, { usage: reply.usageMetadata });
}

export const kit = new LlmAgent({
  name: 'lister',
  beforeModelCallback: beforeModelCallback(({ context }) => compactor.session(context.sessionId)),
});

export const generate = (ai: Genkit, options: GenerateOptions) =>
  ai.generate({ ...options, use: [genkitCompaction(session)] });

const filter = compactionFilter<{ chat: string }>(({ context }) => compactor.session(context.chat));
export const runner = filter.listen(new Runner({ callModelInputFilter: filter }));
export const ran = runner.run(new Agent({ name: 'lister' }), 'Hi.', { context: { chat: 'a' } });

const processor = mastraCompaction(({ requestContext }) =>
  compactor.session(requestContext?.get('chat')),
);
export const mastra = new MastraAgent({
  ...{ id: 'lister', name: 'lister', instructions: '', model: 'openai/gpt-5' },
  ...{ inputProcessors: [processor], errorProcessors: [processor] },
});

export const langchain = createAgent({
  model: 'gpt-5',
  middleware: [compactionMiddleware(compactor)],
});
export const graph = (llm: Parameters<typeof createReactAgent>[0]['llm']) =>
  createReactAgent({ llm, tools: [], preModelHook: preModelHook(compactor) });

export const sessions = new Sessions().session().onCompaction(onCompaction());
export const think = (model: Exclude<LanguageModel, string>) => [
  new ThinkHarness({ model, hooks: { beforeTurn: beforeTurn(session, convertToModelMessages) } }),
  new ThinkHarness({ model: withCompaction(model, session) }),
];

export const plugin: Plugin = (input) => Epitome(input);

export const pi: (api: ExtensionAPI) => void = extension;
export const transform = transformContext(session);
