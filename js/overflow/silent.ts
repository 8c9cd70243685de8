/**
 * Answers that say nothing of it and were given to a request that was too long. Decides what gives such an
 * answer away; refuses to know in which shape it came.
 */
import type { Overflow } from './overflow.ts';
import { fullWindow } from './patterns.ts';

/** An answer, as far as it tells how long the request was. Tokens; 0 where unknown. */
export interface Answer {
  /** In the AI SDK's words, and in the provider's own. */
  finishReason: string;
  rawFinishReason: string | undefined;
  /** It has a text, a call or a file. */
  isAnswered: boolean;
  input: number;
  output: number;
  /** The request: what its prompt has by estimate, and the most that its reply may have. */
  sent: number;
  maxOutputTokens: number;
  contextWindow: number;
  /** The provider edits history itself: what it bills is not what was sent. */
  isEdited: boolean;
}

/** A reply that took so much of what it was allowed was cut off for that, not for want of room. */
const spentShare = 0.9;
/** Of a window that is full prompt and reply have so much at least. */
const fullShare = 0.9;
/** A prompt that is billed at less than half of its estimate was not read whole. */
const readShare = 0.5;
/** Estimates of what is shorter are off by more, tokens. */
const leastMissing = 2_000;

/** How an answer shows that its request was too long; undefined for every other answer. */
export function silentOverflow(answer: Answer): Overflow | undefined {
  const { input, output, sent, contextWindow, maxOutputTokens } = answer;
  if (!answer.isAnswered) {
    const raw = answer.rawFinishReason;
    const filled = (input || sent) + output >= contextWindow * fullShare;
    const spent = maxOutputTokens > 0 && output >= maxOutputTokens * spentShare;
    const isFull =
      (raw !== undefined && fullWindow.has(raw)) ||
      (answer.finishReason === 'length' && !spent && (filled || output === 0));
    if (isFull) {
      return { kind: 'no-room', ...(input > 0 && { input, limit: input + output }) };
    }
  }
  if (input > 0 && !answer.isEdited && input < sent * readShare && sent - input >= leastMissing) {
    return { kind: 'truncated', limit: input + output };
  }
  return undefined;
}
