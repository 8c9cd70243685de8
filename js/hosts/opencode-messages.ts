/**
 * Messages of opencode, whose parts hold a call together with its result. Decides how they are read and
 * written; refuses to know what opencode stores.
 */
import {
  type Codec,
  callPart,
  filePart,
  type HostFields,
  type ModelMessage,
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

export type WithParts = { info: HostFields; parts: HostFields[] };

export const opencodeMessages: Codec<WithParts> = {
  read([message]) {
    const { info, parts } = message as WithParts;
    if (info.role === 'user') return [{ role: 'user', content: parts.map(heardPart) }];
    const read: ModelMessage[] = [];
    let spoken: ModelPart[] = [];
    let results: ModelPart[] = [];
    const close = () => {
      if (spoken.length > 0) read.push({ role: 'assistant', content: spoken });
      if (results.length > 0) read.push({ role: 'tool', content: results });
      spoken = [];
      results = [];
    };
    for (const part of parts) {
      // A reply of the model ends where its results are in.
      if (part.type === 'step-start' || (results.length > 0 && part.type !== 'tool')) close();
      spoken.push(spokenPart(part));
      const result = part.type === 'tool' ? answerPart(part) : undefined;
      if (result !== undefined) results.push(result);
    }
    close();
    return read;
  },

  edited([message], left) {
    const { info, parts } = message as WithParts;
    const kept = new Map<HostFields, ModelPart[]>();
    for (const part of left.flatMap(partsOf)) {
      const from = originOf(part) as HostFields | undefined;
      if (from !== undefined) kept.set(from, [...(kept.get(from) ?? []), part]);
    }
    const written = parts.flatMap((part) => {
      const views = kept.get(part);
      return views === undefined ? [] : [writtenPart(part, views)];
    });
    return written.length === 0 ? [] : [{ info, parts: written }];
  },

  added(message) {
    const texts = message.role === 'tool' ? partsOf(message).map(resultText) : textsOf(message);
    const id = 'msg_epitome';
    const info = {
      id,
      role: message.role === 'assistant' ? 'assistant' : 'user',
      time: { created: 0 },
    };
    const parts = texts.map((text, at) => ({
      ...{ id: `prt_epitome_${at}`, messageID: id, type: 'text', text, synthetic: true },
    }));
    return [{ info, parts }];
  },
};

function heardPart(part: HostFields): ModelPart {
  if (part.type === 'text') return textPart(part.text, part);
  if (part.type !== 'file') return unknownPart(part);
  return filePart(part.url, part.mime, part);
}

function spokenPart(part: HostFields): ModelPart {
  switch (part.type) {
    case 'text':
      return textPart(part.text, part);
    case 'reasoning': {
      const sealed = Object.keys(part.metadata ?? {}).length > 0 ? part.metadata : undefined;
      return reasoningPart(part.text, part, sealed);
    }
    case 'tool':
      return callPart(part.callID, part.tool, part.state.input, part);
    default:
      return unknownPart(part);
  }
}

function answerPart(part: HostFields): ModelPart | undefined {
  const { callID, tool, state } = part;
  const isError = state.status === 'error';
  if (!isError && state.status !== 'completed') return undefined;
  const value = isError ? state.error : state.output;
  return resultPart(callID, tool, textOutput(value ?? '', isError), part);
}

/** A part as far as the view has it: of a call and its result in one part the result may be cut. */
function writtenPart(part: HostFields, views: readonly ModelPart[]): HostFields {
  const edited = views.find((view) => wholeOf(view) === undefined);
  if (edited === undefined) return part;
  if (edited.type === 'text') return { ...part, text: edited.text };
  if (edited.type !== 'tool-result') return part;
  const field = part.state.status === 'error' ? 'error' : 'output';
  const { attachments: _, ...state } = part.state;
  return { ...part, state: { ...state, [field]: resultText(edited) } };
}
