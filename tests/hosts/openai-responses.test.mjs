/** `epitome/openai` and the real `openai` package, whose requests a scripted server answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI from 'openai';
import { checkOpenAIResponses } from '../providers/rules/openai-responses.ts';
import { example } from './support/example.mjs';
import { billed, calls, judge, recorder, request, resultOf } from './support/play.mjs';

/** A model that thinks, and calls a tool until it has called it often enough. */
function scripted(record) {
  const emitted = [];
  let n = 0;
  const client = new OpenAI({
    apiKey: 'test',
    async fetch(_url, init) {
      const body = JSON.parse(init.body);
      record(body.input, { body });
      n += 1;
      const output = [
        {
          type: 'reasoning',
          id: `rs_${n}`,
          summary: [],
          encrypted_content: `sealed-${n}`.repeat(20),
        },
        ...(n <= calls
          ? [
              {
                ...{ type: 'function_call', id: `fc_${n}`, call_id: `call_${n}`, name: 'list' },
                ...{ arguments: JSON.stringify({ module: n }), status: 'completed' },
              },
            ]
          : [
              {
                ...{ type: 'message', id: `msg_${n}`, role: 'assistant', status: 'completed' },
                content: [{ type: 'output_text', text: 'Module 7 is broken.', annotations: [] }],
              },
            ]),
      ];
      emitted.push(output);
      const input_tokens = billed(body.input);
      const usage = { input_tokens, output_tokens: 60, total_tokens: input_tokens + 60 };
      return Response.json({
        id: `resp_${n}`,
        object: 'response',
        model: body.model,
        output,
        usage,
      });
    },
  });
  return { client, emitted };
}

test('a loop of one’s own', async () => {
  const { respond, events } = await example('openai');
  const { requests, record } = recorder(events);
  const { client, emitted } = scripted(record);
  const input = [{ role: 'user', content: request }];
  let usage;
  for (;;) {
    const include = ['reasoning.encrypted_content'];
    const response = await respond(
      client,
      { model: 'gpt-5.6', input, store: false, include },
      usage,
    );
    usage = response.usage;
    input.push(...response.output);
    const asked = response.output.filter(({ type }) => type === 'function_call');
    if (asked.length === 0) break;
    for (const { call_id, arguments: args } of asked) {
      const output = resultOf(JSON.parse(args).module);
      input.push({ type: 'function_call_output', call_id, output });
    }
  }
  const figures = await judge({
    events,
    requests,
    faultsOf: (_, at) => checkOpenAIResponses(requests[at].body, emitted),
  });
  console.log(figures);
  assert.equal(input.length, 1 + 3 * calls + 2, 'the host has everything');
});
