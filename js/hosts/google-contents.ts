/**
 * Contents of Google's Gemini API, as its SDK, the Agent Development Kit and Vertex AI write them. Decides
 * how calls without an id find their responses; refuses to know the request around the contents.
 *
 * A signature belongs to the part that it stands on, which goes back as it came or not at all.
 */
import {
  type Codec,
  callPart,
  filePart,
  type HostFields,
  hostId,
  type ModelMessage,
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

export type Content = { role?: string | undefined; parts?: HostFields[] | undefined };

/** Responses whose text is all there is to them, by the field that holds it. */
const textFields = ['output', 'result', 'error'];

export const googleContents: Codec<Content> = {
  // Responses without ids are told apart by the calls right before them.
  span: (contents, at) =>
    callsOf(contents[at]).length > 0 && responsesOf(contents[at + 1]).length > 0 ? 2 : 1,

  read(contents, { at, names }) {
    const ids = callsOf(contents[0]).map((call, place) => call.id ?? ownId(at, place));
    return contents.flatMap((content) =>
      content.role === 'model'
        ? [spokenMessage(content, ids)]
        : heardMessages(content, callsOf(contents[0]), ids, names),
    );
  },

  edited: (contents, left) => withPartsLeft(contents, 'parts', left, writtenPart),

  added(message) {
    if (message.role === 'tool')
      return [{ role: 'user', parts: partsOf(message).map(madeResponse) }];
    const role = message.role === 'assistant' ? 'model' : 'user';
    return [{ role, parts: textsOf(message).map((text) => ({ text })) }];
  },

  /** All responses to the calls of one content stand in the one behind it. */
  finish(view) {
    const joined: Content[] = [];
    for (const content of view) {
      const last = joined.at(-1);
      const isResponse = responsesOf(content).length > 0;
      if (last !== undefined && isResponse && responsesOf(last).length > 0) {
        joined[joined.length - 1] = {
          ...last,
          parts: [...(last.parts ?? []), ...(content.parts ?? [])],
        };
      } else {
        joined.push(content);
      }
    }
    return joined;
  },
};

function callsOf(content: Content | undefined): HostFields[] {
  return (content?.parts ?? []).flatMap(({ functionCall }) => functionCall ?? []);
}

function responsesOf(content: Content | undefined): HostFields[] {
  return (content?.parts ?? []).flatMap(({ functionResponse }) => functionResponse ?? []);
}

function spokenMessage(content: Content, ids: readonly string[]): ModelMessage {
  let calls = 0;
  const parts = (content.parts ?? []).map((part): ModelPart => {
    if (part.functionCall !== undefined) {
      const { name, args } = part.functionCall;
      return callPart(ids[calls++] as string, name, args, part);
    }
    if (part.thought === true) return thoughtPart(part);
    return plainPart(part);
  });
  return { role: 'assistant', content: parts };
}

function thoughtPart(part: HostFields): ModelPart {
  const { thoughtSignature } = part;
  const sealed = thoughtSignature === undefined ? undefined : { google: { thoughtSignature } };
  return reasoningPart(part.text ?? '', part, sealed);
}

function plainPart(part: HostFields): ModelPart {
  if (typeof part.text === 'string') return textPart(part.text, part);
  const { inlineData, fileData } = part;
  const media = inlineData ?? fileData;
  if (media === undefined) return unknownPart(part);
  return filePart(media.data ?? media.fileUri ?? '', media.mimeType, part);
}

/** A content of the user's: what answers calls, and what the user says beside it. */
function heardMessages(
  content: Content,
  calls: readonly HostFields[],
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): ModelMessage[] {
  const answered = new Set<number>();
  const results: ModelPart[] = [];
  const words: ModelPart[] = [];
  for (const part of content.parts ?? []) {
    const { functionResponse: response } = part;
    if (response === undefined) {
      words.push(plainPart(part));
      continue;
    }
    const call = calls.findIndex(
      ({ id, name }, place) =>
        !answered.has(place) &&
        (response.id === undefined ? name === response.name : id === response.id),
    );
    answered.add(call);
    const toolCallId = response.id ?? ids[call] ?? '';
    const toolName = response.name ?? names.get(toolCallId) ?? '';
    results.push(resultPart(toolCallId, toolName, outputOf(response), part));
  }
  const messages: ModelMessage[] = [];
  if (results.length > 0) messages.push({ role: 'tool', content: results });
  if (words.length > 0) messages.push({ role: 'user', content: words });
  return messages;
}

function textField({ response }: HostFields): string | undefined {
  const [field, ...others] = Object.keys(response ?? {});
  return field !== undefined && others.length === 0 && textFields.includes(field)
    ? field
    : undefined;
}

function outputOf(functionResponse: HostFields): object {
  const { response, parts } = functionResponse;
  const field = textField(functionResponse);
  const text = field === undefined ? undefined : response[field];
  if (Array.isArray(parts) && parts.length > 0) {
    const files = parts.map(({ inlineData, fileData }: HostFields) => {
      const media = inlineData ?? fileData ?? {};
      return { type: 'file-data', data: media.data ?? '', mediaType: media.mimeType };
    });
    const words = typeof text === 'string' ? text : JSON.stringify(response ?? {});
    return { type: 'content', value: [{ type: 'text', text: words }, ...files] };
  }
  if (typeof text !== 'string') return { type: 'json', value: response ?? {} };
  return textOutput(text, field === 'error');
}

function writtenPart(part: ModelPart): HostFields {
  const from = originOf(part) as HostFields;
  if (wholeOf(part) !== undefined || from.thoughtSignature !== undefined) return from;
  if (part.type !== 'tool-result')
    return part.type === 'text' ? { ...from, text: part.text } : from;
  const { functionResponse } = from;
  const { parts: _, ...rest } = functionResponse;
  const { output } = part;
  const isValue =
    output.type === 'json' && typeof output.value === 'object' && output.value !== null;
  const field = textField(functionResponse) ?? 'output';
  const response = isValue ? output.value : { [field]: resultText(part) };
  return { ...from, functionResponse: { ...rest, response } };
}

/** A response that stands for one that never came. */
function madeResponse(part: ModelPart): HostFields {
  const { toolCallId, toolName: name } = part;
  const id = hostId(toolCallId);
  const response = { error: resultText(part) };
  return { functionResponse: { ...(id !== undefined && { id }), name, response } };
}
