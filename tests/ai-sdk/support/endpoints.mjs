/**
 * Real provider packages over a scripted `fetch`, which answers as each provider's API does. Decides the
 * shapes of right answers; refuses to know when one is due.
 */
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createAzure } from '@ai-sdk/azure';
import { createCerebras } from '@ai-sdk/cerebras';
import { createCohere } from '@ai-sdk/cohere';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createFireworks } from '@ai-sdk/fireworks';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createGroq } from '@ai-sdk/groq';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createTogetherAI } from '@ai-sdk/togetherai';
import { createXai } from '@ai-sdk/xai';
import { EventStreamCodec } from '@smithy/eventstream-codec';
import { fromUtf8, toUtf8 } from '@smithy/util-utf8';

const apiKey = 'none';

/** A model of each provider, by the name that `refusals` call it. */
export const models = {
  anthropic: (fetch) => createAnthropic({ apiKey, fetch })('claude-sonnet-4-5'),
  openai: (fetch) => createOpenAI({ apiKey, fetch }).responses('gpt-5'),
  openaiChat: (fetch) => createOpenAI({ apiKey, fetch }).chat('gpt-4o'),
  azure: (fetch) => createAzure({ apiKey, fetch, resourceName: 'r' })('deployment'),
  google: (fetch) => createGoogleGenerativeAI({ apiKey, fetch })('gemini-2.5-pro'),
  bedrock: (fetch) =>
    createAmazonBedrock({ apiKey, fetch, region: 'us-east-1' })('amazon.nova-pro-v1:0'),
  mistral: (fetch) => createMistral({ apiKey, fetch })('mistral-large-latest'),
  xai: (fetch) => createXai({ apiKey, fetch })('grok-4'),
  groq: (fetch) => createGroq({ apiKey, fetch })('llama-3.3-70b-versatile'),
  deepseek: (fetch) => createDeepSeek({ apiKey, fetch })('deepseek-chat'),
  cerebras: (fetch) => createCerebras({ apiKey, fetch })('qwen-3-235b'),
  cohere: (fetch) => createCohere({ apiKey, fetch })('command-a-03-2025'),
  togetherai: (fetch) => createTogetherAI({ apiKey, fetch })('meta-llama/Llama-3.3-70B'),
  fireworks: (fetch) => createFireworks({ apiKey, fetch })('accounts/fireworks/models/deepseek-v3'),
  compatible: (fetch) =>
    createOpenAICompatible({ name: 'compatible', baseURL: 'http://server.test/v1', fetch })('m'),
};

