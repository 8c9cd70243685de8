/**
 * The rules of OpenAI's Responses API for `input`, from the API reference and its guides
 * (platform.openai.com: "Reasoning models", "Function calling", "Conversation state") and the errors
 * that it answers with. Decides what is refused; shares no code with the engine.
 */
import type { Fault } from '../fault.ts';
import {
  contentParts,
  dataUrlType,
  type Fields,
  fieldsOf,
  isObjectText,
  isText,
  type Report,
  sameJson,
  unicodeFaults,
} from './body.ts';

const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** An item as the server sent it, with what stood around it in its answer. */
interface Origin {
  item: Fields;
  answer: readonly Fields[];
  at: number;
}

export function checkOpenAIResponses(
  body: Fields,
  emitted: readonly (readonly Fields[])[],
): Fault[] {
  const input = fieldsOf(body.input);
  const faults = unicodeFaults(body);
  const fault: Report = (rule, at, detail) => faults.push({ rule, at, detail });
  if (input.length === 0) fault('empty-list', 0, 'no input');
  const origins = new Map<unknown, Origin>();
  for (const answer of emitted) {
    for (const [at, item] of answer.entries()) {
      origins.set(item.id, { item, answer, at });
      if (item.type === 'function_call') origins.set(item.call_id, { item, answer, at });
    }
  }
  const sent = input.map((item) => originOf(item, origins));
  const ids = new Set<unknown>();
  for (const [index, item] of input.entries()) {
    const { id } = item;
    if (id !== undefined) {
      // "Duplicate item found with id rs_…. Remove duplicate items from your input and try again."
      if (ids.has(id)) fault('duplicate-item', index, `${id} again`);
      ids.add(id);
      // "Item with id '…' not found."
      if (!origins.has(id)) fault('unknown-item', index, `the server knows no ${id}`);
    }
    if (item.type === 'item_reference' && body.store === false) {
      // "Items are not persisted when `store` is set to false. Try again with `store` set to true, or
      // remove this item from your input."
      fault('unstored-reference', index, `a reference to ${id}, which was not stored`);
    }
    checkItem(item, sent[index], body.store === false, index, fault);
    checkNeighbours(index, input, sent, fault);
  }
  checkCalls(input, fault);
  return faults;
}

function originOf(item: Fields, origins: ReadonlyMap<unknown, Origin>): Origin | undefined {
  if (item.id !== undefined) return origins.get(item.id);
  if (item.type === 'function_call') return origins.get(item.call_id);
  if (item.type === 'reasoning') {
    return [...origins.values()].find(
      ({ item: { encrypted_content: sealed } }) =>
        sealed !== undefined && sealed === item.encrypted_content,
    );
  }
  return undefined;
}

/**
 * Function calling: outputs name their call. "No tool call found for function call output with call_id
 * …", "No tool output found for function call …".
 */
function checkCalls(input: readonly Fields[], fault: Report): void {
  const calls = new Map<unknown, number>();
  const answered = new Set<unknown>();
  for (const [index, item] of input.entries()) {
    const id = item.call_id;
    if (item.type === 'function_call') {
      if (calls.has(id)) fault('unique-ids', index, `two calls ${id}`);
      calls.set(id, index);
      if (!isObjectText(item.arguments)) {
        fault('arguments', index, 'arguments that are no JSON object');
      }
    } else if (item.type === 'function_call_output') {
      if (!calls.has(id)) fault('orphan-output', index, `an output of ${id}, which was not called`);
      if (answered.has(id)) fault('second-output', index, `a second output of ${id}`);
      answered.add(id);
    }
  }
  for (const [id, index] of calls) {
    if (!answered.has(id)) fault('unanswered-call', index, `no output of ${id}`);
  }
}

