// promise: 4 never breaks the agent
/**
 * Errors of providers that say a request is too large: each as it was recorded, in whatever carries it to
 * the host; what is none of them; errors made to be slow or to break whoever reads them; answers that hide
 * that the prompt was cut.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { APICallError as APICallError5, RetryError as RetryError5 } from 'ai5';
import { APICallError as APICallError6, RetryError as RetryError6 } from 'ai6';
import { APICallError as APICallError7, RetryError as RetryError7 } from 'ai7';
import { overflowOf } from '../../js/overflow/overflow.ts';
import { refusals } from '../../js/overflow/refusals.ts';
import { type Answer, silentOverflow } from '../../js/overflow/silent.ts';
import { refusalBodies } from './support/refusal-bodies.ts';

const parse = (body: string) => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const request = { url: 'https://x.test', requestBodyValues: {} };
const retried = (errors: unknown[]) => ({
  message: 'Failed after 3 attempts.',
  reason: 'maxRetriesExceeded' as const,
  errors,
});
const tooFast = new Error('Rate limit reached for requests per minute');

const sdks = [
  [5, APICallError5, RetryError5],
  [6, APICallError6, RetryError6],
  // Its error has the body as its provider has read it.
  [7, APICallError7, RetryError7],
] as const;

/** What carries an answer's status and body to the host. */
const carriers: Record<string, (status: number, body: string) => unknown> = {
  ...Object.fromEntries(
    sdks.flatMap(([sdk, APICallError, RetryError]) => {
      const carry = (statusCode: number, responseBody: string) => {
        const said = sdk === 7 ? { data: parse(responseBody) } : { responseBody };
        return new APICallError({ ...request, message: 'Bad Request', statusCode, ...said });
      };
      const after = (statusCode: number, responseBody: string) =>
        new RetryError(
          retried([
            tooFast,
            new APICallError({ ...request, message: '', statusCode, responseBody }),
          ]),
        );
      return [
        [`ai ${sdk}`, carry],
        [`ai ${sdk}, after retries`, after],
      ];
    }),
  ),
  "a provider's SDK": (status, body) =>
    Object.assign(new Error(`${status} ${body}`), { status, error: parse(body)?.error }),
  'axios, in a cause': (status, body) =>
    new Error('the model failed', {
      cause: new Error('request failed', {
        cause: Object.assign(new Error(`Request failed with status code ${status}`), {
          response: { status, data: parse(body) ?? body, config: { data: 'a prompt' } },
        }),
      }),
    }),
  'a part of a stream': (status, body) => ({
    type: 'error',
    error: { statusCode: status, ...[parse(body)].flat()[0] },
  }),
};
const texts: Record<string, (body: string) => unknown> = {
  'a string': (body) => body,
  'an error of a string': (body) => new Error(body),
  'many errors': (body) => new AggregateError([new Error('no'), new Error(body)]),
};

