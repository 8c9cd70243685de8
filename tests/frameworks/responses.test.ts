// promise: 1 always valid
/** The page's conversion of items: in a loop of the Responses API, and in the Runner of the real Agents SDK. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { program } from './pages.ts';
import { checkRequests, inputOf, question, read, steps } from './session.ts';

// biome-ignore lint/suspicious/noExplicitAny: items of two spellings
type Item = any;

const responses = `
import { inputOf, read, steps } from '../../session.ts';

export const requests = [];
export async function respond({ input }) {
  requests.push(input);
  const step = requests.length;
  const reasoning = { type: 'reasoning', id: \`rs_\${step}\`, summary: [], encrypted_content: 'a'.repeat(40) };
  const call = { type: 'function_call', id: \`fc_\${step}\`, call_id: \`call-\${step}\`, name: 'read', arguments: JSON.stringify(inputOf(step)) };
  const said = { type: 'message', id: \`msg_\${step}\`, role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] };
  return { output: step <= steps ? [reasoning, call] : [said], usage: undefined };
}
export const runTool = async (name, input) => read(input);
`;

const agents = `
import { setTracingDisabled, tool, Usage } from '@openai/agents-core';
import { z } from 'zod';
import { inputOf, read, steps } from '../../session.ts';

setTracingDisabled(true);
export const requests = [];
export const model = {
  async getResponse({ input }) {
    requests.push(structuredClone(input));
    const step = requests.length;
    const call = { type: 'function_call', callId: \`call-\${step}\`, name: 'read', status: 'completed', arguments: JSON.stringify(inputOf(step)) };
    const said = { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Done.' }] };
    return { usage: new Usage(), output: [step <= steps ? call : said] };
  },
  getStreamedResponse() {
    throw new Error('not streamed');
  },
};
export const tools = [
  tool({ name: 'read', description: 'Reads a file.', parameters: z.object({ path: z.string() }), execute: read }),
];
`;

const idOf = (item: Item): string => item.call_id ?? item.callId;
const told = (items: Item[]) => ({
  texts: items.map((item) => JSON.stringify(item)),
  calls: items.filter(({ type }) => type === 'function_call').map(idOf),
  results: items.filter(({ type }) => /^function_call_/.test(type)).map(idOf),
});
const requestsOf = async (name: string): Promise<Item[][]> => {
  const { requests } = await import(new URL(`build/${name}/model.ts`, import.meta.url).href);
  return requests;
};

describe('Responses API', () => {
  it('requests fit and are valid, and all items are kept', async () => {
    const { run } = await program('loop-responses.ts', responses);
    const items = await run('chat-1', [{ role: 'user', content: question }]);
    assert.equal(items.length, 3 * steps + 2);
    const requests = await requestsOf('loop-responses');
    checkRequests(requests.map(told));
    for (const request of requests) {
      for (const [i, { type }] of request.entries()) {
        if (type === 'reasoning')
          assert.equal(request[i + 1]?.type, 'function_call', 'a thought stands before its call');
      }
    }
  });

  it('a call without a result is answered, in both spellings', async () => {
    const { compacted } = await program('responses.ts', '');
    const compactor = await createCompactor({ contextWindow: 16_000 });
    for (const [id, answered] of [
      ['call_id', 'function_call_output'],
      ['callId', 'function_call_result'],
    ] as const) {
      const items = [
        { role: 'user', content: question },
        {
          type: 'function_call',
          [id]: 'call-1',
          name: 'read',
          arguments: JSON.stringify(inputOf(1)),
        },
        { role: 'user', content: 'Stop. Look at src/part-2.ts instead.' },
      ];
      const view: Item[] = await compacted(compactor.session(), items);
      const [first, call, answer, last] = view;
      assert.deepEqual([first, call, last], items);
      assert.equal(answer.type, answered);
      assert.equal(answer[id], 'call-1');
    }
  });

  it('a result that is too long is cut, and keeps the other fields of its item', async () => {
    const { compacted } = await program('responses.ts', '');
    const compactor = await createCompactor({ contextWindow: 16_000, results: { arrival: 2_000 } });
    const output = Array.from({ length: 40 }, (_, i) => read(inputOf(i))).join('\n');
    const items = [
      { role: 'user', content: question },
      {
        type: 'function_call',
        call_id: 'call-1',
        name: 'read',
        arguments: JSON.stringify(inputOf(1)),
      },
      { type: 'function_call_output', id: 'fco_1', call_id: 'call-1', output },
    ];
    const view: Item[] = await compacted(compactor.session(), items);
    assert.equal(view[0], items[0]);
    assert.equal(view[2].id, 'fco_1');
    assert.ok(view[2].output.length < 3_000);
  });
});

it('OpenAI Agents SDK: requests fit and are valid, and the history is whole', async () => {
  const { answer } = await program('agent-openai.ts', agents);
  const history: Item[] = await answer('chat-1', [{ role: 'user', content: question }]);
  assert.equal(history.length, 2 * steps + 2);
  const requests = await requestsOf('agent-openai');
  checkRequests(requests.map(told));
});
