/**
 * What summarisers share: reading a model's reply from an object of unknown shape, finish reasons of all
 * providers, and what a failure tells.
 */
import { EpitomeError } from '../errors.ts';
import type { FinishReason } from '../types.ts';
import { isObject } from '../values/fields.ts';

/** Longest quotation of somebody else's words in an error, UTF-16 code units. */
const maxExcerpt = 500;

/** The AI SDK's own words, and those of the APIs and servers that a request may reach. */
const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  eos: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  // A stream that ended without saying so: what came may be cut.
  interrupted: 'length',
  'content-filter': 'content-filter',
  content_filter: 'content-filter',
  refusal: 'content-filter',
  'tool-calls': 'tool-calls',
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  function_call: 'tool-calls',
  error: 'error',
};

/** Undefined when the provider gave no reason. */
export function finishReasonOf(reason: unknown): FinishReason | undefined {
  if (typeof reason !== 'string' || reason === '') return undefined;
  return Object.hasOwn(finishReasons, reason) ? finishReasons[reason] : 'other';
}

/** A count of tokens; undefined for anything that is not one. */
export function tokensOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < Infinity ? value : undefined;
}

/** A field of a value that may not be an object. */
export function get(value: unknown, field: string): unknown {
  return isObject(value) ? value[field] : undefined;
}

/** The text of a list of content parts, without reasoning, calls and whatever else is in it. */
export function joinedText(parts: readonly unknown[]): string {
  return parts
    .filter((part) => get(part, 'type') === 'text')
    .map((part) => get(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('');
}

/** The start of a text in one line, short enough for an error. */
export function excerpt(text: string): string {
  const line = text
    .slice(0, maxExcerpt * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > maxExcerpt ? `${line.slice(0, maxExcerpt)}…` : line;
}

export function failed(message: string, cause?: unknown): EpitomeError {
  return new EpitomeError('summarizer-failed', message, cause === undefined ? {} : { cause });
}
