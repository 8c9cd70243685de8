/**
 * What providers answered to requests that were too large, as people recorded it: the address where a body
 * stands, its status, and what it says of the request.
 */

export interface RefusalBody {
  who: string;
  source: string;
  status: number;
  body: string;
  says: { of: 'tokens' | 'bytes' | 'images'; limit?: number; size?: number };
}

const github = 'https://github.com/';
const json = (value: unknown) => JSON.stringify(value);
const anthropic = (message: string, type = 'invalid_request_error') =>
  json({ type: 'error', error: { type, message }, request_id: 'req_011CWdepJvA2D819tdYYq4h7' });
const openai = (message: string, code: string | number | null = 'context_length_exceeded') =>
  json({ error: { message, type: 'invalid_request_error', param: 'messages', code } });
const google = (message: string) =>
  json({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
const vllm = (message: string) =>
  json({ object: 'error', message, type: 'BadRequestError', param: null, code: 400 });

const tokens = (limit?: number, size?: number) => ({
  of: 'tokens' as const,
  ...(limit !== undefined && { limit }),
  ...(size !== undefined && { size }),
});
const images = (limit?: number, size?: number) => ({
  ...tokens(limit, size),
  of: 'images' as const,
});
const bytes = (limit?: number, size?: number) => ({ ...tokens(limit, size), of: 'bytes' as const });

/** Its status is 400 where it is not said. */
type Row = [who: string, source: string, body: string, says: RefusalBody['says'], status?: number];

const rows: Row[] = [
  [
    'Anthropic',
    `${github}boldsoftware/exe.dev/issues/62`,
    anthropic('prompt is too long: 200251 tokens > 200000 maximum'),
    tokens(200_000, 200_251),
  ],
  [
    'Anthropic, prompt and reply',
    `${github}docker/docker-agent/issues/569`,
    anthropic(
      'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again',
    ),
    tokens(200_000, 242_959),
  ],
  [
    'Anthropic, window',
    `${github}anthropics/claude-code/issues/6380`,
    anthropic('Request size exceeds model context window'),
    tokens(),
    413,
  ],
  [
    'Anthropic, bytes',
    `${github}anthropics/claude-code/issues/3335`,
    json({ error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } }),
    bytes(),
    413,
  ],
  [
    'Anthropic, images',
    `${github}anthropics/claude-code/issues/24541`,
    anthropic('too many images and documents: 120 + 0 > 100'),
    images(100, 120),
  ],
  [
    'Anthropic, media',
    `${github}anthropics/claude-code/issues/24541`,
    anthropic('Too much media: 0 document pages + 107 images > 100'),
    images(100, 107),
  ],
  [
    'Vertex AI, Claude',
    `${github}langchain-ai/langchain-google/issues/1234`,
    anthropic('Prompt is too long'),
    tokens(),
    413,
  ],
  [
    'a proxy of Vertex AI',
    `${github}anthropics/claude-code/issues/2569`,
    json({
      error: {
        message: anthropic('Prompt is too long'),
        type: 'None',
        param: 'None',
        code: '413',
      },
    }),
    tokens(),
    413,
  ],
  [
    'OpenAI',
    `${github}assafelovic/gpt-researcher/issues/680`,
    openai(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 192041 tokens. Please reduce the length of the messages.",
    ),
    tokens(128_000, 192_041),
  ],
  [
    'OpenAI, functions',
    `${github}dissorial/Chainlit-OpenAI-Functions/issues/1`,
    openai(
      "This model's maximum context length is 4097 tokens. However, your messages resulted in 4238 tokens (4143 in the messages, 95 in the functions). Please reduce the length of the messages or functions.",
    ),
    tokens(4_097, 4_238),
  ],
  [
    'OpenAI, completions',
    `${github}AstrBotDevs/AstrBot/issues/1`,
    openai(
      "This model's maximum context length is 4097 tokens, however you requested 4569 tokens (3545 in your prompt; 1024 for the completion). Please reduce your prompt; or completion length.",
      null,
    ),
    tokens(4_097, 4_569),
  ],
  [
    'OpenAI, GPT-5',
    `${github}cline/cline/issues/5474`,
    openai(
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 289650 tokens. Please reduce the length of the messages.',
    ),
    tokens(272_000, 289_650),
  ],
  [
    'OpenAI, Responses',
    `${github}anomalyco/opencode/issues/6071`,
    openai(
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
    ),
    tokens(),
  ],
  [
    'Azure',
    `${github}Azure/azure-sdk-for-net/issues/41892`,
    openai(
      "This model's maximum context length is 32768 tokens. However, you requested 35969 tokens (9969 in the messages, 26000 in the completion). Please reduce the length of the messages or completion.",
    ),
    tokens(32_768, 35_969),
  ],
  [
    'Azure, functions and reply',
    `${github}FoundationAgents/OpenManus/issues/62`,
    openai(
      "This model's maximum context length is 8192 tokens. However, you requested 8213 tokens (6683 in the messages, 730 in the functions, and 800 in the completion). Please reduce the length of the messages, functions, or completion.",
    ),
    tokens(8_192, 8_213),
  ],
  [
    'Azure, images',
    `${github}the-open-agent/openagent/issues/874`,
    openai('Too many images in request. Max is 10.', null),
    images(10),
  ],
  [
    'Google',
    `${github}google-gemini/gemini-cli/issues/4118`,
    google('The input token count (132478) exceeds the maximum number of tokens allowed (131072).'),
    tokens(131_072, 132_478),
  ],
  [
    'Google, without the count',
    `${github}arkavo-org/arkavo-edge/issues/371`,
    google('The input token count exceeds the maximum number of tokens allowed (1048576).'),
    tokens(1_048_576),
  ],
  [
    'Google, a stream that failed',
    `${github}google-gemini/gemini-cli/issues/6678`,
    `[${google('The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).')}\n]`,
    tokens(1_048_576, 1_200_293),
  ],
  [
    "Google's SDK, a body in a body",
    `${github}google-gemini/gemini-cli/issues/4231`,
    json({
      error: {
        message: google(
          'The input token count (3475108) exceeds the maximum number of tokens allowed (1048576).',
        ),
        code: 400,
        status: 'Bad Request',
      },
    }),
    tokens(1_048_576, 3_475_108),
  ],
  [
    'Vertex AI, Gemini',
    `${github}google-gemini/gemini-cli/issues/19727`,
    google(
      'Unable to submit request because the input token count is 1251952 but model only supports up to 1048576. Reduce the input token count and try again.',
    ),
    tokens(1_048_576, 1_251_952),
  ],
  [
    'Google, bytes',
    `${github}google-gemini/deprecated-generative-ai-android/issues/26`,
    google('Request payload size exceeds the limit: 4194304 bytes.'),
    bytes(4_194_304),
  ],
  [
    'a gateway of Google',
    `${github}google-gemini/gemini-cli/issues/13776`,
    json({
      error: {
        message: 'Maximum request body size 1048576 exceeded, actual body size 1056562',
        code: 413,
        status: 'Request Entity Too Large',
      },
    }),
    bytes(1_048_576, 1_056_562),
    413,
  ],
  [
    'Bedrock',
    `${github}continuedev/continue/issues/9592`,
    json({
      message: 'The model returned the following errors: Input is too long for requested model.',
    }),
    tokens(),
  ],
  [
    'Bedrock, Claude',
    `${github}aaif-goose/goose/pull/7504`,
    json({
      message:
        'The model returned the following errors: prompt is too long: 227255 tokens > 200000 maximum',
    }),
    tokens(200_000, 227_255),
  ],
  [
    'Bedrock, Titan',
    `${github}pkdone/paul-genai-test-tools-ts`,
    json({
      message:
        '400 Bad Request: Too many input tokens. Max input tokens: 8192, request input token count: 9279 ',
    }),
    tokens(8_192, 9_279),
  ],
  [
    'Bedrock, images',
    `${github}boto/boto3/issues/4632`,
    json({
      message:
        'The model returned the following errors: messages: too many images: image_count > 20',
    }),
    images(20),
  ],
  [
    'Bedrock, images and documents',
    `${github}boto/boto3/issues/4632`,
    json({ message: 'too many images and documents: 19 + 5 > 20' }),
    images(20, 24),
  ],
  [
    'Mistral',
    `${github}badlogic/pi-mono packages/ai/test/context-overflow.test.ts`,
    json({
      object: 'error',
      message:
        'Prompt contains 150004 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
      type: 'invalid_request_invalid_args',
      param: null,
      code: '3051',
    }),
    tokens(131_072, 150_004),
  ],
  [
    'xAI',
    `${github}cline/cline/issues/3120`,
    json({
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 136973 tokens.",
    }),
    tokens(131_072, 136_973),
  ],
  [
    'DeepSeek',
    `${github}evalstate/fast-agent/issues/621`,
    openai(
      "This model's maximum context length is 131072 tokens. However, you requested 131134 tokens (122942 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
      'invalid_request_error',
    ),
    tokens(131_072, 131_134),
  ],
  [
    'Groq',
    `${github}thepersonalaicompany/amurex-backend/issues/51`,
    openai('Please reduce the length of the messages or completion.'),
    tokens(),
  ],
  [
    'Groq, images',
    'https://console.groq.com/docs/vision',
    openai('Too many images provided. This model supports up to 5 images', null),
    images(5),
  ],
  [
    'Cerebras',
    `${github}cline/cline/issues/5140`,
    json({
      message:
        'Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000',
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    }),
    tokens(40_000, 42_328),
  ],
  [
    'OpenRouter',
    `${github}refly-ai/refly/issues/1177`,
    json({
      error: {
        message:
          'This endpoint\'s maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
        code: 400,
        metadata: { provider_name: null },
      },
    }),
    tokens(32_768, 42_832),
  ],
  [
    'OpenRouter, of a provider',
    `${github}egoist/chatwise-releases/issues/917`,
    json({
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: {
          raw: json({
            message:
              'input length and `max_tokens` exceed context limit: 149674 + 64000 > 204658, decrease input length or `max_tokens` and try again',
          }),
          provider_name: 'Amazon Bedrock',
        },
      },
      user_id: 'user_2uqLSwEPUxV3eobBtagk2bR7nQw',
    }),
    tokens(204_658, 213_674),
  ],
  [
    'OpenRouter, images',
    `${github}diegosouzapw/OmniRoute/issues/3044`,
    json({
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: {
          raw: openai(
            "Model 'moonshotai/kimi-k2.6' supports at most 1 image per prompt.",
            'invalid_request_error',
          ),
          provider_name: 'Crucible',
          is_byok: false,
        },
      },
    }),
    images(1),
  ],
  [
    'GitHub Copilot',
    `${github}microsoft/copilot-intellij-feedback/issues/94`,
    json({
      error: {
        message: 'prompt token count of 138898 exceeds the limit of 64000',
        code: 'model_max_prompt_tokens_exceeded',
      },
    }),
    tokens(64_000, 138_898),
  ],
  [
    'GitHub Copilot, images',
    `${github}microsoft/vscode/issues/306919`,
    openai(
      'Too many images in request: 11 images provided, but the model supports a maximum of 10 images.',
      null,
    ),
    images(10, 11),
  ],
  [
    'GitHub Copilot, bytes',
    `${github}microsoft/vscode/issues/303825`,
    json({ error: { message: 'failed to parse request', code: '' } }),
    bytes(),
    413,
  ],
  [
    'GitHub Models',
    `${github}eslint/tsc-meetings/pull/593`,
    json({
      error: {
        code: 'tokens_limit_reached',
        message: 'Request body too large for gpt-4o model. Max size: 8000 tokens.',
        details: 'Request body too large for gpt-4o model. Max size: 8000 tokens.',
      },
    }),
    tokens(8_000),
    413,
  ],
  [
    'Cohere',
    'https://docs.cohere.com/v1/reference/errors.md',
    json({
      message:
        'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292. Try using a shorter prompt, or enabling prompt truncating. See https://docs.cohere.com/reference/generate for more details.',
    }),
    tokens(4_081, 4_292),
  ],
  [
    'Cohere, v2',
    'https://docs.cohere.com/v1/reference/errors.md',
    json({
      id: 'bda42bf8-db3f-4c32-bb2c-f76466e42a1e',
      message:
        'too many tokens: size limit exceeded by 19296 tokens. Try using shorter or fewer inputs. The limit for this model is 132000 tokens.',
    }),
    tokens(132_000, 151_296),
  ],
  [
    'Fireworks',
    `${github}fw-ai/cookbook/issues/134`,
    json({
      error: {
        object: 'error',
        type: 'invalid_request_error',
        code: 'invalid_request_error',
        message: 'The prompt is too long: 40177, model maximum context length: 32767',
      },
    }),
    tokens(32_767, 40_177),
  ],
  [
    'Together',
    `${github}stanford-crfm/helm/issues/2080`,
    json({
      error: {
        message:
          'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 3997 `inputs` tokens and 100 `max_new_tokens`',
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    }),
    tokens(4_096, 4_097),
    422,
  ],
  [
    'SGLang, Together',
    `${github}QwenLM/Qwen3/issues/1321`,
    vllm("The input (61709 tokens) is longer than the model's context length (40960 tokens)."),
    tokens(40_960, 61_709),
  ],
  [
    'SGLang, prompt and reply',
    `${github}anomalyco/opencode/pull/25230`,
    vllm(
      "Requested token count exceeds the model's maximum context length of 202752 tokens. You requested a total of 202941 tokens: 170941 tokens from the input messages and 32000 tokens for the completion. Please reduce the number of tokens in the input messages or the completion to fit within the limit.",
    ),
    tokens(202_752, 202_941),
  ],
  [
    'SGLang, length',
    `${github}sgl-project/sglang/issues/4048`,
    vllm('Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).'),
    tokens(59_862, 160_062),
  ],
  [
    'SGLang, images',
    `${github}AgnesAI-Labs/AgnesCode/issues/50`,
    vllm('Image count 5 exceeds limit 4 per request.'),
    images(4, 5),
  ],
  [
    'Cloudflare Workers AI',
    `${github}cloudflare/cloudflare-docs/issues/29731`,
    json({
      errors: [
        {
          message:
            "AiError: This model's maximum context length is 131072 tokens. However, you requested 16000 output tokens and your prompt contains at least 115073 input tokens, for a total of at least 131073 tokens. Please reduce the length of the input prompt or reduce max_tokens.",
          code: 8007,
        },
      ],
      success: false,
      result: {},
      messages: [],
    }),
    tokens(131_072, 131_073),
  ],
  [
    'vLLM',
    `${github}vllm-project/vllm/issues/20409`,
    vllm(
      "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion). Please reduce the length of the messages or completion. None",
    ),
    tokens(16_384, 122_946),
  ],
  [
    'vLLM, reply',
    `${github}canfieldjuan/finetunelab.ai docs/MAX_TOKENS_CONTEXT_OVERFLOW_FIX.md`,
    vllm(
      "'max_tokens' or 'max_completion_tokens' is too large: 2000. This model's maximum context length is 4096 tokens and your request has 2104 input tokens (2000 > 4096 - 2104). None",
    ),
    tokens(4_096, 4_104),
  ],
  [
    'vLLM, input',
    `${github}vllm-project/vllm/pull/33425`,
    vllm(
      "This model's maximum context length is 262144 tokens. However, your request has 1000010 input tokens. Please reduce the length of the input messages. None",
    ),
    tokens(262_144, 1_000_010),
  ],
  [
    'vLLM, decoder',
    `${github}vllm-project/vllm tests/v1/e2e/test_context_length.py`,
    vllm('The decoder prompt (length 5951) is longer than the maximum model length of 4096.'),
    tokens(4_096, 5_951),
  ],
  [
    'vLLM, renderer',
    `${github}vllm-project/vllm vllm/renderers/params.py`,
    vllm(
      "You passed 40000 input tokens and requested 1000 output tokens. However, the model's context length is only 32768 tokens, resulting in a maximum input length of 31768 tokens. Please reduce the length of the input prompt.",
    ),
    tokens(32_768, 41_000),
  ],
  [
    'vLLM, images',
    `${github}vllm-project/vllm/issues/17092`,
    vllm('At most 5 image(s) may be provided in one request.'),
    images(5),
  ],
  [
    'llama.cpp',
    `${github}ggml-org/llama.cpp/issues/19774`,
    json({
      error: {
        code: 400,
        message:
          'request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 4390,
        n_ctx: 4096,
      },
    }),
    tokens(4_096, 4_390),
  ],
  [
    'llama.cpp, numbers in fields',
    `${github}oobabooga/textgen/issues/7257`,
    json({
      error: {
        code: 400,
        message:
          'the request exceeds the available context size. try increasing the context size or enable context shift',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 14429,
        n_ctx: 8192,
      },
    }),
    tokens(8_192, 14_429),
  ],
  [
    'llama.cpp, while it writes',
    `${github}ggml-org/llama.cpp/issues/19774`,
    json({
      error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' },
    }),
    tokens(),
    500,
  ],
  [
    'LM Studio',
    `${github}lmstudio-ai/lmstudio-bug-tracker/issues/546`,
    json({
      error:
        'Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input. Error Data: n/a, Additional Data: n/a',
    }),
    tokens(32_768, 111_490),
  ],
  [
    'LM Studio, n_keep',
    `${github}anomalyco/opencode/issues/11141`,
    json({ error: 'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)' }),
    tokens(7_424, 15_028),
  ],
  [
    'LM Studio, status 200',
    `${github}lmstudio-ai/lmstudio-bug-tracker/issues/2322`,
    json({
      error: {
        message:
          'The number of tokens to keep from the initial prompt is greater than the context length.',
      },
    }),
    tokens(),
    200,
  ],
  [
    'Ollama',
    `${github}dyad-sh/dyad/issues/3498`,
    json({
      error:
        'prompt too long; exceeded max context length by 540451 tokens (ref: 00ad71bb-fea0-4639-9dc9-3ad800192057)',
    }),
    tokens(),
  ],
  [
    'Moonshot',
    `${github}MoonshotAI/kimi-cli/issues/2011`,
    json({
      error: {
        message:
          'Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)',
        type: 'invalid_request_error',
      },
    }),
    tokens(262_144, 269_030),
  ],
  [
    'MiniMax',
    `${github}rowboatlabs/rowboat/issues/514`,
    json({
      type: 'error',
      error: {
        type: 'bad_request_error',
        message: 'invalid params, context window exceeds limit (2013)',
        http_code: '400',
      },
      request_id: '06340988ef34a8f048d8267af65d3228',
    }),
    tokens(),
  ],
  [
    'Z.ai',
    `${github}zeroclaw-labs/zeroclaw/issues/4124`,
    json({ error: { code: '1261', message: 'Prompt exceeds max length' } }),
    tokens(),
  ],
  [
    'Alibaba',
    `${github}agentscope-ai/QwenPaw/issues/6255`,
    json({
      error: {
        code: 'invalid_parameter_error',
        message:
          '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 983616]',
        param: null,
        type: 'invalid_request_error',
      },
      request_id: '81a373d6-28bd-9968-8335-e22a2127c41b',
    }),
    tokens(983_616),
  ],
  [
    'Volcano Engine',
    `${github}langgenius/dify/issues/32221`,
    json({
      error: {
        code: 'InvalidParameter',
        message: 'Input length 203743 exceeds the maximum length 202752',
      },
    }),
    tokens(202_752, 203_743),
  ],
  [
    'Meta, images',
    `${github}anomalyco/opencode/issues/47721`,
    openai('request contains 52 images, exceeding the maximum of 50 allowed per request', null),
    images(50, 52),
  ],
  [
    'LiteLLM',
    `${github}entropy-research/Devon/issues/88`,
    openai(
      'litellm.BadRequestError: litellm.ContextWindowExceededError: AnthropicError - {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 209353 tokens > 199999 maximum"}}',
      400,
    ),
    tokens(199_999, 209_353),
  ],
  [
    'SambaNova',
    `${github}OpenHands/OpenHands/pull/9252`,
    openai(
      'The maximum context length of DeepSeek-V3-0324 is 32768. However, answering your request will take 39732 tokens. Please reduce the length of the messages or the specified max_completion_tokens value.',
      null,
    ),
    tokens(32_768, 39_732),
  ],
  [
    'IBM watsonx',
    'https://cloud.ibm.com/apidocs/watsonx-ai',
    json({
      errors: [
        {
          code: 'invalid_input_argument',
          message:
            "Invalid input argument for Model 'meta-llama/llama-2-70b-chat': the number of input tokens 4098 cannot exceed the total tokens limit 4096 for this model",
          more_info: 'https://cloud.ibm.com/apidocs/watsonx-ai',
        },
      ],
      trace: 'f8a07210b001efe4c862b642f3ece475',
      status_code: 400,
    }),
    tokens(4_096, 4_098),
  ],
  [
    'SiliconFlow',
    `${github}RhythmicWave/NovelForge/issues/136`,
    json({
      code: 20015,
      message: 'number of input tokens (167594) has exceeded max_prompt_tokens (163840) limit.',
      data: null,
    }),
    tokens(163_840, 167_594),
  ],
  [
    'Alibaba, bytes',
    `${github}anomalyco/opencode/issues/35112`,
    json({
      error: {
        message:
          'Error from provider (Alibaba): Exceeded limit on max bytes to request body : 6291456',
        type: 'BadRequest.TooLarge',
        param: null,
        code: null,
      },
    }),
    bytes(6_291_456),
  ],
  [
    'Hugging Face, bytes',
    `${github}huggingface/text-generation-inference/issues/1802`,
    'Failed to buffer the request body: length limit exceeded',
    bytes(),
    413,
  ],
  [
    'Hugging Face',
    `${github}meta-llama/llama/issues/1103`,
    json({
      error: 'Input validation error: `inputs` must have less than 4096 tokens. Given: 4545',
      error_type: 'validation',
    }),
    tokens(4_096, 4_545),
    422,
  ],
  [
    'Replicate',
    `${github}run-llama/llama_index/issues/7974`,
    json({
      detail:
        'Your input is too long. Max input length is 4096 tokens, but you supplied 5441 tokens.',
    }),
    tokens(4_096, 5_441),
  ],
  [
    'oMLX',
    `${github}ValueCell-ai/ClawX/issues/658`,
    openai(
      'Prompt too long: 41911 tokens exceeds max context window of 32768 tokens',
      'invalid_request_error',
    ),
    tokens(32_768, 41_911),
  ],
  [
    'vLLM, total length',
    `${github}vllm-project/vllm/issues/12165`,
    vllm(
      'The prompt (total length 25938) is too long to fit into the model (context length 4096). Make sure that `max_model_len` is no smaller than the number of text tokens plus multimodal tokens.',
    ),
    tokens(4_096, 25_938),
  ],
  [
    'vLLM, images of a prompt',
    `${github}xorbitsai/inference/issues/3054`,
    vllm(
      'You set image=2 (or defaulted to 1) in `--limit-mm-per-prompt`, but passed 3 image items in the same prompt.',
    ),
    images(2, 3),
    500,
  ],
  [
    'llama-cpp-python',
    `${github}fedora-copr/logdetective-website/pull/193`,
    json({ error: { message: 'Requested tokens (2285) exceed context window of 2048' } }),
    tokens(2_048, 2_285),
    500,
  ],
  [
    'Ollama, length',
    `${github}nano-step/nano-brain/issues/208`,
    json({ error: 'the input length exceeds the context length' }),
    tokens(),
  ],
  [
    'new-api, images',
    `${github}QuantumNous/new-api/issues/1233`,
    openai('too many images in the message, max allowed is 16', null),
    images(16),
    500,
  ],
  [
    'OpenAI, without numbers',
    `${github}Niek/chatgpt-web/issues/525`,
    openai(
      "This model's maximum context length has been exceeded. Please reduce the length of the messages.",
      null,
    ),
    tokens(),
  ],
  [
    'Anthropic, megabytes',
    `${github}anthropics/claude-code/issues/56674`,
    anthropic('Request too large (max 32MB). Try with a smaller file.', 'request_too_large'),
    bytes(32_000_000),
    413,
  ],
  [
    'Cloudflare, before OpenAI',
    `${github}openai/codex/issues/7682`,
    'unexpected status 413 Payload Too Large: <html> <head><title>413 Request Entity Too Large</title></head> <body> <center><h1>413 Request Entity Too Large</h1></center> <hr><center>cloudflare</center>',
    bytes(),
    413,
  ],
  [
    'nginx',
    'https://www.rfc-editor.org/rfc/rfc9110#name-413-content-too-large',
    '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
    bytes(),
    413,
  ],
  ['a gateway without a word', `${github}anomalyco/opencode/issues/14064`, '', bytes(), 413],
];

export const refusalBodies: RefusalBody[] = rows.map(([who, source, body, says, status = 400]) => ({
  who,
  source,
  status,
  body,
  says,
}));
