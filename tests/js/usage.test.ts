// promise: 11 believes within bounds
/**
 * What providers billed, in the shapes in which AI SDK 4 to 7 hand it on: recorded from `steps` of
 * generateText with the providers' packages of each version and an endpoint that answered the same;
 * and as the providers' own endpoints send it.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Compactor, createCompactor, type Session } from 'epitome';
import { billedOf, billedUsage } from '../../js/bills/usage.ts';

// biome-ignore lint/suspicious/noExplicitAny: usage has as many shapes as there are providers.
type Shape = any;

const anthropicRaw = {
  input_tokens: 10,
  output_tokens: 7,
  cache_creation_input_tokens: 90,
  cache_read_input_tokens: 900,
};
const details = { noCacheTokens: 10, cacheReadTokens: 900, cacheWriteTokens: 90 };
const googleRaw = {
  cachedContentTokenCount: 900,
  thoughtsTokenCount: 3,
  promptTokenCount: 1000,
  candidatesTokenCount: 7,
  totalTokenCount: 1010,
};
const chatRaw = {
  prompt_tokens: 1000,
  completion_tokens: 7,
  total_tokens: 1007,
  prompt_tokens_details: { cached_tokens: 900 },
  completion_tokens_details: { reasoning_tokens: 3 },
};
const responsesRaw = {
  input_tokens: 1000,
  input_tokens_details: { cached_tokens: 900 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 3 },
  total_tokens: 1007,
};
const bedrockRaw = {
  inputTokens: 10,
  outputTokens: 7,
  totalTokens: 1007,
  cacheReadInputTokens: 900,
  cacheWriteInputTokens: 90,
};
/** The sum over a compaction by the provider and the prompt that it left: 150 new and 50 cached. */
const iterations = [
  { type: 'compaction', input_tokens: 50000, output_tokens: 80 },
  {
    type: 'message',
    input_tokens: 150,
    output_tokens: 15,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 50,
  },
];
const compactedRaw = { input_tokens: 50200, output_tokens: 95, iterations };

/** Usage as AI SDK 5 has it, and as 6 and 7 do. */
const five = (inputTokens: number, outputTokens: number, totalTokens: number, more = {}) => ({
  inputTokens,
  outputTokens,
  totalTokens,
  ...more,
});
const later = (raw: Shape, inputTokenDetails: Shape, more = {}) => ({
  ...five(1000, 7, 1007, { inputTokenDetails, outputTokenDetails: {}, raw }),
  ...more,
});
const cached = { cachedInputTokens: 900 };
const written = { cacheCreationInputTokens: 90 };
const anthropic = (more: Shape) => ({ anthropic: more });
const bedrock = { bedrock: { usage: { cacheWriteInputTokens: 90 }, stopSequence: null } };
const google = { google: { usageMetadata: googleRaw } };
const openai = { openai: { responseId: 'r' } };
const cachedParts = { noCacheTokens: 100, cacheReadTokens: 900 };
/** What a provider of AI SDK 5 tells later versions. */
const older = { inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: 900 } };
const compactedParts = { noCacheTokens: 50150, cacheReadTokens: 0, cacheWriteTokens: 0 };
const compacted = five(50150, 95, 50245);
const none = Number.NaN;

