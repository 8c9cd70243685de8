/**
 * `native: 'prefer'`: providers that compact by themselves when they are asked to, and one that never does.
 * Their blocks stand first and untouched, a record tells what they stand for, and the ladder comes after.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { compactRequest as compactAnthropic } from 'epitome/anthropic';
import { compactRequest as compactOpenai } from 'epitome/openai';
import OpenAI from 'openai';
import { example } from './support/example.mjs';
import { billed, calls, open, request, resultOf } from './support/play.mjs';

/** As large as the triggers that the providers take at least. */
const contextWindow = 100_000;
const result = (n) => Array.from({ length: 8 }, (_, k) => resultOf(n * 10 + k)).join('\n');

async function playOpenai({ willing }) {
  const { compactor, events } = await open({ contextWindow });
  const session = compactor.session('native');
  const bodies = [];
  let n = 0;
  const client = new OpenAI({
    apiKey: 'test',
    async fetch(_url, init) {
      const body = JSON.parse(init.body);
      bodies.push(body);
      n += 1;
      const threshold = body.context_management?.[0]?.compact_threshold;
      const tokens = billed(body.input);
      const compacts = willing && tokens > threshold;
      const sealed = `compacted ${n} `.repeat(40);
      const call = { type: 'function_call', id: `fc_${n}`, call_id: `call_${n}`, name: 'list' };
      return Response.json({
        ...{ id: `resp_${n}`, object: 'response', model: body.model },
        output: [
          ...(compacts ? [{ type: 'compaction', id: `cmp_${n}`, encrypted_content: sealed }] : []),
          { ...call, arguments: JSON.stringify({ module: n }) },
        ],
        usage: {
          input_tokens: compacts ? 400 : tokens,
          output_tokens: 60,
          total_tokens: tokens + 60,
        },
      });
    },
  });
  const input = [{ role: 'user', content: request }];
  let usage;
  for (let step = 0; step < 1.5 * calls; step++) {
    const parameters = { model: 'gpt-5.6', input, store: false };
    const response = await client.responses.create(
      await compactOpenai(session, parameters, { usage, native: 'prefer' }),
    );
    usage = response.usage;
    input.push(...response.output);
    const output = result(n);
    input.push({ type: 'function_call_output', call_id: `call_${n}`, output });
  }
  return { events, bodies, input };
}

test('openai compacts, and its item stands first', async () => {
  const { events, bodies, input } = await playOpenai({ willing: true });
  const items = input.filter(({ type }) => type === 'compaction');
  const told = events.filter(({ type }) => type === 'native-compaction');
  console.log({
    compactions: items.length,
    largest: Math.max(...bodies.map(({ input }) => billed(input))),
  });
  assert.ok(items.length >= 3);
  assert.equal(told.length, items.length);
  assert.ok(told.every(({ messages, record }) => messages > 10 && record.includes('src/module-')));
  assert.equal(
    events.filter(({ type }) => type === 'compaction').length,
    0,
    'nothing was left to fold',
  );
  const last = bodies.at(-1).input;
  assert.deepEqual(last[0], items.at(-1));
  assert.equal(last.filter(({ type }) => type === 'compaction').length, 1);
  assert.ok(bodies.every((body) => billed(body.input) < contextWindow));
});

test('the example asks as soon as there is a trigger', async () => {
  const { respond } = await example('providers');
  const asked = [];
  const client = { responses: { create: async (parameters) => asked.push(parameters) } };
  const input = [{ role: 'user', content: request }];
  for (let n = 0; n < 2; n++) await respond(client, { model: 'gpt-5.6', input });
  assert.equal(asked[1].context_management[0].type, 'compaction');
  assert.equal(input.length, 1);
});

test('openai does nothing, and the ladder folds', async () => {
  const { events, bodies } = await playOpenai({ willing: false });
  const folds = events.flatMap((event) => (event.type === 'compaction' ? event.folds : []));
  assert.ok(folds.length >= 3, `${folds.length} folds`);
  assert.ok(bodies.every((body) => billed(body.input) < contextWindow));
  assert.ok(bodies.slice(1).every((body) => body.context_management[0].compact_threshold > 1_000));
});

test('an item of OpenAI’s that nobody asked for is a barrier that stays as it is', async () => {
  const { compactor, events } = await open({ contextWindow: 12_000 });
  const session = compactor.session('barrier');
  const sealed = { type: 'compaction', id: 'cmp_1', encrypted_content: 'sealed '.repeat(100) };
  const input = [{ role: 'user', content: request }, sealed];
  let view;
  for (let n = 1; n <= calls; n++) {
    const call = { type: 'function_call', call_id: `call_${n}`, name: 'list', arguments: '{}' };
    input.push(call, { type: 'function_call_output', call_id: `call_${n}`, output: resultOf(n) });
    ({ input: view } = await compactOpenai(session, { model: 'gpt-5.6', input }));
  }
  assert.ok(events.flatMap(({ folds = [] }) => folds).length >= 3);
  assert.equal(view.filter((item) => item === sealed).length, 1, 'the same object, once');
  assert.ok(view.length < input.length / 2);
});

test('anthropic compacts, and its block goes back unchanged behind the opening', async () => {
  const { compactor, events } = await open({ contextWindow });
  const session = compactor.session('native');
  const bodies = [];
  let n = 0;
  const client = new Anthropic({
    apiKey: 'test',
    async fetch(_url, init) {
      const body = JSON.parse(init.body);
      bodies.push(body);
      n += 1;
      const [edit] = body.context_management?.edits ?? [];
      const tokens = billed(body.messages);
      const compacts = tokens > edit?.trigger.value;
      const block = {
        type: 'compaction',
        content: `Listed up to ${n}.`,
        encrypted_content: null,
        signature: `s${n}`,
      };
      const usage = { input_tokens: compacts ? 400 : tokens, output_tokens: 60 };
      return Response.json({
        ...{ id: `msg_${n}`, type: 'message', role: 'assistant', model: body.model, usage },
        content: [
          ...(compacts ? [block] : []),
          { type: 'tool_use', id: `toolu_${n}`, name: 'list', input: { module: n } },
        ],
        stop_reason: 'tool_use',
      });
    },
  });
  const messages = [{ role: 'user', content: request }];
  const blocks = [];
  let usage;
  for (let step = 0; step < 1.5 * calls; step++) {
    const parameters = { model: 'claude-sonnet-5-5', max_tokens: 1_000, messages };
    const asked = await compactAnthropic(session, parameters, { usage, native: 'prefer' });
    const response = await client.beta.messages.create({ ...asked, betas: ['compact-2026-01-12'] });
    usage = response.usage;
    blocks.push(...response.content.filter(({ type }) => type === 'compaction'));
    messages.push({ role: 'assistant', content: response.content });
    const content = [{ type: 'tool_result', tool_use_id: `toolu_${n}`, content: result(n) }];
    messages.push({ role: 'user', content });
  }
  console.log({
    compactions: blocks.length,
    largest: Math.max(...bodies.map(({ messages }) => billed(messages))),
  });
  assert.ok(blocks.length >= 3);
  const told = events.filter(({ type }) => type === 'native-compaction');
  assert.ok(
    told.length >= blocks.length - 1 && told.every(({ record }) => record.includes('src/module-')),
  );
  assert.equal(
    events.filter(({ type }) => type === 'compaction').length,
    0,
    'nothing was left to fold',
  );
  const [opening, second] = bodies.at(-1).messages;
  assert.equal(opening.content, request);
  assert.deepEqual(second.content[0], blocks.at(-1));
});
