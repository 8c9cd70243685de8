/**
 * How providers say that a request is too long: words of their errors, and codes of those that have some.
 * Data alone: how they are looked for is overflow.ts.
 *
 * In `words` the groups `limit` (what a request may have), `input` (what the prompt had), `output` (what
 * was kept for the reply) and `sum` (prompt and reply) are tokens.
 */

/** Values of `code`, `type` or `name` in an error, or anywhere in its body. */
export const overflowCodes: readonly string[] = [
  // OpenAI, Azure, and most servers with OpenAI's API.
  'context_length_exceeded',
  // LangChain's typed error, and Microsoft's.
  'ContextOverflowError',
  'ContextWindowExceededError',
  // Anthropic: more bytes than a request may have.
  'request_too_large',
  // llama.cpp, with `n_prompt_tokens` and `n_ctx` beside it.
  'exceed_context_size_error',
  // xAI.
  'input_too_large',
  // z.ai, and Anthropic's stop reason where a gateway makes an error of it.
  'model_context_window_exceeded',
  // GitHub Copilot.
  'model_max_prompt_tokens_exceeded',
  // Fireworks, Together and vLLM behind gateways.
  'prompt_too_long',
];

/** Fields beside a code that hold numbers, by what they mean. */
export const overflowFields = { limit: ['n_ctx'], input: ['n_prompt_tokens'] } as const;

export interface OverflowWords {
  provider: string;
  words: RegExp;
}

const n = '\\d[\\d,_.]*';
const words = (provider: string, source: string): OverflowWords => ({
  provider,
  words: new RegExp(source.replaceAll('#', n), 'is'),
});

