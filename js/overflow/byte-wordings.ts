/** What providers say when they find that a request has too many bytes. */

export const byteWordings: readonly RegExp[] = [
  // Google: github.com/google-gemini/deprecated-generative-ai-android/issues/26
  /request payload size exceeds the limit: (?<limit>\d+) (?<unit>bytes)/i,
  // Google: github.com/google-gemini/gemini-cli/issues/13776
  /maximum request body size (?<limit>\d+) exceeded, actual body size (?<size>\d+)/i,
  // Alibaba: github.com/anomalyco/opencode/issues/35112
  /exceeded limit on max bytes to request body ?: (?<limit>\d+)/i,
  // Hugging Face: github.com/huggingface/text-generation-inference/issues/1802
  /failed to buffer the request body: length limit exceeded/i,
  // Anthropic: github.com/anthropics/claude-code/issues/56674
  /request too large \(max (?<limit>\d+) ?(?<unit>[KMG]i?B)\)/i,
  // Anthropic: platform.claude.com/docs/en/api/errors; github.com/anthropics/claude-code/issues/3335
  /\brequest_too_large\b|request exceeds the maximum (?:size|allowed number of bytes)/i,
  // Web servers: www.rfc-editor.org/rfc/rfc9110#name-413-content-too-large and those before it
  /(?:^|\b413\b.{0,12}|<title>)(?:request entity|payload|content) too large\b/i,
];