/** Usage, provider metadata, prompt, reply. */
const rows: Record<string, [Shape, Shape, number, number]> = {
  'Anthropic, AI SDK 4: cache in the metadata alone': [
    { promptTokens: 10, completionTokens: 7, totalTokens: 17 },
    anthropic({ ...written, cacheReadInputTokens: 900 }),
    1000,
    7,
  ],
  'Anthropic, AI SDK 5: input without cache': [
    five(10, 7, 17, cached),
    anthropic({ usage: anthropicRaw, ...written, iterations: null }),
    1000,
    7,
  ],
  'Anthropic, AI SDK 6': [
    later(anthropicRaw, details, cached),
    anthropic({ usage: anthropicRaw, ...written, iterations: null }),
    1000,
    7,
  ],
  'Anthropic, AI SDK 7': [
    later(anthropicRaw, details),
    anthropic({ usage: anthropicRaw, iterations: null }),
    1000,
    7,
  ],
  'Anthropic after its own compaction, AI SDK 5': [
    compacted,
    anthropic({ usage: compactedRaw, cacheCreationInputTokens: null }),
    200,
    15,
  ],
  'Anthropic after its own compaction, AI SDK 6 and 7': [
    { ...later(compactedRaw, compactedParts), ...compacted },
    anthropic({ usage: compactedRaw }),
    200,
    15,
  ],
  'Anthropic by a provider of AI SDK 5, AI SDK 6': [
    five(10, 7, 17, { ...older, outputTokenDetails: {}, ...cached }),
    anthropic({ usage: anthropicRaw, ...written }),
    1000,
    7,
  ],
  'Anthropic by a provider of AI SDK 5, AI SDK 7': [
    five(10, 7, 17, { ...older, outputTokenDetails: {} }),
    anthropic({ usage: anthropicRaw, ...written }),
    1000,
    7,
  ],
  'Bedrock, AI SDK 5: input without cache': [five(10, 7, 17, cached), bedrock, 1000, 7],
  'Bedrock, AI SDK 6': [later(bedrockRaw, details, cached), bedrock, 1000, 7],
  'Google, AI SDK 5: thoughts beside the reply': [
    five(1000, 7, 1010, { reasoningTokens: 3, ...cached }),
    google,
    1000,
    10,
  ],
  'Google, AI SDK 6 and 7': [
    later(googleRaw, cachedParts, { outputTokens: 10, totalTokens: 1010 }),
    google,
    1000,
    10,
  ],
  'OpenAI, AI SDK 4': [
    { promptTokens: 1000, completionTokens: 7, totalTokens: 1007 },
    { openai: { reasoningTokens: 3, cachedPromptTokens: 900 } },
    1000,
    7,
  ],
  'OpenAI, AI SDK 5': [five(1000, 7, 1007, { reasoningTokens: 3, ...cached }), openai, 1000, 7],
  'OpenAI, AI SDK 6 and 7': [later(responsesRaw, cachedParts), openai, 1000, 7],
  'an endpoint that bills nothing, AI SDK 4': [
    { promptTokens: none, completionTokens: none, totalTokens: none },
    { openai: {} },
    0,
    0,
  ],
  'an endpoint that bills nothing, AI SDK 5': [
    { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined },
    { openai: {} },
    0,
    0,
  ],
  'an endpoint that bills nothing, AI SDK 6 and 7': [
    { inputTokenDetails: {}, outputTokenDetails: {} },
    { openai: {} },
    0,
    0,
  ],
  "a provider's own usage in AI SDK 6 and 7": [
    {
      inputTokens: { total: 1000, noCache: 10, cacheRead: 900, cacheWrite: 90 },
      outputTokens: { total: 7, text: 4, reasoning: 3 },
    },
    undefined,
    1000,
    7,
  ],
  "OpenAI's chat completions as sent": [chatRaw, undefined, 1000, 7],
  "OpenAI's Responses API as sent": [responsesRaw, undefined, 1000, 7],
  "Anthropic's API as sent": [anthropicRaw, undefined, 1000, 7],
  "Anthropic's API as sent after a compaction": [compactedRaw, undefined, 200, 15],
  "Anthropic's API, all of it cached": [
    { input_tokens: 0, output_tokens: 7, cache_read_input_tokens: 900 },
    undefined,
    900,
    7,
  ],
  "Bedrock's API as sent": [bedrockRaw, undefined, 1000, 7],
  "Google's API as sent": [googleRaw, undefined, 1000, 10],
  'AI SDK 4 without a total': [{ promptTokens: 1000, completionTokens: 7 }, undefined, 1000, 7],
  'AI SDK 5 without a total': [{ inputTokens: 1000, outputTokens: 7 }, undefined, 1000, 7],
  'chat without a total': [{ prompt_tokens: 1000, completion_tokens: 7 }, undefined, 1000, 7],
};
const recorded = Object.entries(rows);

