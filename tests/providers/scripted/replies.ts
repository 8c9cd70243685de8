/**
 * What a model says, in the words of each provider's API: one JSON body, or the events of a stream. Decides what a
 * reply looks like; refuses to know when there is one.
 */

/** A text, and the calls that come after it. */
export interface Said {
  text: string;
  calls: readonly { id: string; input: object }[];
}

/** Of a reply: its place among all of them, and what its request and itself count. */
export interface Counted {
  number: number;
  input: number;
  output: number;
}

export interface Api {
  body(said: Said, counted: Counted): object;
  /** Those before the first token come first. */
  events(said: Said, counted: Counted): { before: object[]; tokens: object[]; end: object[] };
  /** An event that tells of an error, as `body` tells it. */
  failure(body: string): object;
}

/** The one tool. */
export const toolName = 'work';

const errorIn = (body: string): object => JSON.parse(body);

function anthropicMessage(said: Said, { number, input, output }: Counted) {
  const calls = said.calls.map((call) => ({ type: 'tool_use', name: toolName, ...call }));
  return {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [{ type: 'text', text: said.text }, ...calls],
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: input, output_tokens: output },
  };
}

export const anthropic: Api = {
  body: anthropicMessage,
  events(said, counted) {
    const { content, stop_reason, ...message } = anthropicMessage(said, counted);
    const calls = said.calls.flatMap(({ input, ...call }, i) => {
      const index = i + 1;
      const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
      const content_block = { type: 'tool_use', name: toolName, input: {}, ...call };
      return [
        { type: 'content_block_start', index, content_block },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ];
    });
    const start = { ...message, content: [], stop_reason: null };
    const delta = { stop_reason, stop_sequence: null };
    return {
      before: [{ type: 'message_start', message: start }, { type: 'ping' }],
      tokens: [
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: said.text },
        },
      ],
      end: [
        { type: 'content_block_stop', index: 0 },
        ...calls,
        { type: 'message_delta', delta, usage: { output_tokens: counted.output } },
        { type: 'message_stop' },
      ],
    };
  },
  failure: errorIn,
};

const chatUsage = ({ input, output }: Counted) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

const chatCalls = ({ calls }: Said) =>
  calls.map(({ id, input }, index) => ({
    index,
    id,
    type: 'function',
    function: { name: toolName, arguments: JSON.stringify(input) },
  }));

export const chat: Api = {
  body: (said, counted) => ({
    id: `chatcmpl-${counted.number}`,
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: said.text, tool_calls: chatCalls(said) },
        finish_reason: said.calls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: chatUsage(counted),
  }),
  events(said, counted) {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      id: `chatcmpl-${counted.number}`,
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason }],
    });
    const calls = chatCalls(said);
    return {
      before: [],
      tokens: [chunk({ role: 'assistant', content: said.text })],
      end: [
        ...(calls.length > 0 ? [chunk({ tool_calls: calls })] : []),
        { ...chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'), usage: chatUsage(counted) },
      ],
    };
  },
  failure: errorIn,
};

function responsesOutput({ text, calls }: Said, number: number) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  const message = { type: 'message', role: 'assistant', id: `msg_${number}`, content };
  const called = calls.map(({ id, input }) => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name: toolName,
    arguments: JSON.stringify(input),
  }));
  return { message, called };
}

const response = ({ number }: Counted) => ({
  id: `resp_${number}`,
  created_at: 1,
  model: 'gpt-x',
  service_tier: null,
});
const responsesUsage = ({ input, output }: Counted) => ({
  usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
});

export const responses: Api = {
  body(said, counted) {
    const { message, called } = responsesOutput(said, counted.number);
    return {
      ...response(counted),
      ...responsesUsage(counted),
      output: [message, ...called],
      incomplete_details: null,
    };
  },
  events(said, counted) {
    const { message, called } = responsesOutput(said, counted.number);
    const begun = { ...message, content: [] };
    const calls = called.flatMap((item, i) => [
      {
        type: 'response.output_item.added',
        output_index: i + 1,
        item: { ...item, arguments: '' },
      },
      {
        type: 'response.output_item.done',
        output_index: i + 1,
        item: { ...item, status: 'completed' },
      },
    ]);
    return {
      before: [{ type: 'response.created', response: response(counted) }],
      tokens: [
        { type: 'response.output_item.added', output_index: 0, item: begun },
        { type: 'response.output_text.delta', item_id: message.id, delta: said.text },
      ],
      end: [
        { type: 'response.output_item.done', output_index: 0, item: message },
        ...calls,
        {
          type: 'response.completed',
          response: { ...response(counted), ...responsesUsage(counted), incomplete_details: null },
        },
      ],
    };
  },
  failure: (body) => ({ type: 'error', sequence_number: 2, ...errorIn(body) }),
};

const googlePart = (parts: object[], finishReason?: string) => ({
  candidates: [
    { content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) },
  ],
});
const googleUsage = ({ input, output }: Counted) => ({
  usageMetadata: {
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
  },
});
const googleCalls = ({ calls }: Said) =>
  calls.map(({ input }) => ({ functionCall: { name: toolName, args: input } }));

export const google: Api = {
  body: (said, counted) => ({
    ...googlePart([{ text: said.text }, ...googleCalls(said)], 'STOP'),
    ...googleUsage(counted),
  }),
  events: (said, counted) => ({
    before: [],
    tokens: [googlePart([{ text: said.text }])],
    end: [{ ...googlePart(googleCalls(said), 'STOP'), ...googleUsage(counted) }],
  }),
  failure: errorIn,
};
