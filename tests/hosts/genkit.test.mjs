/** `epitome/genkit` and the real Genkit with a scripted model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { genkit, z } from 'genkit';
import { example } from './support/example.mjs';
import { billed, calls, factors, judge, recorder, request, resultOf } from './support/play.mjs';

function faultsOf(messages) {
  const faults = [];
  for (const [at, { role, content }] of messages.entries()) {
    const asked = content.flatMap(({ toolRequest }) => toolRequest?.ref ?? []);
    const next = (messages[at + 1]?.content ?? []).flatMap(
      ({ toolResponse }) => toolResponse?.ref ?? [],
    );
    if (role === 'model' && asked.join() !== next.join()) faults.push(`unanswered ${at}`);
    if (role === 'tool' && messages[at - 1]?.role !== 'model') faults.push(`orphan ${at}`);
    if (content.length === 0) faults.push(`empty ${at}`);
  }
  if (messages.find(({ role }) => role !== 'system')?.role !== 'user') faults.push('first');
  return faults;
}

/** Plays a long call of `generate`; `refuseAt` is the turn that is found too long. */
async function play({ factor, refuseAt }) {
  const { generate, events } = await example('genkit');
  const { requests, record } = recorder(events);
  const ai = genkit({});
  let n = 0;
  const model = ai.defineModel(
    { name: 'scripted', supports: { tools: true, multiturn: true } },
    async (asked) => {
      if (n === refuseAt) {
        refuseAt = undefined;
        throw new Error('prompt is too long: 13000 tokens > 12000 maximum');
      }
      record(asked.messages);
      n += 1;
      const content =
        n <= calls
          ? [
              { text: `Module ${n}.` },
              { toolRequest: { ref: `call-${n}`, name: 'list', input: { module: n } } },
            ]
          : [{ text: 'Module 7 is broken.' }];
      const usage = { inputTokens: billed(asked.messages, factor), outputTokens: 60 };
      return { finishReason: 'stop', message: { role: 'model', content }, usage };
    },
  );
  const list = ai.defineTool(
    { name: 'list', description: 'Lists a module.', inputSchema: z.object({ module: z.number() }) },
    async ({ module }) => resultOf(module),
  );
  const system = 'You list modules.';
  const options = { model, tools: [list], system, prompt: request, maxTurns: 200 };
  const response = await generate(ai, 'chat', options);
  assert.equal(response.text, 'Module 7 is broken.');
  assert.equal(response.messages.length, 2 * calls + 3, 'the response keeps every message');
  return { events, requests };
}

for (const factor of factors) {
  test(`a call of generate with tools, tokens billed ${factor} times`, async () => {
    console.log(await judge({ ...(await play({ factor })), faultsOf, factor }));
  });
}

test('a call that the provider finds too long is made again, folded', async () => {
  const { requests } = await play({ refuseAt: 12 });
  assert.ok(billed(requests[12].messages) < billed(requests[11].messages));
});
