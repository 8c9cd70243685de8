// promise: 4 never breaks the agent
/**
 * A summarizer whose model refuses a parameter: the call is made again without it, the fold goes on, and
 * the parameter is not sent again.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, fromFetch, fromModel, type SummaryRequest } from 'epitome';
import { conversation, EventLog, goodSummary, playRaw } from './support/conversation.ts';

type Json = Record<string, unknown>;

const request: SummaryRequest = {
  kind: 'fold',
  system: 'Summarise.',
  prompt: 'data',
  maxOutputTokens: 700,
  attempt: 1,
  firstMessage: 2,
  lastMessage: 9,
};
const { signal } = new AbortController();

/** Every name that a call has, at any depth. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || value instanceof AbortSignal) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

/** A refusal as the AI SDK throws it, or as a gateway wraps it. */
function apiError(message: string, more: Json = {}): Error {
  return Object.assign(new Error(message), { statusCode: 400, isRetryable: false, ...more });
}

/** Refuses each call that has a name which `refused` matches. */
function strictModel(refused: RegExp, error: Error, version: string, more: Json = {}) {
  const calls: Json[] = [];
  const doGenerate = async (options: Json): Promise<Json> => {
    calls.push(options);
    if (namesIn(options).some((name) => refused.test(name))) throw error;
    return { content: [{ type: 'text', text: 'a' }], text: 'a', finishReason: 'stop', ...more };
  };
  return { calls, model: { specificationVersion: version, modelId: 'm', doGenerate } };
}

