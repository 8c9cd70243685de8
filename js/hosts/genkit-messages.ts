/** Messages of Genkit. Decides how they are read and written; refuses to know models. */
import {
  type Codec,
  callPart,
  filePart,
  type HostFields,
  hostId,
  type ModelPart,
  originOf,
  ownId,
  partsOf,
  reasoningPart,
  resultPart,
  resultText,
  textOutput,
  textPart,
  textsOf,
  unknownPart,
  wholeOf,
  withPartsLeft,
} from './translation.ts';

export type MessageData = { role: string; content: HostFields[]; metadata?: HostFields };

export const genkitMessages: Codec<MessageData> = {
  // Responses without a `ref` are told apart by the requests right before them.
  span: (messages, at) =>
    requestsOf(messages[at]) > 0 && messages[at + 1]?.role === 'tool' ? 2 : 1,

  read(messages, { at }) {
    const places = { model: 0, tool: 0 };
    return messages.map(({ role, content }) => {
      const parts = content.map((part): ModelPart => {
        const { toolRequest: call, toolResponse: result } = part;
        const { name, ref } = call ?? result ?? {};
        const id = () => ref ?? ownId(at, places[role === 'tool' ? 'tool' : 'model']++);
        if (call !== undefined) return callPart(id(), name, call.input, part);
        if (result !== undefined) return resultPart(id(), name, outputOf(result), part);
        return saidPart(part);
      });
      if (role === 'system') return { role, content: textsOf({ role, content: parts }).join('\n') };
      return {
        role: role === 'model' ? 'assistant' : role === 'tool' ? 'tool' : 'user',
        content: parts,
      };
    });
  },

  edited: (messages, left) => withPartsLeft(messages, 'content', left, writtenPart),

  added(message) {
    if (message.role !== 'tool') {
      const role = message.role === 'assistant' ? 'model' : message.role;
      return [{ role, content: textsOf(message).map((text) => ({ text })) }];
    }
    const content = partsOf(message).map((part) => {
      const { toolCallId, toolName: name } = part;
      const ref = hostId(toolCallId);
      return {
        toolResponse: { ...(ref !== undefined && { ref }), name, output: resultText(part) },
      };
    });
    return [{ role: 'tool', content }];
  },
};

function requestsOf(message: MessageData | undefined): number {
  return (message?.content ?? []).filter(({ toolRequest }) => toolRequest !== undefined).length;
}

function outputOf({ output, content }: HostFields): object {
  if (Array.isArray(content) && content.length > 0) {
    const text = {
      type: 'text',
      text: typeof output === 'string' ? output : JSON.stringify(output),
    };
    const files = content.map(({ media }: HostFields) => ({
      type: 'file',
      data: media?.url ?? '',
    }));
    return { type: 'content', value: [text, ...files] };
  }
  if (typeof output === 'string') return textOutput(output, false);
  return { type: 'json', value: output ?? null };
}

function saidPart(part: HostFields): ModelPart {
  const signed = part.metadata?.thoughtSignature ?? part.metadata?.reasoning;
  if (typeof part.reasoning === 'string') {
    return reasoningPart(
      part.reasoning,
      part,
      signed === undefined ? undefined : { genkit: { signed } },
    );
  }
  if (typeof part.text === 'string') return textPart(part.text, part);
  if (part.media === undefined) return unknownPart(part);
  return filePart(part.media.url, part.media.contentType, part);
}

function writtenPart(part: ModelPart): HostFields {
  const from = originOf(part) as HostFields;
  if (wholeOf(part) !== undefined) return from;
  if (part.type === 'text') return { ...from, text: part.text };
  if (part.type !== 'tool-result') return from;
  const { content: _, ...response } = from.toolResponse;
  const { output } = part;
  const value = output.type === 'json' ? output.value : resultText(part);
  return { ...from, toolResponse: { ...response, output: value } };
}
