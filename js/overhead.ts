/**
 * What a host sends besides messages, as text to be counted: system prompt and tool schemas. Decides
 * which fields of a tool reach the provider; refuses to know how tokens are counted.
 */
import { jsonText } from './adapters/json-text.ts';

/** A tool in a provider's request costs this many tokens beside its name, description and schema. */
export const tokensPerTool = 12;

export interface HostText {
  texts: string[];
  tools: number;
}

/** Texts of `system` and of `tools`; undefined when the host gave neither. Never throws. */
export function hostText(system: string | undefined, tools: unknown): HostText | undefined {
  if (system === undefined && tools === undefined) return undefined;
  const texts = system === undefined ? [] : [system];
  const names = tools === undefined ? [] : Object.keys(tools as object);
  for (const name of names) {
    // The names of an array are its indexes.
    if (!Array.isArray(tools)) texts.push(name);
    try {
      texts.push(...toolTexts((tools as Record<string, unknown>)[name]));
    } catch {
      // What can't be read costs what every tool costs.
    }
  }
  return { texts, tools: names.length };
}

function toolTexts(tool: unknown): string[] {
  if (typeof tool !== 'object' || tool === null) return [];
  const { description, inputSchema, parameters, input_schema } = tool as Record<string, unknown>;
  const schema = inputSchema ?? parameters ?? input_schema;
  if (schema === undefined) return [jsonText(tool).text];
  return [typeof description === 'string' ? description : '', schemaText(schema)];
}

/** JSON Schema text of what the AI SDK accepts: its own wrapper, Zod, or plain JSON Schema. */
function schemaText(schema: unknown): string {
  const value = typeof schema === 'function' && !('toJSONSchema' in schema) ? schema() : schema;
  if (typeof value === 'object' && value !== null) {
    const { jsonSchema, toJSONSchema, shape } = value as Record<string, unknown>;
    if (typeof toJSONSchema === 'function') return jsonText(toJSONSchema.call(value)).text;
    if (jsonSchema !== undefined) return jsonText(jsonSchema).text;
    // A schema library without JSON Schema: the property names are what can be told.
    if (typeof shape === 'object' && shape !== null) return jsonText(Object.keys(shape)).text;
  }
  return jsonText(value).text;
}
