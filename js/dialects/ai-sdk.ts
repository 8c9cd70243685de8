/** Messages of AI SDK 5, 6 and 7 (`ModelMessage`), and the prompts that they make of them for a model. */
import { mediaSource } from '../media/source.ts';
import { copyWith, withoutStaleOptions } from '../values/copy.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { type Dialect, PartFlag, PartKind } from './dialect.ts';
import { itemsOf, type PartRecord, part, withFaults } from './record.ts';
import { type PartShapes, sdkDialect } from './sdk-dialect.ts';
import {
  approvalRequestPart,
  approvalResponsePart,
  isProviderBound,
  mediaPart,
  reasoningPart,
  textPart,
  toolCallPart,
  toolResultPart,
  withContentItems,
  withJson,
} from './sdk-parts.ts';

const shapes: PartShapes = {
  name: 'ai-sdk',
  inputField: 'input',

  read(item, type, inAssistant) {
    switch (type) {
      case 'text':
        return textPart(item);
      case 'reasoning':
        return reasoningPart(item);
      case 'tool-call':
        return toolCallPart(item, 'input');
      case 'tool-result':
        return withOutput(toolResultPart(item, inAssistant), item);
      case 'image':
        return mediaPart(item, item.image, 'image/*');
      case 'file':
        return mediaPart(item, item.data, '');
      case 'reasoning-file':
        return reasoningFilePart(item);
      case 'tool-approval-request':
        return approvalRequestPart(item);
      case 'tool-approval-response':
        return approvalResponsePart(item);
      default:
        return undefined;
    }
  },

  resultText(item, record, text) {
    const output = item.output as Fields;
    const fresh = withoutStaleOptions(output);
    if ((record.flags & PartFlag.denied) !== 0) {
      return { output: copyWith(output, { ...fresh, reason: text }) };
    }
    const type = (record.flags & PartFlag.error) !== 0 ? 'error-text' : 'text';
    const providerOptions = fresh.providerOptions ?? output.providerOptions;
    const options = providerOptions === undefined ? {} : { providerOptions };
    return { output: { type, value: text, ...options } };
  },

  resultValue(item, value) {
    const output = item.output as Fields;
    return { output: copyWith(output, { ...withoutStaleOptions(output), value }) };
  },

  errorResult(toolCallId, toolName, text) {
    const output = { type: 'error-text', value: text };
    return { type: 'tool-result', toolCallId, toolName, output };
  },
};

export const aiSdk: Dialect = sdkDialect(shapes);

/** `LanguageModelV2Prompt` to `V4`: its approvals are answers to a provider, which alone knows what it has asked. */
export const aiSdkPrompt: Dialect = sdkDialect({
  ...shapes,
  read: (item, type, inAssistant) =>
    type === 'tool-approval-response' ? undefined : shapes.read(item, type, inAssistant),
});

function reasoningFilePart(item: Fields): PartRecord {
  const record = part(PartKind.reasoning, isProviderBound(item) ? PartFlag.opaque : 0, '');
  record.files = [mediaSource(item.data, item.mediaType, '')];
  return record;
}

/** Reads the output on its own: where it can't be read, the result still answers its call. */
function withOutput(record: PartRecord, item: Fields): PartRecord {
  return attempt(() => readOutput(record, item)) ?? withFaults(record, ['unreadable-part']);
}

function readOutput(record: PartRecord, item: Fields): PartRecord | undefined {
  const { output } = item;
  if (!isObject(output)) return undefined;
  switch (output.type) {
    case 'error-text':
    case 'text': {
      const { value } = output;
      if (typeof value !== 'string') return undefined;
      if (output.type === 'error-text') record.flags |= PartFlag.error;
      record.text = value;
      return record;
    }
    case 'error-json':
    case 'json':
      if (output.type === 'error-json') record.flags |= PartFlag.error;
      return withJson(record, () => output.value);
    case 'content': {
      const items = itemsOf(output.value);
      return items === undefined ? undefined : withContentItems(record, items);
    }
    case 'execution-denied': {
      const { reason } = output;
      record.flags |= PartFlag.denied;
      record.text = typeof reason === 'string' ? reason : '';
      return record;
    }
    default:
      return undefined;
  }
}
