/**
 * Counting of messages and whole requests for a model. Decides what the options mean and what is
 * told back; refuses to know where texts are counted, which it is given.
 */
import type { DialectName } from '../adapters/dialect.ts';
import { EpitomeError } from '../errors.ts';
import type { CountText, Pricing, TokenBreakdown } from './count-messages.ts';
import {
  type Counted,
  countMessages,
  countRequest,
  countTools,
  type RequestContent,
} from './count-request.ts';
import { type RateExports, ratesOf } from './rates.ts';

/** Tokenizer families, in the order of `Family` in `src/tokens/family.h`. */
export const families = [
  'o200k',
  'cl100k',
  'claude',
  'gemini',
  'llama3',
  'qwen',
  'deepseek',
] as const;
export type TokenFamily = (typeof families)[number];

/** Families whose models are shown tools as TypeScript; all others are shown JSON. */
const typeScriptFamilies: ReadonlySet<TokenFamily> = new Set(['o200k', 'cl100k']);

export interface CountMessagesOptions {
  /** A model id, or any object with a `modelId`. */
  model?: string | { modelId: string } | undefined;
  /** The family, where no model names it. */
  family?: TokenFamily | undefined;
  /** Counts that are rarely exceeded, in place of likely ones. */
  safe?: boolean | undefined;
  /** Counts texts with the family's own vocabulary, where one is loaded. */
  exact?: boolean | undefined;
  /** The message shape, where detection should not decide. */
  dialect?: DialectName | 'auto' | undefined;
}

export interface MessagesCount {
  /** Tokens in all: the sum of the breakdown. */
  tokens: number;
  /** Whose prices and whose tokenizer were used. */
  family: TokenFamily;
  /** False when the model is none that is known: the family is a guess. */
  known: boolean;
  breakdown: TokenBreakdown;
  /** Tokens of each message, in the order of the array. */
  messages: number[];
}

export interface CountRequestOptions extends CountMessagesOptions, RequestContent {}

/** What counts texts and knows families: an instance of tokens.wasm. */
export interface CountingSource {
  readonly exports: RateExports & { familyOf(bytes: number): number };
  /** Writes a model id where the exports read it; its length in bytes. */
  write(modelId: string): number;
  /** Counts texts of a family, the way the options ask for. */
  counter(family: TokenFamily, options: { safe: boolean; exact: boolean }): CountText;
}

/** Set in the answer of `familyOf` when the model id is known. */
const knownBit = 0x100;
/** Longer ids are no model's. */
const longestId = 512;

interface Choice {
  pricing: Pricing;
  family: TokenFamily;
  known: boolean;
}

/** Tokens of messages, without what begins every request. */
export function messagesCount(
  source: CountingSource,
  messages: readonly unknown[],
  options: CountMessagesOptions = {},
): MessagesCount {
  const choice = choose(source, options);
  return told(choice, countMessages(choice.pricing, messages, options));
}

/** Tokens of a request: system prompt, tools, messages, and what wraps them. */
export function requestCount(source: CountingSource, request: CountRequestOptions): MessagesCount {
  const choice = choose(source, request);
  const typeScriptTools = typeScriptFamilies.has(choice.family);
  return told(choice, countRequest(choice.pricing, request, { ...request, typeScriptTools }));
}

/** Tokens of tool definitions, with what providers add for having tools. */
export function toolsCount(
  source: CountingSource,
  tools: unknown,
  options: CountMessagesOptions = {},
): number {
  const { pricing, family } = choose(source, options);
  return countTools(pricing, tools, typeScriptFamilies.has(family));
}

function told({ family, known }: Choice, { tokens, breakdown, messages }: Counted): MessagesCount {
  return { tokens, family, known, breakdown, messages };
}

function choose(source: CountingSource, options: CountMessagesOptions): Choice {
  const { safe = false, exact = false } = options;
  const id = modelIdOf(options.model);
  const bytes = id === undefined ? 0 : source.write(id.slice(0, longestId));
  const answer = bytes > 0 ? source.exports.familyOf(bytes) : 0;
  const named = options.family === undefined ? -1 : families.indexOf(options.family);
  if (options.family !== undefined && named < 0) {
    throw new EpitomeError(
      'invalid-option',
      `there is no family \`${String(options.family)}\`; the families are ${families.join(', ')}`,
    );
  }
  const known = named >= 0 || (answer & knownBit) !== 0;
  const index = named >= 0 ? named : answer & (knownBit - 1);
  const family = families[index] ?? 'o200k';
  // The id is still in the buffer: a model of a known family may have media prices of its own.
  const rule = source.exports.mediaRule(index, bytes);
  const rates = ratesOf(source.exports, index, rule, { safe });
  return { pricing: { text: source.counter(family, { safe, exact }), rates }, family, known };
}

function modelIdOf(model: unknown): string | undefined {
  if (model === undefined || typeof model === 'string') return model;
  const id = typeof model === 'object' && model !== null && 'modelId' in model && model.modelId;
  if (typeof id === 'string') return id;
  throw new EpitomeError('invalid-option', 'model must be a model id or an object with a modelId');
}