describe('an error of a provider that refuses a request for its size', () => {
  for (const { who, source, status, body, says } of refusalBodies) {
    it(`is recognised with its numbers: ${who}`, () => {
      for (const [carrier, carry] of Object.entries(carriers)) {
        assert.deepEqual(overflowOf(carry(status, body)), says, `${carrier}, ${source}`);
      }
      if (status === 413 && says.limit === undefined) return;
      for (const [carrier, carry] of Object.entries(texts)) {
        assert.deepEqual(overflowOf(carry(body)), says, `${carrier}, ${source}`);
      }
    });
  }

  for (const { pattern } of refusals) {
    it(`is recorded for each wording: ${pattern.source.slice(0, 80)}`, () => {
      const said = refusalBodies.map(({ body }) => body.replaceAll('\\', ''));
      assert.ok(said.some((text) => pattern.test(text)));
    });
  }

  const context = { of: 'tokens' };
  const others: Record<string, [error: unknown, says: unknown]> = {
    LangChain: [
      Object.assign(new Error('prompt is too long: 209752 tokens > 200000 maximum'), {
        name: 'ContextOverflowError',
        lc_error_code: 'CONTEXT_OVERFLOW',
      }),
      { ...context, limit: 200_000, size: 209_752 },
    ],
    'LangChain, a message without numbers': [
      Object.assign(new Error('no'), { name: 'ContextOverflowError' }),
      context,
    ],
    'a code without a message': [{ code: 'context_length_exceeded', message: '' }, context],
    'a failed response of OpenAI': [
      {
        type: 'response.failed',
        response: { error: { code: 'context_length_exceeded', message: 'no' } },
      },
      context,
    ],
    "a reason to stop that became an error's text": [
      new Error('Provider finish_reason: model_context_window_exceeded'),
      context,
    ],
    "the AI SDK's, of a stream without output": [
      Object.assign(new Error('No output generated.'), {
        name: 'AI_NoOutputGeneratedError',
        cause: new Error('prompt is too long: 5 tokens > 4 maximum'),
      }),
      { ...context, limit: 4, size: 5 },
    ],
    'a chunk that a schema refused': [
      Object.assign(new Error('Type validation failed: Value: {…}.'), {
        name: 'AI_TypeValidationError',
        value: { error: { code: 400, message: 'prompt is too long: 5 tokens > 4 maximum' } },
      }),
      { ...context, limit: 4, size: 5 },
    ],
    'numbers with commas': [
      'prompt is too long: 213,321 tokens > 200,000 maximum',
      { ...context, limit: 200_000, size: 213_321 },
    ],
    'a status of 429 with the words of an overflow': [
      { status: 429, message: 'prompt is too long: 5 tokens > 4 maximum' },
      { ...context, limit: 4, size: 5 },
    ],
    'Python, as a proxy shows it': [
      "Error code: 400 - {'error': {'message': \"This model's maximum context length is 8192 tokens. However, your messages resulted in 8217 tokens. Please reduce the length of the messages.\", 'type': 'invalid_request_error', 'param': 'messages', 'code': 'context_length_exceeded'}}",
      { ...context, limit: 8_192, size: 8_217 },
    ],
    'apostrophes of a typesetter': [
      'The input (5 tokens) is longer than the model’s context length (4 tokens).',
      { ...context, limit: 4, size: 5 },
    ],
    'white space of a terminal': [
      'input length and `max_tokens` exceed context limit: \n     189136 + 20000 > 204648, decrease',
      { ...context, limit: 204_648, size: 209_136 },
    ],
    megabytes: [
      { status: 413, message: 'Request too large (max 32MB). Try with a smaller file.' },
      { of: 'bytes', limit: 32_000_000 },
    ],
  };
  for (const [name, [error, says]] of Object.entries(others)) {
    it(`is recognised: ${name}`, () => assert.deepEqual(overflowOf(error), says));
  }
});

const inMessage = (message: string, code?: string | number) => ({ error: { message, code } });
const invalid = (message: string) => ({
  type: 'error',
  error: { type: 'invalid_request_error', message },
});
/** A status with bodies that differ in their message. */
const each = (status: number, body: (message: string) => unknown, messages: readonly string[]) =>
  messages.map((message): [number, unknown] => [status, body(message)]);
/** A status with messages of OpenAI, each with its code. */
const coded = (status: number, codes: Record<string, string>) =>
  Object.entries(codes).map(([message, code]): [number, unknown] => [
    status,
    inMessage(message, code),
  ]);

