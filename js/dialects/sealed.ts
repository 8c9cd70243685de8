/**
 * Finds reasoning and summaries that only their provider can read: encrypted, redacted, or kept on its
 * server. Only their length is looked at.
 */
import type { MediaFacts } from '../media/facts.ts';
import { sealedFacts } from '../media/source.ts';
import { type Fields, isObject } from '../values/fields.ts';

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
 * What reasoning keeps for its provider. A signature alone seals nothing: the text beside it is what
 * counts.
 */
export function sealedIn(item: Fields): MediaFacts[] {
  const characters = sealedLength(item);
  const referred = optionsOf(item).some((values) =>
    referenceFields.some((field) => typeof values[field] === 'string'),
  );
  return characters > 0 || referred ? [sealedFacts(characters)] : [];
}

/** Characters of sealed data in a part; 0 where there are none, or their length is not known. */
export function sealedLength(item: Fields): number {
  let characters = 0;
  for (const values of [item, ...optionsOf(item)]) {
    for (const field of sealedFields) characters += lengthOf(values[field]);
    characters += charactersOf(values.reasoning_details, lengthOf(item.text) === 0);
  }
  return characters;
}

/** What a part tells each provider. */
function optionsOf(item: Fields): Fields[] {
  const options = [item.providerOptions, item.experimental_providerMetadata].filter(isObject);
  return options.flatMap((byProvider) =>
    Object.values(byProvider).slice(0, mostEntries).filter(isObject),
  );
}

/**
 * Entries of OpenRouter's `reasoning_details` and of LiteLLM's `thinking_blocks`: what they say in
 * words is in the message's own field as well, or else only here.
 */
export function sealedDetails(details: unknown, text: string): MediaFacts[] {
  const characters = charactersOf(details, text === '');
  return characters > 0 ? [sealedFacts(characters)] : [];
}

/**
 * Thoughts of Anthropic's models, by whatever server they come: other providers sign a thought for
 * itself, and want it beside the calls that it led to whatever became of what stands before.
 */
export function isBound(item: Fields): boolean {
  return [item, ...optionsOf(item)].some(
    ({ signature, redactedData, reasoning_details: details, thinking_blocks: blocks }) =>
      lengthOf(signature) + lengthOf(redactedData) > 0 ||
      [details, blocks].some((list) => Array.isArray(list) && list.some(isBoundEntry)),
  );
}

function isBoundEntry(entry: unknown): boolean {
  if (!isObject(entry)) return false;
  const { type, format, signature } = entry;
  if (typeof format === 'string') return format.startsWith('anthropic');
  return type === 'redacted_thinking' || lengthOf(signature) > 0;
}

function charactersOf(details: unknown, withWords: boolean): number {
  if (!Array.isArray(details)) return 0;
  let characters = 0;
  for (const entry of details.slice(0, mostEntries)) {
    if (!isObject(entry)) continue;
    characters += lengthOf(entry.data);
    if (!withWords) continue;
    characters += lengthOf(entry.text) + lengthOf(entry.thinking) + lengthOf(entry.summary);
  }
  return characters;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}
