/** What a whole request costs: system prompt, tool definitions, messages and what wraps them. */
import { Role } from '../dialects/dialect.ts';
import { attempt, isObject } from '../values/fields.ts';
import { jsonText } from '../values/json-text.ts';
import {
  addMessages,
  type CountOptions,
  emptyBreakdown,
  type Pricing,
  sumOf,
  type TokenBreakdown,
} from './count-messages.ts';
import { toolsText } from './tool-definitions.ts';

/** A request, as far as it costs tokens. */
export interface RequestContent {
  /** A text, a system message, or several of them: what `system` and `instructions` of the AI SDK take. */
  system?: unknown;
  messages?: readonly unknown[] | undefined;
  /** As passed to the AI SDK, or an array as providers take them. */
  tools?: unknown;
}

export interface Counted {
  /** Tokens in all: the sum of the breakdown. */
  tokens: number;
  breakdown: TokenBreakdown;
  /** Tokens of each message, envelopes included, in the order of the array. */
  messages: number[];
}

/** Tokens of messages alone, without what begins every request. */
export function countMessages(
  pricing: Pricing,
  messages: readonly unknown[],
  options: CountOptions = {},
): Counted {
  const breakdown = emptyBreakdown();
  const each = addMessages(pricing, messages, breakdown, options);
  return { tokens: sumOf(breakdown), breakdown, messages: each };
}

/** Tokens of a request. `typeScriptTools`: the family writes tools as TypeScript, not as JSON. */
export function countRequest(
  pricing: Pricing,
  { system, messages = [], tools }: RequestContent,
  options: CountOptions & { typeScriptTools: boolean },
): Counted {
  const breakdown = emptyBreakdown();
  const each = addMessages(pricing, messages, breakdown, options);
  breakdown.envelopes += pricing.rates.request;
  addSystem(pricing, system, breakdown);
  breakdown.tools += countTools(pricing, tools, options.typeScriptTools);
  return { tokens: sumOf(breakdown), breakdown, messages: each };
}

/** Tokens of tool definitions, with what wraps them. */
export function countTools(pricing: Pricing, tools: unknown, typeScriptTools: boolean): number {
  const { texts, count, stated } = toolsText(tools, typeScriptTools);
  if (count === 0) return 0;
  const { rates } = pricing;
  const counted = texts.reduce((sum, text) => sum + pricing.text(text), 0);
  return counted + stated + count * rates.tool + rates.tools;
}

function addSystem(pricing: Pricing, system: unknown, into: TokenBreakdown): void {
  for (const text of Array.isArray(system) ? system : [system]) {
    if (text === undefined || text === null || text === '') continue;
    into.system += pricing.text(attempt(() => textOf(text)) ?? '');
    into.envelopes += pricing.rates.message(Role.system);
  }
}

function textOf(system: unknown): string {
  if (typeof system === 'string') return system;
  const { content, text } = isObject(system) ? system : {};
  const value = content ?? text;
  return typeof value === 'string' ? value : jsonText(value ?? system).text;
}