const refusals: [string, RegExp, Error, versions: string[], options?: object][] = [
  [
    'a value of temperature',
    /^temperature$/,
    apiError(
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
    ),
    ['v1', 'v2', 'v3', 'v4'],
  ],
  [
    'temperature, as deprecated',
    /^temperature$/,
    apiError('`temperature` is deprecated for this model.'),
    ['v1', 'v4'],
  ],
  [
    'temperature beside thinking',
    /^temperature$/,
    apiError('`temperature` may only be set to 1 when thinking is enabled.'),
    ['v2', 'v4'],
  ],
  [
    'temperature, in the body alone',
    /^temperature$/,
    apiError('Bad Request', {
      responseBody:
        '{"error":{"message":"Reasoning models take fewer parameters","param":"temperature"}}',
    }),
    ['v2', 'v4'],
  ],
  [
    'temperature, as a validator says it',
    /^temperature$/,
    apiError('Unprocessable Entity', {
      statusCode: 422,
      responseBody: '{"detail":[{"type":"extra_forbidden","loc":["body","temperature"]}]}',
    }),
    ['v3'],
  ],
  [
    'temperature, wrapped by a gateway',
    /^temperature$/,
    new Error('The gateway failed', {
      cause: apiError('temperature: Extra inputs are not permitted'),
    }),
    ['v2', 'v4'],
  ],
  ['reasoning', /^reasoning$/, apiError("Unknown parameter: 'reasoning'."), ['v4']],
  [
    'effort',
    /^reasoning$/,
    apiError("Unsupported value: 'reasoning_effort' does not support 'none' with this model."),
    ['v4'],
  ],
  [
    'a budget for thoughts',
    /^reasoning$/,
    apiError('Budget 0 is invalid. This model only works in thinking mode.'),
    ['v4'],
  ],
  [
    'effort that the host set',
    /effort/i,
    apiError('Unrecognized request argument supplied: reasoning_effort'),
    ['v2', 'v3', 'v4'],
    { providerOptions: { openai: { reasoningEffort: 'minimal', user: 'u' } } },
  ],
  [
    'thoughts that the host set',
    /thinking/i,
    apiError('thinking: this model does not support it'),
    ['v2'],
    { providerOptions: { anthropic: { thinking: { type: 'disabled' } } } },
  ],
  [
    'max_tokens',
    /^max(Output)?Tokens$/,
    apiError(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
    ['v1', 'v2', 'v4'],
  ],
  [
    'max_output_tokens',
    /^max(Output)?Tokens$/,
    apiError("Unsupported parameter: 'max_output_tokens'"),
    ['v3', 'v4'],
  ],
  [
    'maxOutputTokens',
    /^max(Output)?Tokens$/,
    apiError('Unknown name "maxOutputTokens": Cannot find field.'),
    ['v1', 'v2'],
  ],
];

describe('fromModel, when its model refuses', () => {
  for (const [name, refused, error, versions, options] of refusals) {
    for (const version of versions) {
      it(`${name} (${version}), asks without it, now and from then on`, async () => {
        const { model, calls } = strictModel(refused, error, version);
        const summarize = fromModel(model, options);
        for (let i = 0; i < 3; i += 1) await summarize(request, { signal });
        const sent = calls.map((call) => namesIn(call).some((each) => refused.test(each)));
        assert.deepEqual(sent, [true, false, false, false]);
        // All else is sent as before.
        const kept = namesIn(calls[0]).filter((each) => !refused.test(each));
        const left = new Set(namesIn(calls[3]));
        for (const each of kept) {
          if (!/reason|think|type/i.test(each)) assert.ok(left.has(each), each);
        }
      });
    }
  }

  it('one parameter after the other, leaves out each', async () => {
    const calls: Json[] = [];
    const doGenerate = async (options: Json): Promise<Json> => {
      calls.push(options);
      for (const name of ['maxOutputTokens', 'temperature', 'reasoning']) {
        if (name in options) throw apiError(`Unsupported parameter: ${name}`);
      }
      return { content: [{ type: 'text', text: 'a' }] };
    };
    const summarize = fromModel({ specificationVersion: 'v4', doGenerate });
    for (let i = 0; i < 2; i += 1) await summarize(request, { signal });
    assert.equal(calls.length, 5);
  });

  it('something else, is not asked again', async () => {
    for (const error of [
      apiError('prompt is too long: 210000 tokens > 200000 maximum'),
      apiError('invalid temperature', { statusCode: 401 }),
      apiError('temperature', { statusCode: 500 }),
      new Error('temperature'),
    ]) {
      const { model, calls } = strictModel(/./, error, 'v4');
      await assert.rejects(fromModel(model)(request, { signal }), { code: 'summarizer-failed' });
      assert.equal(calls.length, 1);
    }
  });

  it('whatever is left out, ends', async () => {
    const { model, calls } = strictModel(/./, apiError('temperature, reasoning, max_tokens'), 'v4');
    await assert.rejects(fromModel(model)(request, { signal }), { code: 'summarizer-failed' });
    assert.ok(calls.length <= 4);
  });

  it('nothing, but its package warns that temperature is not taken, sends it no more', async () => {
    for (const warning of [
      { type: 'unsupported-setting', setting: 'temperature' },
      { type: 'unsupported', feature: 'temperature' },
    ]) {
      const { model, calls } = strictModel(/^never$/, apiError(''), 'v4', { warnings: [warning] });
      const summarize = fromModel(model);
      for (let i = 0; i < 2; i += 1) await summarize(request, { signal });
      assert.deepEqual(
        calls.map((call) => 'temperature' in call),
        [true, false],
      );
    }
  });
});

describe('temperature', () => {
  const ids: [string, boolean][] = [
    ['o3-mini', false],
    ['openai/o1', false],
    ['gpt-5', false],
    ['gpt-5-nano', false],
    ['gpt-5-chat-latest', true],
    ['gpt-4o', true],
    ['gpt-4.1-mini', true],
    ['claude-sonnet-4-5', true],
  ];
  for (const [modelId, sent] of ids) {
    it(`is ${sent ? '' : 'not '}sent to ${modelId}, unless the host wants it`, async () => {
      for (const options of [{}, { temperature: 0.2 }]) {
        const { model, calls } = strictModel(/^never$/, apiError(''), 'v3');
        await fromModel({ ...model, modelId } as typeof model, options)(request, { signal });
        assert.equal('temperature' in (calls[0] ?? {}), sent || 'temperature' in options);
      }
    });
  }
});

describe('fromFetch, when its endpoint refuses', () => {
  const bodies: [string, RegExp, string, status?: number][] = [
    [
      'temperature',
      /^temperature$/,
      '{"error":{"message":"Unsupported value","param":"temperature"}}',
    ],
    [
      'temperature as a validator',
      /^temperature$/,
      '{"detail":[{"loc":["body","temperature"]}]}',
      422,
    ],
    [
      'max_tokens',
      /^max_tokens$/,
      '{"error":{"message":"Use max_completion_tokens, not max_tokens"}}',
    ],
    [
      'max_tokens, without a hint',
      /^max_tokens$/,
      '{"error":{"message":"unknown field max_tokens"}}',
    ],
    [
      'any ceiling',
      /^max_/,
      '{"error":{"message":"max_tokens and max_completion_tokens are unknown"}}',
    ],
  ];
  for (const [name, refused, body, status = 400] of bodies) {
    it(`${name}, asks without it, now and from then on`, async () => {
      const seen: Json[] = [];
      const answer = { choices: [{ message: { content: 'a' }, finish_reason: 'stop' }] };
      const summarize = fromFetch({
        url: 'https://api.example/v1',
        model: 'small',
        fetch: async (_url, init) => {
          const sent = JSON.parse(init.body) as Json;
          seen.push(sent);
          const ok = !Object.keys(sent).some((each) => refused.test(each));
          const text = ok ? JSON.stringify(answer) : body;
          return { ok, status: ok ? 200 : status, text: async () => text };
        },
      });
      for (let i = 0; i < 2; i += 1) await summarize(request, { signal });
      const sent = seen.map((each) => Object.keys(each).some((key) => refused.test(key)));
      assert.deepEqual(sent.slice(-2), [false, false]);
      assert.ok(sent.slice(0, -2).every(Boolean) && sent.length <= 4);
    });
  }
});

it('a fold goes on with a model that refuses what is sent', async () => {
  let asked = 0;
  const doGenerate = async (options: Json): Promise<Json> => {
    asked += 1;
    if ('temperature' in options) throw apiError("'temperature' is not supported");
    return {
      content: [{ type: 'text', text: goodSummary({ firstMessage: 2, lastMessage: 9 }) }],
      finishReason: 'stop',
    };
  };
  const log = new EventLog();
  using compactor = await createCompactor({
    contextWindow: 8_000,
    onEvent: log.onEvent,
    summarize: fromModel({ specificationVersion: 'v3', doGenerate }),
  });
  await playRaw(compactor.session('chat'), conversation(130));
  const folds = log.rewrites.flatMap((rewrite) => rewrite.folds);
  assert.ok(folds.length > 0);
  assert.deepEqual(new Set(folds.map(({ source }) => source)), new Set(['model']));
  assert.equal(asked, 1 + folds.reduce((sum, { review }) => sum + review.replies, 0));
  assert.deepEqual(log.of('summary-rejected'), []);
});
