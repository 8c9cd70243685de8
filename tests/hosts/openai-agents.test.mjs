/** `epitome/openai-agents` and the real Agents SDK with a scripted model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, MemorySession, tool, Usage } from '@openai/agents';
import { compactionFilter } from 'epitome/openai-agents';
import { z } from 'zod';
import { example } from './support/example.mjs';
import {
  billed,
  calls,
  factors,
  judge,
  open,
  recorder,
  request,
  resultOf,
} from './support/play.mjs';

const list = tool({
  name: 'list',
  description: 'Lists a module.',
  parameters: z.object({ module: z.number() }),
  execute: async ({ module }) => resultOf(module),
});

class ScriptedModel {
  emitted = [];
  n = 0;
  constructor(record, factor) {
    this.record = record;
    this.factor = factor;
  }
  async getResponse({ input }) {
    // The SDK gives calls up their ids between two runs.
    this.record(
      input.map(({ id, ...item }) => (item.type === 'function_call' ? item : { id, ...item })),
    );
    this.n += 1;
    const { n } = this;
    const thought = {
      ...{ type: 'reasoning', id: `rs_${n}`, content: [] },
      providerData: { encrypted_content: `sealed-${n}`.repeat(20) },
    };
    const said =
      n % (calls + 1) !== 0
        ? {
            ...{ type: 'function_call', id: `fc_${n}`, callId: `call_${n}`, name: 'list' },
            ...{ status: 'completed', arguments: JSON.stringify({ module: n }) },
          }
        : {
            ...{ type: 'message', id: `msg_${n}`, role: 'assistant', status: 'completed' },
            content: [{ type: 'output_text', text: 'Module 7 is broken.' }],
          };
    this.emitted.push([thought, said]);
    const inputTokens = billed(input, this.factor);
    const usage = new Usage({
      requests: 1,
      inputTokens,
      outputTokens: 60,
      totalTokens: inputTokens + 60,
    });
    return { usage, output: [thought, said], responseId: `resp_${n}` };
  }
  getStreamedResponse() {
    throw new Error('not streamed');
  }
}

/** Calls and results in pairs, and reasoning right before what it led to. */
function faultsOf(items) {
  const faults = [];
  const open = new Set();
  for (const [at, item] of items.entries()) {
    if (item.type === 'function_call') open.add(item.callId);
    if (item.type === 'function_call_result' && !open.delete(item.callId))
      faults.push(`orphan ${at}`);
    const next = items[at + 1];
    if (item.type === 'reasoning') {
      // The SDK keeps no ids of calls in its sessions.
      const follower = (next?.callId ?? next?.id)?.replace(/^(?:call|msg)_/, '');
      if (`rs_${follower}` !== item.id) faults.push(`reasoning alone ${at}`);
    }
    const thought = items[at - 1];
    if (/^(?:fc|msg)_/.test(item.id ?? '') && thought?.type !== 'reasoning') {
      faults.push(`without reasoning ${at}`);
    }
  }
  return [...faults, ...[...open].map((id) => `unanswered ${id}`)];
}

for (const factor of factors) {
  test(`a run with a session of the SDK, tokens billed ${factor} times`, async () => {
    const { runner, events } = await example('openai-agents');
    const { requests, record } = recorder(events);
    const model = new ScriptedModel(record, factor);
    const agent = new Agent({ name: 'lister', model, tools: [list] });
    const session = new MemorySession();
    const options = { session, maxTurns: 200, context: { chat: 'run' } };
    await runner.run(agent, request, options);
    const second = await runner.run(agent, 'And once more, please.', options);

    assert.equal(second.finalOutput, 'Module 7 is broken.');
    console.log(await judge({ events, requests, faultsOf, least: 2 * calls, factor }));
    const stored = await session.getItems();
    const said = stored.filter(({ role }) => role === 'user').map(({ content }) => content);
    assert.deepEqual(
      said,
      [request, 'And once more, please.'],
      'the user’s words are stored as they were',
    );
    assert.ok(
      stored
        .filter(({ type }) => type === 'function_call_result')
        .every(({ output }) => output.text.startsWith('Listing of module')),
    );
  });
}

test('history on the server is left alone', async (context) => {
  const { compactor, events } = await open();
  const warn = context.mock.method(console, 'warn', () => {});
  const filter = compactionFilter(compactor.session('server'), { serverHistory: true });
  const modelData = { input: [{ role: 'user', content: request }] };
  assert.equal(await filter({ modelData, agent: { name: 'a' }, context: {} }), modelData);
  assert.equal(events.at(-1).type, 'stood-down');
  assert.equal(warn.mock.callCount(), 1);
});
