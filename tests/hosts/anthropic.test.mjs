/** `epitome/anthropic` and the real Anthropic SDK, whose requests a scripted server answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { compactRequest } from 'epitome/anthropic';
import { z } from 'zod';
import { checkAnthropic } from '../providers/rules/anthropic.ts';
import { example } from './support/example.mjs';
import { billed, calls, judge, open, recorder, request, resultOf } from './support/play.mjs';

function scripted(record) {
  const emitted = [];
  const client = new Anthropic({
    apiKey: 'test',
    async fetch(_url, init) {
      const body = JSON.parse(init.body);
      record(body.messages, { body });
      const n = emitted.length + 1;
      const thought = {
        type: 'thinking',
        thinking: `Module ${n} is next.`,
        signature: `signed-${n}`,
      };
      const content =
        n <= calls
          ? [thought, { type: 'tool_use', id: `toolu_${n}`, name: 'list', input: { module: n } }]
          : [thought, { type: 'text', text: 'Module 7 is broken.' }];
      emitted.push(content);
      const usage = { input_tokens: billed(body.messages), output_tokens: 60 };
      return Response.json({
        ...{
          id: `msg_${n}`,
          type: 'message',
          role: 'assistant',
          model: body.model,
          content,
          usage,
        },
        stop_reason: n <= calls ? 'tool_use' : 'end_turn',
      });
    },
  });
  return { client, emitted };
}

/**
 * The API itself joins neighbours of one role. Thinking is bound to what stands before it: all of it leaves
 * with a rewrite, that of the running turn as well.
 */
const faultsOf = (emitted, requests) => (_, at) =>
  checkAnthropic(requests[at].body, emitted).filter(
    (fault) => !/^(?:alternate|thinking-in-progress|thinking-first)/.test(fault),
  );

const parameters = { model: 'claude-sonnet-5-5', max_tokens: 1_000 };

test('a loop of one’s own', async () => {
  const { reply: create, events } = await example('anthropic');
  const { requests, record } = recorder(events);
  const { client, emitted } = scripted(record);
  const messages = [{ role: 'user', content: request }];
  let usage;
  for (;;) {
    const reply = await create(client, { ...parameters, messages }, usage);
    usage = reply.usage;
    messages.push({ role: 'assistant', content: reply.content });
    const uses = reply.content.filter(({ type }) => type === 'tool_use');
    if (uses.length === 0) break;
    messages.push({
      role: 'user',
      content: uses.map(({ id, input }) => ({
        ...{ type: 'tool_result', tool_use_id: id, content: resultOf(input.module) },
      })),
    });
  }
  console.log(await judge({ events, requests, faultsOf: faultsOf(emitted, requests) }));
  assert.equal(messages.length, 2 * calls + 2, 'the host has everything');
});

const list = betaZodTool({
  ...{
    name: 'list',
    description: 'Lists a module.',
    inputSchema: z.object({ module: z.number() }),
  },
  run: ({ module }) => resultOf(module),
});

test('the tool runner', async () => {
  const { run, events } = await example('anthropic', 1);
  const { requests, record } = recorder(events);
  const { client, emitted } = scripted(record);
  const history = [];
  const own = { ...parameters, messages: [{ role: 'user', content: request }], tools: [list] };
  let last;
  for await (const message of run(client, own, history)) last = message;
  assert.equal(last.content.at(-1).text, 'Module 7 is broken.');
  console.log(await judge({ events, requests, faultsOf: faultsOf(emitted, requests) }));
  assert.equal(history.length, 2 * calls + 2, 'the transcript is whole');
});

test('on a thread it says that it can do nothing', async (context) => {
  const warn = context.mock.method(console, 'warn', () => {});
  const { compactor, events } = await open();
  const session = compactor.session('thread');
  const messages = [{ role: 'user', content: request }];
  const own = { ...parameters, messages, thread: { type: 'create' } };
  for (let n = 0; n < 3; n++) assert.equal(await compactRequest(session, own), own);
  assert.deepEqual(
    events.map(({ type, reason }) => [type, reason]),
    [['stood-down', 'server-history']],
  );
  assert.equal(warn.mock.callCount(), 1);
  assert.match(String(warn.mock.calls[0].arguments[0]), /`thread`/);
});
