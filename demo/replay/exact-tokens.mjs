/**
 * Counts tokens exactly (o200k) over messages and prompts of the AI SDK, with a tokenizer that is not
 * epitome's, so that the account can't flatter it.
 */

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { messageCounter } from '../engine/count.ts';

export { tokensPerCall, tokensPerFile, tokensPerMessage } from '../engine/count.ts';

const plainText = { allowedSpecial: new Set(), disallowedSpecial: new Set() };
const counts = new Map();

/** Tokens of a text; the same text is counted once. */
export function countText(text) {
  let count = counts.get(text);
  if (count === undefined) {
    count = countTokens(text, plainText);
    counts.set(text, count);
  }
  return count;
}

const counter = messageCounter(countText);

/** Tokens of one message of a transcript or a prompt, and of an array of them. */
export const countMessage = counter.message;
export const countMessages = counter.messages;
