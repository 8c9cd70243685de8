/**
 * LangChain's messages. Decides how its classes and their content blocks are read, and which fields of a
 * message an edited copy has; refuses to know graphs.
 */
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import {
  type Codec,
  callPart,
  filePart,
  type HostFields,
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

/** Blocks of providers that stand for calls, which LangChain keeps apart. */
const callTypes = ['tool_use', 'tool_call', 'function_call', 'input_json_delta', 'functionCall'];
const thoughtTypes = ['thinking', 'redacted_thinking', 'reasoning', 'reasoning_content'];
/** Where LangChain keeps reasoning that is no block. */
const thoughtFields = ['reasoning', 'reasoning_content'];

export const langchainMessages: Codec<BaseMessage> = {
  read([message], context) {
    const { type, content } = message as BaseMessage;
    switch (type) {
      case 'ai':
        return [{ role: 'assistant', content: spokenParts(message as AIMessage) }];
      case 'tool':
        return [{ role: 'tool', content: [answerPart(message as ToolMessage, context)] }];
      case 'system':
      case 'developer':
        return [{ role: 'system', content: textOf(blocksOf(content).map(blockPart)) }];
      default:
        return [{ role: 'user', content: blocksOf(content).map(blockPart) }];
    }
  },

  edited([message], left) {
    const kept = left.flatMap(partsOf);
    const { type } = message as BaseMessage;
    if (type === 'ai') return [editedReply(message as AIMessage, kept)];
    if (type === 'tool') return kept.map((part) => editedResult(message as ToolMessage, part));
    return [copyOf(message as BaseMessage, { content: kept.map(writtenBlock) })];
  },

  added(message) {
    if (message.role !== 'tool') {
      const content = textsOf(message).map((text) => ({ type: 'text' as const, text }));
      return [
        message.role === 'assistant' ? new AIMessage({ content }) : new HumanMessage({ content }),
      ];
    }
    return partsOf(message).map(
      (part) =>
        new ToolMessage({
          content: resultText(part),
          tool_call_id: part.toolCallId,
          name: part.toolName,
          status: 'error',
        }),
    );
  },
};

function blocksOf(content: unknown): HostFields[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return (content as (HostFields | string)[]).map((block) =>
    typeof block === 'string' ? { type: 'text', text: block } : block,
  );
}

function blockPart(block: HostFields): ModelPart {
  if (typeof block.text === 'string') return textPart(block.text, block);
  const image = block.image_url?.url ?? block.image_url;
  if (typeof image === 'string') return withOrigin({ type: 'image', image }, block);
  const data =
    block.data ?? block.source?.data ?? block.url ?? block.source?.url ?? block.file?.file_data;
  if (typeof data !== 'string') return unknownPart(block);
  return filePart(data, block.mimeType ?? block.mime_type ?? block.source?.media_type, block);
}

function spokenParts(message: AIMessage): ModelPart[] {
  const parts: ModelPart[] = [];
  const kept: HostFields = message.additional_kwargs ?? {};
  for (const field of thoughtFields) {
    const thought = kept[field];
    if (thought === undefined) continue;
    const text = typeof thought === 'string' ? thought : summaryOf(thought);
    const sealed =
      typeof thought === 'string' ? undefined : { langchain: { id: thought.id ?? 'reasoning' } };
    parts.push(reasoningPart(text, kept, sealed));
  }
  for (const block of blocksOf(message.content)) {
    if (callTypes.includes(block.type)) continue;
    if (!thoughtTypes.includes(block.type)) parts.push(blockPart(block));
    else parts.push(thoughtPart(block));
  }
  for (const call of message.tool_calls ?? []) {
    parts.push(callPart(call.id ?? '', call.name, call.args, call));
  }
  return parts;
}

function thoughtPart(block: HostFields): ModelPart {
  const { signature, data, encrypted_content: encrypted } = block;
  const anthropic = {
    ...(typeof signature === 'string' && { signature }),
    ...(typeof data === 'string' && { redactedData: data }),
  };
  const sealed =
    Object.keys(anthropic).length > 0
      ? { anthropic }
      : typeof encrypted === 'string'
        ? { openai: { reasoningEncryptedContent: encrypted } }
        : undefined;
  return reasoningPart(
    block.thinking ?? block.reasoning ?? block.text ?? summaryOf(block),
    block,
    sealed,
  );
}

function summaryOf({ summary }: HostFields): string {
  return Array.isArray(summary) ? summary.map(({ text }: HostFields) => text ?? '').join('\n') : '';
}

function answerPart(message: ToolMessage, { names }: ReadingContext): ModelPart {
  const { tool_call_id: toolCallId, name, content, status } = message;
  const toolName = name ?? names.get(toolCallId) ?? 'tool';
  const output =
    typeof content === 'string'
      ? textOutput(content, status === 'error')
      : { type: 'content', value: (content as HostFields[]).map(blockPart) };
  return resultPart(toolCallId, toolName, output, message);
}

function writtenBlock(part: ModelPart): HostFields {
  return wholeOf<HostFields>(part) ?? { type: 'text', text: part.text };
}

function editedResult(message: ToolMessage, part: ModelPart): ToolMessage {
  if (wholeOf(part) !== undefined) return message;
  return copyOf(message, { content: resultText(part), artifact: undefined });
}

/** A reply without the thoughts that left; its calls are what they were. */
function editedReply(message: AIMessage, kept: readonly ModelPart[]): AIMessage {
  const origins = new Set(kept.map(originOf));
  const isKept = (block: HostFields) =>
    callTypes.includes(block.type) || origins.has(block) || !thoughtTypes.includes(block.type);
  const texts = new Map(
    kept.filter((part) => wholeOf(part) === undefined).map((part) => [originOf(part), part]),
  );
  const content = Array.isArray(message.content)
    ? (message.content as HostFields[]).filter(isKept).map((block) => {
        const part = texts.get(block);
        return part === undefined ? block : { ...block, text: part.text };
      })
    : (texts.values().next().value?.text ?? message.content);
  const extra: HostFields = { ...message.additional_kwargs };
  if (!origins.has(message.additional_kwargs))
    for (const field of thoughtFields) delete extra[field];
  return copyOf(message, { content, additional_kwargs: extra });
}

/** A copy of the same class with other fields. */
function copyOf<M extends BaseMessage>(message: M, changes: HostFields): M {
  const Class = message.constructor as new (fields: HostFields) => M;
  return new Class({ ...message, ...changes });
}
