/**
 * Model middleware: what it counts, when it stands down, and how it takes answers that are too long for
 * their window without saying so.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import { createCompactor } from 'epitome';
import { compaction, withCompaction } from 'epitome/ai-sdk';
import { checkPairs } from './support/checks.mjs';
import {
  finishReason,
  play,
  prose,
  scriptedModel,
  streamOf,
  tokensOf,
  usageOf,
} from './support/loop.mjs';

const specification = 'v4';
const sdk = ai7;
const request = 'Read all files of the project. Never change one.';
const ofType = (events, type) => events.filter((event) => event.type === type);

/** A session that tells what happens. */
async function opened(options = {}) {
  const compactor = await createCompactor({
    contextWindow: 8_000,
    maxOutputTokens: 400,
    ...options,
  });
  const events = [];
  const session = compactor.session('s', { onEvent: (event) => events.push(event) });
  return { compactor, session, events };
}

/** A history that the model has not answered yet, of about so many tokens. */
function history(tokens) {
  const messages = [{ role: 'user', content: request }];
  for (let i = 0; tokensOf(messages) < tokens; i += 1) {
    const ids = { toolCallId: `h${i}`, toolName: 'read' };
    messages.push(
      { role: 'assistant', content: [{ type: 'tool-call', ...ids, input: { path: `${i}.ts` } }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...ids, output: { type: 'text', value: prose(150, i) } }],
      },
    );
  }
  return [...messages, { role: 'assistant', content: 'Read.' }, { role: 'user', content: 'And?' }];
}

