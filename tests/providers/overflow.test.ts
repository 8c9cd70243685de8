// promise: 4 never breaks the agent
/**
 * Requests that providers refuse for their size, through the real packages: what comes out of generateText
 * and streamText is recognised, with the provider's numbers.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as ai7 from 'ai7';
import { overflowOf } from '../../js/overflow/overflow.ts';
import { refusalBodies } from '../js/support/refusal-bodies.ts';
import { type Endpoint, type EndpointName, endpoints, type Fetch } from './scripted/endpoints.ts';

const answers =
  (status: number, body: string, type = 'application/json'): Fetch =>
  async () =>
    new Response(body, { status, headers: { 'content-type': type } });

const compatible = endpoints['all others, behind a chat endpoint'].model;

const call = { prompt: 'hello', maxRetries: 0 };

async function generated({ ai }: Endpoint, model: never): Promise<unknown> {
  try {
    await ai.generateText({ ...call, model });
  } catch (error) {
    return error;
  }
  return assert.fail('no error');
}

async function streamed({ ai }: Endpoint, model: never): Promise<unknown[]> {
  const errors: unknown[] = [];
  const { fullStream } = ai.streamText({
    ...call,
    model,
    onError: ({ error }) => {
      errors.push(error);
    },
  });
  for await (const part of fullStream) if (part.type === 'error') errors.push(part.error);
  assert.ok(errors.length > 0, 'no error');
  return errors;
}

describe('a request that a provider refuses for its size', () => {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const own = refusalBodies.filter(({ who }) => endpoint.whose.test(who));
    for (const { who, status, body, says } of own) {
      it(`is recognised: ${name}: ${who}`, async () => {
        const model = endpoint.model(answers(status, body));
        assert.deepEqual(overflowOf(await generated(endpoint, model)), says);
        // A good status without events is an empty stream.
        if (status === 200) return;
        for (const error of await streamed(endpoint, model))
          assert.deepEqual(overflowOf(error), says);
      });
    }
  }

  it('is recognised after retries', async () => {
    const [{ body, says }] = refusalBodies.filter(({ who }) => /while it writes/.test(who)) as [
      (typeof refusalBodies)[number],
    ];
    const model = compatible(answers(500, body));
    const error = await ai7
      .generateText({ prompt: 'hello', maxRetries: 1, model })
      .catch((error: unknown) => error);
    assert.equal((error as Error).name, 'AI_RetryError');
    assert.deepEqual(overflowOf(error), says);
  });
});

const events = (...data: object[]) =>
  data
    .map((each) => `${'type' in each ? `event: ${each.type}\n` : ''}data: ${JSON.stringify(each)}`)
    .join('\n\n')
    .concat('\n\n');

const tooLong = 'prompt is too long: 213321 tokens > 200000 maximum';
const anthropicStart = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
};
const anthropicText = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I' } },
];
const anthropicError = {
  type: 'error',
  error: { type: 'invalid_request_error', message: tooLong },
};
const created = {
  type: 'response.created',
  sequence_number: 0,
  response: { id: 'resp_1', created_at: 1, model: 'gpt-x', service_tier: null },
};
const exceeded = {
  type: 'invalid_request_error',
  code: 'context_length_exceeded',
  message:
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
  param: 'input',
};
const chunk = {
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { role: 'assistant', content: 'I' }, finish_reason: null }],
};
const chatError = {
  error: {
    message:
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 150008 tokens.",
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
  },
};
const googleChunk = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'I' }] }, index: 0 }],
};
const googleError = {
  error: {
    code: 400,
    message:
      'The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).',
    status: 'INVALID_ARGUMENT',
  },
};
const ofAnthropic = { of: 'tokens', limit: 200_000, size: 213_321 };
const ofChat = { of: 'tokens', limit: 128_000, size: 150_008 };

/** A stream that tells of an error after a good status. */
const streams: Record<string, [endpoint: EndpointName, body: string, says: object]> = {
  'Anthropic, ai 5': ['Anthropic, ai 5', events(anthropicStart, anthropicError), ofAnthropic],
  'Anthropic, ai 6': ['Anthropic, ai 6', events(anthropicStart, anthropicError), ofAnthropic],
  'Anthropic, ai 7': ['Anthropic, ai 7', events(anthropicStart, anthropicError), ofAnthropic],
  'Anthropic, before anything else': ['Anthropic, ai 7', events(anthropicError), ofAnthropic],
  'Anthropic, after text': [
    'Anthropic, ai 6',
    events(anthropicStart, ...anthropicText, anthropicError),
    ofAnthropic,
  ],
  'OpenAI, an event': [
    'OpenAI, responses',
    events(created, { type: 'error', sequence_number: 2, error: exceeded }),
    { of: 'tokens' },
  ],
  'OpenAI, a failed response': [
    'OpenAI, responses',
    events(created, {
      type: 'response.failed',
      sequence_number: 2,
      response: { ...created.response, status: 'failed', error: exceeded, usage: null },
    }),
    { of: 'tokens' },
  ],
  'OpenAI, chat': ['OpenAI, chat', events(chunk, chatError), ofChat],
  'OpenAI, chat, before anything else': ['OpenAI, chat', events(chatError), ofChat],
  Google: [
    'Google',
    events(googleChunk, googleError),
    { of: 'tokens', limit: 1_048_576, size: 1_048_577 },
  ],
  'a chat endpoint': ['all others, behind a chat endpoint', events(chunk, chatError), ofChat],
  'a chat endpoint, in fewer words': [
    'all others, behind a chat endpoint',
    events(chunk, { error: { message: tooLong, code: 400 } }),
    ofAnthropic,
  ],
};

describe('a stream that ends with a refusal for size', () => {
  for (const [name, [of, body, says]] of Object.entries(streams)) {
    it(`is recognised: ${name}`, async () => {
      const endpoint = endpoints[of];
      const model = endpoint.model(answers(200, body, 'text/event-stream'));
      const errors = await streamed(endpoint, model);
      for (const error of errors) assert.deepEqual(overflowOf(error), says, JSON.stringify(error));
    });
  }
});

describe('a stream or answer that ends otherwise', () => {
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  it('is none', async () => {
    const endpoint = endpoints['Anthropic, ai 6'];
    const body = events(anthropicStart, ...anthropicText, overloaded);
    const model = endpoint.model(answers(200, body, 'text/event-stream'));
    for (const error of await streamed(endpoint, model)) {
      assert.equal(overflowOf(error), undefined);
    }
    const text = { ...chunk, choices: [{ index: 0, message: { content: tooLong } }] };
    for (const reply of [JSON.stringify(text), `data: ${tooLong}`, tooLong]) {
      const error = await generated(endpoint, endpoint.model(answers(200, reply)));
      assert.equal(overflowOf(error), undefined);
    }
  });
});
