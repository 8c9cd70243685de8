/** `epitome/opencode`: the plug-in as opencode calls it, typed by the real plug-in package. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Epitome } from 'epitome/opencode';
import { example } from './support/example.mjs';
import { calls, contextWindow, judge, recorder, request, resultOf } from './support/play.mjs';

const providers = [
  { id: 'scripted', models: { faux: { limit: { context: contextWindow, output: 1_000 } } } },
];
const client = { config: { providers: async () => ({ data: { providers } }) } };
const model = { providerID: 'scripted', modelID: 'faux' };

const user = (id, text) => ({
  info: { id, sessionID: 'ses', role: 'user', time: { created: 1 }, agent: 'build', model },
  parts: [{ id: `prt_${id}`, sessionID: 'ses', messageID: id, type: 'text', text }],
});

/** A step of the agent as opencode stores it: call and result are one part. */
function step(n) {
  const common = { sessionID: 'ses', messageID: `msg_${n}` };
  const state = {
    ...{
      status: 'completed',
      input: { module: n },
      output: resultOf(n),
      title: 'list',
      metadata: {},
    },
    time: { start: 1, end: 2 },
  };
  const tokens = { input: 400 + n, output: 60, reasoning: 0, cache: { read: 0, write: 0 } };
  return {
    info: {
      id: `msg_${n}`,
      sessionID: 'ses',
      role: 'assistant',
      time: { created: 1 },
      tokens: { ...tokens, input: 0 },
    },
    parts: [
      { id: `prt_${n}a`, ...common, type: 'step-start' },
      { id: `prt_${n}b`, ...common, type: 'text', text: `Module ${n} is next.` },
      { id: `prt_${n}c`, ...common, type: 'tool', callID: `call_${n}`, tool: 'list', state },
      { id: `prt_${n}d`, ...common, type: 'step-finish', reason: 'tool-calls', cost: 0, tokens },
    ],
  };
}

function faultsOf(messages) {
  const faults = [];
  for (const [at, { info, parts }] of messages.entries()) {
    if (parts.length === 0) faults.push(`empty ${at}`);
    for (const { type, state } of parts) {
      if (type === 'tool' && typeof state.output !== 'string') faults.push(`no result ${at}`);
    }
    if (at === 0 && info.role !== 'user') faults.push('first');
  }
  return faults;
}

test('each request of a long session', async () => {
  const events = [];
  const { requests, record } = recorder(events);
  const hooks = await Epitome(
    { client },
    { maxOutputTokens: 1_000, onEvent: (event) => events.push(event) },
  );
  const transform = hooks['experimental.chat.messages.transform'];
  const stored = [user('msg_0', request)];
  for (let n = 1; n <= calls; n++) {
    // opencode reads its database anew for every request.
    const output = { messages: structuredClone(stored) };
    await transform({}, output);
    record(output.messages);
    stored.push(step(n));
  }
  console.log(await judge({ events, requests, faultsOf }));
});

test('what opencode’s own compaction reads stays whole', async () => {
  const { Epitome: plugin } = await example('opencode');
  const hooks = await plugin({ client });
  const stored = [user('msg_0', request), ...Array.from({ length: 60 }, (_, n) => step(n + 1))];
  await hooks['experimental.session.compacting']({ sessionID: 'ses' });
  const output = { messages: [...stored] };
  await hooks['experimental.chat.messages.transform']({}, output);
  assert.deepEqual(output.messages, stored);
  await hooks['experimental.chat.messages.transform']({}, output);
  assert.ok(output.messages.length < stored.length);
});
