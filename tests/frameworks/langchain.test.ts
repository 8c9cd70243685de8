// promise: 1 always valid
/** The page's middleware in the agent of the real `langchain`. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { program } from './pages.ts';
import { checkRequests, question, steps } from './session.ts';

// biome-ignore lint/suspicious/noExplicitAny: messages of every class
type Message = any;

const model = `
import { fakeModel } from '@langchain/core/testing';
import { AIMessage, tool } from 'langchain';
import { z } from 'zod';
import { inputOf, read, steps } from '../../session.ts';

export const model = fakeModel();
for (let step = 1; step <= steps; step += 1) {
  const call = { name: 'read', args: inputOf(step), id: \`call-\${step}\` };
  model.respond(new AIMessage({ content: '', tool_calls: [call] }));
}
model.respond(new AIMessage('Done.'));
export const tools = [
  tool(read, { name: 'read', description: 'Reads a file.', schema: z.object({ path: z.string() }) }),
];
`;

it('LangChain: requests fit and are valid, and the state keeps every message', async () => {
  const { answer } = await program('agent-langchain.ts', model);
  const messages: Message[] = await answer('chat-1', question);
  assert.equal(messages.length, 2 * steps + 2);
  const { model: scripted } = await import(
    new URL('build/agent-langchain/model.ts', import.meta.url).href
  );
  const calls: { messages: Message[] }[] = scripted.calls;
  checkRequests(calls.map(({ messages: sent }) => told(sent)));
});

const told = (messages: Message[]) => ({
  texts: messages.map(({ text, tool_calls = [] }) => `${text}${JSON.stringify(tool_calls)}`),
  calls: messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }: { id: string }) => id)),
  results: messages.filter(({ type }) => type === 'tool').map(({ tool_call_id }) => tool_call_id),
});