describe('model middleware', () => {
  it('C16: counts the tools, the system prompt and the output limit of each call', async () => {
    const tools = {
      search: sdk.tool({
        description: prose(900, 5),
        inputSchema: sdk.jsonSchema({ type: 'object', properties: {} }),
        execute: async () => '',
      }),
    };
    const system = prose(500, 3);
    const besides = tokensOf(system) + tokensOf(prose(900, 5));
    assert.ok(besides > 2_000);
    for (const mode of ['generate', 'stream']) {
      const { compactor, session, events } = await opened();
      const model = scriptedModel({ specification, steps: 30, window: 8_000 - 1_500 });
      await play({
        ...{ sdk, mode, steps: 30, request, system, tools, maxOutputTokens: 1_500 },
        model: withCompaction(model, session),
      });
      assert.equal(model.log.refused, 0);
      assert.ok(ofType(events, 'compaction').length > 0);
      const { budget } = session.explain();
      assert.equal(budget.outputReserve, 1_500);
      assert.ok(Math.abs(budget.hostOverhead - besides) < besides / 3, `${budget.hostOverhead}`);
      compactor.dispose();
    }
  });

  it('C16: tools that are new in a call count before it is billed', async () => {
    const { compactor, session } = await opened();
    const tool = (words) =>
      sdk.tool({
        description: prose(words, 5),
        inputSchema: sdk.jsonSchema({ type: 'object', properties: {} }),
      });
    const model = scriptedModel({ specification, steps: 0 });
    const wrapped = withCompaction(model, session);
    const messages = history(6_000);
    const ask = (tools) => sdk.generateText({ model: wrapped, messages, tools });
    await ask({ small: tool(10) });
    const before = session.usage();
    await ask({ small: tool(10) });
    assert.equal(session.usage().compactions, 0);
    await ask({ large: tool(2_400) });
    const after = session.usage();
    assert.ok(after.hostOverhead - before.hostOverhead > 2_500, `${after.hostOverhead}`);
    assert.equal(after.compactions, 1);
    await ask({ small: tool(10) });
    assert.ok(session.usage().hostOverhead < after.hostOverhead - 2_500);
    compactor.dispose();
  });

  it('C6: learns from what a provider counts of a request that it refuses', async () => {
    const { compactor, session, events } = await opened();
    // Its tokens are shorter than any estimate.
    const model = scriptedModel({ specification, steps: 40, window: 8_000, factor: 2.2 });
    const wrapped = withCompaction(model, session);
    const result = await play({ sdk, mode: 'generate', steps: 40, request, model: wrapped });
    assert.equal(result.text, 'Done after 40 steps.');
    assert.ok(model.log.refused <= 2, `${model.log.refused} refused`);
    assert.ok(ofType(events, 'overflow').length <= 2);
    compactor.dispose();
  });

  it('C15: a call that is too long from the start is made smaller before it is sent', async () => {
    const { compactor, session } = await opened();
    const model = scriptedModel({ specification, steps: 0, window: 8_000 });
    await sdk.generateText({ model: withCompaction(model, session), messages: history(14_000) });
    assert.equal(model.log.refused, 0);
    checkPairs(model.log.sent[0]);
    compactor.dispose();
  });

  it('C14: says why, and does nothing where compaction is switched off', async () => {
    const { compactor, session } = await opened({ enabled: false });
    const model = scriptedModel({ specification, steps: 0 });
    const messages = history(5_500);
    await sdk.generateText({ model: withCompaction(model, session), messages });
    assert.equal(model.log.sent[0].length, messages.length);
    assert.ok(session.explain().messages.every(({ fate }) => fate === 'kept'));
    compactor.dispose();
  });

  it('C13: an aborted call ends the waiting for a summary, and no attempt follows it', async () => {
    const controller = new AbortController();
    let asked = 0;
    const { compactor, session } = await opened({
      summarize: (_request, { signal }) => {
        asked += 1;
        queueMicrotask(() => controller.abort());
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    const model = scriptedModel({ specification, steps: 0 });
    const call = { prompt: [], abortSignal: controller.signal };
    const messages = history(9_000).map(({ role, content }) => ({
      role,
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    }));
    await withCompaction(model, session).doGenerate({ ...call, prompt: messages });
    assert.equal(asked, 1);
    assert.ok(model.log.tokens[0] < 8_000);
    compactor.dispose();
  });

  it('C21: rewinds what it folded, and folds on demand', async () => {
    const { compactor, session } = await opened();
    const model = scriptedModel({ specification, steps: 0 });
    const wrapped = withCompaction(model, session);
    const messages = history(3_500);
    await sdk.generateText({ model: wrapped, messages });
    session.requestCompaction();
    await sdk.generateText({ model: wrapped, messages });
    await session.rewind();
    await sdk.generateText({ model: wrapped, messages });
    const lengths = model.log.sent.map(({ length }) => length);
    assert.ok(lengths[1] < lengths[0]);
    assert.equal(lengths[2], lengths[0]);
    compactor.dispose();
  });

  it('C23: a summary is asked for as text, whatever tools the call has', async () => {
    const requests = [];
    const { compactor, session } = await opened({
      summarize: async (asked) => {
        requests.push(asked);
        return '';
      },
    });
    const model = scriptedModel({ specification, steps: 30 });
    await play({
      sdk,
      mode: 'generate',
      steps: 30,
      request,
      model: withCompaction(model, session),
    });
    assert.ok(requests.length > 0);
    for (const asked of requests) {
      assert.equal(typeof asked.prompt, 'string');
      assert.ok(!('tools' in asked));
    }
    compactor.dispose();
  });

  it('knows a prompt again that is made anew for each call: nothing is summarised twice', async () => {
    const asked = [];
    const { compactor, session, events } = await opened({
      summarize: async ({ prompt }) => {
        asked.push(prompt);
        return { text: '', finishReason: 'stop' };
      },
    });
    const model = scriptedModel({ specification, steps: 40 });
    await play({ sdk, mode: 'stream', steps: 40, request, model: withCompaction(model, session) });
    assert.equal(new Set(asked).size, asked.length);
    assert.deepEqual(
      ofType(events, 'aligned').map(({ how }) => how),
      ['new'],
    );
    compactor.dispose();
  });

  it('knows every part that a prompt may have: what stays goes on as it came', async () => {
    const old = prose(900, 3);
    for (const version of ['v2', 'v3', 'v4']) {
      const bytes = new Uint8Array(600).fill(7);
      const isLast = version === 'v4';
      const file = (mediaType, data) => ({ type: 'file', mediaType, data });
      const tagged = [
        file('application/pdf', { type: 'data', data: bytes }),
        file('image/png', { type: 'url', url: new URL('https://a.test/1.png') }),
        file('text/plain', { type: 'reference', reference: { openai: 'file-1' } }),
        file('text/plain', { type: 'text', text: 'Read me.' }),
      ];
      const files = isLast ? tagged : [file('image/png', bytes), file('application/pdf', 'AAAA')];
      const signed = {
        type: 'reasoning',
        text: 'So.',
        providerOptions: { anthropic: { signature: 's' } },
      };
      const search = { toolCallId: 'srv', toolName: 'web_search' };
      const found = { type: 'json', value: [{ url: 'https://a.test' }] };
      const approval = { approvalId: 'a1', toolCallId: 'mcp' };
      const content = [
        ...(isLast ? [{ type: 'custom', kind: 'openai.note' }] : []),
        ...(isLast
          ? [{ type: 'reasoning-file', mediaType: 'image/png', data: tagged[0].data }]
          : []),
        signed,
        { type: 'tool-call', ...search, input: { q: 'x' }, providerExecuted: true },
        { type: 'tool-result', ...search, output: found },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: { path: 'a' } },
      ];
      const result = { type: 'tool-result', toolCallId: 'c1', toolName: 'read' };
      const text = (value) => [{ type: 'text', text: value }];
      const tail = [
        { role: 'user', content: [...text('Look at these.'), ...files] },
        { role: 'assistant', content },
        { role: 'tool', content: [{ ...result, output: { type: 'text', value: 'of a' } }] },
      ];
      const pair =
        version === 'v2'
          ? []
          : [
              {
                role: 'assistant',
                content: [
                  {
                    type: 'tool-call',
                    toolCallId: 'mcp',
                    toolName: 'drop',
                    input: {},
                    providerExecuted: true,
                  },
                  { type: 'tool-approval-request', ...approval },
                ],
              },
              {
                role: 'tool',
                content: [{ type: 'tool-approval-response', ...approval, approved: true }],
              },
            ];
      const prompt = [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: text(request) },
        ...Array.from({ length: 14 }, (_, i) => [
          { role: 'assistant', content: text(`${i} ${old}`) },
          { role: 'user', content: text(`Go on with ${i}.`) },
        ]).flat(),
        ...tail,
        ...pair,
      ];
      const { compactor, session, events } = await opened({
        contextWindow: 24_000,
        keepRecent: { messages: 8 },
      });
      const model = scriptedModel({ specification: version, steps: 0 });
      await withCompaction(model, session).doGenerate({ prompt });
      const errors = ofType(events, 'error');
      assert.deepEqual(errors, [], version);
      assert.ok(ofType(events, 'compaction').length === 1, version);
      const [sent] = model.log.sent;
      assert.equal(sent[0], prompt[0]);
      const kept = [...tail, ...pair];
      const shown = sent.slice(-kept.length);
      for (const [i, message] of kept.entries()) {
        const own = message.content.filter((part) => part !== signed);
        // Thinking that is bound to what was rewritten has left.
        assert.deepEqual(shown[i].content, own, `${version} ${i}`);
        own.forEach((part, at) => void assert.equal(shown[i].content[at], part));
      }
      compactor.dispose();
    }
  });

  it('system messages may change from call to call', async () => {
    const { compactor, session, events } = await opened();
    const model = scriptedModel({ specification, steps: 0 });
    const wrapped = withCompaction(model, session);
    const messages = history(7_000);
    for (const system of ['It is noon.', 'It is one.', 'It is two.']) {
      await sdk.generateText({ model: wrapped, system, messages });
    }
    assert.deepEqual(
      model.log.sent.map(([{ content }]) => content),
      ['It is noon.', 'It is one.', 'It is two.'],
    );
    assert.equal(ofType(events, 'compaction').length, 1);
    assert.equal(model.log.sent[1].length, model.log.sent[2].length);
    compactor.dispose();
  });

  it('leaves a conversation alone that the provider keeps', async () => {
    const { compactor, session, events } = await opened();
    const model = scriptedModel({ specification, steps: 0 });
    const wrapped = withCompaction(model, session);
    const messages = history(12_000);
    for (const providerOptions of [
      { openai: { previousResponseId: 'resp_1' } },
      { openai: { conversation: 'conv_1' } },
      { google: { previousInteractionId: 'i' } },
    ]) {
      await sdk.generateText({ model: wrapped, messages, providerOptions });
    }
    for (const sent of model.log.sent) assert.equal(sent.length, messages.length);
    assert.deepEqual(
      ofType(events, 'stood-down').map(({ reason }) => reason),
      ['server-history'],
    );
    compactor.dispose();
  });

  it('stands down where prepareStep is in use, and still recovers what is too long', async () => {
    for (const version of [ai6, ai7]) {
      for (const mode of ['generate', 'stream']) {
        const asked = [];
        const { compactor, session, events } = await opened({
          summarize: async ({ prompt }) => {
            asked.push(prompt);
            return '';
          },
        });
        const spec = version === ai6 ? 'v3' : 'v4';
        const model = scriptedModel({ specification: spec, steps: 30, window: 4_500 });
        const result = await play({
          ...{ sdk: version, mode, steps: 30, request, prepareStep: session.prepareStep },
          model: withCompaction(model, session),
        });
        assert.equal(result.text, 'Done after 30 steps.');
        assert.equal(ofType(events, 'stood-down').length, 1);
        assert.ok(ofType(events, 'overflow').length >= 1);
        // The hook's next steps know the limit.
        assert.ok(model.log.refused <= 2, `${model.log.refused} refused`);
        assert.equal(new Set(asked).size, asked.length, 'nothing is bought twice');
        model.log.sent.forEach(checkPairs);
        compactor.dispose();
      }
    }
  });

  it('takes options, a compactor with sessions by id, and what is sent to epitome alone', async () => {
    const events = [];
    const model = scriptedModel({ specification, steps: 0 });
    const onEvent = (event) => events.push(event);
    const own = withCompaction(model, { contextWindow: 8_000, onEvent });
    await sdk.generateText({ model: own, messages: history(9_000) });
    assert.equal(ofType(events, 'compaction').length, 1);
    const unknown = withCompaction(model, { contextWindow: 8_000, wrong: 1 });
    await assert.rejects(sdk.generateText({ model: unknown, prompt: 'hi', maxRetries: 0 }), {
      code: 'invalid-option',
    });
    assert.throws(() => withCompaction('openai/gpt-5', {}), { code: 'invalid-argument' });
    assert.throws(() => withCompaction(model, undefined), { code: 'invalid-argument' });
    using compactor = await createCompactor({ contextWindow: 8_000, onEvent });
    const shared = withCompaction(model, compactor);
    const named = withCompaction(model, compactor, { sessionId: () => 'named' });
    const providerOptions = { epitome: { sessionId: 'chat' }, openai: { user: 'u' } };
    let seen;
    model.doGenerate = async (params) => {
      seen = params.providerOptions;
      return {
        content: [{ type: 'text', text: 'ok' }],
        finishReason: finishReason('v4', 'stop'),
        usage: usageOf('v4', 5, 5),
        warnings: [],
      };
    };
    await sdk.generateText({ model: shared, messages: history(9_000), providerOptions });
    assert.deepEqual(seen, { openai: { user: 'u' } });
    await sdk.generateText({ model: named, messages: history(9_000) });
    const ids = ofType(events, 'compaction').map(({ sessionId }) => sessionId);
    assert.deepEqual(ids.slice(1), ['chat', 'named']);
  });

  it('is a middleware for wrapLanguageModel, beside others', async () => {
    const { compactor, session, events } = await opened();
    const model = scriptedModel({ specification, steps: 0, window: 6_000 });
    const wrapped = sdk.wrapLanguageModel({
      model,
      middleware: [
        sdk.defaultSettingsMiddleware({ settings: { temperature: 0.5 } }),
        compaction(session),
      ],
    });
    await sdk.generateText({ model: wrapped, messages: history(9_000) });
    assert.equal(ofType(events, 'compaction').length, 1);
    compactor.dispose();
  });

  it('an engine that fails costs the agent nothing', async () => {
    const { compactor, session } = await opened();
    const model = scriptedModel({ specification, steps: 0 });
    const wrapped = withCompaction(model, session);
    compactor.dispose();
    const { text } = await sdk.generateText({ model: wrapped, messages: history(9_000) });
    assert.equal(text, 'Done after 0 steps.');
  });
});

/** A server that reads only the newest `window` tokens of what it is sent, and says nothing of it. */
function cutting(window, billed = (input) => Math.min(input, window)) {
  return ({ params, log, input, streams }) => {
    log.sent.push(params.prompt);
    log.tokens.push(input);
    const usage = usageOf(specification, billed(input), 5);
    const reason = finishReason(specification, 'stop');
    const content = [{ type: 'text', text: `read ${Math.min(input, window)}` }];
    if (!streams) return { content, usage, finishReason: reason };
    return {
      stream: streamOf([
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '0' },
        { type: 'text-delta', id: '0', delta: content[0].text },
        { type: 'text-end', id: '0' },
        { type: 'finish', finishReason: reason, usage },
      ]),
    };
  };
}

