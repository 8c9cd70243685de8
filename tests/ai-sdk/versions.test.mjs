/**
 * The corners of the AI SDK, each in the releases that have it: what a host's own hooks, approvals, steering,
 * tools of providers and stored chats do beside compaction.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as ai4 from 'ai4';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import { createCompactor } from 'epitome';
import { composePrepareStep, withCompaction } from 'epitome/ai-sdk';
import { checkPairs, checkPrefixes } from './support/checks.mjs';
import { finishReason, play, prose, scriptedModel, usageOf } from './support/loop.mjs';

const request = 'Read all files of the project. Never change one.';
const sdks = [
  [5, ai5, 'v2'],
  [6, ai6, 'v3'],
  [7, ai7, 'v4'],
];
const schema = (sdk) => sdk.jsonSchema({ type: 'object', properties: {} });
const partsOf = ({ content }) => (Array.isArray(content) ? content : []);

async function opened(options = {}) {
  const compactor = await createCompactor({
    contextWindow: 5_000,
    maxOutputTokens: 400,
    ...options,
  });
  const events = [];
  const session = compactor.session('s', { onEvent: (event) => events.push(event) });
  return {
    compactor,
    session,
    events,
    folds: () => events.filter(({ type }) => type === 'compaction').length,
  };
}

describe('AI SDK 4, whose loop has no hook for messages', () => {
  for (const mode of ['generate', 'stream']) {
    it(`is kept within the window by middleware (${mode})`, async () => {
      const { compactor, session, events, folds } = await opened();
      const model = scriptedModel({ specification: 'v1', steps: 30, window: 4_000 });
      const execute = async ({ path }) => `${path}\n${prose(220, path.length)}`;
      const tools = {
        read: ai4.tool({
          parameters: ai4.jsonSchema({ type: 'object', properties: { path: { type: 'string' } } }),
          execute,
        }),
      };
      const settings = { tools, prompt: request, maxSteps: 40, maxRetries: 0, system: 'Be brief.' };
      const wrapped = withCompaction(model, session);
      let text;
      if (mode === 'generate') ({ text } = await ai4.generateText({ model: wrapped, ...settings }));
      else {
        const result = ai4.streamText({ model: wrapped, ...settings });
        await result.consumeStream();
        text = (await result.steps).at(-1).text;
      }
      assert.equal(text, 'Done after 30 steps.');
      assert.ok(folds() > 0);
      // Its window is smaller than it was said to be, and that is found out once.
      assert.ok(model.log.refused <= 1, `${model.log.refused}`);
      assert.deepEqual(
        events.filter(({ type }) => type === 'error'),
        [],
      );
      model.log.sent.forEach(checkPairs);
      compactor.dispose();
    });
  }

  it('is kept by a middleware of wrapLanguageModel as well', async () => {
    const { compaction } = await import('epitome/ai-sdk');
    const { compactor, session, folds } = await opened();
    const model = scriptedModel({ specification: 'v1', steps: 0 });
    const wrapped = ai4.wrapLanguageModel({ model, middleware: compaction(session) });
    const messages = Array.from({ length: 60 }, (_, i) => ({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: `${i}: ${prose(70, i)}`,
    })).concat({ role: 'user', content: 'And?' });
    const { text } = await ai4.generateText({ model: wrapped, messages });
    assert.equal(text, 'Done after 0 steps.');
    assert.equal(folds(), 1);
    compactor.dispose();
  });
});

for (const [version, sdk, specification] of sdks) {
  describe(`AI SDK ${version}`, () => {
    it("S5.11: the user's own prepareStep chooses model, tools and messages beside the session's", async () => {
      const { compactor, session, folds } = await opened();
      const model = scriptedModel({ specification, steps: 30, window: 5_000 });
      const other = scriptedModel({ specification, steps: 30, window: 5_000 });
      other.modelId = 'scripted-2';
      // One conversation, whichever of them answers.
      other.log = model.log;
      other.doGenerate = (params) => {
        asked += 1;
        return model.doGenerate(params);
      };
      const seen = [];
      let asked = 0;
      const own = async ({ stepNumber, messages }) => {
        seen.push(stepNumber);
        if (stepNumber % 2 === 1) return undefined;
        return { activeTools: ['read'], model: other, messages: [...messages] };
      };
      await play({
        ...{ sdk, mode: 'generate', steps: 30, request, model },
        prepareStep: composePrepareStep(own, session.prepareStep),
      });
      assert.ok(seen.length > 30);
      assert.ok(asked > 14, `the other model was asked ${asked} times`);
      assert.ok(folds() > 0);
      model.log.sent.forEach(checkPairs);
      assert.equal(model.log.refused, 0);
      compactor.dispose();
    });

    it('C11: what one step returned is made again at the next, and is paid for once', async () => {
      const asked = [];
      const { compactor, session, events, folds } = await opened({
        summarize: async ({ prompt }) => {
          asked.push(prompt);
          return 'The files were read, and nothing was changed.';
        },
      });
      for (const mode of ['generate', 'stream']) {
        const model = scriptedModel({ specification, steps: 40, window: 5_000 });
        const { prepareStep } = session.with({});
        await play({ sdk, mode, steps: 40, request, model, prepareStep });
        assert.equal(model.log.refused, 0);
        // Without it the whole history would come back at each step of 5 and 6.
        const rewrites = checkPrefixes(model.log.sent);
        assert.ok(rewrites <= 10, `${rewrites} rewrites in 41 steps`);
      }
      assert.ok(folds() >= 3);
      assert.equal(new Set(asked).size, asked.length, 'a range was read twice');
      assert.ok(asked.length <= 2 * folds(), `${asked.length} requests for ${folds()} folds`);
      assert.deepEqual(
        events.filter(({ type }) => type === 'error'),
        [],
      );
      compactor.dispose();
    });

    it('a model that is chosen for each step, as frameworks without a hook do, is kept too', async () => {
      const { compactor, session, folds } = await opened();
      const model = scriptedModel({ specification, steps: 30, window: 5_000 });
      // A new wrapper each time: what is known hangs on the session.
      const prepareStep = () => ({ model: withCompaction(model, session) });
      await play({ sdk, mode: 'stream', steps: 30, request, model, prepareStep });
      assert.equal(model.log.answered, 31);
      assert.ok(model.log.refused <= 1);
      assert.ok(folds() > 0);
      model.log.sent.forEach(checkPairs);
      compactor.dispose();
    });

    it('tools that a provider runs itself, and dynamic ones, stay whole or go whole', async () => {
      for (const way of ['middleware', 'prepareStep']) {
        const { compactor, session, folds } = await opened();
        const model = scriptedModel({ specification, steps: 0 });
        const messages = [{ role: 'user', content: request }];
        for (let i = 0; i < 30; i += 1) {
          const ids = { toolCallId: `srv${i}`, toolName: 'web_search' };
          const found = {
            type: 'json',
            value: [{ url: `https://a.test/${i}`, text: prose(60, i) }],
          };
          messages.push(
            {
              role: 'assistant',
              content: [
                { type: 'tool-call', ...ids, input: { query: `q${i}` }, providerExecuted: true },
                { type: 'tool-result', ...ids, output: found },
                { type: 'text', text: `Found ${i}.` },
                {
                  ...{ type: 'tool-call', toolCallId: `dyn${i}`, toolName: 'mcp_lookup' },
                  ...{ input: { at: i }, dynamic: true },
                },
              ],
            },
            {
              role: 'tool',
              content: [
                {
                  ...{ type: 'tool-result', toolCallId: `dyn${i}`, toolName: 'mcp_lookup' },
                  output: { type: 'text', value: prose(60, i + 40) },
                },
              ],
            },
          );
        }
        messages.push({ role: 'assistant', content: 'Read.' }, { role: 'user', content: 'And?' });
        const settings = { messages, maxRetries: 0 };
        await (way === 'middleware'
          ? sdk.generateText({ model: withCompaction(model, session), ...settings })
          : sdk.generateText({ model, prepareStep: session.prepareStep, ...settings }));
        assert.equal(folds(), 1);
        const [sent] = model.log.sent;
        checkPairs(sent);
        for (const message of sent) {
          const own = partsOf(message).filter(({ toolName }) => toolName === 'web_search');
          assert.equal(own.length % 2, 0, 'half of a pair was sent');
        }
        compactor.dispose();
      }
    });

    it('what useChat stores comes back as other objects, and is known again', async () => {
      const { compactor, session, events } = await opened();
      const model = scriptedModel({ specification, steps: 25 });
      const stored = [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: request }] }];
      const read = sdk.tool({
        inputSchema: sdk.jsonSchema({ type: 'object', properties: { path: { type: 'string' } } }),
        execute: async ({ path }) => `${path}\n${prose(150, Number(/\d+/.exec(path)[0]))}`,
      });
      const isStepCount = sdk.stepCountIs ?? sdk.isStepCount;
      const turn = async (model_) => {
        const messages = await sdk.convertToModelMessages(JSON.parse(JSON.stringify(stored)), {
          tools: { read },
        });
        const result = sdk.streamText({
          ...{ model: model_, messages, tools: { read }, stopWhen: isStepCount(40) },
          prepareStep: session.with({}).prepareStep,
        });
        let reply;
        const stream = result.toUIMessageStream({
          originalMessages: stored,
          generateMessageId: () => `a${stored.length}`,
        });
        for await (const message of sdk.readUIMessageStream({ stream })) reply = message;
        stored.push(reply);
      };
      await turn(model);
      const folded = events.filter(({ type }) => type === 'compaction').length;
      assert.ok(folded > 0);
      stored.push({ id: 'u2', role: 'user', parts: [{ type: 'text', text: 'And now?' }] });
      const second = scriptedModel({ specification, steps: 0 });
      await turn(second);
      const again = events.filter(({ type }) => type === 'compaction').length;
      assert.ok(again - folded <= 1, `${again} after ${folded}`);
      const aligned = events.filter(({ type }) => type === 'aligned').map(({ how }) => how);
      assert.ok(!aligned.includes('unrelated') && !aligned.includes('edited'), aligned.join());
      assert.ok(second.log.tokens[0] < 5_000);
      second.log.sent.forEach(checkPairs);
      compactor.dispose();
    });

    if (version === 5) return;

    it('approvals that are given in a later request find their call', async () => {
      for (const way of ['middleware', 'prepareStep']) {
        const { compactor, session, folds } = await opened();
        let asks = true;
        const model = scriptedModel({
          ...{ specification, steps: 0 },
          answer({ params, log, input }) {
            log.sent.push(params.prompt);
            const content = asks
              ? [{ type: 'tool-call', toolCallId: 'risky', toolName: 'drop', input: '{}' }]
              : [{ type: 'text', text: 'Dropped.' }];
            const reason = finishReason(specification, asks ? 'tool-calls' : 'stop');
            asks = false;
            return { content, usage: usageOf(specification, input, 5), finishReason: reason };
          },
        });
        let executed = 0;
        const tools = {
          drop: sdk.tool({
            ...{ inputSchema: schema(sdk), needsApproval: true },
            execute: async () => {
              executed += 1;
              return 'gone';
            },
          }),
        };
        const settings = {
          ...{ tools, stopWhen: (sdk.stepCountIs ?? sdk.isStepCount)(5), maxRetries: 0 },
          ...(way === 'middleware'
            ? { model: withCompaction(model, session) }
            : { model, prepareStep: session.prepareStep }),
        };
        const messages = [{ role: 'user', content: request }];
        for (let i = 0; i < 25; i += 1) {
          messages.push({ role: 'assistant', content: prose(150, i) });
          messages.push({ role: 'user', content: `Go on with ${i}.` });
        }
        const first = await sdk.generateText({ ...settings, messages });
        const said = first.responseMessages ?? first.response.messages;
        const asked = said.flatMap(partsOf).find(({ type }) => type === 'tool-approval-request');
        assert.ok(asked, 'an approval is asked for');
        assert.equal(executed, 0);
        const { approvalId } = asked;
        const answer = { type: 'tool-approval-response', approvalId, approved: true };
        const later = JSON.parse(JSON.stringify([...messages, ...said]));
        later.push({ role: 'tool', content: [answer] });
        const second = await sdk.generateText({ ...settings, messages: later });
        assert.equal(second.text, 'Dropped.');
        assert.equal(executed, 1);
        assert.ok(folds() >= 1);
        model.log.sent.forEach(checkPairs);
        compactor.dispose();
      }
    });

    it('prepareCall opens the session of a chat', async () => {
      const { compactor } = await opened();
      const model = scriptedModel({ specification, steps: 20, window: 5_000 });
      const read = sdk.tool({
        inputSchema: sdk.jsonSchema({ type: 'object', properties: { path: { type: 'string' } } }),
        execute: async ({ path }) => `${path}\n${prose(220, path.length)}`,
      });
      const agent = new sdk.ToolLoopAgent({
        ...{ model, tools: { read }, stopWhen: (sdk.stepCountIs ?? sdk.isStepCount)(30) },
        prepareCall: ({ options, ...rest }) => ({
          ...rest,
          prepareStep: compactor.session(options.chatId).prepareStep,
        }),
      });
      await agent.generate({ prompt: request, options: { chatId: 'mine' } });
      assert.ok(compactor.session('mine').usage().compactions > 0);
      assert.equal(model.log.refused, 0);
      compactor.dispose();
    });
  });
}

describe('AI SDK 7 alone', () => {
  it('one hook serves many chats by their runtime context', async () => {
    const { compactor } = await opened();
    const model = scriptedModel({ specification: 'v4', steps: 20 });
    const hook = compactor.prepareStep({ sessionId: (step) => step.runtimeContext.chatId });
    await play({
      ...{ sdk: ai7, mode: 'agent', steps: 20, request, model, prepareStep: hook },
      runtimeContext: { chatId: 'seven' },
    });
    assert.ok(compactor.has('seven'));
    assert.ok(compactor.session('seven').usage().compactions > 0);
    compactor.dispose();
  });

  it('messages that steer a run are delivered, whatever is folded', async () => {
    for (const way of ['middleware', 'prepareStep']) {
      const { compactor, session, folds } = await opened();
      const model = scriptedModel({ specification: 'v4', steps: 30, window: 5_000 });
      const steering = ai7.experimental_createSteering();
      const outcomes = [];
      await play({
        ...{ sdk: ai7, mode: 'generate', steps: 30, request, experimental_steering: steering },
        outcome(path) {
          const n = Number(/\d+/.exec(path)[0]);
          if (n % 8 === 7) outcomes.push(steering.steer(`STEER ${n}: look at the tests first.`));
          return `${path}\n${prose(220, n)}`;
        },
        ...(way === 'middleware'
          ? { model: withCompaction(model, session) }
          : { model, prepareStep: session.prepareStep }),
      });
      assert.ok(folds() > 0);
      const settled = await Promise.all(outcomes);
      assert.deepEqual(
        settled.map(({ type }) => type),
        ['delivered', 'delivered', 'delivered'],
      );
      const said = JSON.stringify(model.log.sent.at(-1));
      for (const n of [7, 15, 23]) assert.ok(said.includes(`STEER ${n}:`), `${way}: ${n}`);
      compactor.dispose();
    }
  });
});
