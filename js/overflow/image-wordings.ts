/** What providers say when they find that a request has too many images. */

export const imageWordings: readonly RegExp[] = [
  // Anthropic, Bedrock: github.com/anthropics/claude-code/issues/24541
  /too many images and documents: (?<part>[1-9]\d*) \+ (?<rest>\d+) > (?<limit>\d+)/i,
  // Anthropic, Bedrock: github.com/anthropics/claude-code/issues/3397
  /too much media: (?<rest>\d+) document pages \+ (?<part>[1-9]\d*) images > (?<limit>\d+)/i,
  // Bedrock: github.com/boto/boto3/issues/4632
  /too many images: image_count > (?<limit>\d+)/i,
  // GitHub Copilot: github.com/microsoft/vscode/issues/303825 and 306919
  /too many images(?: in request)?: (?<size>\d+) images (?:were )?provided, but the model supports a maximum of (?<limit>\d+)/i,
  // Azure: github.com/the-open-agent/openagent/issues/874
  /too many images in request\. max is (?<limit>\d+)/i,
  // new-api: github.com/QuantumNous/new-api/issues/1233
  /too many images in the message, max allowed is (?<limit>\d+)/i,
  // Groq: console.groq.com/docs/vision, as told in several repositories
  /too many images provided\. this model supports up to (?<limit>\d+) images/i,
  // vLLM: github.com/vllm-project/vllm/issues/17092
  /at most (?<limit>\d+) image\(s\) may be provided in one (?:request|prompt)/i,
  // vLLM: github.com/xorbitsai/inference/issues/3054
  /you set image=(?<limit>\d+) \(or defaulted to \d+\) in .--limit-mm-per-prompt., but passed (?<size>\d+) image items/i,
  // Meta, through gateways: github.com/anomalyco/opencode/issues/47721
  /request contains (?<size>\d+) images, exceeding the maximum of (?<limit>\d+) allowed/i,
  // SGLang: github.com/AgnesAI-Labs/AgnesCode/issues/50
  /image count (?<size>\d+) exceeds limit (?<limit>\d+) per request/i,
  // OpenRouter: github.com/diegosouzapw/OmniRoute/issues/3044
  /supports at most (?<limit>\d+) images? per (?:prompt|request)/i,
];
