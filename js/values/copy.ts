/**
 * Copies host objects with some fields changed, without the fields that the change has made untrue.
 */
import { attempt, type Fields, isObject } from './fields.ts';

/** Fields that hold what is meant for providers: AI SDK 5 to 7 use the first, 4 and 3 the others too. */
export const optionFields = [
  'providerOptions',
  'providerMetadata',
  'experimental_providerMetadata',
] as const;

/** Cache breakpoints: providers take the first few that they meet, so stale ones oust the newest. */
const cacheFields = ['cacheControl', 'cache_control'];

/** Namespaces whose `itemId` makes the server use its stored original instead of what is sent. */
const itemNamespaces = ['openai', 'azure'];

/**
 * A shallow copy with `changes` applied; a field changed to undefined is left out. An object with a
 * prototype of its own, or with a getter that throws, is copied getters and all.
 */
export function copyWith<T extends object>(original: T, changes: Fields): T {
  const prototype = Object.getPrototypeOf(original);
  const plain = prototype === Object.prototype || prototype === null;
  const spread = plain ? attempt(() => ({ ...original })) : undefined;
  const copy = spread ?? Object.create(prototype, openDescriptors(original));
  for (const field of Object.keys(changes)) {
    const value = changes[field];
    if (value === undefined) delete copy[field as keyof T];
    else Object.defineProperty(copy, field, { value, ...open });
  }
  return copy;
}

const open = { writable: true, enumerable: true, configurable: true };

/** The object's own properties, as they would be had nobody frozen it. */
function openDescriptors(original: object): PropertyDescriptorMap {
  const descriptors: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(original);
  for (const descriptor of Object.values(descriptors)) {
    descriptor.configurable = true;
    if ('value' in descriptor) descriptor.writable = true;
  }
  return descriptors;
}

/** The changes that take cache breakpoints and stored-item ids off an edited part or message. */
export function withoutStaleOptions(edited: Fields): Fields {
  return freshOptions(edited, (namespace) => [...cacheFields, ...itemFields(namespace)]);
}

/** The changes that take cache breakpoints alone off a part or message. */
export function withoutBreakpoints(owner: Fields): Fields {
  return freshOptions(owner, () => cacheFields);
}

/** The changes that take stored-item ids alone off a part: its place in the prompt is what it was. */
export function withoutItemIds(part: Fields): Fields {
  return freshOptions(part, itemFields);
}

function itemFields(namespace: string): readonly string[] {
  return itemNamespaces.includes(namespace) ? ['itemId'] : [];
}

function freshOptions(owner: Fields, stale: (namespace: string) => readonly string[]): Fields {
  const changes: Record<string, unknown> = {};
  for (const field of optionFields) {
    const fresh = attempt(() => withoutFields(owner[field], stale));
    if (fresh !== undefined) changes[field] = fresh;
  }
  return changes;
}

/** A copy of provider options without what is stale in each namespace; undefined when nothing is. */
function withoutFields(
  options: unknown,
  stale: (namespace: string) => readonly string[],
): Fields | undefined {
  if (!isObject(options)) return undefined;
  const changes: Record<string, unknown> = {};
  for (const namespace of Object.keys(options)) {
    const values = options[namespace];
    if (!isObject(values)) continue;
    const present = stale(namespace).filter((field) => field in values);
    if (present.length === 0) continue;
    const gone = Object.fromEntries(present.map((field) => [field, undefined]));
    changes[namespace] = copyWith(values, gone);
  }
  return Object.keys(changes).length === 0 ? undefined : copyWith(options, changes);
}
