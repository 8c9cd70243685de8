/**
 * Exact o200k counting, part by part, for checking what the model is given. Decides what a message
 * costs; refuses to know how the engine under test estimates. Shares no code with it.
 *
 * The cost model: text, reasoning, tool names and the JSON of inputs and outputs count exactly, with
 * special tokens as plain text; 4 more per message, 8 more per tool call or result; each image or file
 * a flat number. What a tool returns as text is counted as text, the way providers receive it.
 */

import { countTokens as encodeAndCount } from 'gpt-tokenizer/encoding/o200k_base';
import { field, outputOf, partsOf, stringField, typeOf } from '../../../js/testing/shapes.ts';
import { jsonOf } from '../../../js/testing/values.ts';

/** Tokens of a message beyond its parts. */
export const messageOverhead = 4;
/** Tokens of a tool call or result beyond its name and JSON. */
export const callOverhead = 8;
/** Tokens of one image or file, whatever its size. */
export const mediaTokens = 800;

/** Texts of fewer code units are not worth a place in the cache. */
const leastCachedUnits = 16;
const cache = new Map<string, number>();
let cachedUnits = 0;
/** UTF-16 code units that the cache may hold before it starts anew. */
const mostCachedUnits = 20_000_000;

const specialAsText = { disallowedSpecial: new Set<string>() };

/**
 * Exact tokens of a text. A text is encoded once. The tokenizer is quadratic in the longest run
 * without a word boundary: 8,000 times one letter take about 0.15 seconds.
 */
export function countText(text: string): number {
  if (text === '') return 0;
  const known = cache.get(text);
  if (known !== undefined) return known;
  const tokens = encodeAndCount(text, specialAsText);
  if (text.length >= leastCachedUnits) {
    cachedUnits += text.length;
    if (cachedUnits > mostCachedUnits) {
      cache.clear();
      cachedUnits = text.length;
    }
    cache.set(text, tokens);
  }
  return tokens;
}

function countOutput(output: unknown): number {
  if (typeof output === 'string') return countText(output);
  const value = field(output, 'value');
  switch (typeOf(output)) {
    case 'text':
    case 'error-text':
      return typeof value === 'string' ? countText(value) : countText(jsonOf(value));
    case 'json':
    case 'error-json':
      return countText(jsonOf(value));
    case 'execution-denied':
      return countText(stringField(output, 'reason') ?? '');
    case 'content': {
      if (!Array.isArray(value)) return countText(jsonOf(value));
      let tokens = 0;
      for (const item of value) {
        const type = typeOf(item);
        if (type === 'text') tokens += countText(stringField(item, 'text') ?? '');
        else if (type === 'custom') tokens += countText(jsonOf(item));
        else tokens += mediaTokens;
      }
      return tokens;
    }
    default:
      return countText(jsonOf(output));
  }
}

/** Tokens of one part of a message or of a provider prompt. */
export function countPart(part: unknown): number {
  switch (typeOf(part)) {
    case 'text':
    case 'reasoning':
      return countText(stringField(part, 'text') ?? '');
    case 'redacted-reasoning':
      return countText(stringField(part, 'data') ?? '');
    case 'image':
    case 'file':
    case 'reasoning-file':
      return mediaTokens;
    case 'tool-call': {
      const input = field(part, 'input') ?? field(part, 'args');
      const json = typeof input === 'string' ? input : jsonOf(input);
      return callOverhead + countText(stringField(part, 'toolName') ?? '') + countText(json);
    }
    case 'tool-result': {
      const name = countText(stringField(part, 'toolName') ?? '');
      return callOverhead + name + countOutput(outputOf(part));
    }
    case 'tool-approval-request':
      return 0;
    case 'tool-approval-response':
      return countText(stringField(part, 'reason') ?? '');
    default:
      return countText(jsonOf(part));
  }
}

/** Tokens of one message. */
export function countMessage(message: unknown): number {
  const content = field(message, 'content');
  if (typeof content === 'string') return messageOverhead + countText(content);
  let tokens = messageOverhead;
  for (const part of partsOf(message)) tokens += countPart(part);
  return tokens;
}

/** Tokens of a message array, or of a provider prompt. */
export function countMessages(messages: readonly unknown[]): number {
  let tokens = 0;
  for (const message of messages) tokens += countMessage(message);
  return tokens;
}
