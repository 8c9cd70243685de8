/**
 * How long the texts of a prompt are. Decides what is a text that a model reads; refuses to count tokens.
 */
import { isObject } from '../adapters/fields.ts';

/** Fields that say how a text is to be read, or are for others than the model. */
const besides = new Set(['type', 'role', 'toolCallId', 'mediaType', 'mimeType', 'providerOptions']);
/** Media, whose characters are none that a model reads. */
const media = new Set(['file', 'image', 'reasoning-file', 'media', 'image-data', 'file-data']);
const deepest = 40;

/** UTF-16 code units of all texts in a value, those of keys not included. */
export function textLength(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length;
  if (!isObject(value) || depth > deepest || ArrayBuffer.isView(value)) return 0;
  if (typeof value.type === 'string' && media.has(value.type)) return 0;
  let length = 0;
  for (const name of Object.keys(value)) {
    if (!besides.has(name)) length += textLength(value[name], depth + 1);
  }
  return length;
}
