/** What of a transcript has a place of its own in every view, and what a repair may leave out. */
import {
  type HostIndex,
  isBefore,
  isCompactionBlock,
  isEmpty,
  isFinished,
  isReasoning,
  isStray,
} from './host-index.ts';
import { isProviderExecuted } from './pairing.ts';
import { field, partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { lastIndexWhere } from './values.ts';

/** Host indexes of the opening request: user messages before the first assistant message. */
export function openingOf({ messages, firstAssistant }: HostIndex): number[] {
  return usersBetween(messages, 0, firstAssistant);
}

/**
 * Index of the first assistant message that a view must show, or the number of messages: what a
 * repair removes need not end the opening.
 */
export function firstShownAssistant(index: HostIndex): number {
  const { messages } = index;
  const first = messages.findIndex((m) => roleOf(m) === 'assistant' && !mayGo(index, m));
  return first < 0 ? messages.length : first;
}

/** Host indexes of the latest request: user messages after the last assistant message. */
export function latestOf(host: readonly unknown[]): number[] {
  const last = lastIndexWhere(host, (message) => roleOf(message) === 'assistant');
  return usersBetween(host, last + 1, host.length);
}

export function usersBetween(host: readonly unknown[], start: number, end: number): number[] {
  const found: number[] = [];
  for (let at = start; at < end; at++) {
    if (roleOf(host[at]) === 'user' && !isEmpty(host[at])) found.push(at);
  }
  return found;
}

/** Number of system messages that stand before anything else. */
export function leadingSystem(host: readonly unknown[]): number {
  const first = host.findIndex((message) => roleOf(message) !== 'system');
  return first < 0 ? host.length : first;
}

/** True when the host's first message that is not `system` is a provider's own compaction block. */
export function compactionUnit(host: readonly unknown[]): number {
  const first = leadingSystem(host);
  return isCompactionBlock(partsOf(host[first])[0]) ? first : -1;
}

/** Whether a repair may leave a host message out of a view without a segment standing for it. */
export function mayGo(index: HostIndex, message: unknown): boolean {
  if (typeof message !== 'object' || message === null || isEmpty(message)) return true;
  // A tool message goes when its results have no call or are second ones; other rules see to it that
  // none is missing.
  if (roleOf(message) === 'tool') return true;
  if (roleOf(message) !== 'assistant' || !Array.isArray(field(message, 'content'))) return false;
  const parts = partsOf(message);
  const strays = parts.filter((part) => isStray(index, part, parts)).length;
  // Reasoning does not stay alone when what it led to goes.
  const reasoning = parts.filter(isReasoning).length;
  const places = index.places.get(message) ?? [];
  const mayDrop = strays > 0 || places.every((at) => isFinished(index, at));
  return mayDrop && strays + reasoning === parts.length;
}

/** True for an assistant message that waits for the result of a client call. */
export function isOpen(index: HostIndex, message: unknown): boolean {
  return partsOf(message).some((part) => {
    if (typeOf(part) !== 'tool-call' || isProviderExecuted(part)) return false;
    const id = stringField(part, 'toolCallId') ?? '';
    const call = index.calls.get(id)?.find((entry) => entry.part === part);
    const results = index.results.get(id) ?? [];
    return call !== undefined && !results.some((result) => isBefore(call, result));
  });
}
