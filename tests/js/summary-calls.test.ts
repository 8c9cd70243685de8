// promise: api
/**
 * How a model is called for a summary: which one, with what, and what it must never get. With models of
 * the real AI SDK 5, 6 and 7.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MockLanguageModelV2 } from 'ai5/test';
import { MockLanguageModelV3 } from 'ai6/test';
import { MockLanguageModelV4 } from 'ai7/test';
import { type CompactorOptions, fromModel, type SummaryRequest } from 'epitome';
import { countTokens } from 'epitome/tokens';
import type { LanguageModelLike } from '../../js/summarizers/from-model.ts';
import { maker } from './support/compactors.ts';
import {
  assistant,
  conversation,
  goodSummary,
  playRaw,
  prose,
  user,
} from './support/conversation.ts';

const make = maker({ contextWindow: 8_000 });

type Call = Record<string, unknown> & { prompt: { role: string; content: unknown }[] };

const counted = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const unified = { unified: 'stop', raw: 'stop' };
const models = {
  5: [MockLanguageModelV2, { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, 'stop'],
  6: [MockLanguageModelV3, counted, unified],
  7: [MockLanguageModelV4, counted, unified],
} as unknown as Record<string, [new (settings: object) => LanguageModelLike, object, unknown]>;

/** A model that writes well, and what it was asked. */
function summarizer(version: string, modelId = 'cheap-model') {
  const [Model, usage, finishReason] = models[version] as (typeof models)[string];
  const calls: Call[] = [];
  let streams = 0;
  const model = new Model({
    modelId,
    doGenerate: async (options: Call) => {
      calls.push(options);
      const text = goodSummary({ firstMessage: 2, lastMessage: 9 });
      return { content: [{ type: 'text', text }], finishReason, usage, warnings: [] };
    },
    doStream: async () => {
      streams += 1;
      throw new Error('no streams');
    },
  });
  return { model, calls, streams: () => streams };
}

async function open(options: Partial<CompactorOptions>) {
  const { compactor, log } = await make(options);
  return { session: compactor.session(), log };
}

describe('a summary call', () => {
  for (const version of Object.keys(models)) {
    it(`goes to the model of its own, whatever the primary one is, with ai ${version}`, async () => {
      const primary = summarizer(version, 'primary-model');
      const cheap = summarizer(version);
      const { session, log } = await open({
        model: primary.model as unknown as { modelId: string },
        summarize: fromModel(cheap.model),
      });
      const steps: object[] = [];
      for (let end = 1; end < 121; end += 2) {
        await session.prepareStep({
          messages: conversation(60).slice(0, end),
          steps,
          stepNumber: steps.length,
          model: primary.model,
        });
        steps.push({});
      }
      assert.ok(cheap.calls.length > 0);
      assert.deepEqual(primary.calls, []);
      assert.ok(log.rewrites.every(({ folds }) => folds.every(({ source }) => source === 'model')));
    });

    it(`C23: has text alone, neither tools nor their blocks, with ai ${version}`, async () => {
      const { model, calls, streams } = summarizer(version);
      const { session } = await open({ summarize: fromModel(model) });
      await playRaw(session, conversation(60));
      assert.ok(calls.length > 0);
      for (const call of calls) {
        assert.ok(!('tools' in call) && !('toolChoice' in call));
        assert.deepEqual(
          call.prompt.map(({ role }) => role),
          ['system', 'user'],
        );
        const [system, request] = call.prompt;
        assert.equal(typeof system?.content, 'string');
        const parts = request?.content as { type: string }[];
        assert.deepEqual(
          parts.map(({ type }) => type),
          ['text'],
        );
        assert.equal(call.temperature, 0);
        assert.equal(call.reasoning, version === '7' ? 'none' : undefined);
        assert.ok((call.maxOutputTokens as number) > 50);
      }
      assert.equal(streams(), 0, 'nothing is streamed');
    });
  }

  it('takes what the host sets: temperature, ceiling, headers, provider options, reasoning', async () => {
    const { model, calls } = summarizer('7');
    const providerOptions = { openai: { reasoningEffort: 'minimal' } };
    const headers = { 'x-team': 'a' };
    const summarize = fromModel(model, {
      temperature: 0.2,
      maxOutputTokens: 4_096,
      reasoning: 'low',
      providerOptions,
      headers,
    });
    const { session } = await open({
      summarize,
      preset: 'microAgent',
      contextWindow: 200_000,
      trigger: 30_000,
    });
    await playRaw(session, conversation(150, { tokens: 400 }));
    assert.ok(calls.length > 0);
    for (const call of calls) {
      assert.equal(call.temperature, 0.2);
      assert.equal(call.reasoning, 'low');
      assert.ok((call.maxOutputTokens as number) <= 4_096);
      assert.equal(call.providerOptions, providerOptions);
      assert.equal(call.headers, headers);
    }
    assert.throws(() => fromModel(model, { retries: 1 } as object), {
      code: 'invalid-option',
      message: /has no option `retries`/,
    });
  });
});

