/** `epitome/mastra` and the real Mastra with a scripted model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestContext } from '@mastra/core/request-context';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { example } from './support/example.mjs';
import { billed, calls, factors, judge, recorder, request, resultOf } from './support/play.mjs';

/** A language model of the AI SDK's second version. */
function scripted(record, { refuseAt, factor } = {}) {
  let n = 0;
  return {
    ...{ specificationVersion: 'v2', provider: 'scripted', modelId: 'scripted', supportedUrls: {} },
    async doGenerate({ prompt }) {
      if (n === refuseAt) {
        refuseAt = undefined;
        throw new Error('prompt is too long: 13000 tokens > 12000 maximum');
      }
      record(prompt);
      n += 1;
      const call = { type: 'tool-call', toolCallId: `call_${n}`, toolName: 'list' };
      const inputTokens = billed(prompt, factor);
      return {
        content:
          n <= calls
            ? [
                { type: 'reasoning', text: `Module ${n} is next.` },
                { ...call, input: JSON.stringify({ module: n }) },
              ]
            : [{ type: 'text', text: 'Module 7 is broken.' }],
        finishReason: n <= calls ? 'tool-calls' : 'stop',
        usage: { inputTokens, outputTokens: 60, totalTokens: inputTokens + 60 },
        warnings: [],
      };
    },
  };
}

const list = createTool({
  id: 'list',
  description: 'Lists a module.',
  inputSchema: z.object({ module: z.number() }),
  execute: async (input) => resultOf((input.context ?? input).module),
});

const instructions = 'You list modules.';
const lister = { id: 'lister', name: 'lister', instructions, tools: { list } };
const requestContext = new RequestContext([['chat', 'chat-42']]);

function faultsOf(prompt) {
  const faults = [];
  let open = [];
  for (const [at, { role, content }] of prompt.entries()) {
    if (role === 'system') continue;
    const ids = (type) =>
      content.filter((part) => part.type === type).map(({ toolCallId }) => toolCallId);
    const answered = ids('tool-result');
    if (role === 'tool' && answered.some((id) => !open.includes(id))) faults.push(`orphan ${at}`);
    if (role === 'tool') open = open.filter((id) => !answered.includes(id));
    else if (open.length > 0) faults.push(`unanswered before ${at}`);
    if (role === 'assistant') open = ids('tool-call');
    if (!Array.isArray(content) || content.length === 0) faults.push(`content ${at}`);
  }
  if (prompt.find(({ role }) => role !== 'system')?.role !== 'user') faults.push('first');
  return faults;
}

for (const factor of factors) {
  test(`an agent of many steps in one turn, tokens billed ${factor} times`, async () => {
    const { agentOf, events } = await example('mastra');
    const { requests, record } = recorder(events);
    const agent = agentOf({ ...lister, model: scripted(record, { factor }) });
    const result = await agent.generate(request, { maxSteps: 200, requestContext });
    assert.equal(result.text, 'Module 7 is broken.');
    console.log(await judge({ events, requests, faultsOf, factor }));
  });
}

test('a call that the provider finds too long is made again, folded', async () => {
  const { agentOf, events } = await example('mastra');
  const { requests, record } = recorder(events);
  const model = scripted(record, { refuseAt: 12 });
  const agent = agentOf({ ...lister, model, maxRetries: 0 });
  const result = await agent.generate(request, { maxSteps: 200, requestContext });
  assert.equal(result.text, 'Module 7 is broken.');
  assert.ok(billed(requests[12].messages) < billed(requests[11].messages));
});
