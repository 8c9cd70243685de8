/**
 * Items of OpenAI's Responses API, and of the OpenAI Agents SDK, which spells the same items in camel case.
 * Decides which items belong together and what an edit makes of them; refuses to know requests and
 * responses around them.
 *
 * What a model said at once is one message: the API takes reasoning back only right before the item that
 * it led to, and the calls of one reply only together.
 */
import { barrierKind } from '../adapters/sdk-parts.ts';
import {
  type Codec,
  callPart,
  type HostFields,
  jsonValue,
  type ModelPart,
  originOf,
  partsOf,
  type ReadingContext,
  reasoningPart,
  resultPart,
  resultText,
  textOf,
  textOutput,
  textPart,
  textsOf,
  unknownPart,
  wholeOf,
  withOrigin,
} from './translation.ts';

/** An item of either spelling; loose, because there are some forty types of them. */
export type Item = HostFields;

/** What a provider wrote in place of all that stands before it; nothing may be taken from it. */
export function isCompaction({ type }: Item): boolean {
  return type === 'compaction' || type === 'compaction_summary';
}

function isResult({ type }: Item): boolean {
  return /_(?:output|result)$/.test(String(type)) && !isMessage({ type });
}

function isMessage({ type }: Item): boolean {
  return type === undefined || type === 'message';
}

/** What the model wrote, and what the provider did for it. */
function isSpoken(item: Item): boolean {
  if (isMessage(item)) return item.role === 'assistant';
  return !isResult(item) && !isCompaction(item) && item.type !== 'compaction_trigger';
}

function callIdOf(item: Item): string {
  return String(item.call_id ?? item.callId ?? '');
}

export const openaiItems: Codec<Item> = {
  span(items, at) {
    if (!isSpoken(items[at] as Item)) return 1;
    let end = at + 1;
    // Reasoning begins another reply, unless the one before has not said anything yet.
    for (; end < items.length && isSpoken(items[end] as Item); end++) {
      const begins = items[end]?.type === 'reasoning' && items[end - 1]?.type !== 'reasoning';
      if (begins) break;
    }
    return end - at;
  },

  read(items, context) {
    const [item] = items as [Item];
    if (isSpoken(item)) {
      return [{ role: 'assistant', content: items.flatMap((spoken) => spokenParts(spoken)) }];
    }
    if (isCompaction(item)) return [{ role: 'assistant', content: [compactionPart(item)] }];
    if (isResult(item)) return [{ role: 'tool', content: [answerPart(item, context)] }];
    const role = item.role === 'system' || item.role === 'developer' ? 'system' : 'user';
    if (role === 'system') return [{ role, content: textOfContent(item.content) }];
    return [{ role, content: userParts(item) }];
  },

  edited(items, left) {
    const kept = left.flatMap(partsOf);
    const [item] = items as [Item];
    if (item.role === 'user') return [{ ...item, content: editedContent(item, kept) }];
    if (isMessage(item) && item.role !== 'assistant') {
      return left.map((message) => ({ ...item, content: textOf(message.content) }));
    }
    if (isResult(item)) return kept.map((part) => editedResult(item, part));
    const thoughtless = items.some(
      (spoken) => spoken.type === 'reasoning' && !kept.some((part) => fromItem(part) === spoken),
    );
    return writtenReply(kept, thoughtless);
  },

  added(message) {
    if (message.role !== 'tool') {
      const type = message.role === 'assistant' ? 'output_text' : 'input_text';
      const content = textsOf(message).map((text) => ({ type, text }));
      return [{ type: 'message', role: message.role, content }];
    }
    return partsOf(message).map((part) => ({
      type: 'function_call_output',
      call_id: part.toolCallId,
      output: resultText(part),
    }));
  },
};

/** The same for the Agents SDK, whose own results are spelt otherwise. */
export const agentItems: Codec<Item> = {
  ...openaiItems,
  added(message) {
    if (message.role === 'assistant') {
      const content = textsOf(message).map((text) => ({ type: 'output_text', text }));
      return [{ type: 'message', role: 'assistant', status: 'completed', content }];
    }
    if (message.role !== 'tool') return openaiItems.added(message);
    return partsOf(message).map((part) => ({
      type: 'function_call_result',
      name: part.toolName,
      callId: part.toolCallId,
      status: 'completed',
      output: { type: 'text', text: resultText(part) },
    }));
  },
};

/** The item that a part was read from; of a message's text the item is the first of its origin. */
function fromItem(part: ModelPart): Item | undefined {
  const from = originOf(part);
  return (Array.isArray(from) ? from[0] : from) as Item | undefined;
}

function spokenParts(item: Item): ModelPart[] {
  const { type } = item;
  if (type === 'reasoning') return [thought(item)];
  if (isMessage(item)) {
    if (typeof item.content === 'string') {
      return [textPart(item.content, [item])];
    }
    return (item.content as Item[]).map((piece) => {
      const text = piece.type === 'refusal' ? piece.refusal : piece.text;
      if (typeof text !== 'string') return unknownPart([item, piece]);
      return textPart(text, [item, piece]);
    });
  }
  const callId = callIdOf(item);
  // Without an id of its own a call is the provider's, which has run it already.
  if (callId === '') return [sealedPart(item)];
  const input = jsonValue(item.arguments ?? item.input ?? item.action ?? item.operation ?? {});
  return [callPart(callId, String(item.name ?? type), input, item)];
}

