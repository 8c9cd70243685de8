/**
 * What providers say when a request is too large. To know one more, add a row.
 *
 * Rows are tried from the top, so one that tells more stands above one that tells less. Patterns see at most
 * 4,000 characters, with white space folded to single spaces; none may repeat a repetition.
 */
import type { Refusal } from './refusal.ts';

const github = 'https://github.com/';

export const refusals: readonly Refusal[] = [
  // Images
  {
    provider: 'Anthropic, Bedrock',
    source: `${github}anthropics/claude-code/issues/24541`,
    of: 'images',
    pattern: /too many images and documents: (?<part>[1-9]\d*) \+ (?<rest>\d+) > (?<limit>\d+)/i,
  },
  {
    provider: 'Anthropic, Bedrock',
    source: `${github}anthropics/claude-code/issues/3397`,
    of: 'images',
    pattern:
      /too much media: (?<rest>\d+) document pages \+ (?<part>[1-9]\d*) images > (?<limit>\d+)/i,
  },
  {
    provider: 'Bedrock',
    source: `${github}boto/boto3/issues/4632`,
    of: 'images',
    pattern: /too many images: image_count > (?<limit>\d+)/i,
  },
  {
    provider: 'GitHub Copilot',
    source: `${github}microsoft/vscode/issues/303825 and 306919`,
    of: 'images',
    pattern:
      /too many images(?: in request)?: (?<size>\d+) images (?:were )?provided, but the model supports a maximum of (?<limit>\d+)/i,
  },
  {
    provider: 'Azure',
    source: `${github}the-open-agent/openagent/issues/874`,
    of: 'images',
    pattern: /too many images in request\. max is (?<limit>\d+)/i,
  },
  {
    provider: 'new-api',
    source: `${github}QuantumNous/new-api/issues/1233`,
    of: 'images',
    pattern: /too many images in the message, max allowed is (?<limit>\d+)/i,
  },
  {
    provider: 'Groq',
    source: 'https://console.groq.com/docs/vision, as told in several repositories',
    of: 'images',
    pattern: /too many images provided\. this model supports up to (?<limit>\d+) images/i,
  },
  {
    provider: 'vLLM',
    source: `${github}vllm-project/vllm/issues/17092`,
    of: 'images',
    pattern: /at most (?<limit>\d+) image\(s\) may be provided in one (?:request|prompt)/i,
  },
  {
    provider: 'vLLM',
    source: `${github}xorbitsai/inference/issues/3054`,
    of: 'images',
    pattern:
      /you set image=(?<limit>\d+) \(or defaulted to \d+\) in .--limit-mm-per-prompt., but passed (?<size>\d+) image items/i,
  },
  {
    provider: 'Meta, through gateways',
    source: `${github}anomalyco/opencode/issues/47721`,
    of: 'images',
    pattern:
      /request contains (?<size>\d+) images, exceeding the maximum of (?<limit>\d+) allowed/i,
  },
  {
    provider: 'SGLang',
    source: `${github}AgnesAI-Labs/AgnesCode/issues/50`,
    of: 'images',
    pattern: /image count (?<size>\d+) exceeds limit (?<limit>\d+) per request/i,
  },
  {
    provider: 'OpenRouter',
    source: `${github}diegosouzapw/OmniRoute/issues/3044`,
    of: 'images',
    pattern: /supports at most (?<limit>\d+) images? per (?:prompt|request)/i,
  },

  // Tokens: Anthropic
  {
    provider: 'Anthropic, Vertex AI, Bedrock',
    source: `${github}docker/docker-agent/issues/569`,
    of: 'tokens',
    pattern:
      /input length and `?max_tokens`? exceed context limit: (?<part>[\d,]+) \+ (?<rest>[\d,]+) > (?<limit>[\d,]+)/i,
  },
  {
    provider: 'Fireworks',
    source: `${github}fw-ai/cookbook/issues/134`,
    of: 'tokens',
    pattern: /prompt is too long: (?<size>[\d,]+), model maximum context length: (?<limit>[\d,]+)/i,
  },
  {
    provider: 'Anthropic, Bedrock; without numbers Vertex AI',
    source: `${github}stackblitz-labs/bolt.diy/issues/401; ${github}anthropics/claude-code/issues/2569`,
    of: 'tokens',
    pattern: /prompt is too long\b(?:: (?<size>[\d,]+) tokens > (?<limit>[\d,]+) maximum)?/i,
  },
  {
    provider: 'Anthropic',
    source: `${github}anthropics/claude-code/issues/6380`,
    of: 'tokens',
    pattern: /request size exceeds model context window/i,
  },

  // Tokens: OpenAI and what is made after it
  {
    provider: 'vLLM, Cloudflare Workers AI',
    source: `${github}vllm-project/vllm/issues/42474; ${github}cloudflare/cloudflare-docs/issues/29731`,
    of: 'tokens',
    pattern:
      /maximum context length is (?<limit>[\d,]+) tokens\. however, you requested (?<rest>[\d,]+) output tokens and your prompt contains (?:at least )?(?<part>[\d,]+) input tokens/i,
  },
  {
    provider: 'vLLM',
    source: `${github}vllm-project/vllm/pull/33425`,
    of: 'tokens',
    pattern:
      /maximum context length is (?<limit>[\d,]+) tokens\. however, your request has (?<part>[\d,]+) input tokens(?: plus (?<rest>[\d,]+) .max_tokens)?/i,
  },
  {
    provider: 'vLLM',
    source: `${github}vllm-project/vllm/blob/v0.10.0/vllm/entrypoints/openai/serving_engine.py`,
    of: 'tokens',
    pattern:
      /is too large: (?<rest>[\d,]+)\. this model's maximum context length is (?<limit>[\d,]+) tokens and your request has (?<part>[\d,]+) input tokens/i,
  },
  {
    provider: 'OpenAI, Azure, DeepSeek, OpenRouter, vLLM',
    source: `${github}Azure/azure-sdk-for-net/issues/41892; ${github}evalstate/fast-agent/issues/621; ${github}OpenHands/OpenHands/issues/9937`,
    of: 'tokens',
    pattern:
      /maximum context length is (?<limit>[\d,]+) tokens\b(?:[^\d]{1,60}(?<size>[\d,]+) ?tokens\b(?: \((?:[^()]{0,150}\D)?(?<rest>[\d,]+) (?:in|for) the (?:completion|output))?)?/i,
  },
  {
    provider: 'SGLang, LiteLLM, Cloudflare Workers AI',
    source: `${github}anomalyco/opencode/pull/25230; ${github}anomalyco/models.dev/pull/4422`,
    of: 'tokens',
    pattern:
      /requested token count exceeds the model's maximum context length of (?<limit>[\d,]+) tokens(?:\. you requested a total of (?<size>[\d,]+) tokens: [\d,]+ tokens from the input messages and (?<rest>[\d,]+) tokens for the completion)?/i,
  },
  {
    provider: 'OpenAI',
    source: `${github}cline/cline/issues/5474`,
    of: 'tokens',
    pattern:
      /input tokens exceed the configured limit of (?<limit>[\d,]+) tokens(?:\. your messages resulted in (?<size>[\d,]+) tokens)?/i,
  },
  {
    provider: 'OpenAI, Responses',
    source: `${github}anomalyco/opencode/issues/6071`,
    of: 'tokens',
    pattern: /input exceeds the context window of this model/i,
  },
  {
    provider: 'OpenAI',
    source: `${github}Niek/chatgpt-web/issues/525`,
    of: 'tokens',
    pattern: /maximum context length has been exceeded/i,
  },
  {
    provider: 'Cerebras',
    source: `${github}cline/cline/issues/5140`,
    of: 'tokens',
    pattern:
      /reduce the length of the messages or completion\. current length is (?<size>[\d,]+) while limit is (?<limit>[\d,]+)/i,
  },
  {
    provider: 'Groq',
    source: `${github}thepersonalaicompany/amurex-backend/issues/51`,
    of: 'tokens',
    pattern: /please reduce the length of the messages or completion/i,
  },
  {
    provider: 'GitHub Copilot',
    source: `${github}microsoft/copilot-intellij-feedback/issues/94`,
    of: 'tokens',
    pattern: /prompt token count of (?<size>[\d,]+) exceeds the limit of (?<limit>[\d,]+)/i,
  },
  {
    provider: 'GitHub Models',
    source: `${github}eslint/tsc-meetings/pull/593`,
    of: 'tokens',
    pattern: /request body too large for \S{1,100} model\. max size: (?<limit>[\d,]+) tokens/i,
  },

  // Tokens: Google, Bedrock, xAI, Mistral, Cohere
  {
    provider: 'Google',
    source: `${github}google-gemini/gemini-cli/issues/6678; ${github}warpdotdev/warp/issues/15662`,
    of: 'tokens',
    pattern:
      /input token count (?:\((?<size>\d+)\) )?exceeds the maximum number of tokens allowed \(?(?<limit>\d+)/i,
  },
  {
    provider: 'Vertex AI',
    source: `${github}google-gemini/gemini-cli/issues/19727`,
    of: 'tokens',
    pattern:
      /input token count is (?<size>\d+) but (?:the )?model only supports up to (?<limit>\d+)/i,
  },
  {
    // An oversized payload reads the same.
    provider: 'Bedrock',
    source: `${github}aws-samples/bedrock-chat/issues/95`,
    of: 'tokens',
    pattern: /input is too long for requested model/i,
  },
  {
    provider: 'Bedrock',
    source: `${github}pkdone/paul-genai-test-tools-ts src/llm/providers/bedrock`,
    of: 'tokens',
    pattern:
      /too many input tokens\. max input tokens: (?<limit>\d+)(?:, request input token count: (?<size>\d+))?/i,
  },
  {
    provider: 'xAI',
    source: `${github}cline/cline/issues/3120`,
    of: 'tokens',
    pattern:
      /maximum prompt length is (?<limit>[\d,]+)(?: but the request contains (?<size>[\d,]+) tokens)?/i,
  },
  {
    provider: 'Mistral',
    source: `${github}badlogic/pi-mono packages/ai/src/utils/overflow.ts; code 3051`,
    of: 'tokens',
    pattern:
      /prompt contains (?<size>[\d,]+) tokens\b.{0,40}too large for model with (?<limit>[\d,]+) maximum context length/i,
  },
  {
    provider: 'Cohere',
    source: 'https://docs.cohere.com/v1/reference/errors.md',
    of: 'tokens',
    pattern:
      /too many tokens: total number of tokens .{1,30} cannot exceed (?<limit>\d+)(?: - received (?<size>\d+))?/i,
  },
  {
    provider: 'Cohere',
    source: 'https://docs.cohere.com/v1/reference/errors.md',
    of: 'tokens',
    pattern:
      /too many tokens: size limit exceeded by (?<over>\d+) tokens(?:\..{0,80}limit for this model is (?<limit>\d+) tokens)?/i,
  },

  // Tokens: servers of open models
  {
    provider: 'llama.cpp',
    source: `${github}ggml-org/llama.cpp/pull/15780 and issues/19774`,
    of: 'tokens',
    pattern:
      /request (?:\((?<size>\d+) tokens\) )?exceeds the available context size(?: \((?<limit>\d+) tokens\))?/i,
  },
  {
    provider: 'llama.cpp, LM Studio',
    source: `${github}ggml-org/llama.cpp/issues/19774; ${github}lmstudio-ai/lmstudio-bug-tracker/issues/2339`,
    of: 'tokens',
    pattern: /context size has been exceeded/i,
  },
  {
    provider: 'llama-cpp-python',
    source: `${github}abetlen/llama-cpp-python/issues/416`,
    of: 'tokens',
    pattern: /requested tokens (?:\((?<size>\d+)\) )?exceed context window of (?<limit>\d+)/i,
  },
  {
    provider: 'LM Studio',
    source: `${github}lmstudio-ai/lmstudio-bug-tracker/issues/546`,
    of: 'tokens',
    pattern:
      /trying to keep the first (?<size>\d+) tokens when context the overflows\..{0,60}context length of only (?<limit>\d+) tokens/i,
  },
  {
    provider: 'LM Studio',
    source: `${github}anomalyco/opencode/issues/11141`,
    of: 'tokens',
    pattern: /cannot truncate prompt with n_keep \((?<size>\d+)\) >= n_ctx \((?<limit>\d+)\)/i,
  },
  {
    provider: 'LM Studio',
    source: `${github}logancyang/obsidian-copilot/issues/962`,
    of: 'tokens',
    pattern: /tokens to keep from the initial prompt is greater than the context length/i,
  },
  {
    provider: 'Ollama',
    source: `${github}dyad-sh/dyad/issues/3498`,
    of: 'tokens',
    pattern: /prompt too long; exceeded (?:max )?context length/i,
  },
  {
    provider: 'Ollama',
    source: `${github}nano-step/nano-brain/issues/208`,
    of: 'tokens',
    pattern: /input length exceeds the context length/i,
  },
  {
    provider: 'vLLM',
    source: `${github}vllm-project/vllm/blob/main/vllm/renderers/params.py`,
    of: 'tokens',
    pattern:
      /you passed (?<part>[\d,]+) input tokens and requested (?<rest>[\d,]+) output tokens\. however, the model's context length is only (?<limit>[\d,]+) tokens/i,
  },
  {
    provider: 'vLLM',
    source: `${github}vllm-project/vllm/blob/main/tests/v1/e2e/test_context_length.py`,
    of: 'tokens',
    pattern:
      /decoder prompt \(length (?<size>\d+)\) (?:plus .{1,70} )?is longer than the maximum model length of (?<limit>\d+)/i,
  },
  {
    provider: 'vLLM',
    source: `${github}vllm-project/vllm/issues/12165`,
    of: 'tokens',
    pattern:
      /prompt \(total length (?<size>\d+)\) is too long to fit into the model \(context length (?<limit>\d+)\)/i,
  },
  {
    provider: 'SGLang, Together',
    source: `${github}QwenLM/Qwen3/issues/1321`,
    of: 'tokens',
    pattern:
      /input \((?<size>\d+) tokens\) is longer than the model's context length \((?<limit>\d+) tokens\)/i,
  },
  {
    provider: 'SGLang, Poolside, Volcano Engine',
    source: `${github}sgl-project/sglang/issues/4048; ${github}langgenius/dify/issues/32221; ${github}earendil-works/pi packages/ai/src/utils/overflow.ts`,
    of: 'tokens',
    pattern:
      /input length \(?(?<size>[\d,]+)(?: tokens)?\)? exceeds (?:the )?(?:model's )?maximum (?:(?:allowed|input|context) ){0,2}length (?:of )?\(?(?<limit>[\d,]+)/i,
  },
  {
    provider: 'Hugging Face, Together',
    source: `${github}huggingface/chat-ui/issues/1149; ${github}stanford-crfm/helm/issues/2080`,
    of: 'tokens',
    pattern:
      /inputs. tokens \+ .max_new_tokens. must be <= (?<limit>\d+)\. given: (?<part>\d+) .inputs. tokens and (?<rest>\d+)/i,
  },
  {
    provider: 'Hugging Face',
    source: `${github}meta-llama/llama/issues/1103`,
    of: 'tokens',
    pattern: /inputs. must have less than (?<limit>\d+) tokens\. given: (?<size>\d+)/i,
  },
  {
    provider: 'Replicate',
    source: `${github}run-llama/llama_index/issues/7974`,
    of: 'tokens',
    pattern:
      /your input is too long\. max input length is (?<limit>\d+) tokens, but you supplied (?<size>\d+) tokens/i,
  },
  {
    provider: 'oMLX',
    source: `${github}ValueCell-ai/ClawX/issues/658`,
    of: 'tokens',
    pattern:
      /prompt too long: (?<size>\d+) tokens exceeds max context window of (?<limit>\d+) tokens/i,
  },

  {
    provider: 'SambaNova',
    source: `${github}OpenHands/OpenHands/pull/9252`,
    of: 'tokens',
    pattern:
      /maximum context length of \S{1,100} is (?<limit>\d+)\. however, answering your request will take (?<size>\d+) tokens/i,
  },
  {
    provider: 'IBM watsonx',
    source: 'https://cloud.ibm.com/apidocs/watsonx-ai, as told in several repositories',
    of: 'tokens',
    pattern:
      /number of input tokens (?<size>\d+) cannot exceed the total tokens limit (?<limit>\d+)/i,
  },

  // Tokens: China
  {
    provider: 'SiliconFlow',
    source: `${github}RhythmicWave/NovelForge/issues/136`,
    of: 'tokens',
    pattern:
      /number of input tokens \((?<size>\d+)\) has exceeded max_(?:prompt_tokens|seq_len) \((?<limit>\d+)\)/i,
  },
  {
    provider: 'Moonshot',
    source: `${github}MoonshotAI/kimi-cli/issues/2011`,
    of: 'tokens',
    pattern: /request exceeded model token limit: (?<limit>\d+)(?: \(requested: (?<size>\d+)\))?/i,
  },
  {
    // 2013 is the kind of error.
    provider: 'MiniMax',
    source: `${github}MiniMax-AI/MiniMax-M2/issues/119`,
    of: 'tokens',
    pattern: /context window exceeds limit/i,
  },
  {
    provider: 'Z.ai',
    source: `${github}zeroclaw-labs/zeroclaw/issues/4124; ${github}earendil-works/pi packages/ai/test/overflow.test.ts`,
    of: 'tokens',
    pattern: /prompt exceeds max length|prompt too long\b/i,
  },
  {
    provider: 'Alibaba',
    source: `${github}QwenLM/qwen-code/issues/98`,
    of: 'tokens',
    pattern: /range of input length should be \[1, (?<limit>\d+)\]/i,
  },

  // Codes: with them a message may tell nothing more
  {
    provider:
      'OpenAI, Groq, LM Studio; llama.cpp; GitHub Copilot; LiteLLM; LangChain; Anthropic and Z.ai, why a reply stopped',
    source: `${github}ggml-org/llama.cpp/pull/15780; ${github}langchain-ai/langchainjs libs/langchain-core/src/errors/index.ts; ${github}earendil-works/pi/pull/1868`,
    of: 'tokens',
    pattern:
      /\b(?:context_length_exceeded|exceed_context_size_error|model_max_prompt_tokens_exceeded|ContextWindowExceededError|ContextOverflowError|CONTEXT_OVERFLOW|model_context_window_exceeded)\b/,
  },

  // Bytes
  {
    provider: 'Google',
    source: `${github}google-gemini/deprecated-generative-ai-android/issues/26`,
    of: 'bytes',
    pattern: /request payload size exceeds the limit: (?<limit>\d+) (?<unit>bytes)/i,
  },
  {
    provider: 'Google',
    source: `${github}google-gemini/gemini-cli/issues/13776`,
    of: 'bytes',
    pattern: /maximum request body size (?<limit>\d+) exceeded, actual body size (?<size>\d+)/i,
  },
  {
    provider: 'Alibaba',
    source: `${github}anomalyco/opencode/issues/35112`,
    of: 'bytes',
    pattern: /exceeded limit on max bytes to request body ?: (?<limit>\d+)/i,
  },
  {
    provider: 'Hugging Face',
    source: `${github}huggingface/text-generation-inference/issues/1802`,
    of: 'bytes',
    pattern: /failed to buffer the request body: length limit exceeded/i,
  },
  {
    provider: 'Anthropic',
    source: `${github}anthropics/claude-code/issues/56674`,
    of: 'bytes',
    pattern: /request too large \(max (?<limit>\d+) ?(?<unit>[KMG]i?B)\)/i,
  },
  {
    provider: 'Anthropic',
    source: `https://platform.claude.com/docs/en/api/errors; ${github}anthropics/claude-code/issues/3335`,
    of: 'bytes',
    pattern: /\brequest_too_large\b|request exceeds the maximum (?:size|allowed number of bytes)/i,
  },
  {
    provider: 'Web servers',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#name-413-content-too-large and those before it',
    of: 'bytes',
    pattern: /(?:^|\b413\b.{0,12}|<title>)(?:request entity|payload|content) too large\b/i,
  },
];
