/**
 * Reads the blocks of Anthropic's Messages API. Every reader may throw what a getter throws; `readItem`
 * catches it.
 */
import { MediaShape } from '../media/facts.ts';
import {
  type MediaSource,
  mediaSource,
  noFacts,
  sealedFacts,
  unknownFile,
} from '../media/source.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { PartFlag, PartKind } from './dialect.ts';
import { faultyPart, itemsOf, type PartRecord, part, withFaults } from './record.ts';
import { textPart, withInput, withJson } from './sdk-parts.ts';

/** What the provider's own tools return ends in this. */
export const serverResultEnd = '_tool_result';

/** Pieces of a document or search result that are looked at. */
const mostPieces = 1_000;

/** Reads a block; undefined for a type that has no meaning to the engine. */
export function readBlock(block: Fields, type: string): PartRecord | undefined {
  switch (type) {
    case 'text':
      return textPart(block);
    case 'image':
    case 'document':
    case 'search_result':
      return mediaPart(block, type);
    case 'thinking':
      return thinkingPart(block);
    case 'redacted_thinking':
      return redactedPart(block);
    case 'compaction':
      return part(PartKind.text, PartFlag.opaque, textOf(block.content));
    case 'tool_use':
      return callPart(block, 0);
    case 'server_tool_use':
    case 'mcp_tool_use':
      return callPart(block, PartFlag.providerExecuted);
    case 'tool_result':
      return resultPart(block, 0, withContent);
    case 'mcp_tool_result':
      return resultPart(block, PartFlag.providerExecuted, withContent);
    default:
      if (!type.endsWith(serverResultEnd)) return undefined;
      return resultPart(block, PartFlag.providerExecuted, withServerContent);
  }
}

function mediaPart(block: Fields, type: string): PartRecord {
  const files: MediaSource[] = [];
  const { mediaType, facts } = mediaOf(block, type, files);
  const record: PartRecord = {
    kind: PartKind.media,
    flags: 0,
    fields: { mediaType },
    media: facts,
    text: '',
  };
  if (files.length > 0) record.files = files;
  return record;
}

/** What an image, a document or a search result is; images inside it go to `files`. */
function mediaOf(block: Fields, type: unknown, files: MediaSource[]): MediaSource {
  if (type === 'search_result') return textFacts(block.content, files);
  const { source } = block;
  if (!isObject(source)) return unknownFile();
  if (source.type === 'content') return textFacts(source.content, files);
  if (source.type === 'text') return textFacts(source.data, files);
  // A document that is no text is a PDF, wherever it lies.
  const fallback = type === 'image' ? 'image/*' : 'application/pdf';
  const data = source.type === 'url' ? source.url : source.data;
  return mediaSource(data, source.media_type, fallback);
}

/** Facts of texts that stand where a file might. */
function textFacts(content: unknown, files: MediaSource[]): MediaSource {
  const facts = { ...noFacts(), shape: MediaShape.text };
  if (typeof content === 'string') facts.byteLength = content.length;
  for (const piece of itemsOf(content)?.slice(0, mostPieces) ?? []) {
    if (!isObject(piece)) continue;
    if (typeof piece.text === 'string') facts.byteLength += piece.text.length;
    else if (piece.type === 'image') files.push(mediaOf(piece, 'image', []));
  }
  return { mediaType: 'text/plain', facts };
}

const signed = PartFlag.opaque | PartFlag.bound;

/** Thinking. With a signature it is taken back byte for byte, or not at all. */
function thinkingPart({ thinking, signature }: Fields): PartRecord {
  if (typeof thinking !== 'string') return faultyPart(PartKind.reasoning, 'unreadable-part');
  const sealed = typeof signature === 'string' && signature !== '';
  const record = part(PartKind.reasoning, sealed ? signed : 0, thinking);
  // Newer models may leave the words out: the signature then holds what is billed.
  if (sealed && thinking === '') record.attachments = [sealedFacts(signature.length)];
  return record;
}

function redactedPart({ data }: Fields): PartRecord {
  const record = part(PartKind.reasoning, signed, '');
  record.attachments = [sealedFacts(textOf(data).length)];
  return record;
}

function callPart(block: Fields, flags: number): PartRecord {
  const callId = textOf(block.id);
  const toolName = textOf(block.name);
  const record = part(PartKind.toolCall, flags, '');
  record.fields = { callId, toolName };
  if (callId === '') withFaults(record, ['missing-call-id']);
  if (toolName === '') withFaults(record, ['missing-tool-name']);
  return withInput(record, () => block.input);
}

/** A result. It has no name: the API takes it from the call. */
function resultPart(
  block: Fields,
  flags: number,
  readContent: (record: PartRecord, content: unknown) => PartRecord,
): PartRecord {
  const callId = textOf(block.tool_use_id);
  const record = part(PartKind.toolResult, flags, '');
  record.fields = { callId, toolName: '' };
  if (callId === '') withFaults(record, ['missing-call-id']);
  // Read on its own: where the content can't be read, the block still answers its call.
  return (
    attempt(() => {
      if (block.is_error === true) record.flags |= PartFlag.error;
      return readContent(record, block.content);
    }) ?? withFaults(record, ['unreadable-part'])
  );
}

const fileTypes: readonly unknown[] = ['image', 'document'];

function withContent(record: PartRecord, content: unknown): PartRecord {
  if (content === undefined || content === null) return record;
  if (typeof content === 'string') {
    record.text = content;
    return record;
  }
  const items = itemsOf(content);
  if (items === undefined) return withFaults(record, ['unreadable-part']);
  const texts: string[] = [];
  const files: MediaSource[] = [];
  for (const item of items) {
    if (isObject(item) && item.type === 'text' && typeof item.text === 'string') {
      texts.push(item.text);
    } else {
      record.flags |= PartFlag.hasMedia;
      // What is no file is no file that may give way: a reference to a tool, a search result.
      if (!isObject(item) || !fileTypes.includes(item.type)) record.flags |= PartFlag.opaque;
      files.push(isObject(item) ? mediaOf(item, item.type, files) : unknownFile());
    }
  }
  record.text = texts.join('\n');
  record.files = files;
  return record;
}

/** What a tool of the provider's returned: values, some of which only the provider can read. */
function withServerContent(record: PartRecord, content: unknown): PartRecord {
  let sealed = 0;
  const open = (value: unknown): unknown => {
    if (!isObject(value) || typeof value.encrypted_content !== 'string') return value;
    const { encrypted_content: data, ...rest } = value;
    sealed += (data as string).length;
    return rest;
  };
  if (isObject(content) && typeof content.type === 'string' && content.type.endsWith('_error')) {
    record.flags |= PartFlag.error;
  }
  const items = itemsOf(content);
  withJson(record, () => (items === undefined ? open(content) : items.map(open)));
  if (sealed > 0) record.attachments = [sealedFacts(sealed)];
  return record;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