function thought(item: Item): ModelPart {
  const pieces: Item[] = [...(item.summary ?? []), ...(item.content ?? [])];
  const text = pieces.map((piece) => piece.text ?? '').join('\n');
  const sealed = item.encrypted_content ?? item.providerData?.encrypted_content;
  const openai = {
    ...(item.id !== undefined && { itemId: item.id }),
    ...(typeof sealed === 'string' && { reasoningEncryptedContent: sealed }),
  };
  return reasoningPart(text, item, Object.keys(openai).length > 0 ? { openai } : undefined);
}

function compactionPart(item: Item): ModelPart {
  const part: ModelPart = { type: 'custom', kind: barrierKind };
  const sealed = item.encrypted_content ?? item.providerData?.encrypted_content;
  if (typeof sealed === 'string') part.providerOptions = { openai: { encryptedContent: sealed } };
  return withOrigin(part, item);
}

/** What only the provider can read, as large as it is. */
function sealedPart(item: Item): ModelPart {
  const part = unknownPart(item);
  part.providerOptions = { openai: { encryptedContent: JSON.stringify(item) } };
  return part;
}

function answerPart(item: Item, { names }: ReadingContext): ModelPart {
  const toolCallId = callIdOf(item);
  const toolName = String(item.name ?? names.get(toolCallId) ?? 'tool');
  return resultPart(toolCallId, toolName, outputOf(item), item);
}

function outputOf({ output }: Item): object {
  if (typeof output === 'string') return textOutput(output, false);
  if (output?.type === 'text' && typeof output.text === 'string') {
    return textOutput(output.text, false);
  }
  const pieces = Array.isArray(output) ? output : [output];
  const isContent = pieces.every((piece) => typeof piece?.type === 'string');
  if (!isContent) return { type: 'json', value: output ?? null };
  return { type: 'content', value: pieces.map(contentPiece) };
}

function contentPiece(piece: Item): object {
  if (typeof piece.text === 'string') return { type: 'text', text: piece.text };
  const image = piece.image_url ?? piece.image;
  if (image === undefined) return { type: 'file', data: piece.file_data ?? piece.file ?? '' };
  return { type: 'image-url', url: image };
}

function editedResult(item: Item, part: ModelPart): Item {
  if (wholeOf(part) !== undefined) return item;
  const text = resultText(part);
  if (typeof item.output === 'string' || item.call_id !== undefined)
    return { ...item, output: text };
  return { ...item, output: { type: 'text', text } };
}

function userParts(item: Item): string | ModelPart[] {
  const { content } = item;
  if (typeof content === 'string') return [withOrigin({ type: 'text', text: content }, [item])];
  return (content as Item[]).map((piece) => {
    const from = [item, piece];
    if (typeof piece.text === 'string') {
      return withOrigin({ type: 'text', text: piece.text }, from);
    }
    const image = piece.image_url ?? (piece.type === 'input_image' ? piece.image : undefined);
    if (typeof image === 'string') return withOrigin({ type: 'image', image }, from);
    const file = piece.file_data ?? piece.file ?? piece.file_url;
    if (typeof file !== 'string') return unknownPart(from);
    const type = piece.filename?.endsWith('.pdf') ? 'application/pdf' : undefined;
    return withOrigin({ type: 'file', data: file, mediaType: type }, from);
  });
}

function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return (content as Item[]).map(({ text }) => text ?? '').join('\n');
}

function editedContent(item: Item, kept: readonly ModelPart[]): unknown {
  if (typeof item.content === 'string' && kept.length === 1) return kept[0]?.text;
  return kept.map((part) => {
    const [, piece] = wholeOf<[Item, Item?]>(part) ?? [];
    return piece ?? { type: 'input_text', text: part.text };
  });
}

/** What is left of a reply. Items that lost their reasoning go back without the ids that call for it. */
function writtenReply(kept: readonly ModelPart[], thoughtless: boolean): Item[] {
  const written: Item[] = [];
  for (const part of kept) {
    const item = fromItem(part);
    if (item === undefined) continue;
    if (isMessage(item)) {
      addToMessage(written, item, part, thoughtless);
    } else {
      written.push(thoughtless && item.type !== 'reasoning' ? without(item, 'id') : item);
    }
  }
  return written;
}

const messagesBeingWritten = new WeakMap<Item, Item>();

function addToMessage(written: Item[], item: Item, part: ModelPart, thoughtless: boolean): void {
  const last = written.at(-1);
  if (last !== undefined && messagesBeingWritten.get(last) === item) {
    last.content = [...last.content, pieceOf(part)];
    return;
  }
  const content = typeof item.content === 'string' ? part.text : [pieceOf(part)];
  const fresh: Item = { ...(thoughtless ? without(item, 'id') : item), content };
  messagesBeingWritten.set(fresh, item);
  written.push(fresh);
}

function pieceOf(part: ModelPart): Item {
  const [, piece] = (originOf(part) ?? []) as [Item, Item?];
  return wholeOf(part) !== undefined && piece !== undefined
    ? piece
    : { ...piece, type: 'output_text', text: part.text };
}

function without(item: Item, field: string): Item {
  const { [field]: _, ...rest } = item;
  return rest;
}