/** The first that tells numbers counts. */
export const overflowWords: readonly OverflowWords[] = [
  words('Anthropic', 'prompt is too long: (?<input>#) tokens > (?<limit>#) maximum'),
  words(
    'Anthropic',
    'input length and `?max_tokens`? exceed context limit: (?<input>#) \\+ (?<output>#) > (?<limit>#)',
  ),
  words('Fireworks', 'prompt is too long: (?<input>#), model maximum context length: (?<limit>#)'),
  words(
    'Anthropic, bytes',
    'prompt is too long|request_too_large|request exceeds the maximum size',
  ),
  words(
    'OpenAI chat',
    'maximum context length is (?<limit>#) tokens.{0,40}?requested (?:about )?(?<sum>#) tokens \\((?<input>#) (?:in|of) .{0,40}?(?<output>#) (?:in|for) the (?:completion|output)',
  ),
  words(
    'OpenRouter',
    'maximum context length is (?<limit>#) tokens.{0,40}?requested about (?<sum>#) tokens \\((?<input>#) of text input.{0,80}?(?<output>#) in the output',
  ),
  words(
    'OpenAI chat, DeepSeek, vLLM',
    'maximum context length is (?<limit>#) tokens.{0,60}?(?:resulted in|requested|has|contains)(?: about| at least)? (?<input>#) (?:input )?tokens',
  ),
  words('Servers with the API of OpenAI', 'maximum context length (?:is|of) \\(?(?<limit>#)'),
  words(
    'Servers with the API of OpenAI',
    'input length \\(?(?<input>#)\\)? (?:tokens )?exceeds .{0,30}?maximum (?:context|allowed input) length (?:of )?\\(?(?<limit>#)',
  ),
  words(
    'OpenAI responses',
    'exceeds? (?:the|this model.s) context window|input exceeds the context',
  ),
  words(
    'OpenAI chat',
    'context[_ ]length[_ ]exceeded|exceeds (?:the )?(?:model.s )?maximum context length',
  ),
  // A request that is longer than what a minute may have never succeeds, however long one waits.
  words(
    'OpenAI, Groq, per minute',
    'request too large for .{0,200}?limit:? (?<limit>#), requested:? (?<input>#)',
  ),
  words(
    'Google',
    'input token count \\(?(?<input>#)?\\)? ?exceeds the maximum number of tokens allowed \\(?(?<limit>#)?',
  ),
  words('Google', 'input token count.{0,60}?exceeds the maximum'),
  words(
    'Vertex AI',
    'unable to submit request because the input token count is (?<input>#) but .{0,60}?(?<limit>#)',
  ),
  words(
    'xAI',
    'maximum prompt length is (?<limit>#)(?: but the request contains (?<input>#) tokens)?',
  ),
  words(
    'xAI',
    'input_too_large.{0,60}?\\((?<input>#) tokens\\) exceeds budget \\((?<limit>#) tokens\\)',
  ),
  words(
    'Bedrock',
    'input is too long for requested model|too many input tokens|number of input tokens exceeds',
  ),
  words(
    'Bedrock',
    'maximum tokens you requested exceeds the model limit of (?<limit>#)|input length .{0,40}exceed.{0,30}max',
  ),
  words(
    'Mistral',
    'prompt contains (?<input>#) tokens.{0,80}?too large for model with (?<limit>#) maximum context length',
  ),
  words('Mistral', 'too large for model with (?<limit>#) maximum context length'),
  words('Cohere', 'too many tokens: .{0,80}?cannot exceed (?<limit>#).{0,20}?received (?<input>#)'),
  words('Cohere', 'size limit exceeded by \\d+ tokens|too many tokens: '),
  words(
    'Together',
    '`?inputs?`? tokens \\+ `?max_new_tokens`? must be <= (?<limit>#)\\. given: (?<input>#) `?inputs?`? tokens and (?<output>#)',
  ),
  words(
    'Text Generation Inference',
    '`?inputs?`? must have less than (?<limit>#) tokens\\. given: (?<input>#)',
  ),
  words(
    'Together',
    'input \\((?<input>#) tokens\\) is longer than the model.s context length \\((?<limit>#) tokens\\)',
  ),
  words('Cerebras', 'current length is (?<input>#) while limit is (?<limit>#)'),
  words('Groq', 'reduce the length of the messages'),
  words('vLLM', 'maximum model length of (?<limit>#)'),
  words('vLLM', '`?max_tokens`?.{0,40}?is too large.{0,120}?maximum context length is (?<limit>#)'),
  words(
    'llama.cpp',
    'request \\((?<input>#) tokens\\) exceeds the available context size \\((?<limit>#) tokens\\)',
  ),
  words('llama.cpp', 'exceeds? the available context size'),
  words(
    'Ollama',
    'prompt too long; exceeded (?:max )?context length|input length exceeds (?:maximum )?context length',
  ),
  words(
    'LM Studio',
    'greater than the context length|model is loaded with context length of only (?<limit>#) tokens',
  ),
  words(
    'LM Studio',
    'cannot truncate prompt .{0,40}?n_ctx|reached context length of (?<limit>#) tokens',
  ),
  words('GitHub Copilot', 'prompt token count of (?<input>#) exceeds the limit of (?<limit>#)'),
  words('z.ai', 'prompt exceeds max(?:imum)? length'),
  words('MiniMax', 'context window exceeds limit'),
  words(
    'Moonshot',
    'exceeded model token limit: (?<limit>#) \\(requested: (?<input>#)\\)|exceeded model token limit',
  ),
  words('Qwen', 'range of input length should be \\[\\d+, ?(?<limit>#)\\]'),
  words('Perplexity', 'prompt (?:tokens )?too long|context length of (?<limit>#) tokens'),
  words('LiteLLM', 'ContextWindowExceededError'),
  words(
    'AI21, Databricks',
    'input.{0,20}(?:exceeds|longer than) .{0,40}(?:context|token) limit of (?<limit>#)',
  ),
];

/** What is said by errors that have other causes, even where words above occur beside it. */
export const otherCauses: readonly RegExp[] = [
  /throttl/i,
  /too many requests/i,
  /please wait before trying again/i,
  /quota/i,
  /insufficient (?:credit|balance|funds)/i,
];
/** The same, unless the request was longer than all that the limit grants. */
export const rateLimits: readonly RegExp[] = [/rate[ _-]?limit/i];

/** Finish reasons, as providers themselves name them, that say that the window was full. */
export const fullWindow: ReadonlySet<string> = new Set([
  'model_context_window_exceeded',
  'context_length_exceeded',
  'context_window_exceeded',
]);
