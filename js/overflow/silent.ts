/** Recognises answers to a request that was too large for the model, and was not refused. */
import { billedUsage } from '../bills/usage.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';

/** An answer, and the request before it. Tokens. */
export interface Answer {
  /** One step's, in any of the shapes that `billedUsage` reads. */
  usage: Fields;
  /** Beside it: AI SDK 5 has what was written to a cache only there. */
  providerMetadata: unknown;
  /** The AI SDK's, or the provider's own. */
  finishReason: unknown;
  /** It has text or a tool call. */
  hasText: boolean;
  /** The prompt as it was counted before it was sent, without media. */
  promptTokens: number;
  /** The model's, for prompt and reply together. */
  window: number;
  /**
   * An earlier request to the same model that was billed in whole, most of which the request before it had
   * sent already. Who bills so leaves no cached part out.
   */
  lastServed?: { promptTokens: number; billed: number };
}

/** Of what is expected, a bill that has less than this is none of the whole prompt. */
const truncated = 0.5;
/** A whole bill has at least this much of what was counted. */
const whole = 0.5;
/** A bill grows no further once prompts are cut. */
const sameBill = 1.25;
/** A window with less room than this share has none. */
const full = 0.99;

/**
 * True where the server cut the prompt to fit, or had no room left for a reply.
 *
 * Ollama cuts: prompts above `num_ctx` lose their beginning and are billed with at most `num_ctx`
 * (https://github.com/ollama/ollama/issues/3839, https://github.com/ollama/ollama/issues/17427). Xiaomi's
 * models cut to the window and have no room to reply
 * (https://github.com/earendil-works/pi packages/ai/src/utils/overflow.ts). Anthropic's say why they
 * stopped (https://github.com/anthropics/anthropic-sdk-go/issues/295). Never throws.
 */
export function silentOverflow(answer: Answer): boolean {
  return attempt(() => overflowed(answer)) ?? false;
}

function overflowed(answer: Answer): boolean {
  const { usage, providerMetadata, finishReason, hasText, window } = answer;
  const { input, output } = billedUsage(usage, providerMetadata);
  if (!hasText && endedBy(finishReason, 'model_context_window_exceeded')) return true;
  if (input === 0) return false;
  const ranFull = window > 0 && input + output >= window * full;
  if (!hasText && ranFull && endedBy(finishReason, 'length')) return true;
  return wasCut(input, answer);
}

function wasCut(input: number, answer: Answer): boolean {
  const { usage, providerMetadata, promptTokens, lastServed } = answer;
  if (lastServed === undefined || tellsOfCache({ usage, providerMetadata })) return false;
  if (lastServed.billed < lastServed.promptTokens * whole) return false;
  // Counts that bills have corrected since are none to multiply.
  const ratio = Math.min(1, lastServed.billed / lastServed.promptTokens);
  const expected = promptTokens * ratio;
  return input < expected * truncated && input <= lastServed.billed * sameBill;
}

/** A reason of the AI SDK 5, or of 6 and 7, which tell the provider's beside their own. */
function endedBy(finishReason: unknown, reason: string): boolean {
  if (!isObject(finishReason)) return finishReason === reason;
  return finishReason.unified === reason || finishReason.raw === reason;
}

/** Somewhere in it a cache has tokens. */
function tellsOfCache(told: Fields, depth = 4): boolean {
  return Object.entries(told).some(([name, value]) => {
    if (isObject(value)) return depth > 0 && tellsOfCache(value, depth - 1);
    return /^(?!no).*cache/i.test(name) && Number(value) > 0;
  });
}