describe("the summariser's own window", () => {
  const dense = Array.from({ length: 60 }, (_, i) => [
    assistant(`${i} ${'要約は会話の代わりになる。'.repeat(150)} ${prose(200)}`),
    user(`Go on with ${i + 1}.`),
  ]).flat();

  /** Plays a long history in a large window; the tokens of each request with its reply. */
  async function sizes(options: Partial<CompactorOptions>, modelId?: string) {
    const seen: number[] = [];
    const summarize = Object.assign(
      async (request: SummaryRequest) => {
        const { system, prompt, maxOutputTokens } = request;
        const tokens = await Promise.all([system, prompt].map((text) => countTokens(text)));
        seen.push(tokens.reduce((sum, each) => sum + each, maxOutputTokens));
        return goodSummary(request);
      },
      { modelId },
    );
    const { session } = await open({ contextWindow: 120_000, summarize, ...options });
    await session.prepare([user('go'), ...dense]);
    assert.ok(seen.length > 0);
    return seen;
  }

  /** Tokens of the largest request, with its reply, that reads all that is folded. */
  async function largestWhole(summarizerWindow: number): Promise<number> {
    const turns = Array.from({ length: 100 }, (_, i) => [
      assistant(`${i} ${'要約は会話の代わりになる。'.repeat(20)}`),
      user(`Go on with ${i + 1}.`),
    ]);
    let largest = 0;
    for (let count = 6; count <= turns.length; count += 2) {
      const seen: [SummaryRequest, number][] = [];
      const summarize = async (request: SummaryRequest) => {
        const { system, prompt, maxOutputTokens } = request;
        const input = await countTokens(`${system}\n${prompt}`);
        seen.push([request, input + maxOutputTokens]);
        return goodSummary(request);
      };
      const keepRecent = { messages: 2 };
      const options = { contextWindow: 120_000, summarize, summarizerWindow, keepRecent };
      const { session } = await open(options);
      await session.compact({ messages: [user('go'), ...turns.slice(0, count).flat()] });
      for (const [{ kind }, size] of seen) if (kind === 'fold') largest = Math.max(largest, size);
    }
    return largest;
  }

  it('is never exceeded, whatever the text is made of', async () => {
    for (const summarizerWindow of [8_192, 16_384, 32_768]) {
      for (const size of await sizes({ summarizerWindow })) {
        assert.ok(size <= summarizerWindow, `${size} of ${summarizerWindow}`);
      }
      // What is read in parts is read in small ones; what is read in one may fill the window.
      const largest = await largestWhole(summarizerWindow);
      assert.ok(largest <= summarizerWindow, `${largest} of ${summarizerWindow}`);
      assert.ok(largest > summarizerWindow / 4, `${largest} of ${summarizerWindow}`);
    }
    assert.ok(
      (await sizes({})).some((size) => size > 32_768),
      'it would be larger',
    );
  });

  it("is the model's where that is known, by the table or by the host", async () => {
    for (const size of await sizes({}, 'gpt-4')) assert.ok(size <= 8_192);
    const models = { mine: { contextWindow: 16_000 } };
    for (const size of await sizes({ models }, 'mine')) assert.ok(size <= 16_000);
    const unknown = await sizes({}, 'nobody-knows-it');
    for (const size of unknown) assert.ok(size < 120_000 / 2, "it is not the agent's");
    const own = { model: 'nobody-knows-it', contextWindow: 120_000 };
    const inOwn = await sizes(own, 'nobody-knows-it');
    assert.ok(inOwn.every((size) => size <= 120_000) && inOwn.some((size) => size > 120_000 / 2));
    assert.ok((await sizes({ summarizerWindow: 64_000 }, 'gpt-4')).some((size) => size > 8_192));
  });
});
