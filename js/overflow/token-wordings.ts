/** What providers say when they find that a request has too many tokens. */

export const tokenWordings: readonly RegExp[] = [
  // Anthropic
  // Anthropic, Vertex AI, Bedrock: github.com/docker/docker-agent/issues/569
  /input length and `?max_tokens`? exceed context limit: (?<part>[\d,]+) \+ (?<rest>[\d,]+) > (?<limit>[\d,]+)/i,
  // Fireworks: github.com/fw-ai/cookbook/issues/134
  /prompt is too long: (?<size>[\d,]+), model maximum context length: (?<limit>[\d,]+)/i,
  // Anthropic, Bedrock; without numbers Vertex AI: github.com/stackblitz-labs/bolt.diy/issues/401; github.com/anthropics/claude-code/issues/2569
  /prompt is too long\b(?:: (?<size>[\d,]+) tokens > (?<limit>[\d,]+) maximum)?/i,
  // Anthropic: github.com/anthropics/claude-code/issues/6380
  /request size exceeds model context window/i,

  // OpenAI and what is made after it
  // vLLM, Cloudflare Workers AI: github.com/vllm-project/vllm/issues/42474; github.com/cloudflare/cloudflare-docs/issues/29731
  /maximum context length is (?<limit>[\d,]+) tokens\. however, you requested (?<rest>[\d,]+) output tokens and your prompt contains (?:at least )?(?<part>[\d,]+) input tokens/i,
  // vLLM: github.com/vllm-project/vllm/pull/33425
  /maximum context length is (?<limit>[\d,]+) tokens\. however, your request has (?<part>[\d,]+) input tokens(?: plus (?<rest>[\d,]+) .max_tokens)?/i,
  // vLLM: github.com/vllm-project/vllm/blob/v0.10.0/vllm/entrypoints/openai/serving_engine.py
  /is too large: (?<rest>[\d,]+)\. this model's maximum context length is (?<limit>[\d,]+) tokens and your request has (?<part>[\d,]+) input tokens/i,
  // OpenAI, Azure, DeepSeek, OpenRouter, vLLM: github.com/Azure/azure-sdk-for-net/issues/41892; github.com/evalstate/fast-agent/issues/621; github.com/OpenHands/OpenHands/issues/9937
  /maximum context length is (?<limit>[\d,]+) tokens\b(?:[^\d]{1,60}(?<size>[\d,]+) ?tokens\b(?: \((?:[^()]{0,150}\D)?(?<rest>[\d,]+) (?:in|for) the (?:completion|output))?)?/i,
  // SGLang, LiteLLM, Cloudflare Workers AI: github.com/anomalyco/opencode/pull/25230; github.com/anomalyco/models.dev/pull/4422
  /requested token count exceeds the model's maximum context length of (?<limit>[\d,]+) tokens(?:\. you requested a total of (?<size>[\d,]+) tokens: [\d,]+ tokens from the input messages and (?<rest>[\d,]+) tokens for the completion)?/i,
  // OpenAI: github.com/cline/cline/issues/5474
  /input tokens exceed the configured limit of (?<limit>[\d,]+) tokens(?:\. your messages resulted in (?<size>[\d,]+) tokens)?/i,
  // OpenAI, Responses: github.com/anomalyco/opencode/issues/6071
  /input exceeds the context window of this model/i,
  // OpenAI: github.com/Niek/chatgpt-web/issues/525
  /maximum context length has been exceeded/i,
  // Cerebras: github.com/cline/cline/issues/5140
  /reduce the length of the messages or completion\. current length is (?<size>[\d,]+) while limit is (?<limit>[\d,]+)/i,
  // Groq: github.com/thepersonalaicompany/amurex-backend/issues/51
  /please reduce the length of the messages or completion/i,
  // GitHub Copilot: github.com/microsoft/copilot-intellij-feedback/issues/94
  /prompt token count of (?<size>[\d,]+) exceeds the limit of (?<limit>[\d,]+)/i,
  // GitHub Models: github.com/eslint/tsc-meetings/pull/593
  /request body too large for \S{1,100} model\. max size: (?<limit>[\d,]+) tokens/i,

  // Google, Bedrock, xAI, Mistral, Cohere
  // Google: github.com/google-gemini/gemini-cli/issues/6678; github.com/warpdotdev/warp/issues/15662
  /input token count (?:\((?<size>\d+)\) )?exceeds the maximum number of tokens allowed \(?(?<limit>\d+)/i,
  // Vertex AI: github.com/google-gemini/gemini-cli/issues/19727
  /input token count is (?<size>\d+) but (?:the )?model only supports up to (?<limit>\d+)/i,
  // Bedrock: github.com/aws-samples/bedrock-chat/issues/95
  // An oversized payload reads the same.
  /input is too long for requested model/i,
  // Bedrock: github.com/pkdone/paul-genai-test-tools-ts src/llm/providers/bedrock
  /too many input tokens\. max input tokens: (?<limit>\d+)(?:, request input token count: (?<size>\d+))?/i,
  // xAI: github.com/cline/cline/issues/3120
  /maximum prompt length is (?<limit>[\d,]+)(?: but the request contains (?<size>[\d,]+) tokens)?/i,
  // Mistral: github.com/badlogic/pi-mono packages/ai/src/utils/overflow.ts; code 3051
  /prompt contains (?<size>[\d,]+) tokens\b.{0,40}too large for model with (?<limit>[\d,]+) maximum context length/i,
  // Cohere: docs.cohere.com/v1/reference/errors.md
  /too many tokens: total number of tokens .{1,30} cannot exceed (?<limit>\d+)(?: - received (?<size>\d+))?/i,
  // Cohere: docs.cohere.com/v1/reference/errors.md
  /too many tokens: size limit exceeded by (?<over>\d+) tokens(?:\..{0,80}limit for this model is (?<limit>\d+) tokens)?/i,

  // servers of open models
  // llama.cpp: github.com/ggml-org/llama.cpp/pull/15780 and issues/19774
  /request (?:\((?<size>\d+) tokens\) )?exceeds the available context size(?: \((?<limit>\d+) tokens\))?/i,
  // llama.cpp, LM Studio: github.com/ggml-org/llama.cpp/issues/19774; github.com/lmstudio-ai/lmstudio-bug-tracker/issues/2339
  /context size has been exceeded/i,
  // llama-cpp-python: github.com/abetlen/llama-cpp-python/issues/416
  /requested tokens (?:\((?<size>\d+)\) )?exceed context window of (?<limit>\d+)/i,
  // LM Studio: github.com/lmstudio-ai/lmstudio-bug-tracker/issues/546
  /trying to keep the first (?<size>\d+) tokens when context the overflows\..{0,60}context length of only (?<limit>\d+) tokens/i,
  // LM Studio: github.com/anomalyco/opencode/issues/11141
  /cannot truncate prompt with n_keep \((?<size>\d+)\) >= n_ctx \((?<limit>\d+)\)/i,
  // LM Studio: github.com/logancyang/obsidian-copilot/issues/962
  /tokens to keep from the initial prompt is greater than the context length/i,
  // Ollama: github.com/dyad-sh/dyad/issues/3498
  /prompt too long; exceeded (?:max )?context length/i,
  // Ollama: github.com/nano-step/nano-brain/issues/208
  /input length exceeds the context length/i,
  // vLLM: github.com/vllm-project/vllm/blob/main/vllm/renderers/params.py
  /you passed (?<part>[\d,]+) input tokens and requested (?<rest>[\d,]+) output tokens\. however, the model's context length is only (?<limit>[\d,]+) tokens/i,
  // vLLM: github.com/vllm-project/vllm/blob/main/tests/v1/e2e/test_context_length.py
  /decoder prompt \(length (?<size>\d+)\) (?:plus .{1,70} )?is longer than the maximum model length of (?<limit>\d+)/i,
  // vLLM: github.com/vllm-project/vllm/issues/12165
  /prompt \(total length (?<size>\d+)\) is too long to fit into the model \(context length (?<limit>\d+)\)/i,
  // SGLang, Together: github.com/QwenLM/Qwen3/issues/1321
  /input \((?<size>\d+) tokens\) is longer than the model's context length \((?<limit>\d+) tokens\)/i,
  // SGLang, Poolside, Volcano Engine: github.com/sgl-project/sglang/issues/4048; github.com/langgenius/dify/issues/32221; github.com/earendil-works/pi packages/ai/src/utils/overflow.ts
  /input length \(?(?<size>[\d,]+)(?: tokens)?\)? exceeds (?:the )?(?:model's )?maximum (?:(?:allowed|input|context) ){0,2}length (?:of )?\(?(?<limit>[\d,]+)/i,
  // Hugging Face, Together: github.com/huggingface/chat-ui/issues/1149; github.com/stanford-crfm/helm/issues/2080
  /inputs. tokens \+ .max_new_tokens. must be <= (?<limit>\d+)\. given: (?<part>\d+) .inputs. tokens and (?<rest>\d+)/i,
  // Hugging Face: github.com/meta-llama/llama/issues/1103
  /inputs. must have less than (?<limit>\d+) tokens\. given: (?<size>\d+)/i,
  // Replicate: github.com/run-llama/llama_index/issues/7974
  /your input is too long\. max input length is (?<limit>\d+) tokens, but you supplied (?<size>\d+) tokens/i,
  // oMLX: github.com/ValueCell-ai/ClawX/issues/658
  /prompt too long: (?<size>\d+) tokens exceeds max context window of (?<limit>\d+) tokens/i,

  // SambaNova: github.com/OpenHands/OpenHands/pull/9252
  /maximum context length of \S{1,100} is (?<limit>\d+)\. however, answering your request will take (?<size>\d+) tokens/i,
  // IBM watsonx: cloud.ibm.com/apidocs/watsonx-ai, as told in several repositories
  /number of input tokens (?<size>\d+) cannot exceed the total tokens limit (?<limit>\d+)/i,

  // China
  // SiliconFlow: github.com/RhythmicWave/NovelForge/issues/136
  /number of input tokens \((?<size>\d+)\) has exceeded max_(?:prompt_tokens|seq_len) \((?<limit>\d+)\)/i,
  // Moonshot: github.com/MoonshotAI/kimi-cli/issues/2011
  /request exceeded model token limit: (?<limit>\d+)(?: \(requested: (?<size>\d+)\))?/i,
  // MiniMax: github.com/MiniMax-AI/MiniMax-M2/issues/119
  // 2013 is the kind of error.
  /context window exceeds limit/i,
  // Z.ai: github.com/zeroclaw-labs/zeroclaw/issues/4124; github.com/earendil-works/pi packages/ai/test/overflow.test.ts
  /prompt exceeds max length|prompt too long\b/i,
  // Alibaba: github.com/QwenLM/qwen-code/issues/98
  /range of input length should be \[1, (?<limit>\d+)\]/i,

  // Codes: with them a message may tell nothing more
  // OpenAI, Groq, LM Studio; llama.cpp; GitHub Copilot; LiteLLM; LangChain; Anthropic and Z.ai, why a reply stopped: github.com/ggml-org/llama.cpp/pull/15780; github.com/langchain-ai/langchainjs libs/langchain-core/src/errors/index.ts; github.com/earendil-works/pi/pull/1868
  /\b(?:context_length_exceeded|exceed_context_size_error|model_max_prompt_tokens_exceeded|ContextWindowExceededError|ContextOverflowError|CONTEXT_OVERFLOW|model_context_window_exceeded)\b/,
];
