/**
 * Reads the parts that all versions of the AI SDK write alike. Every reader may throw what a getter
 * throws; `readItem` catches it.
 */
import { type MediaSource, mediaSource, unknownFile } from '../media/source.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { type JsonText, jsonText } from '../values/json-text.ts';
import { objectText } from './call-input.ts';
import { type Fault, PartFlag, PartKind } from './dialect.ts';
import { faultyPart, type PartRecord, part, withFaults } from './record.ts';
import { isBound, sealedIn } from './sealed.ts';

/** Provider options that say nothing about a part's content. */
const cacheHints = new Set(['cacheControl', 'cache_control', 'cachePoint']);

export function textPart(item: Fields): PartRecord {
  const { text } = item;
  if (typeof text !== 'string') return faultyPart(PartKind.text, 'unreadable-part');
  return part(PartKind.text, isCompactionBlock(item) ? PartFlag.opaque : 0, text);
}

/**
 * Reasoning. A provider that adds anything to it (signature, redacted or encrypted data, item id,
 * details of its own) wants it back byte for byte.
 */
export function reasoningPart(item: Fields): PartRecord {
  const { text } = item;
  if (typeof text !== 'string') return faultyPart(PartKind.reasoning, 'unreadable-part');
  const record = part(PartKind.reasoning, isProviderBound(item) ? PartFlag.opaque : 0, text);
  if (record.flags !== 0) record.attachments = sealedIn(item);
  if (isBound(item)) record.flags |= PartFlag.opaque | PartFlag.bound;
  return record;
}

/** Image or file; `fallbackType` stands where neither the part nor its data name a media type. */
export function mediaPart(item: Fields, data: unknown, fallbackType: string): PartRecord {
  const stated = item.mediaType ?? item.mimeType;
  const { mediaType, facts } = mediaSource(data, stated, fallbackType, detailIn(item));
  return { kind: PartKind.media, flags: 0, fields: { mediaType }, media: facts, text: '' };
}

export function toolCallPart(item: Fields, inputField: 'input' | 'args'): PartRecord {
  const record = idPart(PartKind.toolCall, item);
  if (item.providerExecuted === true) record.flags |= PartFlag.providerExecuted;
  const read = () => item[inputField];
  return takesText(item) && typeof read() === 'string'
    ? withJson(record, read)
    : withInput(record, read);
}

/** A call of a custom tool of OpenAI's, whose input is a text: its item is named so. */
function takesText({ providerOptions }: Fields): boolean {
  if (!isObject(providerOptions)) return false;
  return Object.values(providerOptions).some(
    (own) => isObject(own) && typeof own.itemId === 'string' && own.itemId.startsWith('ctc_'),
  );
}

/** A tool result before its output is read. In an assistant message it is a provider's. */
export function toolResultPart(item: Fields, inAssistant: boolean): PartRecord {
  const record = idPart(PartKind.toolResult, item);
  if (inAssistant || item.providerExecuted === true) record.flags |= PartFlag.providerExecuted;
  return record;
}

export function approvalRequestPart(item: Fields): PartRecord {
  const callId = idOf(item.toolCallId);
  const record = approvalPart(PartKind.approvalRequest, item, callId);
  if (typeof item.signature === 'string') record.flags |= PartFlag.opaque;
  return callId === '' ? withFaults(record, ['missing-call-id']) : record;
}

export function approvalResponsePart(item: Fields): PartRecord {
  const record = approvalPart(PartKind.approvalResponse, item, '');
  if (item.approved === false) record.flags |= PartFlag.denied;
  if (item.providerExecuted === true) record.flags |= PartFlag.providerExecuted;
  return record;
}

/** Gives a call the JSON of its input as its text, or of the object that stands for it. */
export function withInput(record: PartRecord, read: () => unknown): PartRecord {
  const json = attempt(() => jsonText(read()));
  if (json === undefined || json.text.startsWith('{')) return withJsonText(record, json);
  record.flags |= PartFlag.invalidInput;
  return withJsonText(record, { ...json, text: objectText(json.text) });
}

