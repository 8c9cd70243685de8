/**
 * A provider's prompt in the shapes of `LanguageModelV2` to `V4`: what the AI SDK makes of its messages right
 * before a model is called. System content is a text, all other content is parts.
 */
import { itemsOf } from '../dialects/record.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { printOf } from '../values/print.ts';

// biome-ignore lint/suspicious/noExplicitAny: three versions of a type that epitome does not import.
export type PromptMessage = any;
export type Prompt = readonly PromptMessage[];

/** Of binary data and addresses so much is looked at, from each end. */
const mostSampled = 64;
/** Values within values are compared so deep. */
const deepest = 32;

/** How many system messages stand in front. */
export function leadingSystem(prompt: Prompt): number {
  const first = prompt.findIndex((message) => message.role !== 'system');
  return first < 0 ? prompt.length : first;
}

/** A print of the prompt up to each of its messages. An interface may have altered what errors say. */
export function printsOf(prompt: Prompt): string[] {
  let print = '';
  return prompt.map((message) => {
    print = printOf(print + said(message));
    return print;
  });
}

function said({ role, content }: PromptMessage): string {
  const parts = (itemsOf(content) ?? [{ type: 'text', text: content }]).map((part) => {
    const { type, text, toolCallId, mediaType, data, input, output } = part as Fields;
    const isError = isObject(output) && String(output.type).startsWith('error');
    const values = [data, input, isError ? undefined : output].map(sample);
    return [type, text, toolCallId, mediaType, ...values].join('\n');
  });
  return [role, ...(role === 'tool' ? parts.sort() : parts)].join('\n\n');
}

function sample(data: unknown): string {
  if (data === undefined) return '';
  if (ArrayBuffer.isView(data)) {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return `${bytes.length} ${bytes.slice(0, mostSampled)} ${bytes.slice(-mostSampled)}`;
  }
  if (isObject(data) && ArrayBuffer.isView(data.data)) return sample(data.data);
  const text = isObject(data) ? JSON.stringify(data) : String(data);
  return `${text.length} ${text.slice(0, mostSampled)} ${text.slice(-mostSampled)}`;
}

/**
 * The messages of `now`, with those of `before` in the place of equal ones: the SDK makes all of them anew at each
 * call, and a session knows its own by identity.
 */
export function known(before: Prompt, now: Prompt): Prompt {
  let same = true;
  return now.map((message, i) => {
    same &&= i < before.length && isSame(before[i], message, 0);
    return same ? before[i] : message;
  });
}

function isSame(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b) || depth > deepest) return false;
  const prototype = Object.getPrototypeOf(a);
  if (prototype !== Object.getPrototypeOf(b)) return false;
  if (a instanceof URL) return a.href === (b as unknown as URL).href;
  // Of anything else only its own class knows when it is the same.
  if (prototype !== Object.prototype && prototype !== Array.prototype) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key], depth + 1))
  );
}

/** With the results that stand side by side in one message, as the SDK writes them from `LanguageModelV3` on. */
export function withMergedResults(
  messages: Prompt,
  model: { specificationVersion?: unknown },
): Prompt {
  if (attempt(() => model.specificationVersion) === 'v2') return messages;
  const merged: PromptMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (message.role !== 'tool' || last?.role !== 'tool') merged.push(message);
    else merged[merged.length - 1] = { ...last, content: [...last.content, ...message.content] };
  }
  return merged.length === messages.length ? messages : merged;
}