describe('what was billed', () => {
  for (const [name, [usage, providerMetadata, input, output]] of recorded) {
    it(`is read from ${name}`, () => {
      const steps = [{ usage: { inputTokens: 1, outputTokens: 1 } }, { usage, providerMetadata }];
      for (const { fault, ...billed } of [billedUsage(usage, providerMetadata), billedOf(steps)]) {
        assert.deepEqual(billed, { input, output });
        assert.ok(fault === undefined || input === 0);
      }
    });
  }

  it('is the total without the reply where the prompt is missing', () => {
    assert.deepEqual(billedUsage({ outputTokens: 7, totalTokens: 107 }), { input: 100, output: 7 });
    assert.deepEqual(billedUsage({ totalTokens: 107 }), { input: 0, output: 0 });
  });

  it('is nothing where the numbers are none', () => {
    for (const wrong of [none, -5, Infinity, '100', null, undefined, {}, 2e9 * 2]) {
      const usage = { inputTokens: wrong, outputTokens: wrong, totalTokens: wrong };
      const { fault, ...billed } = billedUsage(usage);
      assert.deepEqual(billed, { input: 0, output: 0 }, String(wrong));
      assert.equal(fault, typeof wrong === 'number' ? 'not-positive' : undefined, String(wrong));
    }
    assert.deepEqual(billedUsage({ inputTokens: 10.9, outputTokens: 1.5 }), {
      input: 10,
      output: 1,
    });
  });

  it('is nothing, and nothing is thrown, where steps are none', () => {
    const thrower = Object.defineProperty({}, 'usage', { get: () => assert.fail('no') });
    for (const steps of [undefined, [], [null], [5], [{}], [{ usage: null }], [thrower]]) {
      assert.deepEqual(billedOf(steps as Shape), { input: 0, output: 0 });
    }
    const { input, output } = billedUsage({ raw: { iterations: [null, { type: 'message' }] } });
    assert.deepEqual({ input, output }, { input: 0, output: 0 });
  });

  it('adds up over a session: tokens in and out of every step, across a restart', async () => {
    const compactor = await createCompactor({ contextWindow: 100_000 });
    const messages: Shape[] = [{ role: 'user', content: 'Hello' }];
    const play = async (session: ReturnType<typeof compactor.session>) => {
      const steps: Shape[] = [];
      for (const [, [usage, providerMetadata]] of recorded) {
        await session.prepareStep({ messages, steps, stepNumber: steps.length });
        steps.push({ usage, providerMetadata });
      }
      await session.prepareStep({ messages, steps, stepNumber: steps.length });
      // Asked again about the same steps: billed once.
      await session.prepareStep({ messages, steps, stepNumber: steps.length });
    };
    const input = recorded.reduce((sum, [, row]) => sum + row[2], 0);
    const output = recorded.reduce((sum, [, row]) => sum + row[3], 0);
    const session = compactor.session('chat');
    await play(session);
    assert.equal(session.usage().inputTokens, input);
    assert.equal(session.usage().outputTokens, output);
    const state = session.snapshot();
    session.dispose();
    const resumed = compactor.session('chat', { state });
    await play(resumed);
    assert.equal(resumed.usage().inputTokens, 2 * input);
    assert.equal(resumed.usage().outputTokens, 2 * output);
    compactor.dispose();
  });
});

