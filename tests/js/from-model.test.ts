// promise: api

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as ai5 from 'ai5';
import { MockLanguageModelV2 } from 'ai5/test';
import * as ai6 from 'ai6';
import { MockLanguageModelV3 } from 'ai6/test';
import * as ai7 from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { EpitomeError } from '../../js/errors.ts';
import { fromModel, type LanguageModelLike } from '../../js/summarizers/from-model.ts';
import type { FinishReason } from '../../js/types.ts';

type Json = Record<string, unknown>;

const request = {
  kind: 'fold',
  system: 'Summarise.',
  prompt: '<data>…</data>',
  maxOutputTokens: 700,
  attempt: 1,
  firstMessage: 2,
  lastMessage: 9,
} as const;
const { signal } = new AbortController();
const prompt = [
  { role: 'system', content: 'Summarise.' },
  { role: 'user', content: [{ type: 'text', text: '<data>…</data>' }] },
];

const content = [
  { type: 'reasoning' as const, text: 'hm' },
  { type: 'text' as const, text: 'a' },
  { type: 'text' as const, text: 'b' },
];
const call = { type: 'tool-call' as const, toolCallId: 'c', toolName: 't', input: '{}' };

const unified = (reason: 'stop' | 'tool-calls') => ({ unified: reason, raw: 'x' });
const counted = {
  inputTokens: { total: 10, noCache: 4, cacheRead: 6, cacheWrite: 0 },
  outputTokens: { total: 2, text: 1, reasoning: 1 },
};

/** Version 1 has no mock beside the others: this is what its specification asks of a model. */
function modelV1(result: Json): { model: LanguageModelLike; calls: Json[] } {
  const calls: Json[] = [];
  const doGenerate = async (options: Json): Promise<Json> => {
    calls.push(options);
    return { rawCall: { rawPrompt: '', rawSettings: {} }, ...result };
  };
  return { model: { specificationVersion: 'v1', doGenerate }, calls };
}

