/**
 * Tool definitions as providers put them into the prompt: the fields that reach a model, as its family
 * writes them. Never throws: what can't be read costs what it shows.
 */
import { attempt, isObject } from '../values/fields.ts';
import { jsonText } from '../values/json-text.ts';
import type { ToolDefinition } from './tool-typescript.ts';
import { typeScriptOf } from './tool-typescript.ts';

/**
 * Tools that a provider brings itself cost what it says. Anthropic, "Bash tool", "Text editor tool"
 * and "Computer use tool": tokens that each adds.
 */
const providerTools: readonly (readonly [string, number])[] = [
  ['bash', 245],
  ['text_editor', 700],
  ['computer', 735],
];

/** Families whose models are shown tools as TypeScript; all others are shown JSON. */
const typeScriptFamilies: ReadonlySet<string> = new Set(['o200k', 'cl100k']);

export function writesTypeScript(family: string): boolean {
  return typeScriptFamilies.has(family);
}

export interface ToolsText {
  /** To be counted; a definition, or all of them as one. */
  texts: string[];
  /** Definitions, which may have envelopes of their own. */
  count: number;
  /** Tokens of tools that have a stated price. */
  stated: number;
}

/** The text of `tools`: an object by name, as for the AI SDK, or an array, as providers take them. */
export function toolsText(tools: unknown, asTypeScript: boolean): ToolsText {
  const result: ToolsText = { texts: [], count: 0, stated: 0 };
  if (!isObject(tools)) return result;
  const definitions: ToolDefinition[] = [];
  for (const key of attempt(() => Object.keys(tools)) ?? []) {
    const own = Array.isArray(tools) ? '' : key;
    result.count += 1;
    const tool = attempt(() => tools[key]);
    const stated = attempt(() => statedPrice(tool));
    if (stated !== undefined) result.stated += stated;
    else definitions.push(attempt(() => definitionOf(own, tool)) ?? unreadable(own));
  }
  if (definitions.length === 0) return result;
  result.texts = asTypeScript ? [typeScriptOf(definitions)] : definitions.map(jsonOf);
  return result;
}

function unreadable(name: string): ToolDefinition {
  return { name, description: '', schema: undefined };
}

function statedPrice(tool: unknown): number | undefined {
  if (!isObject(tool)) return undefined;
  const { id, type } = tool;
  const name = typeof id === 'string' ? /^anthropic\.(\w+)$/.exec(id)?.[1] : undefined;
  const own = name ?? (typeof type === 'string' ? /^(\w+)_20\d{6}$/.exec(type)?.[1] : undefined);
  return own === undefined
    ? undefined
    : providerTools.find(([start]) => own.startsWith(start))?.[1];
}

function definitionOf(key: string, tool: unknown): ToolDefinition {
  if (!isObject(tool)) return unreadable(key);
  // Chat completions wrap the function.
  const body = isObject(tool.function) ? tool.function : tool;
  const { name, description, inputSchema, parameters, input_schema: input } = body;
  const schema = inputSchema ?? parameters ?? input;
  const known = schema !== undefined || typeof description === 'string';
  return {
    name: key !== '' ? key : typeof name === 'string' ? name : '',
    description: typeof description === 'string' ? description : '',
    schema: known ? (attempt(() => schemaOf(schema)) ?? undefined) : tool,
  };
}

/** JSON Schema of what the AI SDK accepts: its own wrapper, Zod, a function, or plain JSON Schema. */
function schemaOf(schema: unknown): unknown {
  const value = typeof schema === 'function' && !('toJSONSchema' in schema) ? schema() : schema;
  if (!isObject(value)) return value;
  const { jsonSchema, toJSONSchema, shape } = value;
  if (typeof toJSONSchema === 'function') return toJSONSchema.call(value);
  if (jsonSchema !== undefined) return jsonSchema;
  // A schema library without JSON Schema: the property names are what can be told.
  if (isObject(shape)) {
    const properties = Object.fromEntries(Object.keys(shape).map((name) => [name, {}]));
    return { type: 'object', properties };
  }
  return value;
}

function jsonOf({ name, description, schema }: ToolDefinition): string {
  return jsonText({ name, description, ...(schema === undefined ? {} : { parameters: schema }) })
    .text;
}
