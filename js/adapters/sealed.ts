/**
 * Reasoning and summaries that only their provider can read: encrypted, redacted, or kept on its
 * server. Decides where providers put them; refuses to know what they hold, beyond how long they are.
 */
import type { MediaFacts } from './dialect.ts';
import { type Fields, isObject } from './fields.ts';
import { sealedFacts } from './media.ts';

/** Fields that hold sealed data, whatever the provider. */
const sealedFields = [
  'redactedData',
  'reasoningEncryptedContent',
  'encryptedContent',
  'encrypted_content',
];
/** Names of an item that the server has: what it holds is not sent and can't be measured. */
const referenceFields = ['itemId', 'reference', 'fileId'];
/** Entries that are looked at. */
const mostEntries = 1_000;

/**
 * What a part keeps for its provider. A signature alone seals nothing: the text beside it is what
 * counts.
 */
export function sealedIn(item: Fields): MediaFacts[] {
  let characters = 0;
  let referred = false;
  const isCustom = item.type === 'custom';
  for (const options of [item, item.providerOptions, item.experimental_providerMetadata]) {
    if (!isObject(options)) continue;
    for (const values of options === item ? [item] : Object.values(options).slice(0, mostEntries)) {
      if (!isObject(values)) continue;
      for (const field of sealedFields) characters += lengthOf(values[field]);
      if (referenceFields.some((field) => typeof values[field] === 'string')) referred = true;
    }
  }
  return characters > 0 || referred || isCustom ? [sealedFacts(characters)] : [];
}

/**
 * Entries of OpenRouter's `reasoning_details` and of LiteLLM's `thinking_blocks`: what they say in
 * words is in the message's own field as well, or else only here.
 */
export function sealedDetails(details: unknown, text: string): MediaFacts[] {
  if (!Array.isArray(details)) return isObject(details) ? [sealedFacts(0)] : [];
  let characters = 0;
  for (const entry of details.slice(0, mostEntries)) {
    if (!isObject(entry)) continue;
    characters += lengthOf(entry.data);
    if (text === '') {
      characters += lengthOf(entry.text) + lengthOf(entry.thinking) + lengthOf(entry.summary);
    }
  }
  return characters > 0 ? [sealedFacts(characters)] : [];
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}
