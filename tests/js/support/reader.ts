/** What a reader of the manual has beside its examples: a model, tools, messages, a session that has folded. */
import { generateText, type ModelMessage, stepCountIs, type Tool, type ToolSet, tool } from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { createCompactor, type PendingSummary } from 'epitome';
import { sqliteStore } from 'epitome/stores/sqlite';
import { z } from 'zod';

export { createCompactor, generateText, stepCountIs };

const usage = {
  inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 9, text: 9, reasoning: 0 },
};

export const model = new MockLanguageModelV4({
  doGenerate: async () => ({
    content: [{ type: 'text', text: 'done' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage,
    warnings: [],
  }),
});
export const cheapModel = model;
export const tools: ToolSet = {};
export const saveMemory: Tool = tool({
  inputSchema: z.object({ text: z.string() }),
  execute: async () => 'saved',
});
export const messages: ModelMessage[] = [{ role: 'user', content: 'Read the whole book.' }];
export const system = 'You read books.';
export const rules = 'Keep it short.';
export const openFile = 'export {};';
export const lastUsage = { inputTokens: 9, outputTokens: 9 };
export const longText = 'a long text '.repeat(4_000);
export const queue: PendingSummary[] = [];
export const text = 'done';
export const id = '0123456789abcdef';
export const request = new Request('http://localhost/');
/** A transcript's file. */
export const file = JSON.stringify(messages);
export const saveMessages = async (_id: string, _messages: unknown) => {};

// The archive that examples search. The working folder is the test's.
const store = sqliteStore({ file: 'sessions.db' });
export const compactor = await createCompactor({ contextWindow: 4_000, store });
export const session = await compactor.open('chat-42');
const call = (n: number) => ({ toolCallId: `c${n}`, toolName: 'read' });
const long = Array.from({ length: 30 }, (_, n): ModelMessage[] => {
  const value = `The retry limit of fetchWithRetry is ${n}. ${'It was tried. '.repeat(20)}`;
  return [
    { role: 'user', content: `Read page ${n}.` },
    { role: 'assistant', content: [{ type: 'tool-call', ...call(n), input: { page: n } }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', ...call(n), output: { type: 'text', value } }],
    },
  ];
});
await session.prepare(long.flat());
