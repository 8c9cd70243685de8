/** Reads what a provider billed for the last step, in any of the many shapes of usage. */
import { attempt, type Fields, isObject } from '../values/fields.ts';

/** Tokens; 0 where unknown. */
export interface Billed {
  /** The prompt as the model read it last, cached part included. */
  input: number;
  /** The reply, reasoning included. */
  output: number;
  /** Why what the host told is no bill. */
  fault?: 'not-positive' | 'cached-parts';
}

const nothing: Billed = { input: 0, output: 0 };
const noBill: Billed = { ...nothing, fault: 'not-positive' };

/** Usage of the last of the AI SDK's steps. Never throws. */
export function billedOf(steps: ReadonlyArray<object> | undefined): Billed {
  const billed = attempt(() => {
    const step = steps?.at(-1);
    const isBilled = isObject(step) && isObject(step.usage);
    return isBilled ? billedUsage(step.usage as Fields, step.providerMetadata) : undefined;
  });
  return billed ?? nothing;
}

/**
 * Normalises one usage record: of AI SDK 4 (`promptTokens`), 5 to 7 (`inputTokens`), of a provider of
 * AI SDK 6 and 7 (`inputTokens.total`), or as OpenAI, Anthropic, Bedrock and Google send it.
 *
 * Three traps. Anthropic and Bedrock bill the cached part apart, and AI SDK 4 and 5 pass that on: later
 * versions add it up, and tell what was not cached, unless a provider made for AI SDK 5 answers. After a
 * compaction by the provider itself the input is a sum over iterations, and the last one alone is the
 * prompt. Google bills thoughts apart from the reply, and AI SDK 5 leaves them out.
 */
export function billedUsage(usage: Fields, providerMetadata?: unknown): Billed {
  const metadata = isObject(providerMetadata) ? providerMetadata : {};
  const anthropic = isObject(metadata.anthropic) ? metadata.anthropic : undefined;
  const iteration =
    lastIteration(usage.raw) ?? lastIteration(usage) ?? lastIteration(anthropic?.usage);
  if (iteration !== undefined) return iteration;
  const told = statedInput(usage);
  const stated = count(told);
  const apart = cachedApart(usage, metadata, stated);
  // A prompt may come from the cache whole.
  if (typeof told === 'number' && stated === 0 && (told !== 0 || apart === 0)) return noBill;
  if (apart === 0 && stated > 0 && cachedWithin(usage) > stated)
    return { ...nothing, fault: 'cached-parts' };
  const input = typeof told === 'number' ? stated + apart : 0;
  const output = statedOutput(usage);
  // The total tells what a provider leaves out of the reply, and the prompt where only it is missing.
  const total = count(usage.totalTokens ?? usage.total_tokens ?? usage.totalTokenCount);
  if (input > 0) return { input, output: Math.max(output, total - input) };
  return { input: output > 0 ? Math.max(0, total - output) : 0, output };
}

/** The prompt's tokens as a record states them. */
function statedInput(usage: Fields): unknown {
  const { inputTokens } = usage;
  if (isObject(inputTokens)) return inputTokens.total;
  return (
    inputTokens ??
    usage.promptTokens ??
    usage.prompt_tokens ??
    usage.input_tokens ??
    usage.promptTokenCount
  );
}

/** Tokens of the stated prompt that a cache had or took, where a record has them within it. */
function cachedWithin(usage: Fields): number {
  const parts = partsOf(usage);
  if (parts !== undefined) return count(parts.read) + count(parts.written);
  const openai = usage.prompt_tokens_details ?? usage.input_tokens_details;
  if (isObject(openai)) return count(openai.cached_tokens);
  return count(usage.cachedContentTokenCount);
}

/** The prompt's parts as AI SDK 6 and 7 tell them. */
function partsOf(usage: Fields): { fresh: unknown; read: unknown; written: unknown } | undefined {
  const { inputTokens: own, inputTokenDetails: details } = usage;
  if (isObject(own)) return { fresh: own.noCache, read: own.cacheRead, written: own.cacheWrite };
  if (!isObject(details)) return undefined;
  const { noCacheTokens: fresh, cacheReadTokens: read, cacheWriteTokens: written } = details;
  return { fresh, read, written };
}

function statedOutput(usage: Fields): number {
  const { outputTokens } = usage;
  if (isObject(outputTokens)) return count(outputTokens.total);
  return count(
    outputTokens ??
      usage.completionTokens ??
      usage.completion_tokens ??
      usage.output_tokens ??
      usage.candidatesTokenCount,
  );
}

/** Tokens of the prompt that were read from a cache or written to one, where they are billed apart. */
function cachedApart(usage: Fields, { anthropic, bedrock }: Fields, stated: number): number {
  if ('cache_read_input_tokens' in usage || 'cache_creation_input_tokens' in usage) {
    return count(usage.cache_read_input_tokens) + count(usage.cache_creation_input_tokens);
  }
  if ('cacheReadInputTokens' in usage || 'cacheWriteInputTokens' in usage) {
    return count(usage.cacheReadInputTokens) + count(usage.cacheWriteInputTokens);
  }
  const parts = partsOf(usage);
  if (parts?.fresh !== undefined) return 0;
  const told = usage.cachedInputTokens ?? parts?.read;
  if (isObject(anthropic)) {
    const read = told ?? anthropic.cacheReadInputTokens;
    return count(read) + count(anthropic.cacheCreationInputTokens);
  }
  if (isObject(bedrock)) {
    const own = isObject(bedrock.usage) ? bedrock.usage : {};
    const read = told ?? own.cacheReadInputTokens;
    return count(read) + count(own.cacheWriteInputTokens);
  }
  if (parts !== undefined) return 0;
  // Of AI SDK 5, without a word of its provider: no part is larger than the whole.
  const cached = count(usage.cachedInputTokens);
  return cached > stated ? cached : 0;
}

function lastIteration(raw: unknown): Billed | undefined {
  if (!isObject(raw) || !Array.isArray(raw.iterations)) return undefined;
  const ofMessages = raw.iterations.filter((entry) => isObject(entry) && entry.type === 'message');
  const last = ofMessages.at(-1);
  if (!isObject(last)) return undefined;
  const input =
    count(last.input_tokens) +
    count(last.cache_read_input_tokens) +
    count(last.cache_creation_input_tokens);
  return input > 0 ? { input, output: count(last.output_tokens) } : noBill;
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 && value < 2 ** 31 ? Math.floor(value) : 0;
}