/**
 * Reasoning models, "Keeping reasoning items in context": items go back as they came, together.
 * "Item 'rs_…' of type 'reasoning' was provided without its required following item." and
 * "Item 'msg_…' of type 'message' was provided without its required 'reasoning' item: 'rs_…'." The
 * second is about items that the server knows by id: what is sent in full and without id needs none.
 */
function checkNeighbours(
  index: number,
  input: readonly Fields[],
  sent: readonly (Origin | undefined)[],
  fault: Report,
): void {
  const origin = sent[index];
  if (origin === undefined) return;
  const { item, answer, at } = origin;
  if (item.type === 'reasoning') {
    const follower = answer[at + 1];
    if (follower !== undefined && !isItem(input[index + 1], sent[index + 1], follower)) {
      fault('reasoning-alone', index, `${item.id} without ${follower.id} right behind it`);
    }
    return;
  }
  if (input[index]?.id === undefined) return;
  const thought = answer[at - 1];
  if (thought?.type === 'reasoning' && sent[index - 1]?.item !== thought) {
    fault('without-reasoning', index, `${item.id} without ${thought.id} right before it`);
  }
}

/** True when what is sent is the server's item: by id, as the same call, or word for word. */
function isItem(item: Fields | undefined, origin: Origin | undefined, expected: Fields): boolean {
  if (origin !== undefined) return origin.item === expected;
  if (expected.type !== 'message' || item?.role !== 'assistant') return false;
  return textOf(item) === textOf(expected);
}

function textOf(message: Fields): string {
  return fieldsOf(message.content)
    .map(({ text }) => text)
    .join('');
}

function checkItem(
  item: Fields,
  origin: Origin | undefined,
  unstored: boolean,
  index: number,
  fault: Report,
): void {
  if (item.type === 'reasoning') {
    const sealed = item.encrypted_content;
    // "encrypted_content … could not be verified": it goes back as it came.
    if (sealed !== undefined && origin?.item.encrypted_content !== sealed) {
      fault('sealed', index, `the encrypted content of ${item.id} is not what was sent`);
    }
    if (origin !== undefined && !sameJson(item.summary, origin.item.summary)) {
      fault('sealed', index, `the summary of ${item.id} is not what was sent`);
    }
    // Stateless use: "include reasoning.encrypted_content", for the server keeps nothing.
    if (unstored && sealed === undefined) fault('sealed', index, `${item.id} without its content`);
    return;
  }
  if (item.type === 'function_call_output') {
    checkContent(item.output, ['input_text', 'input_image', 'input_file'], index, fault);
    return;
  }
  if (item.role === undefined) return;
  if (item.role === 'system' || item.role === 'developer') {
    if (index > 0) fault('system-first', index, `${item.role} in the middle`);
  } else if (item.role !== 'user' && item.role !== 'assistant') {
    fault('roles', index, `there is no role ${item.role}`);
  }
  const types =
    item.role === 'assistant' ? ['output_text'] : ['input_text', 'input_image', 'input_file'];
  checkContent(item.content, types, index, fault);
}

/** "Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image', …" */
function checkContent(
  content: unknown,
  types: readonly string[],
  index: number,
  fault: Report,
): void {
  for (const part of contentParts(content, index, fault)) {
    const { type } = part;
    if (!types.includes(String(type))) fault('parts', index, `a part of type ${type}`);
    if (String(type).endsWith('_text') && !isText(part.text)) {
      fault('empty-content', index, 'a text part without text');
    }
    if (type === 'input_image') {
      const url = part.image_url;
      const inline = imageTypes.includes(dataUrlType(url) ?? '');
      if (!inline && !/^https?:/.test(String(url)) && !isText(part.file_id)) {
        fault('media', index, 'an image that is neither a URL nor base64 of a known type');
      }
    }
    if (type === 'input_file') {
      const inline = dataUrlType(part.file_data) === 'application/pdf' && isText(part.filename);
      if (!inline && !isText(part.file_url) && !isText(part.file_id)) {
        fault('media', index, 'a file without URL, id or PDF data');
      }
    }
  }
}
