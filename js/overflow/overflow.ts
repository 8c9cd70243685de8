/**
 * Whether an error says that a request was too long, and what it tells beside. Decides where in an error
 * providers and SDKs put what they say; refuses to know any provider's words (patterns.ts).
 */
import { attempt, type Fields, isObject } from '../adapters/fields.ts';
import {
  otherCauses,
  overflowCodes,
  overflowFields,
  overflowWords,
  rateLimits,
} from './patterns.ts';

/** A request that was too long. Tokens, as far as they are known. */
export interface Overflow {
  /**
   * `refused`: the provider answered with an error. `no-room`: nothing was left for the reply. `truncated`:
   * the provider read only a part of the prompt, and said nothing.
   */
  kind: 'refused' | 'no-room' | 'truncated';
  /** What a request may have, prompt and reply. */
  limit?: number;
  /** What the prompt had. */
  input?: number;
  /** What was kept for the reply. */
  output?: number;
}

/** How deep errors hold others, and how many values are looked at in all. */
const deepest = 6;
const mostValues = 400;
/** A longer text is a page of some proxy's; UTF-16 code units. */
const longestText = 20_000;
/** More is no window, tokens. */
const mostTokens = 1e9;

/** Fields in which errors hold what caused them, or what the provider answered. */
const inner = [
  'cause',
  'lastError',
  'errors',
  'error',
  'data',
  'body',
  'responseBody',
  'response',
  'metadata',
  'raw',
  'detail',
  'details',
  'rawResponse',
] as const;
const said = [
  'message',
  'msg',
  'detail',
  'error',
  'responseBody',
  'body',
  'raw',
  'reason',
] as const;
const named = ['code', 'type', 'name', 'errorCode', '__type', 'status', 'reason'] as const;

interface Told {
  texts: string[];
  names: Set<string>;
  numbers: { limit?: number; input?: number };
}

/**
 * What an error tells of a request that was too long: any error of a provider, as the AI SDK, LangChain or a
 * provider's own SDK throws it, or as it stands in a stream. Undefined for every other error. Never throws.
 */
export function overflowOf(error: unknown): Overflow | undefined {
  return attempt(() => read(error));
}

function read(error: unknown): Overflow | undefined {
  const told: Told = { texts: [], names: new Set(), numbers: {} };
  gather(error, told, 0, new Set());
  const found = inTexts(told.texts);
  const isNamed = overflowCodes.some((code) => told.names.has(code));
  if (found === undefined && !isNamed) return undefined;
  const all = told.texts.join('\n');
  const tooLongForAny =
    found?.limit !== undefined && found.input !== undefined && found.input > found.limit;
  if (!isNamed && otherCauses.some((cause) => cause.test(all))) return undefined;
  if (!isNamed && !tooLongForAny && rateLimits.some((limit) => limit.test(all))) return undefined;
  return { kind: 'refused', ...told.numbers, ...found };
}

/** What stands in an error and in those that it holds, texts of JSON read as well. */
function gather(value: unknown, told: Told, depth: number, seen: Set<unknown>): void {
  if (depth > deepest || seen.size > mostValues || value === null || seen.has(value)) return;
  if (typeof value === 'string') {
    if (value.length > longestText) return;
    told.texts.push(value);
    const parsed = /^\s*[[{]/.test(value) ? attempt(() => JSON.parse(value)) : undefined;
    if (isObject(parsed)) gather(parsed, told, depth + 1, seen);
    return;
  }
  if (!isObject(value)) return;
  seen.add(value);
  if (Array.isArray(value)) {
    for (const item of value.slice(0, mostValues)) gather(item, told, depth + 1, seen);
    return;
  }
  const field = (name: string): unknown => attempt(() => value[name]);
  for (const name of named) {
    const code = field(name);
    if (typeof code === 'string') told.names.add(code);
  }
  for (const meaning of ['limit', 'input'] as const) {
    for (const name of overflowFields[meaning]) {
      const number = tokens(field(name));
      if (number !== undefined) told.numbers[meaning] ??= number;
    }
  }
  for (const name of new Set([...said, ...inner])) {
    const next = field(name);
    if (typeof next === 'string' ? said.includes(name as (typeof said)[number]) : isObject(next)) {
      gather(next, told, depth + 1, seen);
    }
  }
}

/** What words say; those without numbers count where no others are found. */
function inTexts(texts: readonly string[]): Omit<Overflow, 'kind'> | undefined {
  let bare: Omit<Overflow, 'kind'> | undefined;
  for (const { words } of overflowWords) {
    for (const text of texts) {
      const match = words.exec(text);
      if (match === null) continue;
      const numbers = numbersIn(match.groups ?? {});
      if (Object.keys(numbers).length > 0) return numbers;
      bare = numbers;
    }
  }
  return bare;
}

function numbersIn(groups: Fields): Omit<Overflow, 'kind'> {
  const limit = tokens(groups.limit);
  const output = tokens(groups.output);
  const sum = tokens(groups.sum);
  const input = tokens(groups.input) ?? (sum === undefined ? undefined : sum - (output ?? 0));
  return {
    ...(limit !== undefined && { limit }),
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
  };
}

/** A number of tokens, whatever separates its thousands. */
function tokens(value: unknown): number | undefined {
  const number =
    typeof value === 'string' ? Number(value.replace(/[.,_]/g, '')) : (value as number | undefined);
  return typeof number === 'number' && number > 0 && number < mostTokens
    ? Math.floor(number)
    : undefined;
}
