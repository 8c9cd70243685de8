/** `epitome/langchain` and the real `langchain` and LangGraph with a scripted chat model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';
import { tool } from 'langchain';
import { z } from 'zod';
import { example } from './support/example.mjs';
import { billed, calls, factors, judge, recorder, request, resultOf } from './support/play.mjs';

const list = tool(({ module }) => resultOf(module), {
  name: 'list',
  description: 'Lists a module.',
  schema: z.object({ module: z.number() }),
});

class ScriptedModel extends BaseChatModel {
  n = 0;
  constructor(record, { refuseAt, factor } = {}) {
    super({});
    this.record = record;
    this.refuseAt = refuseAt;
    this.factor = factor;
  }
  _llmType() {
    return 'scripted';
  }
  bindTools() {
    return this;
  }
  async _generate(messages) {
    const plain = messages.map((message) => ({
      ...{ role: message.type, content: message.content, id: message.tool_call_id },
      ...(message.tool_calls?.length > 0 && { calls: message.tool_calls.map(({ id }) => id) }),
    }));
    if (this.n === this.refuseAt) {
      this.refuseAt = undefined;
      throw Object.assign(new Error('prompt is too long: 13000 tokens > 12000 maximum'), {
        status: 400,
      });
    }
    this.record(plain);
    this.n += 1;
    const { n } = this;
    const input_tokens = billed(plain, this.factor);
    const usage_metadata = { input_tokens, output_tokens: 60, total_tokens: input_tokens + 60 };
    const message =
      n % (calls + 1) !== 0
        ? new AIMessage({
            content: [
              { type: 'thinking', thinking: `Module ${n} is next.`, signature: `signed-${n}` },
              { type: 'text', text: `Module ${n}.` },
            ],
            tool_calls: [{ id: `call_${n}`, name: 'list', args: { module: n } }],
            usage_metadata,
          })
        : new AIMessage({ content: 'Module 7 is broken.', usage_metadata });
    return { generations: [{ text: '', message }] };
  }
}

function faultsOf(messages) {
  const faults = [];
  let open = new Set();
  for (const [at, { role, id, calls: asked, content }] of messages.entries()) {
    if (role === 'tool' && !open.delete(id)) faults.push(`orphan ${at}`);
    if (role !== 'tool' && open.size > 0) faults.push(`unanswered before ${at}`);
    if (role === 'ai') open = new Set(asked);
    if (content.length === 0) faults.push(`empty ${at}`);
  }
  if (messages.find(({ role }) => role !== 'system')?.role !== 'human') faults.push('first');
  return faults;
}

test('an agent with the middleware, two runs on one thread, the second in another process', async () => {
  const checkpointer = new MemorySaver();
  const config = { configurable: { thread_id: 'thread-1' }, recursionLimit: 500 };
  const run = async (text) => {
    const { agentOf, events } = await example('langchain');
    const { requests, record } = recorder(events);
    const agent = agentOf({ model: new ScriptedModel(record), tools: [list], checkpointer });
    const state = await agent.invoke({ messages: [new HumanMessage(text)] }, config);
    return { state, events, requests };
  };
  const first = await run(request);
  console.log(await judge({ ...first, faultsOf }));
  assert.equal(first.state.messages.length, 2 * calls + 2, 'the graph keeps every message');

  const second = await run('And once more, please.');
  console.log(await judge({ ...second, faultsOf }));
  const opening = second.requests[0].messages;
  assert.ok(opening.length < 40, 'the summaries of the first run are there at once');
  assert.deepEqual(
    opening.slice(0, 2),
    first.requests.at(-1).messages.slice(0, 2),
    'the view of the first run is extended',
  );
});

test('a call that the provider finds too long is made again, folded', async () => {
  const { agentOf, events } = await example('langchain');
  const { requests, record } = recorder(events);
  const agent = agentOf({ model: new ScriptedModel(record, { refuseAt: 12 }), tools: [list] });
  await agent.invoke({ messages: [new HumanMessage(request)] }, { recursionLimit: 500 });
  assert.ok(billed(requests[12].messages) < billed(requests[11].messages));
});

for (const factor of factors) {
  test(`the hook of LangGraph’s agent, tokens billed ${factor} times`, async () => {
    const { agentOf, events } = await example('langchain', 1);
    const { requests, record } = recorder(events);
    const agent = agentOf({ llm: new ScriptedModel(record, { factor }), tools: [list] });
    const state = await agent.invoke(
      { messages: [new HumanMessage(request)] },
      { recursionLimit: 500, configurable: { thread_id: 'graph' } },
    );
    console.log(await judge({ events, requests, faultsOf, factor }));
    assert.equal(state.messages.length, 2 * calls + 2);
  });
}