describe('fromModel', () => {
  const older = { content, finishReason: 'stop' as const, warnings: [] };
  const newer = { ...older, finishReason: unified('stop'), usage: counted };
  const usage = { inputTokens: 10, outputTokens: 2, totalTokens: 12 };
  const models = {
    V2: new MockLanguageModelV2({ doGenerate: { ...older, usage } }),
    V3: new MockLanguageModelV3({ doGenerate: newer }),
    V4: new MockLanguageModelV4({ doGenerate: newer }),
  };
  for (const [version, model] of Object.entries(models)) {
    it(`calls a ${version} model`, async () => {
      assert.deepEqual(await fromModel(model)(request, { signal }), {
        text: 'ab',
        finishReason: 'stop',
        usage: { inputTokens: 10, outputTokens: 2 },
      });
      const settings = { temperature: 0, abortSignal: signal, maxOutputTokens: 700 };
      const reasoning = version === 'V4' ? { reasoning: 'none' } : {};
      assert.deepEqual(model.doGenerateCalls, [{ prompt, ...settings, ...reasoning }]);
    });
  }

  it('never lets a model write more than the request or the host allows', async () => {
    for (const most of [1, 699, 700, 701, 100_000]) {
      const doGenerate = { content, finishReason: unified('stop'), usage: counted, warnings: [] };
      const model = new MockLanguageModelV4({ doGenerate });
      await fromModel(model, { maxOutputTokens: most })(request, { signal });
      const [call] = model.doGenerateCalls;
      assert.equal(call?.maxOutputTokens, Math.min(most, request.maxOutputTokens));
    }
  });

  it('calls a V1 model', async () => {
    const usage = { promptTokens: 10, completionTokens: Number.NaN };
    const { model, calls } = modelV1({ text: 'ab', finishReason: 'unknown', usage });
    assert.deepEqual(await fromModel(model)(request, { signal }), {
      text: 'ab',
      finishReason: 'other',
      usage: { inputTokens: 10, outputTokens: undefined },
    });
    const mode = { type: 'regular' };
    const expected = { prompt, temperature: 0, abortSignal: signal, maxTokens: 700 };
    assert.deepEqual(calls, [{ ...expected, mode, inputFormat: 'messages' }]);
  });

  it('keeps `this` for models that are class instances', async () => {
    class Model {
      readonly specificationVersion = 'v2';
      readonly #text = 'own';
      async doGenerate(): Promise<Json> {
        return { content: [{ type: 'text', text: this.#text }] };
      }
    }
    const reply = await fromModel(new Model())(request, { signal });
    assert.deepEqual(typeof reply === 'object' && reply.text, 'own');
  });

  const reasons: Record<string, FinishReason> = {
    stop: 'stop',
    length: 'length',
    'content-filter': 'content-filter',
    'tool-calls': 'tool-calls',
    error: 'error',
    interrupted: 'length',
    other: 'other',
    unknown: 'other',
  };
  for (const [reason, expected] of Object.entries(reasons)) {
    it(`maps the finish reason ${reason}`, async () => {
      for (const finishReason of [reason, { unified: reason, raw: undefined }]) {
        const doGenerate = async (): Promise<Json> => ({ content: [], finishReason });
        const model = { specificationVersion: 'v4', doGenerate };
        const reply = await fromModel(model)(request, { signal });
        assert.deepEqual(reply, {
          text: '',
          finishReason: expected,
          usage: { inputTokens: undefined, outputTokens: undefined },
        });
      }
    });
  }

  it('reports a tool call whatever the reason', async () => {
    const doGenerate = {
      content: [call],
      finishReason: unified('stop'),
      usage: counted,
      warnings: [],
    };
    const reply = await fromModel(new MockLanguageModelV4({ doGenerate }))(request, { signal });
    assert.equal(typeof reply === 'object' && reply.finishReason, 'tool-calls');
    const { model } = modelV1({ toolCalls: [{}], finishReason: 'stop' });
    const older = await fromModel(model)(request, { signal });
    assert.deepEqual(typeof older === 'object' && [older.text, older.finishReason], [
      '',
      'tool-calls',
    ]);
  });

  it('survives a result that is none', async () => {
    for (const result of [undefined, null, 'text', {}, { content: [null, 5, {}] }]) {
      const model = { specificationVersion: 'v3', doGenerate: async () => result };
      const reply = await fromModel(model)(request, { signal });
      assert.equal(typeof reply === 'object' && reply.text, '');
    }
  });

  it('rejects with what the model threw as the cause', async () => {
    for (const thrown of [new Error(`overloaded ${'x'.repeat(5000)}`), 'overloaded']) {
      const doGenerate = (): never => {
        throw thrown;
      };
      const pending = fromModel({ specificationVersion: 'v3', doGenerate })(request, { signal });
      await assert.rejects(pending, (error) => {
        assert.ok(EpitomeError.isInstance(error));
        assert.equal(error.code, 'summarizer-failed');
        assert.match(error.message, /failed: overloaded/);
        assert.ok(error.message.length < 600);
        assert.equal(error.cause, thrown);
        return true;
      });
    }
  });

  it("rejects with the signal's reason once that is aborted", async () => {
    const controller = new AbortController();
    const model = new MockLanguageModelV4({
      doGenerate: ({ abortSignal }) =>
        new Promise((_resolve, reject) => {
          abortSignal?.addEventListener('abort', () => reject(abortSignal.reason));
        }),
    });
    const pending = fromModel(model)(request, { signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    await assert.rejects(pending, reason);
  });

  for (const [release, { createGateway }] of Object.entries({ ai5, ai6, ai7 })) {
    it(`calls a model by its id at the gateway of ${release}, once that is the default provider`, async (t) => {
      const sent: string[] = [];
      const provider = createGateway({
        apiKey: 'key',
        fetch: async (_url, init) => {
          sent.push(new Headers(init?.headers).get('ai-language-model-id') ?? '');
          const text = [{ type: 'text', text: 'a' }];
          const finishReason = release === 'ai5' ? 'stop' : unified('stop');
          const usage = release === 'ai5' ? { inputTokens: 1, outputTokens: 1 } : counted;
          return Response.json({ content: text, finishReason, usage, warnings: [] });
        },
      });
      const scope = globalThis as { AI_SDK_DEFAULT_PROVIDER?: unknown };
      scope.AI_SDK_DEFAULT_PROVIDER = provider;
      t.after(() => delete scope.AI_SDK_DEFAULT_PROVIDER);
      const summarize = fromModel('openai/gpt-5-mini');
      assert.equal(summarize.modelId, 'openai/gpt-5-mini');
      const reply = await summarize(request, { signal });
      assert.equal(typeof reply === 'string' ? reply : reply.text, 'a');
      assert.deepEqual(sent, ['openai/gpt-5-mini']);
      // What the error for an id without a provider says to pass.
      delete scope.AI_SDK_DEFAULT_PROVIDER;
      await fromModel(provider('openai/gpt-5-mini'))(request, { signal });
      assert.equal(sent.length, 2);
    });
  }

  const wrong: [string, unknown, RegExp][] = [
    ['a model name', 'openai/gpt', /`model` is the id "openai\/gpt".*gateway\(/],
    ['nothing', undefined, /no doGenerate/],
    ['an embedding model', { specificationVersion: 'v3', doEmbed() {} }, /no doGenerate/],
    ['a version of the future', { specificationVersion: 'v9', doGenerate() {} }, /version "v9"/],
    ['no version', { doGenerate() {} }, /version undefined/],
  ];
  for (const [name, model, message] of wrong) {
    it(`refuses ${name}`, () => {
      const attempt = (): unknown => fromModel(model as LanguageModelLike);
      assert.throws(attempt, { code: 'invalid-option', message });
    });
  }
});
