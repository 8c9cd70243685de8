/**
 * What providers answer to a request that is too long: status and body as they send them, with the tokens of
 * the limit and of the request put in. Data alone; `api` says in which form the provider is asked.
 */
const openaiError = (message, code = 'context_length_exceeded', param = 'messages') => ({
  error: { message, type: 'invalid_request_error', param, code },
});

/** `stream`: it comes in a stream that has begun, as these events. */
export const refusals = [
  {
    name: 'anthropic',
    status: 400,
    body: (limit, input) => ({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: `prompt is too long: ${input} tokens > ${limit} maximum`,
      },
      request_id: 'req_011CVjxiYzEFcAQC4Fk87zw2',
    }),
  },
  {
    name: 'anthropic',
    what: 'with the reply counted',
    status: 400,
    body: (limit, input) => ({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: `input length and \`max_tokens\` exceed context limit: ${input} + 500 > ${limit}, decrease input length or \`max_tokens\` and try again`,
      },
    }),
  },
  {
    name: 'anthropic',
    what: 'in bytes',
    status: 413,
    body: () => ({
      type: 'error',
      error: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
    }),
  },
  {
    name: 'openai',
    status: 400,
    body: () =>
      openaiError(
        'Your input exceeds the context window of this model. Please adjust your input and try again.',
        'context_length_exceeded',
        'input',
      ),
  },
  {
    name: 'openaiChat',
    status: 400,
    body: (limit, input) =>
      openaiError(
        `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${input} tokens (${input - 40} in the messages, 40 in the functions). Please reduce the length of the messages or functions.`,
      ),
  },
  {
    name: 'openaiChat',
    what: 'by the minute',
    status: 429,
    body: (limit, input) => ({
      error: {
        message: `Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit ${limit}, Requested ${input}. The input or output tokens must be reduced in order to run successfully. Visit the account page to learn more.`,
        type: 'tokens',
        param: null,
        code: 'rate_limit_exceeded',
      },
    }),
  },
  {
    name: 'azure',
    status: 400,
    body: () =>
      openaiError(
        'Your input exceeds the context window of this model. Please adjust your input and try again.',
        'context_length_exceeded',
        'input',
      ),
  },
  {
    name: 'google',
    status: 400,
    body: (limit, input) => ({
      error: {
        code: 400,
        message: `The input token count (${input}) exceeds the maximum number of tokens allowed (${limit}).`,
        status: 'INVALID_ARGUMENT',
      },
    }),
  },
  {
    name: 'bedrock',
    status: 400,
    headers: { 'x-amzn-errortype': 'ValidationException' },
    body: () => ({ message: 'Input is too long for requested model.' }),
  },
  {
    name: 'bedrock',
    what: 'from Claude',
    status: 400,
    headers: { 'x-amzn-errortype': 'ValidationException' },
    body: (limit, input) => ({
      message: `The model returned the following errors: prompt is too long: ${input} tokens > ${limit} maximum`,
    }),
  },
  {
    name: 'mistral',
    status: 400,
    body: (limit, input) => ({
      object: 'error',
      message: `Prompt contains ${input} tokens and 0 draft tokens, too large for model with ${limit} maximum context length`,
      type: 'invalid_request_prompt',
      param: null,
      code: '3051',
    }),
  },
  {
    name: 'xai',
    status: 400,
    body: (limit, input) => ({
      code: 'Client specified an invalid argument',
      error: `This model's maximum prompt length is ${limit} but the request contains ${input} tokens.`,
    }),
  },
  {
    name: 'groq',
    status: 400,
    body: () => openaiError('Please reduce the length of the messages or completion.'),
  },
  {
    name: 'groq',
    what: 'by the minute',
    status: 413,
    body: (limit, input) => ({
      error: {
        message: `Request too large for model \`llama-3.1-8b-instant\` in organization \`org_x\` service tier \`on_demand\` on tokens per minute (TPM): Limit ${limit}, Requested ${input}, please reduce your message size and try again. Need more tokens? Upgrade to Dev Tier today.`,
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
    }),
  },
  {
    name: 'deepseek',
    status: 400,
    body: (limit, input) =>
      openaiError(
        `This model's maximum context length is ${limit} tokens. However, you requested ${input + 500} tokens (${input} in the messages, 500 in the completion). Please reduce the length of the messages or completion.`,
        'invalid_request_error',
        null,
      ),
  },
  {
    name: 'cerebras',
    status: 400,
    body: (limit, input) => ({
      message: `Please reduce the length of the messages or completion. Current length is ${input} while limit is ${limit}`,
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    }),
  },
  {
    name: 'cohere',
    status: 400,
    body: (limit, input) => ({
      message: `too many tokens: total number of tokens in the prompt cannot exceed ${limit} - received ${input}. Try using a shorter prompt, or enabling prompt truncating.`,
    }),
  },
  {
    name: 'togetherai',
    status: 422,
    body: (limit, input) => ({
      error: {
        message: `Input validation error: \`inputs\` tokens + \`max_new_tokens\` must be <= ${limit}. Given: ${input} \`inputs\` tokens and 500 \`max_new_tokens\``,
        type: 'invalid_request_error',
        param: 'max_tokens',
        code: null,
      },
    }),
  },
  {
    name: 'fireworks',
    status: 400,
    body: (limit, input) => ({
      error: {
        object: 'error',
        type: 'invalid_request_error',
        message: `The prompt is too long: ${input}, model maximum context length: ${limit}`,
      },
    }),
  },
  ...[
    {
      what: 'of OpenRouter',
      body: (limit, input) => ({
        error: {
          message: `This endpoint's maximum context length is ${limit} tokens. However, you requested about ${input + 500} tokens (${input} of text input, 500 in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`,
          code: 400,
        },
      }),
    },
    {
      what: 'of llama.cpp',
      body: (limit, input) => ({
        error: {
          code: 400,
          message: 'the request exceeds the available context size, try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: input,
          n_ctx: limit,
        },
      }),
    },
    {
      what: 'of vLLM',
      body: (limit, input) => ({
        object: 'error',
        message: `This model's maximum context length is ${limit} tokens. However, you requested ${input + 500} tokens (${input} in the messages, 500 in the completion). Please reduce the length of the messages or completion.`,
        type: 'BadRequestError',
        param: null,
        code: 400,
      }),
    },
    {
      what: 'of LM Studio',
      body: (limit, input) => ({
        error: `Trying to keep the first ${input} tokens when context the overflows. However, the model is loaded with context length of only ${limit} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`,
      }),
    },
    {
      what: 'of Moonshot',
      body: (limit, input) =>
        openaiError(
          `Invalid request: Your request exceeded model token limit: ${limit} (requested: ${input})`,
          null,
          null,
        ),
    },
    {
      what: 'of Qwen',
      body: (limit) =>
        openaiError(
          `<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, ${limit}]`,
          'invalid_parameter_error',
          null,
        ),
    },
    {
      what: 'of z.ai',
      body: () => ({ error: { code: '1261', message: 'Prompt exceeds max length' } }),
    },
    {
      what: 'of GitHub Copilot',
      body: (limit, input) => ({
        error: {
          message: `prompt token count of ${input} exceeds the limit of ${limit}`,
          code: 'model_max_prompt_tokens_exceeded',
          param: '',
          type: '',
        },
      }),
    },
    {
      what: 'of MiniMax',
      body: () => openaiError('invalid params, context window exceeds limit (2013)', null, null),
    },
    {
      what: 'of Text Generation Inference',
      body: (limit, input) => ({
        error: `Input validation error: \`inputs\` must have less than ${limit} tokens. Given: ${input}`,
        error_type: 'validation',
      }),
    },
  ].map((refusal) => ({ name: 'compatible', status: 400, ...refusal })),
  {
    name: 'anthropic',
    what: 'in a stream',
    events: (limit, input) => [
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: `prompt is too long: ${input} tokens > ${limit} maximum`,
        },
      },
    ],
  },
  {
    name: 'openai',
    what: 'in a stream',
    events: () => [
      {
        type: 'response.created',
        response: { id: 'resp_1', created_at: 1, model: 'gpt-5', service_tier: null },
      },
      {
        type: 'error',
        sequence_number: 2,
        error: {
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
          message:
            'Your input exceeds the context window of this model. Please adjust your input and try again.',
          param: 'input',
        },
      },
    ],
  },
  {
    name: 'compatible',
    what: 'in a stream',
    events: (limit, input) => [
      {
        error: {
          message: `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${input} tokens. Please reduce the length of the messages.`,
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
        },
      },
    ],
  },
];

/** Errors with other causes, which no smaller request would change. */
export const others = [
  [
    429,
    {
      error: {
        message:
          'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 2s.',
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
    },
  ],
  [
    429,
    { message: 'Too many tokens, please wait before trying again.', __type: 'ThrottlingException' },
  ],
  [401, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }],
  [
    400,
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'max_tokens: 90000 > 64000, which is the maximum allowed number of output tokens',
      },
    },
  ],
  [
    400,
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'Your credit balance is too low to access the API.',
      },
    },
  ],
  [
    400,
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'messages.1: tool_use ids were found without tool_result blocks immediately after',
      },
    },
  ],
  [529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
  [500, { error: { message: 'The server had an error while processing your request.' } }],
];