/** Gives a part the JSON of a value as its text. */
export function withJson(record: PartRecord, read: () => unknown): PartRecord {
  return withJsonText(
    record,
    attempt(() => jsonText(read())),
  );
}

function withJsonText(record: PartRecord, json: JsonText | undefined): PartRecord {
  if (json === undefined) return withFaults(record, ['unreadable-part']);
  record.flags |= PartFlag.json;
  record.text = json.text;
  record.stringified = true;
  record.illFormed = json.illFormed;
  // What was written is what counts, and may be cut as any other JSON.
  if (json.lossy) record.faults = [...(record.faults ?? []), 'not-serializable'];
  return record;
}

/**
 * Gives a tool result the text items of a content array as its text, joined by line feeds. Whatever
 * is not a readable text item counts as media: cutting the text would lose it.
 */
export function withContentItems(record: PartRecord, items: readonly unknown[]): PartRecord {
  const texts: string[] = [];
  const files: MediaSource[] = [];
  for (const item of items) {
    if (isObject(item) && item.type === 'text' && typeof item.text === 'string') {
      texts.push(item.text);
    } else {
      record.flags |= PartFlag.hasMedia;
      // What is no file is no file that may give way: a provider's own item, a reference to a tool.
      if (!isObject(item) || !fileType.test(String(item.type))) record.flags |= PartFlag.opaque;
      files.push(fileOf(item));
    }
  }
  record.text = texts.join('\n');
  record.files = files;
  return record;
}

const fileType = /^(?:image|file|media|audio|video)/;

/** An item of a tool's content that is no text: its data lie where its version puts them. */
function fileOf(item: unknown): MediaSource {
  if (!isObject(item)) return unknownFile();
  const { type, data, url, image_url: image, mediaType, mimeType } = item;
  const address = isObject(image) ? image.url : image;
  const fallback = typeof type === 'string' && type.startsWith('image') ? 'image/*' : '';
  const detail = isObject(image) ? image.detail : detailIn(item);
  return mediaSource(data ?? url ?? address, mediaType ?? mimeType, fallback, detail);
}

/** What the AI SDK's provider for OpenAI is told about an image. */
function detailIn(item: Fields): unknown {
  const options = item.providerOptions;
  const own = isObject(options) ? (options.openai ?? options.azure) : undefined;
  return isObject(own) ? own.imageDetail : undefined;
}

function idPart(kind: PartKind, item: Fields): PartRecord {
  const callId = idOf(item.toolCallId);
  const toolName = idOf(item.toolName);
  const record: PartRecord = { kind, flags: 0, fields: { callId, toolName }, text: '' };
  if (callId !== '' && toolName !== '') return record;
  const faults: Fault[] = [];
  if (callId === '') faults.push('missing-call-id');
  if (toolName === '') faults.push('missing-tool-name');
  return withFaults(record, faults);
}

function approvalPart(kind: PartKind, item: Fields, callId: string): PartRecord {
  const { reason } = item;
  const approvalId = idOf(item.approvalId);
  const text = typeof reason === 'string' ? reason : '';
  const record: PartRecord = { kind, flags: 0, fields: { callId, approvalId }, text };
  return approvalId === '' ? withFaults(record, ['unreadable-part']) : record;
}

function idOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A text part that is Anthropic's own summary of what came before. */
function isCompactionBlock(item: Fields): boolean {
  const options = item.providerOptions;
  const anthropic = isObject(options) ? options.anthropic : undefined;
  return isObject(anthropic) && anthropic.type === 'compaction';
}

/** True when some provider keeps data of its own with the part. */
export function isProviderBound(item: Fields): boolean {
  for (const options of [item.providerOptions, item.experimental_providerMetadata]) {
    if (!isObject(options)) continue;
    for (const namespace of Object.keys(options)) {
      const values = options[namespace];
      if (!isObject(values)) continue;
      for (const field of Object.keys(values)) {
        const isEmpty = values[field] == null || values[field] === '';
        if (!cacheHints.has(field) && !isEmpty) return true;
      }
    }
  }
  return false;
}