const json = (body, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** Server-sent events, named by their type where they have one. */
export function events(list) {
  const lines = list.map((event) => {
    const name = typeof event.type === 'string' ? `event: ${event.type}\n` : '';
    return `${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
  });
  return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

const codec = new EventStreamCodec(toUtf8, fromUtf8);
function awsEvents(list) {
  const frames = list.map(([type, body]) =>
    codec.encode({
      headers: {
        ':event-type': { type: 'string', value: type },
        ':content-type': { type: 'string', value: 'application/json' },
        ':message-type': { type: 'string', value: 'event' },
      },
      body: fromUtf8(JSON.stringify(body)),
    }),
  );
  return new Response(Buffer.concat(frames), {
    headers: { 'content-type': 'application/vnd.amazon.eventstream' },
  });
}

/** What the APIs answer to a request that fits: `said`, billed at `input` tokens. */
const apis = [
  {
    path: /\/chat\/completions/,
    whole: (said, input) => ({
      ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'm' },
      choices: [{ index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' }],
      usage: { prompt_tokens: input, completion_tokens: 5, total_tokens: input + 5 },
    }),
    stream(said, input) {
      const chunk = (choice, more) => ({
        ...{ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', ...more },
        choices: choice ? [{ index: 0, ...choice }] : [],
      });
      return events([
        chunk({ delta: { role: 'assistant', content: said }, finish_reason: null }),
        chunk(
          { delta: {}, finish_reason: 'stop' },
          { usage: { prompt_tokens: input, completion_tokens: 5, total_tokens: input + 5 } },
        ),
        '[DONE]',
      ]);
    },
  },
  {
    path: /\/responses/,
    whole: (said, input) => ({
      ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'm' },
      output: [
        {
          ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: said, annotations: [] }],
        },
      ],
      usage: {
        ...{ input_tokens: input, output_tokens: 5, total_tokens: input + 5 },
        input_tokens_details: { cached_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    }),
    stream(said, input) {
      const response = this.whole(said, input);
      const item = { ...response.output[0], status: 'in_progress', content: [] };
      return events([
        { type: 'response.created', response: { ...response, output: [] } },
        { type: 'response.output_item.added', output_index: 0, item },
        {
          ...{ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0 },
          ...{ content_index: 0, delta: said, logprobs: [] },
        },
        { type: 'response.output_item.done', output_index: 0, item: response.output[0] },
        { type: 'response.completed', response },
      ]);
    },
  },
  {
    path: /\/messages/,
    whole: (said, input) => ({
      ...{ type: 'message', id: 'msg_1', role: 'assistant', model: 'm' },
      content: [{ type: 'text', text: said }],
      ...{ stop_reason: 'end_turn', stop_sequence: null },
      usage: { input_tokens: input, output_tokens: 5 },
    }),
    stream(said, input) {
      const message = { ...this.whole('', input), content: [], stop_reason: null };
      return events([
        { type: 'message_start', message },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: said } },
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          usage: { output_tokens: 5 },
        },
        { type: 'message_stop' },
      ]);
    },
  },
  {
    path: /[gG]enerateContent/,
    whole: (said, input) => ({
      candidates: [
        { content: { role: 'model', parts: [{ text: said }] }, finishReason: 'STOP', index: 0 },
      ],
      usageMetadata: {
        promptTokenCount: input,
        candidatesTokenCount: 5,
        totalTokenCount: input + 5,
      },
    }),
    stream(said, input) {
      return events([this.whole(said, input)]);
    },
  },
  {
    path: /\/converse/,
    whole: (said, input) => ({
      output: { message: { role: 'assistant', content: [{ text: said }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: input, outputTokens: 5, totalTokens: input + 5 },
    }),
    stream: (said, input) =>
      awsEvents([
        ['messageStart', { role: 'assistant' }],
        ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: said } }],
        ['contentBlockStop', { contentBlockIndex: 0 }],
        ['messageStop', { stopReason: 'end_turn' }],
        [
          'metadata',
          {
            usage: { inputTokens: input, outputTokens: 5, totalTokens: input + 5 },
            metrics: { latencyMs: 1 },
          },
        ],
      ]),
  },
  {
    path: /\/chat$/,
    whole: (said, input) => ({
      generation_id: 'g1',
      message: { role: 'assistant', content: [{ type: 'text', text: said }] },
      finish_reason: 'COMPLETE',
      usage: {
        billed_units: { input_tokens: input, output_tokens: 5 },
        tokens: { input_tokens: input, output_tokens: 5 },
      },
    }),
    stream(said, input) {
      const { usage, finish_reason } = this.whole(said, input);
      return events([
        { type: 'message-start', id: 'g1' },
        {
          type: 'content-start',
          index: 0,
          delta: { message: { content: { type: 'text', text: '' } } },
        },
        { type: 'content-delta', index: 0, delta: { message: { content: { text: said } } } },
        { type: 'content-end', index: 0 },
        { type: 'message-end', delta: { finish_reason, usage } },
      ]);
    },
  },
];

/**
 * A `fetch` that answers what fits and refuses what does not. `reply` may answer itself, given the tokens of
 * the request and whether a stream is asked for.
 */
export function endpoint({ said = 'All is well.', reply }) {
  const log = { bodies: [], tokens: [], refused: 0 };
  const fetch = async (url, init) => {
    const { pathname } = new URL(String(url));
    const text = await new Response(init.body).text();
    const body = JSON.parse(text);
    const input = Math.ceil(text.length / 4);
    const streams = body.stream === true || /stream/i.test(pathname);
    const refused = reply({ input, streams, log });
    if (refused !== undefined) {
      log.refused += 1;
      if (refused.events !== undefined) return events(refused.events);
      return json(refused.body, refused.status, refused.headers);
    }
    log.bodies.push(body);
    log.tokens.push(input);
    const api = apis.find(({ path }) => path.test(pathname));
    return streams ? api.stream(said, input) : json(api.whole(said, input));
  };
  return { fetch, log };
}
