/**
 * What a provider billed for the last step. Decides which of the many shapes of usage count as the
 * prompt's true size; refuses to know what is made of it.
 */

/** Tokens; 0 where unknown. */
export interface Billed {
  input: number;
  output: number;
}

const nothing: Billed = { input: 0, output: 0 };

/** Usage of the last of the AI SDK's steps. Never throws. */
export function billedOf(steps: ReadonlyArray<object> | undefined): Billed {
  try {
    const step = steps?.at(-1);
    if (!isRecord(step) || !isRecord(step.usage)) return nothing;
    return billedUsage(step.usage, step.providerMetadata);
  } catch {
    return nothing;
  }
}

/**
 * Normalises one usage record: `inputTokens` (AI SDK 5 to 7), `promptTokens` (4), `prompt_tokens`.
 *
 * Two traps. In AI SDK 5 Anthropic's input leaves the cached part out, and only the missing
 * `inputTokenDetails` tells that version from the later ones. After a compaction by the provider
 * itself the input is the sum over iterations, and the last one alone is the prompt.
 */
export function billedUsage(usage: Record<string, unknown>, providerMetadata?: unknown): Billed {
  const anthropic = isRecord(providerMetadata) ? providerMetadata.anthropic : undefined;
  const output = count(usage.outputTokens ?? usage.completionTokens ?? usage.completion_tokens);
  const iteration =
    lastIteration(usage.raw) ?? lastIteration(isRecord(anthropic) ? anthropic.usage : undefined);
  if (iteration !== undefined) return { input: iteration, output };
  let input = count(usage.inputTokens ?? usage.promptTokens ?? usage.prompt_tokens);
  if (input > 0 && isRecord(anthropic) && !('inputTokenDetails' in usage)) {
    input += count(usage.cachedInputTokens) + count(anthropic.cacheCreationInputTokens);
  }
  return { input, output };
}

function lastIteration(raw: unknown): number | undefined {
  if (!isRecord(raw) || !Array.isArray(raw.iterations)) return undefined;
  const ofMessages = raw.iterations.filter((entry) => isRecord(entry) && entry.type === 'message');
  const last = ofMessages.at(-1);
  if (!isRecord(last)) return undefined;
  return (
    count(last.input_tokens) +
    count(last.cache_read_input_tokens) +
    count(last.cache_creation_input_tokens)
  );
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 && value < 2 ** 31 ? Math.floor(value) : 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
