/**
 * What providers say when they refuse a request for its size. A provider more is a row more.
 *
 * Named groups tell numbers: `limit`; `size`, what the refused request had; `more`, which was held against
 * the limit together with `size`. `unit` is that of bytes. Patterns are tried in order on at most 4,000
 * characters, so none may repeat a repetition.
 */
import type { Overflow } from './overflow.ts';

export interface Refusal {
  provider: string;
  /** Where the wording is from. */
  source: string;
  of: Overflow['of'];
  pattern: RegExp;
}

export const refusals: readonly Refusal[] = [
  {
    provider: 'Anthropic',
    source: 'https://github.com/anthropics/claude-code/issues/24541',
    of: 'images',
    pattern: /too many images and documents: (?<size>\d+) \+ (?<more>\d+) > (?<limit>\d+)/i,
  },
  {
    provider: 'Anthropic',
    source: 'https://github.com/docker/docker-agent/issues/569',
    of: 'tokens',
    pattern:
      /input length and `?max_tokens`? exceed context limit: *(?<size>\d+) *\+ *(?<more>\d+) *> *(?<limit>\d+)/i,
  },
  {
    provider: 'Anthropic',
    source: 'https://github.com/badlogic/pi-mono packages/ai/src/utils/overflow.ts',
    of: 'tokens',
    pattern: /prompt is too long(?:: (?<size>[\d,]+) tokens > (?<limit>[\d,]+) maximum)?/i,
  },
  {
    provider: 'OpenAI',
    source: 'https://github.com/badlogic/pi-mono packages/ai/src/utils/overflow.ts',
    of: 'tokens',
    pattern: /input exceeds the context window of this model/i,
  },
  {
    provider: 'OpenAI, vLLM, DeepSeek, OpenRouter and others after them',
    source: 'https://github.com/badlogic/pi-mono packages/ai/src/utils/overflow.ts',
    of: 'tokens',
    pattern:
      /maximum context length is (?<limit>[\d,]+) tokens(?:[^\d]{1,80}(?<size>[\d,]+) tokens)?/i,
  },
  {
    provider: 'Google',
    source: 'https://github.com/badlogic/pi-mono packages/ai/src/utils/overflow.ts',
    of: 'tokens',
    pattern:
      /input token count(?: is)? \(?(?<size>\d+)\)?[^\d]{1,40}exceeds the maximum number of tokens allowed \(?(?<limit>\d+)/i,
  },
  {
    provider: 'Bedrock',
    source: 'https://github.com/badlogic/pi-mono packages/ai/src/utils/overflow.ts',
    of: 'tokens',
    pattern: /input is too long for requested model/i,
  },
  {
    provider: 'llama.cpp',
    source: 'https://github.com/ggml-org/llama.cpp tools/server/server-context.cpp',
    of: 'tokens',
    pattern:
      /request(?: \((?<size>\d+) tokens\))? exceeds the available context size(?: \((?<limit>\d+) tokens\))?/i,
  },
  {
    provider: 'vLLM',
    source: 'https://github.com/vllm-project/vllm/issues/17092',
    of: 'images',
    pattern: /at most (?<limit>\d+) image\(s\) may be provided/i,
  },
];
