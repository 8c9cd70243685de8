/**
 * Tool definitions as TypeScript, the way OpenAI's models are shown them: a namespace of function
 * types, descriptions as comments. Bounded in depth and size.
 */
import { attempt, isObject } from '../values/fields.ts';

/** A tool as any of the SDKs describes it. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the input; undefined where there is none that can be read. */
  schema: unknown;
}

const mostDepth = 32;
/** Schemas that are written; a graph that refers to itself is a tree of any size. */
const mostSchemas = 20_000;

interface Writer {
  left: number;
}

export function typeScriptOf(tools: readonly ToolDefinition[]): string {
  const writer: Writer = { left: mostSchemas };
  const types = tools.map(({ name, description, schema }) => {
    const fields = attempt(() => propertiesOf(writer, schema, 0)) ?? '';
    const input = fields === '' ? '' : `_: {\n${fields}}`;
    return `${commentOf(description)}type ${name} = (${input}) => any;\n\n`;
  });
  return `namespace functions {\n\n${types.join('')}} // namespace functions`;
}

function commentOf(description: unknown): string {
  if (typeof description !== 'string' || description === '') return '';
  return `// ${description.replaceAll('\n', '\n// ')}\n`;
}

function propertiesOf(writer: Writer, schema: unknown, depth: number): string {
  if (!isObject(schema) || !isObject(schema.properties)) return '';
  const required = Array.isArray(schema.required) ? schema.required : [];
  let text = '';
  for (const [name, value] of Object.entries(schema.properties)) {
    if (--writer.left < 0) break;
    const comment = isObject(value) ? commentOf(value.description) : '';
    const mark = required.includes(name) ? '' : '?';
    text += `${comment}${name}${mark}: ${typeOf(writer, value, depth + 1)},\n`;
  }
  return text;
}

function typeOf(writer: Writer, schema: unknown, depth: number): string {
  if (!isObject(schema) || depth > mostDepth || --writer.left < 0) return 'any';
  const { type } = schema;
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
  if ('const' in schema) return JSON.stringify(schema.const) ?? 'any';
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) {
    return union(choices.map((choice) => typeOf(writer, choice, depth + 1)));
  }
  if (Array.isArray(type)) {
    return union(type.map((one) => typeOf(writer, { ...schema, type: one }, depth + 1)));
  }
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `${typeOf(writer, schema.items, depth + 1)}[]`;
    case 'object': {
      const fields = propertiesOf(writer, schema, depth);
      return fields === '' ? 'object' : `{\n${fields}}`;
    }
    default:
      return 'any';
  }
}

function union(types: readonly (string | undefined)[]): string {
  return types.length === 0 ? 'any' : types.map((type) => type ?? 'any').join(' | ');
}
