/**
 * Counts tokens exactly (o200k), part by part, over messages and prompts of the AI SDK. Independent of
 * the engine, so that the account can't flatter it. Refuses to estimate anything.
 */

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Added for what a provider wraps around a message, and around a call or a result. */
export const tokensPerMessage = 4;
export const tokensPerCall = 8;
/** An image or a page, about as much as providers charge for a large one: its bytes are no tokens. */
export const tokensPerFile = 1_500;

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

function countJson(value) {
  return countText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

function countOutput(output) {
  if (output?.type === 'content') {
    return output.value.reduce((sum, item) => sum + countItem(item), 0);
  }
  return countJson(output?.value ?? output?.reason ?? '');
}

function countItem(item) {
  return item.type === 'text' ? countText(item.text) : tokensPerFile;
}

function countPart(part) {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return countText(part.text);
    case 'tool-call':
      return tokensPerCall + countText(part.toolName) + countJson(part.input);
    case 'tool-result':
      return tokensPerCall + countText(part.toolName) + countOutput(part.output);
    case 'file':
    case 'image':
      return tokensPerFile;
    default:
      return countJson(part);
  }
}

/** Tokens of one message of a transcript or a prompt. */
export function countMessage({ content }) {
  if (typeof content === 'string') return tokensPerMessage + countText(content);
  return content.reduce((sum, part) => sum + countPart(part), tokensPerMessage);
}

/** Tokens of an array of messages. */
export function countMessages(messages) {
  return messages.reduce((sum, message) => sum + countMessage(message), 0);
}