describe('bills teach what the host sends besides', () => {
  const overhead = 20_000;
  const options = { contextWindow: 64_000, maxOutputTokens: 8_000 };
  const talk = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: `${i}: ${'some words about the harbour '.repeat(60)}`,
    }));

  /** A request of one step: its usage comes to its steps when it is over. */
  async function oneStep(compactor: Compactor, session: Session, messages: readonly object[]) {
    const steps: object[] = [];
    // biome-ignore lint/suspicious/noExplicitAny: the AI SDK's own types ask for a whole step.
    const step: any = { messages, steps, stepNumber: 0, model: 'unknown' };
    const view = (await session.prepareStep(step))?.messages ?? step.messages;
    const inputTokens = compactor.estimateMessagesTokens(view) + overhead;
    steps.push({ usage: { inputTokens, outputTokens: 300 } });
    return { inputTokens, step };
  }

  it('when requests have one step each, whose usage comes after it', async () => {
    using compactor = await createCompactor(options);
    const session = compactor.session('a');
    const history = talk(400);
    let largest = 0;
    for (let i = 1; i < history.length; i += 2) {
      const { inputTokens } = await oneStep(compactor, session, history.slice(0, i));
      largest = Math.max(largest, inputTokens);
    }
    assert.ok(session.usage().inputTokens > 0);
    assert.ok(largest <= 56_000, `${largest}`);
  });

  it('of the transcript that they are for, where two take turns', async () => {
    using compactor = await createCompactor(options);
    const session = compactor.session('a');
    const title = [{ role: 'user', content: 'Name this chat in a word.' }];
    const history = talk(60);
    let sum = 0;
    let last = 0;
    for (let i = 41; i < history.length; i += 2) {
      for (const messages of [title, history.slice(0, i)]) {
        const { inputTokens, step } = await oneStep(compactor, session, messages);
        last = inputTokens;
        sum += last;
        // The step of another request does not make it one that is not billed yet.
        await session.prepareStep(step);
      }
      const { viewTokens, hostOverhead } = session.usage();
      assert.ok(Math.abs(viewTokens + hostOverhead - last) < 1_000, `${i}`);
    }
    assert.equal(session.usage().inputTokens, sum);
  });

  for (const [name, restarts] of [
    ['the session is opened from its state at every step', true],
    ['every array is made of new objects', false],
  ] as const) {
    it(`when ${name}`, async () => {
      using compactor = await createCompactor(options);
      const history = talk(400);
      let session = compactor.session('a');
      let [inputTokens, largest] = [0, 0];
      for (let i = 1; i < history.length; i += 2) {
        const usage = { inputTokens, outputTokens: 300 };
        const given = structuredClone(history.slice(0, i));
        const { messages } = await session.prepare(given, i > 1 ? { usage } : {});
        inputTokens = compactor.estimateMessagesTokens(messages) + overhead;
        largest = Math.max(largest, inputTokens);
        if (!restarts) continue;
        const state = session.snapshot();
        session.dispose();
        session = compactor.session('a', { state });
      }
      assert.ok(largest <= 56_000, `${largest}`);
      if (restarts) return;
      const { viewTokens, hostOverhead } = session.usage();
      assert.ok(Math.abs(viewTokens + hostOverhead - inputTokens) < 1_000);
    });
  }
});

describe('the warning', () => {
  it('comes once, though the session is opened from its state at every step', async () => {
    const warnings: unknown[] = [];
    using compactor = await createCompactor({
      contextWindow: 64_000,
      warn: 20_000,
      onEvent: (event) => void (event.type === 'warning' && warnings.push(event)),
    });
    let state: string | undefined;
    for (let i = 1; i < 100; i += 2) {
      const session = compactor.session('a', state === undefined ? {} : { state });
      const messages = Array.from({ length: i }, (_, j) => ({
        role: j % 2 === 0 ? 'user' : 'assistant',
        content: `${j}: ${'some words about the harbour '.repeat(60)}`,
      }));
      await session.prepare(messages);
      state = session.snapshot();
      session.dispose();
    }
    assert.equal(warnings.length, 1);
  });
});
