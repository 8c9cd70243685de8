/**
 * A summariser that calls an AI SDK model directly: specification V1 (AI SDK 4) or V2 to V4 (5 to 7).
 * The SDK is not imported.
 */

import type { Summarize, SummaryReply, SummaryRequest } from '../types.ts';
import { causesOf } from '../values/causes.ts';
import { checkedOptions, numberTo, object, oneOf, wholeFrom } from '../values/checks.ts';
import { attempt } from '../values/fields.ts';
import { refuseOption } from '../values/require.ts';
import {
  isRefusal,
  type Parameter,
  Refused,
  takesTemperature,
  withoutReasoning,
} from './refused.ts';
import { excerpt, failed, finishReasonOf, get, joinedText, tokensOf } from './reply.ts';

/** What is needed of a `LanguageModel` instance of any specification version. */
export interface LanguageModelLike {
  readonly specificationVersion: string;
  // biome-ignore lint/suspicious/noExplicitAny: the versions' option types exclude each other.
  doGenerate(options: any): PromiseLike<unknown>;
}

export interface FromModelOptions {
  /** Default 0. Like every parameter, it is left out from then on once the model refuses it. */
  temperature?: number | undefined;
  /** Ceiling of a reply, tokens, where it is lower than what a summary may take. */
  maxOutputTokens?: number | undefined;
  /** How hard the model thinks, where its specification has a word for it (V4). Default 'none'. */
  reasoning?: 'provider-default' | 'none' | 'minimal' | 'low' | 'medium' | 'high' | undefined;
  /** Passed on with each call: where a model of an older specification is told not to think. */
  providerOptions?: object | undefined;
  /** Sent with each call. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
}

const checks = {
  temperature: numberTo(0, 2),
  maxOutputTokens: wholeFrom(1),
  reasoning: oneOf(['provider-default', 'none', 'minimal', 'low', 'medium', 'high']),
  providerOptions: object,
  headers: object,
};

/**
 * A summarizer that calls `model`, an AI SDK `LanguageModel`: at temperature 0, without tools, without reasoning, not
 * streamed, with the model's own authorization. A model's id is one of the provider that `AI_SDK_DEFAULT_PROVIDER` sets;
 * without it pass `gateway(id)` of `ai`. Throws 'invalid-option' at once when `model` is neither, or for a wrong
 * option. Calls reject with 'summarizer-failed', or with the signal's reason once that is aborted. The session makes a
 * failed call again.
 */
export function fromModel(
  model: LanguageModelLike | string,
  options: FromModelOptions = {},
): Summarize {
  const called = instanceOf(model);
  const version = versionOf(called);
  const own = checkedOptions<FromModelOptions>('fromModel', options, checks);
  const modelId = get(called, 'modelId');
  const name = typeof modelId === 'string' ? ` ${modelId}` : '';
  const refused = new Refused(['temperature', 'reasoning', 'maxOutputTokens']);
  if (own.temperature === undefined && !takesTemperature(modelId)) refused.add('temperature');
  const summarize: Summarize = (request, { signal }) =>
    refused.without(async (out) => {
      try {
        const result = await called.doGenerate(callOptions(version, request, own, out, signal));
        if (warnsOfTemperature(result)) refused.add('temperature');
        return { value: replyOf(result) };
      } catch (thrown) {
        if (signal.aborted) throw thrown;
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        const error = failed(`the model${name} failed: ${excerpt(message)}`, thrown);
        const refusal = refusalIn(thrown);
        if (refusal === undefined) throw error;
        return { refusal, error };
      }
    });
  return Object.assign(summarize, { modelId: typeof modelId === 'string' ? modelId : undefined });
}

/** What the provider says, where it refused what was sent. */
function refusalIn(thrown: unknown): string | undefined {
  for (const cause of causesOf(thrown)) {
    if (!isRefusal(get(cause, 'statusCode') ?? get(cause, 'status'))) continue;
    return `${get(cause, 'message')} ${get(cause, 'responseBody')}`;
  }
  return undefined;
}

/** The model's own package knows that it is not taken. */
function warnsOfTemperature(result: unknown): boolean {
  const warnings = get(result, 'warnings');
  return (
    Array.isArray(warnings) &&
    warnings.some((each) => (get(each, 'setting') ?? get(each, 'feature')) === 'temperature')
  );
}

/** The AI SDK's own setting: the provider of models that are given by their ids. */
interface DefaultProvider {
  AI_SDK_DEFAULT_PROVIDER?: { languageModel(id: string): LanguageModelLike } | undefined;
}

function instanceOf(model: unknown): LanguageModelLike {
  if (typeof model !== 'string') return model as LanguageModelLike;
  const { AI_SDK_DEFAULT_PROVIDER: provider } = globalThis as DefaultProvider;
  if (typeof provider?.languageModel === 'function') return provider.languageModel(model);
  const id = JSON.stringify(excerpt(model));
  refuseOption(
    `fromModel: \`model\` is the id ${id}, and no AI_SDK_DEFAULT_PROVIDER is set: pass a model, such as gateway(${id}) with the \`gateway\` that \`ai\` exports`,
  );
}

function versionOf(model: unknown): string {
  if (attempt(() => typeof get(model, 'doGenerate') === 'function') !== true) {
    refuseOption(
      'fromModel: `model` must be an AI SDK language model: it has no doGenerate function',
    );
  }
  const version = get(model, 'specificationVersion');
  if (typeof version !== 'string' || !/^v[1-4]$/.test(version)) {
    refuseOption(
      `fromModel: \`model\` has the specification version ${JSON.stringify(version)}; v1, v2, v3 and v4 are supported`,
    );
  }
  return version;
}

function callOptions(
  version: string,
  { system, prompt, ...request }: SummaryRequest,
  options: FromModelOptions,
  out: ReadonlySet<Parameter>,
  signal: AbortSignal,
): object {
  const { temperature = 0, reasoning = 'none', providerOptions, headers } = options;
  const thinks = out.has('reasoning');
  const maxOutputTokens = Math.min(request.maxOutputTokens, options.maxOutputTokens ?? Infinity);
  const common = {
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: prompt }] },
    ],
    ...(!out.has('temperature') && { temperature }),
    ...(version === 'v4' && !thinks && { reasoning }),
    ...(providerOptions && {
      providerOptions: thinks ? withoutReasoning(providerOptions) : providerOptions,
    }),
    ...(headers && { headers }),
    abortSignal: signal,
  };
  const ceiling = version === 'v1' ? 'maxTokens' : 'maxOutputTokens';
  return {
    ...common,
    ...(!out.has('maxOutputTokens') && { [ceiling]: maxOutputTokens }),
    ...(version === 'v1' && { inputFormat: 'messages', mode: { type: 'regular' } }),
  };
}

function replyOf(result: unknown): SummaryReply {
  const content = get(result, 'content');
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const text = get(result, 'text');
  const calls = get(result, 'toolCalls');
  const called =
    (Array.isArray(calls) && calls.length > 0) ||
    parts.some((part) => get(part, 'type') === 'tool-call');
  const reason = get(result, 'finishReason');
  const usage = get(result, 'usage');
  return {
    text: typeof text === 'string' ? text : joinedText(parts),
    finishReason: called ? 'tool-calls' : finishReasonOf(get(reason, 'unified') ?? reason),
    usage: {
      inputTokens: usageOf(get(usage, 'inputTokens') ?? get(usage, 'promptTokens')),
      outputTokens: usageOf(get(usage, 'outputTokens') ?? get(usage, 'completionTokens')),
    },
  };
}

/** V1 and V2 give a number, V3 and V4 an object with the total. */
function usageOf(value: unknown): number | undefined {
  return tokensOf(typeof value === 'number' ? value : get(value, 'total'));
}