describe('an answer that says nothing of it', () => {
  it('of a prompt that was cut: the call is made again, and the window is learned', async () => {
    const { compactor, session, events } = await opened({ contextWindow: 32_000 });
    const model = scriptedModel({ specification, steps: 0, answer: cutting(5_000) });
    const wrapped = withCompaction(model, session);
    await sdk.generateText({ model: wrapped, messages: history(14_000) });
    assert.equal(model.log.sent.length, 2);
    assert.equal(ofType(events, 'overflow')[0].kind, 'truncated');
    assert.ok(model.log.tokens[1] <= 5_000);
    await sdk.generateText({ model: wrapped, messages: history(14_000) });
    assert.equal(model.log.sent.length, 3, 'the limit is known');
    compactor.dispose();
  });

  it('of a prompt that was cut, in a stream: the next call is smaller', async () => {
    const { compactor, session } = await opened({ contextWindow: 32_000 });
    const model = scriptedModel({ specification, steps: 0, answer: cutting(5_000) });
    const wrapped = withCompaction(model, session);
    const ask = () => sdk.streamText({ model: wrapped, messages: history(14_000) }).text;
    assert.equal(await ask(), 'read 5000');
    assert.equal(model.log.sent.length, 1, 'its tokens have reached the user');
    await ask();
    assert.ok(model.log.tokens[1] <= 5_000);
    compactor.dispose();
  });

  it('of a server that bills less than it reads: it is asked again once, and then believed', async () => {
    const { compactor, session } = await opened({ contextWindow: 32_000 });
    const model = scriptedModel({
      ...{ specification, steps: 0 },
      answer: cutting(100_000, (input) => Math.floor(input / 4)),
    });
    const wrapped = withCompaction(model, session);
    for (let i = 0; i < 3; i += 1) {
      await sdk.generateText({ model: wrapped, messages: history(14_000) });
    }
    assert.equal(model.log.sent.length, 4);
    compactor.dispose();
  });

  it('with no room left for a reply: the call is made again', async () => {
    for (const raw of ['length', 'model_context_window_exceeded']) {
      for (const streams of [false, true]) {
        const { compactor, session, events } = await opened();
        const model = scriptedModel({
          ...{ specification, steps: 0 },
          answer({ input, log }) {
            if (input <= 3_000) return undefined;
            log.refused += 1;
            const reason = finishReason(specification, raw === 'length' ? raw : 'other', raw);
            const usage = usageOf(specification, input, 0);
            if (!streams) return { content: [], usage, finishReason: reason };
            return {
              stream: streamOf([
                { type: 'stream-start', warnings: [] },
                { type: 'finish', finishReason: reason, usage },
              ]),
            };
          },
        });
        const model7 = withCompaction(model, session);
        const messages = history(5_000);
        const text = streams
          ? await sdk.streamText({ model: model7, messages }).text
          : (await sdk.generateText({ model: model7, messages })).text;
        assert.equal(text, 'Done after 0 steps.');
        assert.equal(ofType(events, 'overflow')[0].kind, 'no-room');
        compactor.dispose();
      }
    }
  });

  it('whose thoughts took all that the call allowed is no overflow', async () => {
    const { compactor, session, events } = await opened();
    const model = scriptedModel({
      ...{ specification, steps: 0 },
      answer: ({ input, log }) => {
        log.sent.push(input);
        return {
          content: [{ type: 'reasoning', text: prose(90, 1) }],
          usage: usageOf(specification, input, 100),
          finishReason: finishReason(specification, 'length'),
        };
      },
    });
    await sdk.generateText({
      ...{ model: withCompaction(model, session), messages: history(5_000) },
      maxOutputTokens: 100,
    });
    assert.equal(model.log.sent.length, 1);
    assert.deepEqual(ofType(events, 'overflow'), []);
    compactor.dispose();
  });

  it('in mid-stream, after tokens have reached the user, an error stays one', async () => {
    const { compactor, session, events } = await opened();
    const model = scriptedModel({
      ...{ specification, steps: 0 },
      answer: ({ log }) => {
        log.sent.push(1);
        return {
          stream: streamOf([
            { type: 'stream-start', warnings: [] },
            { type: 'text-start', id: '0' },
            { type: 'text-delta', id: '0', delta: 'Half' },
            { type: 'error', error: new Error('prompt is too long: 9000 tokens > 8000 maximum') },
          ]),
        };
      },
    });
    const errors = [];
    const result = sdk.streamText({
      ...{ model: withCompaction(model, session), prompt: 'hi' },
      onError: ({ error }) => void errors.push(error.message),
    });
    let text = '';
    for await (const chunk of result.textStream) text += chunk;
    assert.equal(text, 'Half');
    assert.equal(errors.length, 1);
    assert.equal(model.log.sent.length, 1);
    assert.deepEqual(ofType(events, 'overflow'), []);
    compactor.dispose();
  });
});
