/** The two HTTP APIs that a summary can be asked of: their addresses, bodies and replies. */
import type { SummaryReply, SummaryRequest } from '../types.ts';
import type { Parameter } from './refused.ts';
import { finishReasonOf, get, joinedText, tokensOf } from './reply.ts';

export type ApiName = 'openai' | 'anthropic';

export interface ApiShape {
  /** Headers that the API asks for, besides the caller's. */
  readonly headers: Readonly<Record<string, string>>;
  /** What may be left out of a body. */
  readonly optional: readonly Parameter[];
  body(
    model: string,
    temperature: number,
    request: SummaryRequest,
    out: ReadonlySet<Parameter>,
  ): object;
  /** Undefined when the answer holds no message. */
  reply(answer: unknown): SummaryReply | undefined;
}

const endpointPaths = { openai: '/chat/completions', anthropic: '/messages' } as const;

/** The API that a URL speaks, told by its path. */
export function apiOf(url: string): ApiName {
  return pathOf(url).endsWith(endpointPaths.anthropic) ? 'anthropic' : 'openai';
}

/** The full endpoint: the API's path is added to a base, a query is kept. */
export function endpointOf(url: string, api: ApiName): string {
  const path = pathOf(url);
  const query = /\?[^#]*/.exec(url)?.[0] ?? '';
  return path.endsWith(endpointPaths[api]) ? path + query : path + endpointPaths[api] + query;
}

/** The URL up to its query, without trailing slashes. */
function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/+$/, '');
}

const openai: ApiShape = {
  headers: {},
  optional: ['temperature', 'olderMaxTokens', 'maxOutputTokens'],

  body(model, temperature, { system, prompt, maxOutputTokens }, out) {
    return {
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ],
      ...(!out.has('temperature') && { temperature }),
      ...(!out.has('maxOutputTokens') && {
        [out.has('olderMaxTokens') ? 'max_completion_tokens' : 'max_tokens']: maxOutputTokens,
      }),
    };
  },

  reply(answer) {
    const choices = get(answer, 'choices');
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
    const message = get(choice, 'message');
    if (message === undefined || message === null) return undefined;
    const content = get(message, 'content');
    const calls = get(message, 'tool_calls');
    const called = Array.isArray(calls) && calls.length > 0;
    const refused = typeof get(message, 'refusal') === 'string';
    const usage = get(answer, 'usage');
    return {
      // A reasoning model that used up its ceiling leaves this empty: its reasoning is no summary.
      text:
        typeof content === 'string' ? content : Array.isArray(content) ? joinedText(content) : '',
      finishReason: called
        ? 'tool-calls'
        : refused
          ? 'content-filter'
          : finishReasonOf(get(choice, 'finish_reason')),
      usage: {
        inputTokens: tokensOf(get(usage, 'prompt_tokens')),
        outputTokens: tokensOf(get(usage, 'completion_tokens')),
      },
    };
  },
};

const anthropic: ApiShape = {
  headers: { 'anthropic-version': '2023-06-01' },
  optional: ['temperature'],

  body(model, temperature, { system, prompt, maxOutputTokens }, out) {
    return {
      model,
      system,
      messages: [{ role: 'user', content: prompt }],
      ...(!out.has('temperature') && { temperature }),
      max_tokens: maxOutputTokens,
    };
  },

  reply(answer) {
    const content = get(answer, 'content');
    if (!Array.isArray(content)) return undefined;
    const called = content.some((block) => get(block, 'type') === 'tool_use');
    const usage = get(answer, 'usage');
    // The API counts tokens read from and written to a cache apart.
    const inputs = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']
      .map((field) => tokensOf(get(usage, field)))
      .filter((tokens) => tokens !== undefined);
    return {
      text: joinedText(content),
      finishReason: called ? 'tool-calls' : finishReasonOf(get(answer, 'stop_reason')),
      usage: {
        inputTokens: inputs.length > 0 ? inputs.reduce((sum, tokens) => sum + tokens) : undefined,
        outputTokens: tokensOf(get(usage, 'output_tokens')),
      },
    };
  },
};

export const apiShapes: Readonly<Record<ApiName, ApiShape>> = { openai, anthropic };
