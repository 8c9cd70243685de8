/**
 * Messages of AI SDK 3.4 and 4 (`CoreMessage`): `args`, `result`, `mimeType` and the older reasoning
 * parts.
 */
import { sealedFacts } from '../media/source.ts';
import { attempt, type Fields } from '../values/fields.ts';
import { type Dialect, PartFlag, PartKind } from './dialect.ts';
import { itemsOf, type PartRecord, part, withFaults } from './record.ts';
import { sdkDialect } from './sdk-dialect.ts';
import {
  mediaPart,
  reasoningPart,
  textPart,
  toolCallPart,
  toolResultPart,
  withContentItems,
  withJson,
} from './sdk-parts.ts';

export const aiSdk4: Dialect = sdkDialect({
  name: 'ai-sdk-4',
  inputField: 'args',

  read(item, type, inAssistant) {
    switch (type) {
      case 'text':
        return textPart(item);
      case 'reasoning':
        return reasoningPart(item);
      case 'redacted-reasoning':
        return redactedPart(item);
      case 'tool-call':
        return toolCallPart(item, 'args');
      case 'tool-result':
        return withResult(toolResultPart(item, inAssistant), item);
      case 'image':
        return mediaPart(item, item.image, 'image/*');
      case 'file':
        return mediaPart(item, item.data, '');
      default:
        return undefined;
    }
  },

  resultText(_item, _record, text) {
    // The content items, where there are some, would go to the model in the result's stead.
    return { result: text, experimental_content: undefined };
  },

  resultValue(_item, value) {
    return { result: value };
  },

  errorResult(toolCallId, toolName, text) {
    return { type: 'tool-result', toolCallId, toolName, result: text, isError: true };
  },
});

function redactedPart({ data }: Fields): PartRecord {
  const record = part(PartKind.reasoning, PartFlag.opaque | PartFlag.bound, '');
  record.attachments = [sealedFacts(typeof data === 'string' ? data.length : 0)];
  return record;
}

/** Reads the result on its own: where it can't be read, the part still answers its call. */
function withResult(record: PartRecord, item: Fields): PartRecord {
  return attempt(() => readResult(record, item)) ?? withFaults(record, ['unreadable-part']);
}

function readResult(record: PartRecord, item: Fields): PartRecord {
  if (item.isError === true) record.flags |= PartFlag.error;
  const items = itemsOf(item.experimental_content);
  if (items !== undefined) return withContentItems(record, items);
  const { result } = item;
  if (typeof result !== 'string') return withJson(record, () => result);
  record.text = result;
  return record;
}
