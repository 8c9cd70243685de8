/**
 * Reading values of unknown shape. Decides what counts as text, number, time and usage; refuses to know
 * any format. Fields are read from parsed JSON, which has no getters; keys may be any, `__proto__` too.
 */
import type { Json, TranscriptTool, TranscriptUsage } from './types.ts';

export type Fields = { readonly [field: string]: unknown };

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value's own field. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function stringIn(value: unknown, ...names: string[]): string | undefined {
  for (const name of names) {
    const found = field(value, name);
    if (typeof found === 'string' && found !== '') return found;
  }
  return undefined;
}

function numberIn(value: unknown, ...names: string[]): number | undefined {
  for (const name of names) {
    const found = field(value, name);
    if (typeof found === 'number' && Number.isFinite(found) && found >= 0) return found;
  }
  return undefined;
}

export function listIn(value: unknown, name: string): readonly unknown[] | undefined {
  const found = field(value, name);
  return Array.isArray(found) ? found : undefined;
}

/** Milliseconds since 1970, of an ISO date, or of seconds or milliseconds. */
export function timeOf(value: unknown): number | undefined {
  // Seconds reach this number in the year 5138.
  if (typeof value === 'number' && value > 0) return value < 1e11 ? value * 1000 : value;
  if (typeof value !== 'string') return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** JSON as text; a string stays what it is. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

export function jsonOf(value: unknown): Json {
  return (value ?? null) as Json;
}

/** A call's arguments, which some APIs send as text. */
export function inputOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? {};
  if (value.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(value);
    if (isObject(parsed)) return parsed;
  } catch {
    // A model may write arguments that are no JSON; what it wrote is kept.
  }
  return { arguments: value };
}

/** Media type and content of a data URL; undefined for other addresses. */
export function dataUrl(url: string): { mediaType: string; data: string } | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  const head = comma < 0 ? '' : url.slice(5, comma);
  if (!head.endsWith(';base64')) return undefined;
  return {
    mediaType: head.slice(0, head.indexOf(';')) || 'text/plain',
    data: url.slice(comma + 1),
  };
}

/** Billed tokens, in the words of any provider; undefined where there are none. */
export function usageOf(value: unknown): TranscriptUsage | undefined {
  if (!isObject(value)) return undefined;
  const nested =
    field(value, 'prompt_tokens_details') ??
    field(value, 'input_tokens_details') ??
    field(value, 'inputTokenDetails');
  const output = numberIn(value, 'output_tokens', 'completion_tokens', 'outputTokens', 'output');
  // Some count what a cache gave as part of the prompt, others beside it.
  const besideRead = numberIn(value, 'cache_read_input_tokens', 'cacheRead');
  const besideWrite = numberIn(value, 'cache_creation_input_tokens', 'cacheWrite');
  const read =
    besideRead ??
    numberIn(value, 'cached_input_tokens', 'cachedInputTokens') ??
    numberIn(nested, 'cached_tokens', 'cacheReadTokens');
  const write = besideWrite ?? numberIn(nested, 'cacheWriteTokens');
  const fresh = numberIn(value, 'input_tokens', 'prompt_tokens', 'inputTokens', 'input');
  const input = fresh === undefined ? undefined : fresh + (besideRead ?? 0) + (besideWrite ?? 0);
  const usage: TranscriptUsage = {
    ...(input !== undefined && { inputTokens: input }),
    ...(output !== undefined && { outputTokens: output }),
    ...(read !== undefined && { cacheReadTokens: read }),
    ...(write !== undefined && { cacheWriteTokens: write }),
  };
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** Tools as any API lists them: a list of definitions or names, or an object with a tool a key. */
export function toolsOf(value: unknown): TranscriptTool[] {
  const entries: unknown[] = Array.isArray(value)
    ? value
    : isObject(value)
      ? Object.entries(value).map(([name, tool]) => (isObject(tool) ? { ...tool, name } : name))
      : [];
  const tools = new Map<string, TranscriptTool>();
  for (const entry of entries) {
    const tool = typeof entry === 'string' ? { name: entry } : (field(entry, 'function') ?? entry);
    const name = stringIn(tool, 'name', 'type');
    if (name === undefined || tools.has(name)) continue;
    const description = stringIn(tool, 'description');
    const schema =
      field(tool, 'inputSchema') ?? field(tool, 'input_schema') ?? field(tool, 'parameters');
    tools.set(name, {
      name,
      ...(description !== undefined && { description }),
      inputSchema: isObject(schema) ? schema : { type: 'object' },
    });
  }
  return [...tools.values()];
}
