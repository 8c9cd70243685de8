/** How a message of any AI SDK version is looked at, without the SDK and without the engine. */

/** A part of a message's content; every field but `type` depends on the SDK version. */
export interface Part {
  type: string;
  [field: string]: unknown;
}

/** A message as a host holds it: AI SDK 4 (`args`, `result`) or 5 to 7 (`input`, `output`). */
export interface Message {
  role: string;
  content: string | Part[];
  providerOptions?: Record<string, unknown>;
}

/** Reads a field; `undefined` for anything that is not an object and for a getter that throws. */
export function field(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return (value as Record<PropertyKey, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** Reads a field that should be a string; `undefined` for every other value. */
export function stringField(value: unknown, key: PropertyKey): string | undefined {
  const found = field(value, key);
  return typeof found === 'string' ? found : undefined;
}

/** The parts of a message: none for string content and for content that is not an array. */
export function partsOf(message: unknown): readonly unknown[] {
  const content = field(message, 'content');
  return Array.isArray(content) ? content : [];
}

/** The role, or the empty string for what is not a message. */
export function roleOf(message: unknown): string {
  return stringField(message, 'role') ?? '';
}

/** The type of a part, or the empty string for what is not a part. */
export function typeOf(part: unknown): string {
  return stringField(part, 'type') ?? '';
}

/** What a tool returned: `output` of AI SDK 5 to 7, `result` of 4. */
export function outputOf(part: unknown): unknown {
  const output = field(part, 'output');
  return output === undefined ? field(part, 'result') : output;
}