/** Status and body, or a message alone. */
const otherErrors: (string | [status: number, body: unknown])[] = [
  // Limits per time
  ...coded(429, {
    'Request too large for gpt-4o in organization org-z on tokens per min (TPM): Limit 30000, Requested 35000. The input or output tokens must be reduced in order to run successfully. Visit https://platform.openai.com/account/rate-limits to learn more.':
      'rate_limit_exceeded',
    'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 25034, Requested 14430. Please try again in 4.77s.':
      'rate_limit_exceeded',
    'Rate limit reached for requests': 'rate_limit_exceeded',
    'You exceeded your current quota, please check your plan and billing details.':
      'insufficient_quota',
  }),
  ...each(400, invalid, ['The long context beta is not yet available for this subscription.']),
  ...each(429, (message) => ({ message }), [
    'Too many tokens, please wait before trying again.',
    'Too many tokens per day, please wait before trying again.',
    'You are using a Trial key, which is limited to 40 API calls / minute.',
  ]),
  [
    413,
    {
      error: {
        message:
          'Request too large for model `llama-3.3-70b-versatile` in organization `org_01` service tier `on_demand` on tokens per minute (TPM): Limit 12000, Requested 14137, please reduce your message size and try again. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing',
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
    },
  ],
  [413, { error: { message: 'Request too large', type: 'tokens', code: 'rate_limit_exceeded' } }],
  [
    429,
    {
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message:
          'This request would exceed the rate limit for your organization of 20,000 input tokens per minute. For details, refer to: https://docs.anthropic.com/en/api/rate-limits. Please reduce the prompt length or the maximum tokens requested, or try again later.',
      },
    },
  ],
  [
    429,
    {
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: 'Extra usage is required for long context requests.',
      },
    },
  ],
  [
    429,
    {
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        message:
          'You exceeded your current quota. * Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_input_token_count, limit: 250000',
      },
    },
  ],
  [
    429,
    {
      error: {
        code: 429,
        message: 'Provider returned error',
        metadata: {
          raw: 'z-ai/glm-5.3-flash is temporarily rate-limited upstream. Please retry shortly',
        },
      },
    },
  ],
  [429, { object: 'error', message: 'Requests rate limit exceeded', type: 'rate_limited' }],
  [429, ''],
  [
    402,
    {
      error: {
        message:
          'This request requires more credits, or fewer max_tokens. You requested up to 65535 tokens, but can only afford 3333.',
        code: 402,
      },
    },
  ],
  [403, { error: { message: 'Key limit exceeded (total limit)', code: 403 } }],
  'ThrottlingException: Too many tokens, please wait before trying again.',
  'Rate limit reached: token limit exceeded for this minute',
  // The reply's allowance alone
  ...each(400, inMessage, [
    'max_tokens is too large: 5500. This model supports at most 4096 completion tokens, whereas you provided 5500.',
    'max_completion_tokens is too large: 262144. This model supports at most 256000 completion tokens.',
    '`max_tokens` must be less than or equal to `16384`, the maximum value for `max_tokens` is less than the `context_window` for this model',
  ]),
  ...each(400, invalid, [
    'max_tokens: 128001 > 64000, which is the maximum allowed number of output tokens for claude-opus-4-5-20251101',
    '`max_tokens` must be greater than `thinking.budget_tokens`.',
  ]),
  ...each(400, (message) => ({ message }), [
    'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
    'too many tokens: max tokens must be less than or equal to 4096, the maximum output length for this model - received 1000000.',
  ]),
  ...coded(400, {
    "This model's maximum context length is 128000 tokens. However, you requested 1124171 tokens (124171 in the messages, 1000000 in the completion). Please reduce the length of the messages or completion.":
      'context_length_exceeded',
    'Range of max_tokens should be [1, 8192]': 'invalid_parameter_error',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.":
      'unsupported_parameter',
  }),
  [
    400,
    {
      object: 'error',
      message: 'max_tokens must be at least 1, got -186.',
      type: 'BadRequestError',
      code: 400,
    },
  ],
  [
    400,
    {
      object: 'error',
      message:
        "'max_tokens' or 'max_completion_tokens' is too large: 8000. This model's maximum context length is 4096 tokens and your request has 2778 input tokens (8000 > 4096 - 2778). None",
      code: 400,
    },
  ],
  [
    400,
    {
      error: {
        message:
          'This endpoint\'s maximum context length is 131072 tokens. However, you requested about 138956 tokens (7884 of text input, 131072 in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
        code: 400,
      },
    },
  ],
  // One string, image or document
  ...coded(400, {
    "Invalid 'messages[17].content': string too long. Expected a string with maximum length 1048576, but got a string with length 1744259 instead.":
      'string_above_max_length',
    "Invalid 'messages[10].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 64 instead.":
      'string_above_max_length',
    "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 140 instead.":
      'array_above_max_length',
  }),
  ...each(400, invalid, [
    'messages.19.content.27.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes',
    'Could not process image',
    'A maximum of 100 PDF pages may be provided.',
    'Too much media: 120 document pages + 0 images > 100',
    'Too much media: 120 document pages + 4 images > 100',
    'too many images and documents: 0 + 21 > 20',
  ]),
  ...each(400, (message) => ({ message }), [
    'Malformed input request: expected maxLength: 50000, actual: 52611, please reformat your input and try again.',
  ]),
  [
    400,
    {
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: 'Unable to process input image. Please retry or report.',
      },
    },
  ],
  // The request's form
  ...coded(400, {
    "Invalid schema for function 'read': In context=('properties', 'length'), 'maximum' is not permitted.":
      'invalid_function_parameters',
    'Invalid prompt: your prompt was flagged as potentially violating our usage policy.':
      'invalid_prompt',
    "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.":
      'content_filter',
  }),
  ...each(400, inMessage, [
    'No tool output found for function call call_1.',
    'System message must be at the beginning',
  ]),
  ...each(400, invalid, [
    'messages.5: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.',
    'messages: final assistant content cannot end with trailing whitespace',
    'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  ]),
  [
    400,
    {
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: 'Please ensure that function call turn comes immediately after a user turn',
      },
    },
  ],
  [
    422,
    {
      detail: [
        {
          type: 'string_type',
          loc: ['body', 'messages', 0, 'content'],
          msg: 'Input should be a valid string',
          input:
            "prompt is too long: 5 tokens > 4 maximum, context_length_exceeded, This model's maximum context length is 4097 tokens",
        },
      ],
    },
  ],
  // Whoever asks, and where
  ...coded(401, { 'Incorrect API key provided: sk-x.': 'invalid_api_key' }),
  ...coded(404, {
    'The model `gpt-9` does not exist or you do not have access to it.': 'model_not_found',
  }),
  [401, { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }],
  [403, { error: { code: 403, message: 'Permission denied.', status: 'PERMISSION_DENIED' } }],
  [404, { type: 'error', error: { type: 'not_found_error', message: 'model: claude-9' } }],
  // The server
  [500, { type: 'error', error: { type: 'api_error', message: 'Internal server error' } }],
  [502, '<html><head><title>502 Bad Gateway</title></head></html>'],
  [
    503,
    {
      error: {
        code: 503,
        message: 'The model is overloaded. Please try again later.',
        status: 'UNAVAILABLE',
      },
    },
  ],
  [
    504,
    {
      error: {
        code: 504,
        message: 'Deadline expired before operation could complete.',
        status: 'DEADLINE_EXCEEDED',
      },
    },
  ],
  [529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
  [400, ''],
  'fetch failed',
  'The operation was aborted due to timeout',
  'Request timed out.',
  'socket hang up',
  'CUDA out of memory. Tried to allocate 2.00 GiB',
  'model runner crashed unexpectedly',
];

describe('any other error', () => {
  for (const error of otherErrors) {
    const [status, body] = typeof error === 'string' ? [undefined, error] : error;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    it(`passes: ${status ?? ''} ${text.slice(0, 90)}`, () => {
      assert.equal(overflowOf(text), undefined);
      assert.equal(overflowOf(new Error(text)), undefined);
      if (status === undefined) return;
      for (const [carrier, carry] of Object.entries(carriers)) {
        assert.equal(overflowOf(carry(status, text)), undefined, carrier);
      }
    });
  }

  const quote = 'prompt is too long: 213321 tokens > 200000 maximum';
  const quotes: Record<string, unknown> = {
    'the request': new APICallError6({
      message: 'Bad Request',
      url: 'https://x.test',
      statusCode: 400,
      requestBodyValues: { messages: [{ role: 'user', content: quote }] },
      responseBody: '{"error":{"message":"no"}}',
    }),
    'a reply that is no JSON': new APICallError6({
      ...request,
      message: 'Invalid JSON response',
      statusCode: 200,
      responseBody: `I read the log: ${quote}`,
    }),
    'a reply': new APICallError6({
      ...request,
      message: 'Invalid JSON response',
      statusCode: 200,
      responseBody: JSON.stringify({
        choices: [{ message: { role: 'assistant', content: quote } }],
      }),
    }),
    'a reply of Ollama': new APICallError6({
      ...request,
      message: 'Invalid JSON response',
      statusCode: 200,
      responseBody: JSON.stringify({ model: 'm', response: quote, done: true }),
    }),
    "a tool's error": Object.assign(new Error(quote), {
      name: 'AI_ToolExecutionError',
      cause: new Error(quote),
    }),
    "a tool's input": Object.assign(new Error(`Invalid input for tool search: {"q":"${quote}"}`), {
      name: 'AI_InvalidToolInputError',
    }),
    'an object that a model wrote': Object.assign(new Error('No object generated'), {
      name: 'AI_NoObjectGeneratedError',
      text: quote,
      cause: Object.assign(new Error(`JSON parsing failed: Text: ${quote}`), {
        name: 'AI_JSONParseError',
      }),
    }),
    'a chunk of text that a schema refused': Object.assign(new Error(`Value: ${quote}`), {
      name: 'AI_TypeValidationError',
      value: { type: 'text', message: quote },
    }),
    'an earlier try': new RetryError6(retried([new Error(quote), new Error('Overloaded')])),
  };
  for (const [name, error] of Object.entries(quotes)) {
    it(`passes though it quotes one: ${name}`, () => assert.equal(overflowOf(error), undefined));
  }

  for (const value of [undefined, null, 413, 0n, true, Symbol('x'), () => 413, '', [], {}]) {
    it(`passes: ${String(value)}, a ${typeof value}`, () =>
      assert.equal(overflowOf(value), undefined));
  }
});

describe('an error that is made to harm', () => {
  const says = { of: 'tokens', limit: 4, size: 5 };
  const real = 'prompt is too long: 5 tokens > 4 maximum';
  const mega = 1 << 20;
  const loop: Record<string, unknown> = { message: 'no' };
  loop.cause = loop;
  loop.error = { error: loop, errors: [loop, loop] };
  const deep = Array.from({ length: 100_000 }).reduce<unknown>(
    (cause, _, i) => ({ message: `no ${i}`, cause }),
    new Error(real),
  );
  const thrown = new Proxy(
    {},
    {
      get() {
        throw new Error('no');
      },
      has() {
        throw new Error('no');
      },
      ownKeys() {
        throw new Error('no');
      },
    },
  );
  const endless: object = new Proxy({}, { get: () => ({ ...{}, __proto__: endless }) });
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const list = Array.from({ length: 100_000 }, () => ({ message: 'no' }));
  const harmful: Record<string, unknown> = {
    'a loop': loop,
    'deep causes': deep,
    'a proxy that throws': thrown,
    'a proxy without end': endless,
    'a revoked proxy': revoked.proxy,
    'a revoked proxy inside': { message: 'no', cause: revoked.proxy, errors: revoked.proxy },
    'a list of proxies': { errors: new Proxy(list, { get: () => thrown }) },
    'a long list': { errors: list, detail: list, data: list },
    'a length that lies': {
      errors: new Proxy([], { get: (_, key) => (key === 'length' ? 2 ** 31 : 'no') }),
    },
    'deep JSON': '['.repeat(mega),
    'deep JSON in a body': { status: 400, body: `{"error":${'{"error":'.repeat(mega)}` },
    'a million of white space': `maximum context length is 4 tokens${' '.repeat(mega)}x`,
    'a million of a beginning': 'maximum context length is 4 tokens (('.repeat(mega / 32),
    'a million of digits': `maximum context length is ${'9'.repeat(mega)} tokens`,
    'a million of commas': `prompt is too long: ${'1,'.repeat(mega)} tokens`,
    'a million of images': 'too many images and documents: 1'.repeat(mega / 32),
    'a million of quotes': '\\"'.repeat(mega),
    'a lone surrogate': '\ud800'.repeat(mega),
    'many long texts': Object.fromEntries(
      ['message', 'msg', 'error', 'detail', 'details', 'data', 'body', 'raw', 'reason'].map(
        (name) => [name, `{"x":"${name}${'y'.repeat(mega)}"}`],
      ),
    ),
  };
  for (const [name, error] of Object.entries(harmful)) {
    // What grows faster than the text does not end here.
    it(`is read: ${name}`, () => assert.doesNotThrow(() => overflowOf(error)));
  }

  it('is read only so far', () => {
    let reads = 0;
    const more = (): object =>
      new Proxy(
        {},
        {
          get: (_, key) => {
            reads += 1;
            return key === 'lastError' ? undefined : more();
          },
        },
      );
    overflowOf(more());
    assert.ok(reads > 0 && reads < 5_000, `${reads}`);
    assert.equal(overflowOf(`${'x '.repeat(mega)}${real}${' x'.repeat(mega)}`), undefined);
    const body = `{"error":"${real}","x":"${'y'.repeat(mega)}"}`;
    assert.equal(overflowOf({ status: 400, body }), undefined);
  });

  it('is still read where it can be', () => {
    const partly = {
      get message() {
        throw new Error('no');
      },
      get name() {
        throw new Error('no');
      },
      cause: thrown,
      error: { message: real },
    };
    assert.deepEqual(overflowOf(partly), says);
    assert.deepEqual(overflowOf(`${real}${' x'.repeat(mega)}`), says);
    assert.deepEqual(overflowOf(`${'x '.repeat(mega)}${real}`), says);
    assert.deepEqual(
      overflowOf({ detail: `{"x":"${'y'.repeat(mega)}"}`, body: `{"error":"${real}"}` }),
      says,
    );
    assert.deepEqual(overflowOf({ ...loop, response: { data: { error: real } } }), says);
  });

  it('says the same however its numbers are written', () => {
    const grouped = new Intl.NumberFormat('en-US');
    for (let limit = 9; limit < 2 ** 31; limit = limit * 7 + 1) {
      const told = (shown: (tokens: number) => string) =>
        overflowOf(`prompt is too long: ${shown(limit + 1)} tokens > ${shown(limit)} maximum`);
      assert.deepEqual(told(String), { of: 'tokens', limit, size: limit + 1 });
      assert.deepEqual(
        told((tokens) => grouped.format(tokens)),
        told(String),
      );
    }
  });

  it('has no number that is none', () => {
    const nines = '9'.repeat(400);
    assert.deepEqual(overflowOf(`prompt is too long: ${nines} tokens > ${nines} maximum`), {
      of: 'tokens',
    });
    assert.deepEqual(overflowOf('prompt is too long: ,,, tokens > , maximum'), { of: 'tokens' });
    assert.deepEqual(overflowOf('prompt is too long: 0 tokens > 0 maximum'), { of: 'tokens' });
    const fields = { code: 'context_length_exceeded', n_ctx: Number.NaN, n_prompt_tokens: -1 };
    assert.deepEqual(overflowOf(fields), { of: 'tokens' });
  });
});

describe('an answer that hides that the prompt was too large', () => {
  const lastServed = { promptTokens: 3_300, billed: 3_000 };
  /** Ollama with `num_ctx` 4,096, and nothing wrong. */
  const good: Answer = {
    usage: { inputTokens: 4_000, outputTokens: 50, totalTokens: 4_050 },
    providerMetadata: undefined,
    finishReason: 'stop',
    hasText: true,
    promptTokens: 4_400,
    window: 131_072,
    lastServed,
  };
  const usage = (inputTokens: number, more: object = {}) => ({
    usage: { inputTokens, outputTokens: 50, totalTokens: inputTokens + 50, ...more },
  });

  it('is told by a bill that stays while the prompt grows', () => {
    // https://github.com/ollama/ollama/issues/17427: half of `num_ctx`; before, all of it.
    assert.ok(silentOverflow({ ...good, ...usage(2_050), promptTokens: 9_000 }));
    assert.ok(silentOverflow({ ...good, ...usage(3_600), promptTokens: 9_000 }));
    assert.ok(
      silentOverflow({
        ...good,
        usage: { prompt_tokens: 2_050, completion_tokens: 9, total_tokens: 2_059 },
        promptTokens: 40_000,
      }),
    );
  });

  it('is none where the bill grows, or may leave something out', () => {
    const silent: Partial<Answer>[] = [
      {},
      usage(8_200),
      { ...usage(8_200), promptTokens: 9_000 },
      { ...usage(5_000), promptTokens: 9_000 },
      { ...usage(20), promptTokens: 9_000, lastServed: undefined as never },
      // A bill without the cached part is none to compare with.
      { ...usage(300), promptTokens: 9_000, lastServed: { promptTokens: 8_000, billed: 300 } },
      { ...usage(10), promptTokens: 9_000, lastServed: { promptTokens: 8_000, billed: 300 } },
      // Bills have taught what counts are worth since.
      { ...usage(3_500), promptTokens: 4_000, lastServed: { promptTokens: 1_000, billed: 3_000 } },
      // It grew, less than was thought.
      { ...usage(8_000), promptTokens: 20_000 },
      { ...usage(0), promptTokens: 9_000 },
      { usage: {}, promptTokens: 9_000 },
      { ...usage(2_050, { cachedInputTokens: 10 }), promptTokens: 9_000 },
      { ...usage(2_050, { inputTokenDetails: { cacheReadTokens: 10 } }), promptTokens: 9_000 },
      {
        ...usage(2_050, { raw: { prompt_tokens_details: { cached_tokens: 10 } } }),
        promptTokens: 9_000,
      },
      // AI SDK 5 tells what was written to a cache beside the usage.
      {
        ...usage(10, { cachedInputTokens: 0 }),
        providerMetadata: { anthropic: { cacheCreationInputTokens: 8_190 } },
        promptTokens: 9_000,
      },
      {
        usage: { input_tokens: 10, cache_read_input_tokens: 8_000, output_tokens: 5 },
        promptTokens: 9_000,
      },
      { usage: { inputTokens: 10, cacheReadInputTokens: 8_000 }, promptTokens: 9_000 },
    ];
    for (const answer of silent) {
      assert.equal(silentOverflow({ ...good, ...answer }), false, JSON.stringify(answer));
    }
  });

  it('is told by a full window without a reply', () => {
    const cut = { ...good, hasText: false, window: 131_072, lastServed: undefined as never };
    const full = { ...usage(131_072), finishReason: 'length' };
    assert.ok(silentOverflow({ ...cut, ...full }));
    assert.ok(silentOverflow({ ...cut, ...full, finishReason: { unified: 'length', raw: 'x' } }));
    const exceeded = 'model_context_window_exceeded';
    for (const finishReason of [exceeded, { unified: 'length', raw: exceeded }]) {
      assert.ok(silentOverflow({ ...cut, finishReason }));
      assert.equal(silentOverflow({ ...cut, finishReason, hasText: true }), false);
    }
    assert.equal(silentOverflow({ ...cut, ...full, hasText: true }), false);
    assert.equal(silentOverflow({ ...cut, ...full, finishReason: 'stop' }), false);
    assert.equal(silentOverflow({ ...cut, ...full, window: 0 }), false);
    assert.equal(silentOverflow({ ...cut, ...usage(8_000), finishReason: 'length' }), false);
    // What was thought before there was no room left is billed as output.
    for (const share of [0.25, 0.5, 0.75, 1]) {
      const inputTokens = cut.window * share;
      const thought = (outputTokens: number) =>
        silentOverflow({ ...cut, usage: { inputTokens, outputTokens }, finishReason: 'length' });
      assert.ok(thought(cut.window - inputTokens), `${share}`);
      assert.equal(thought(cut.window * 0.9 - inputTokens), share === 1, `${share}`);
    }
  });

  it('is read without harm', () => {
    const thrown = new Proxy({}, { ownKeys: () => assert.fail(), get: () => assert.fail() });
    assert.equal(silentOverflow({ ...good, usage: thrown }), false);
    assert.equal(silentOverflow({ ...good, finishReason: thrown, hasText: false }), false);
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    assert.equal(silentOverflow({ ...good, ...usage(4_000, loop), providerMetadata: loop }), false);
  });
});
