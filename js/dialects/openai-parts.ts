/**
 * Reads and numbers the parts of a chat-completions message, in `content` and beside it.
 *
 * Numbering: the content's parts, refusal, reasoning, tool calls, then the older function call and
 * audio. A tool message is one part, whatever its content.
 */
import type { MediaFacts } from '../media/facts.ts';
import { mediaSource } from '../media/source.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { jsonText } from '../values/json-text.ts';
import { toWellFormed } from '../values/well-formed.ts';
import { isObjectText, objectText } from './call-input.ts';
import { PartFlag, PartKind } from './dialect.ts';
import {
  faultyPart,
  itemsOf,
  opaquePart,
  type PartRecord,
  part,
  readItem,
  withFaults,
} from './record.ts';
import { textPart, withContentItems, withInput, withJson } from './sdk-parts.ts';
import { isBound, sealedDetails } from './sealed.ts';

/** Where in a message a part lives. */
export interface Slot {
  field: string;
  /** Index in the field's array; -1 when the field as a whole is the part. */
  index: number;
}

/** Servers name the text of reasoning differently; some write it twice. */
const reasoningTextFields = ['reasoning_content', 'reasoning'];
/** Signed or encrypted reasoning, which the server wants back byte for byte. */
const sealedReasoningFields = ['reasoning_details', 'thinking_blocks'];
/** All fields of the one reasoning part. */
export const reasoningFields: readonly string[] = [
  ...reasoningTextFields,
  ...sealedReasoningFields,
];

/** Fields that have no meaning to the engine. */
const opaqueFields = ['function_call', 'audio'];

/** The message's parts in the order of their numbers. Never throws. */
export function slotsOf(message: Fields): Slot[] {
  const get = (field: string): unknown => attempt(() => message[field]);
  if (get('role') === 'tool' || get('role') === 'function')
    return [{ field: 'content', index: -1 }];
  const slots: Slot[] = [];
  const addItems = (field: string): void => {
    const count = itemsOf(get(field))?.length ?? 0;
    for (let index = 0; index < count; index++) slots.push({ field, index });
  };
  const addWhole = (field: string): number => slots.push({ field, index: -1 });

  const content = get('content');
  if (typeof content === 'string' && content !== '') addWhole('content');
  addItems('content');
  if (isText(get('refusal'))) addWhole('refusal');
  const thought = reasoningTextFields.some((field) => isText(get(field)));
  if (thought || sealedReasoningFields.some((field) => isSealed(get(field)))) addWhole('reasoning');
  addItems('tool_calls');
  for (const field of opaqueFields) if (isObject(get(field))) addWhole(field);
  // An empty string beside anything says what null says.
  if (content === '' && slots.length === 0) addWhole('content');
  return slots;
}

/** Reads the part in a slot. Never throws. */
export function readSlot(message: Fields, { field, index }: Slot): PartRecord {
  const record = attempt(() => {
    if (message.role === 'tool') return toolResultPart(message);
    if (message.role === 'function') return opaquePart(jsonText(message.content).text.length);
    const value = message[field];
    switch (field) {
      case 'content':
        return spoken(
          message,
          typeof value === 'string'
            ? part(PartKind.text, 0, value)
            : readItem(value as readonly unknown[], index, contentPart),
        );
      case 'refusal':
        return textPart({ text: value });
      case 'reasoning':
        return reasoningPart(message);
      case 'tool_calls':
        return toolCallPart((value as readonly unknown[])[index]);
      case 'function_call':
        return opaquePart(jsonText(value).text.length);
      default:
        return opaquePart();
    }
  });
  return record ?? faultyPart(PartKind.custom, 'unreadable-part');
}

/** Of several users, each has a name. */
function spoken({ role, name }: Fields, record: PartRecord): PartRecord {
  if (record.kind !== PartKind.text || role !== 'user' || !isText(name)) return record;
  return { ...record, fields: { ...record.fields, toolName: toWellFormed(name) } };
}

function contentPart(item: Fields, type: string): PartRecord | undefined {
  switch (type) {
    case 'text':
      return textPart(item);
    case 'refusal':
      return textPart({ text: item.refusal });
    case 'image_url': {
      const image = item.image_url;
      return isObject(image)
        ? mediaPart(image.url, 'image/*', image.detail)
        : mediaPart(image, 'image/*');
    }
    case 'input_audio': {
      const { data, format } = item.input_audio as Fields;
      return mediaPart(data, isText(format) ? `audio/${format}` : 'audio/*');
    }
    case 'file':
      return mediaPart((item.file as Fields).file_data, '');
    default:
      return undefined;
  }
}

function mediaPart(data: unknown, fallbackType: string, detail?: unknown): PartRecord {
  const { mediaType, facts } = mediaSource(data, undefined, fallbackType, detail);
  return { kind: PartKind.media, flags: 0, fields: { mediaType }, media: facts, text: '' };
}

function reasoningPart(message: Fields): PartRecord {
  const text = reasoningTextFields.map((field) => message[field]).find(isText) ?? '';
  const sealed = sealedReasoningFields.filter((field) => isSealed(message[field]));
  const record = part(PartKind.reasoning, sealed.length > 0 ? PartFlag.opaque : 0, text);
  if (isBound(message)) record.flags |= PartFlag.bound;
  record.attachments = sealed.flatMap((field): MediaFacts[] => sealedDetails(message[field], text));
  return record;
}

/** A call of a function, whose arguments are JSON text, or of a custom tool, whose input is text. */
function toolCallPart(call: unknown): PartRecord {
  if (!isObject(call)) return faultyPart(PartKind.toolCall, 'missing-call-id', 'missing-tool-name');
  const body = isObject(call.function) ? call.function : call.custom;
  const { name, arguments: json, input } = isObject(body) ? body : {};
  const callId = isText(call.id) ? call.id : '';
  const toolName = isText(name) ? name : '';
  const record = part(PartKind.toolCall, 0, '');
  record.fields = { callId, toolName };
  if (callId === '') withFaults(record, ['missing-call-id']);
  if (toolName === '') withFaults(record, ['missing-tool-name']);
  if (isObject(call.function)) return withArguments(record, json);
  if (typeof input !== 'string') return withJson(record, () => json);
  record.text = input;
  return record;
}

function withArguments(record: PartRecord, json: unknown): PartRecord {
  // Some servers take and give an object.
  if (typeof json !== 'string') return withInput(record, () => json);
  record.flags |= PartFlag.json;
  record.text = json;
  if (isObjectText(json)) return record;
  record.flags |= PartFlag.invalidInput;
  record.text = objectText(json);
  return record;
}

/** A whole tool message. A missing name is no fault: the API takes it from the call. */
function toolResultPart(message: Fields): PartRecord {
  const callId = isText(message.tool_call_id) ? message.tool_call_id : '';
  const toolName = isText(message.name) ? message.name : '';
  const record = part(PartKind.toolResult, 0, '');
  record.fields = { callId, toolName };
  if (callId === '') withFaults(record, ['missing-call-id']);
  // Read on its own: where the content can't be read, the message still answers its call.
  return attempt(() => withContent(record, message)) ?? withFaults(record, ['unreadable-part']);
}

function withContent(record: PartRecord, { content }: Fields): PartRecord {
  const items = itemsOf(content);
  if (items !== undefined) return withContentItems(record, items);
  if (typeof content === 'string') record.text = content;
  return record;
}

function isSealed(value: unknown): boolean {
  return isObject(value) && itemsOf(value)?.length !== 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
