/**
 * Messages of pi, the coding agent and its library. Decides how they are read and written; refuses to know
 * sessions of pi.
 */
import {
  type Codec,
  callPart,
  filePart,
  type HostFields,
  type ModelPart,
  originOf,
  partsOf,
  reasoningPart,
  resultPart,
  resultText,
  textOutput,
  textPart,
  textsOf,
  unknownPart,
  wholeOf,
} from './translation.ts';

/** Each role has fields of its own, and extensions add roles. */
export type PiMessage = HostFields;
type Block = PiMessage;

export const piMessages: Codec<PiMessage> = {
  read([message]) {
    const { role, content } = message as PiMessage;
    if (role === 'assistant') return [{ role, content: (content as Block[]).map(spokenPart) }];
    if (role === 'toolResult')
      return [{ role: 'tool', content: [answerPart(message as PiMessage)] }];
    if (role !== 'user') return [{ role: 'user', content: [otherPart(message as PiMessage)] }];
    return [{ role, content: blocksOf(content).map(heardPart) }];
  },

  edited([message], left) {
    const kept = left.flatMap(partsOf);
    if (message?.role === 'toolResult') {
      return kept.map((part) =>
        wholeOf(part) === undefined ? { ...message, content: [text(resultText(part))] } : message,
      ) as PiMessage[];
    }
    if (message?.role !== 'assistant' && message?.role !== 'user') return [message as PiMessage];
    return [{ ...message, content: kept.map(writtenBlock) }];
  },

  added(message) {
    const timestamp = 0;
    if (message.role === 'tool') {
      return partsOf(message).map(({ toolCallId, toolName, ...part }) => ({
        role: 'toolResult',
        toolCallId,
        toolName,
        content: [text(resultText(part as ModelPart))],
        isError: true,
        timestamp,
      }));
    }
    return [{ role: 'user', content: textsOf(message).map(text), timestamp }];
  },
};

function text(words: string): Block {
  return { type: 'text', text: words };
}

function blocksOf(content: unknown): Block[] {
  return typeof content === 'string' ? [text(content)] : (content as Block[]);
}

function heardPart(block: Block): ModelPart {
  if (block.type === 'text') return textPart(block.text, block);
  if (block.type !== 'image') return unknownPart(block);
  return filePart(block.data, block.mimeType, block);
}

function spokenPart(block: Block): ModelPart {
  switch (block.type) {
    case 'text':
      return textPart(block.text, block);
    case 'thinking': {
      const { thinking, thinkingSignature: signature } = block;
      return reasoningPart(
        thinking,
        block,
        signature === undefined ? undefined : { anthropic: { signature } },
      );
    }
    case 'toolCall':
      return callPart(block.id, block.name, block.arguments, block);
    default:
      return unknownPart(block);
  }
}

function answerPart(message: PiMessage): ModelPart {
  const { toolCallId, toolName, content, isError } = message;
  const texts = (content as Block[]).every(({ type }) => type === 'text');
  const words = (content as Block[]).map((block) => block.text ?? '').join('\n');
  const output = texts
    ? textOutput(words, isError)
    : {
        type: 'content',
        value: (content as Block[]).map((block) =>
          block.type === 'text'
            ? block
            : { type: 'file-data', data: block.data, mediaType: block.mimeType },
        ),
      };
  return resultPart(toolCallId, toolName, output, message);
}

/** What only pi's own roles have; its model reads them as the user's. */
function otherPart(message: PiMessage): ModelPart {
  const { output, summary, content } = message;
  const said = output ?? summary ?? content ?? '';
  const words = typeof said === 'string' ? said : JSON.stringify(said);
  return textPart(words || '-', message);
}

function writtenBlock(part: ModelPart): Block {
  const from = originOf(part) as Block | undefined;
  if (from !== undefined && (wholeOf(part) !== undefined || part.type !== 'text')) return from;
  return text(part.text);
}
