/**
 * A sign that a message was changed in place: a stream that writes into its own object, a result that is
 * filled in later. It is made of lengths alone, for it is compared at every step.
 */
import { isObject } from '../values/fields.ts';

/** Levels below a tool's value that are looked at. */
const mostLevels = 3;
/** Members of an object that are looked at, and of an array the newest. */
const mostMembers = 8;
const mostItems = 8;

/** A message's sign; another one where its texts, parts or values have other lengths. Never throws. */
export function signOf(message: unknown): number {
  try {
    return isObject(message) ? messageSign(message) : 0;
  } catch {
    return -1;
  }
}

type Held = { readonly [field: string]: unknown };

/** Fields of every dialect, by name: asking for a known name is what takes least. */
function messageSign(message: Held): number {
  const { content } = message;
  if (typeof content === 'string' && message.role !== 'assistant') return content.length;
  if (!Array.isArray(content)) {
    const sign = valueSign(content, 0);
    const { tool_calls: calls, reasoning_content: thought } = message;
    return joined(joined(sign, valueSign(calls, mostLevels)), valueSign(thought, 0));
  }
  let sign = content.length;
  for (let i = 0; i < content.length; i += 1) {
    const part = content[i];
    sign = joined(sign, isObject(part) ? partSign(part) : 1);
  }
  return message.tool_calls === undefined
    ? sign
    : joined(sign, valueSign(message.tool_calls, mostLevels));
}

function partSign(part: Held): number {
  const { text } = part;
  if (typeof text === 'string') return text.length;
  switch (part.type) {
    case 'tool-call':
      return valueSign(part.input ?? part.args, mostLevels);
    case 'tool-result':
      return resultSign(part);
    case 'tool_use':
      return valueSign(part.input, mostLevels);
    default:
      return valueSign(part, mostLevels + 1);
  }
}

function resultSign(part: Held): number {
  const { output } = part;
  if (!isObject(output)) return valueSign(part.result ?? part.experimental_content, mostLevels);
  const { value } = output;
  return typeof value === 'string' ? value.length : valueSign(value ?? output.reason, mostLevels);
}

function valueSign(value: unknown, levels: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1;
  if (Array.isArray(value)) return itemsSign(value, levels);
  // Bytes do not grow.
  if (levels === 0 || ArrayBuffer.isView(value)) return 3;
  let sign = 0;
  let members = 0;
  for (const key in value) {
    members += 1;
    if (members <= mostMembers) sign = joined(sign, valueSign((value as Held)[key], levels - 1));
  }
  return joined(sign, members);
}

function itemsSign(items: readonly unknown[], levels: number): number {
  const { length } = items;
  if (levels === 0) return length;
  let sign = length;
  for (let i = Math.max(0, length - mostItems); i < length; i += 1) {
    const item = items[i];
    // Numbers have no length.
    if (typeof item === 'string') sign = joined(sign, item.length);
    else if (typeof item === 'object') sign = joined(sign, valueSign(item, levels - 1));
  }
  return sign;
}

function joined(sign: number, next: number): number {
  return (Math.imul(sign, 31) + next) | 0;
}
