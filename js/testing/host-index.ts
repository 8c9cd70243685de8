/** What the host's transcript says, looked up by object and by call id, and what kind of part each one is. */

import { beginsBlock, isProviderExecuted } from './pairing.ts';
import { field, type Part, partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { lastIndexWhere, push } from './values.ts';

/** What the host's transcript says, looked up by object. */
export interface HostIndex {
  messages: readonly unknown[];
  /** Index of the first assistant message, or the number of messages. */
  firstAssistant: number;
  /** Indexes at which a message stands. */
  places: Map<unknown, number[]>;
  /** Indexes of the messages that hold a part: more than one when a host reuses a part. */
  partHomes: Map<unknown, number[]>;
  /** Client and provider results by call id, in order. */
  results: Map<string, HostPart[]>;
  /** Calls by id, in order. */
  calls: Map<string, HostPart[]>;
}

/** A part, the index of its message and its own index in that message. */
export interface HostPart {
  at: number;
  nth: number;
  part: Part;
}

/** True when `a` comes before `b` in the transcript. */
export function isBefore(a: HostPart, b: HostPart): boolean {
  return a.at < b.at || (a.at === b.at && a.nth < b.nth);
}

/** Reads the host's transcript once. */
export function indexHost(host: readonly unknown[]): HostIndex {
  const first = host.findIndex((message) => roleOf(message) === 'assistant');
  const index: HostIndex = {
    messages: host,
    firstAssistant: first < 0 ? host.length : first,
    places: new Map(),
    partHomes: new Map(),
    results: new Map(),
    calls: new Map(),
  };
  host.forEach((message, at) => {
    push(index.places, message, at);
    partsOf(message).forEach((part, nth) => {
      if (typeof part !== 'object' || part === null) return;
      push(index.partHomes, part, at);
      const id = stringField(part, 'toolCallId');
      if (id === undefined || !['assistant', 'tool'].includes(roleOf(message))) return;
      const entry = { at, nth, part: part as Part };
      if (typeOf(part) === 'tool-result') push(index.results, id, entry);
      if (typeOf(part) === 'tool-call') push(index.calls, id, entry);
    });
  });
  return index;
}

/** How each record begins. */
const heading = /^\[The application replaced messages? \d+/;

/** True for the message that carries the segments: by its mark, or by a record's first line where no field may mark it. */
export function isSegmentsMessage(message: unknown): boolean {
  if (roleOf(message) !== 'user') return false;
  if (field(field(field(message, 'providerOptions'), 'epitome'), 'segments') !== undefined) {
    return true;
  }
  return partsOf(message).some((part) => heading.test(stringField(part, 'text') ?? ''));
}

/** True for a message of the assistant's or the system's that carries the segments: parts, or one text that they share. */
export function isSegmentsOfOtherShape(message: unknown): boolean {
  const first = stringField(message, 'content') ?? stringField(partsOf(message)[0], 'text') ?? '';
  return ['assistant', 'system'].includes(roleOf(message)) && heading.test(first);
}

/** True for a message that gives one of `records`, texts of a session's records, marked or not. */
export function holdsRecord(message: unknown, records: readonly string[]): boolean {
  const content = field(message, 'content');
  const texts =
    typeof content === 'string'
      ? [content]
      : partsOf(message).map((part) => stringField(part, 'text') ?? '');
  // Records share a text where content is one string.
  return (
    roleOf(message) !== 'tool' && texts.some((text) => records.some((own) => text.includes(own)))
  );
}

/** True for a text part of nothing but white space. */
export function isEmptyText(part: unknown): boolean {
  const text = typeOf(part) === 'text' ? field(part, 'text') : undefined;
  return typeof text === 'string' && text.trim() === '' && !isCompactionBlock(part);
}

/** True for a message that says nothing: white space, reasoning that no provider knows again, or neither. */
export function isEmpty(message: unknown): boolean {
  const content = field(message, 'content');
  if (typeof content === 'string') return content.trim() === '';
  return Array.isArray(content) && content.every((part) => isEmptyText(part) || isUnsigned(part));
}

function isUnsigned(part: unknown): boolean {
  return typeOf(part) === 'reasoning' && !isSigned(part);
}

const signatures = [
  'signature',
  'redactedData',
  'encryptedContent',
  'reasoningEncryptedContent',
  'thoughtSignature',
  'itemId',
];

function isSigned(part: unknown): boolean {
  if (stringField(part, 'signature') !== undefined) return true;
  const options = field(part, 'providerOptions');
  if (typeof options !== 'object' || options === null) return false;
  return Object.keys(options).some((provider) => {
    const own = field(options, provider);
    return signatures.some((name) => field(own, name) !== undefined);
  });
}

/** True for a provider's own compaction block. */
export function isCompactionBlock(part: unknown): boolean {
  const anthropic = field(field(part, 'providerOptions'), 'anthropic');
  return typeOf(part) === 'text' && field(anthropic, 'type') === 'compaction';
}

const knownTypes = new Set([
  'text',
  'reasoning',
  'image',
  'file',
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
]);

/** True for a part that must pass byte for byte or go with its whole message group. */
export function isOpaque(part: unknown): boolean {
  const type = typeOf(part);
  if (!knownTypes.has(type)) return true;
  return (type === 'reasoning' && isSigned(part)) || isCompactionBlock(part);
}

/**
 * True for a call that its provider should have answered and did not, before the next user message if
 * at all: nobody else could answer it, so a repair may remove it.
 */
export function isUnansweredByProvider(host: HostIndex, part: unknown): boolean {
  if (typeOf(part) !== 'tool-call' || !isProviderExecuted(part)) return false;
  const id = stringField(part, 'toolCallId') ?? '';
  const call = host.calls.get(id)?.find((entry) => entry.part === part);
  if (!call) return false;
  const next = host.messages.findIndex((m, at) => at > call.at && roleOf(m) === 'user');
  const end = next < 0 ? host.messages.length : next;
  return !(host.results.get(id) ?? []).some((result) => isBefore(call, result) && result.at < end);
}

/**
 * True when no provider would wait any longer for the result of a client call at `call`: the user has
 * spoken before the message at `end`, or the assistant elsewhere than right behind its calls.
 */
export function isLeftBehind(
  messages: readonly unknown[],
  call: number,
  end = messages.length,
): boolean {
  for (let at = call + 1; at < end; at++) {
    if (roleOf(messages[at]) === 'user' || beginsBlock(messages, at)) return true;
  }
  return false;
}

/** The client calls of one id that stand in a row with a call, itself among them. */
export function callsInRow(host: HostIndex, part: unknown): HostPart[] {
  const id = stringField(part, 'toolCallId') ?? '';
  const calls = (host.calls.get(id) ?? []).filter((call) => !isProviderExecuted(call.part));
  const own = calls.find((call) => call.part === part);
  if (own === undefined) return [];
  const begin = (at: number): number => {
    let first = at;
    while (first > 0 && !beginsBlock(host.messages, first)) first -= 1;
    return first;
  };
  return calls.filter((call) => begin(call.at) === begin(own.at));
}

/** True for a call under an id that the assistant uses elsewhere in a row: one of them shows. */
export function isRepeated(host: HostIndex, part: unknown): boolean {
  return callsInRow(host, part).length > 1;
}

/**
 * True for a part that a repair may remove from an assistant message: empty text, a result without a
 * call before it or beside another one, a request to approve what its message does not call, a call
 * that repeats another one's id.
 */
export function isStray(host: HostIndex, part: unknown, parts: readonly unknown[]): boolean {
  const id = stringField(part, 'toolCallId') ?? '';
  switch (typeOf(part)) {
    case 'text':
      return isEmptyText(part);
    case 'tool-call':
      return isUnansweredByProvider(host, part) || isRepeated(host, part);
    case 'tool-result': {
      const results = host.results.get(id) ?? [];
      const own = results.find((result) => result.part === part);
      const calls = (host.calls.get(id) ?? []).filter((call) => own && isBefore(call, own));
      return results.length > 1 || calls.every((call) => isUnansweredByProvider(host, call.part));
    }
    case 'tool-approval-request':
      return !parts.some(
        (other) => typeOf(other) === 'tool-call' && stringField(other, 'toolCallId') === id,
      );
    default:
      return false;
  }
}

export function isReasoning(part: unknown): boolean {
  return ['reasoning', 'redacted-reasoning'].includes(typeOf(part));
}

/** True for a message of a turn that a later request has ended. */
export function isFinished(host: HostIndex, at: number): boolean {
  return lastIndexWhere(host.messages, (message) => roleOf(message) === 'user') > at;
}
