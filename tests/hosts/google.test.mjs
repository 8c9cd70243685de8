/** `epitome/google`: the real Gen AI SDK before a scripted server, and the Agent Development Kit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BaseLlm, FunctionTool, InMemoryRunner } from '@google/adk';
import { GoogleGenAI } from '@google/genai';
import { z } from 'zod';
import { checkGemini } from '../providers/rules/gemini.ts';
import { example } from './support/example.mjs';
import { billed, calls, factors, judge, recorder, request, resultOf } from './support/play.mjs';

/** What the model says as its answer `n`: two calls at once at every fifth. */
function answer(n, { ids }) {
  if (n % (calls + 1) === 0)
    return [{ text: 'Module 7 is broken.', thoughtSignature: `final-${n}` }];
  const call = (place) => ({
    functionCall: { ...(ids && { id: `call-${n}-${place}` }), name: 'list', args: { module: n } },
    ...(place === 0 && { thoughtSignature: Buffer.from(`signed-${n}`).toString('base64') }),
  });
  const thought = { text: `Module ${n} is next.`, thought: true };
  return n % 5 === 0 ? [thought, call(0), call(1)] : [thought, call(0)];
}

for (const ids of [true, false]) {
  test(`a loop of one’s own, calls ${ids ? 'with' : 'without'} ids`, async (context) => {
    const { generate, events } = await example('google');
    const { requests, record } = recorder(events);
    const emitted = [];
    context.mock.method(globalThis, 'fetch', async (_url, init) => {
      const body = JSON.parse(init.body);
      record(body.contents);
      const parts = answer(emitted.length + 1, { ids });
      emitted.push(parts);
      const promptTokenCount = billed(body.contents);
      return Response.json({
        candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
        usageMetadata: {
          ...{ promptTokenCount, candidatesTokenCount: 60 },
          totalTokenCount: promptTokenCount + 60,
        },
      });
    });
    const ai = new GoogleGenAI({ apiKey: 'test' });
    const contents = [{ role: 'user', parts: [{ text: request }] }];
    let usage;
    for (;;) {
      const response = await generate(ai, { model: 'gemini-3-pro', contents }, usage);
      usage = response.usageMetadata;
      const { content } = response.candidates[0];
      contents.push(content);
      const asked = content.parts.flatMap(({ functionCall }) => functionCall ?? []);
      if (asked.length === 0) break;
      const parts = asked.map(({ id, name, args }) => ({
        functionResponse: { ...(id && { id }), name, response: { output: resultOf(args.module) } },
      }));
      contents.push({ role: 'user', parts });
    }
    // Without ids two responses to calls of one name can be told apart by their order alone.
    const faultsOf = (messages) =>
      checkGemini({ contents: messages }, emitted).filter(
        (fault) => ids || !fault.includes('two '),
      );
    console.log(await judge({ events, requests, faultsOf }));
    assert.ok(!JSON.stringify(requests).includes('epitome:'), 'ids of our own stay here');
    assert.equal(contents.length, 2 * calls + 2, 'the host has everything');
  });
}

for (const factor of factors) {
  test(`an agent of the Agent Development Kit, tokens billed ${factor} times`, async () => {
    const { agentOf, events } = await example('google', 1);
    const { requests, record } = recorder(events);
    const emitted = [];
    class ScriptedModel extends BaseLlm {
      constructor() {
        super({ model: 'gemini-3-pro' });
      }
      async *generateContentAsync({ contents }) {
        record(contents);
        const parts = answer(emitted.length + 1, { ids: true });
        emitted.push(parts);
        const usageMetadata = {
          promptTokenCount: billed(contents, factor),
          candidatesTokenCount: 60,
        };
        yield { content: { role: 'model', parts }, usageMetadata };
      }
    }
    const list = new FunctionTool({
      name: 'list',
      description: 'Lists a module.',
      parameters: z.object({ module: z.number() }),
      execute: ({ module }) => ({ output: resultOf(module) }),
    });
    const agent = agentOf({ name: 'lister', model: new ScriptedModel(), tools: [list] });
    const runner = new InMemoryRunner({ agent });
    const { id: sessionId } = await runner.sessionService.createSession({
      appName: runner.appName,
      userId: 'user',
    });
    const newMessage = { role: 'user', parts: [{ text: request }] };
    const runConfig = { maxLlmCalls: 500 };
    for await (const _ of runner.runAsync({ userId: 'user', sessionId, newMessage, runConfig }));
    const faultsOf = (messages) => checkGemini({ contents: messages }, emitted);
    console.log(await judge({ events, requests, faultsOf, factor }));
    const stored = await runner.sessionService.getSession({
      ...{ appName: runner.appName, userId: 'user', sessionId },
    });
    assert.equal(stored.events.length, 2 * calls + 2, 'the kit’s session has everything');
  });
}
