/**
 * A history as it comes back in a later request: through JSON, and altered. Decides the ways in which
 * hosts alter it; refuses to say what a session must make of each.
 */

import type { Message, Part } from '../../../js/testing/shapes.ts';
import { type Rng, text } from './random.ts';
import { randomTranscript, type TranscriptOptions, Writer } from './transcripts.ts';

export const mutationKinds = [
  'append',
  'edit-user',
  'regenerate',
  'truncate',
  'suffix',
  'text-parts',
  'mask-errors',
  'reorder-tools',
  'unrelated',
] as const;
export type MutationKind = (typeof mutationKinds)[number];

/** A copy as a host's database gives it back: bytes as base64, URLs as text, no `undefined`. */
export function jsonClone<T>(messages: T): T {
  return JSON.parse(
    JSON.stringify(messages, function replace(this: Record<string, unknown>, key, value) {
      const raw = this[key];
      if (raw instanceof Uint8Array) return Buffer.from(raw).toString('base64');
      return value;
    }),
  ) as T;
}

function lastIndexOf(messages: readonly Message[], role: string, end = messages.length): number {
  return messages.slice(0, end).findLastIndex((message) => message.role === role);
}

function editUser(rng: Rng, messages: Message[]): void {
  const users = [...messages.keys()].filter((at) => messages[at]?.role === 'user');
  if (users.length === 0) return;
  const at = rng.pick(users);
  messages[at] = { ...(messages[at] as Message), content: `edited: ${text(rng, 60, 'words')}` };
}

function mask(part: Part): Part {
  const output = part.output as { type?: string } | undefined;
  if (output?.type?.startsWith('error')) {
    return { ...part, output: { type: 'error-text', value: 'An error occurred.' } };
  }
  return part.isError === true ? { ...part, result: 'An error occurred.' } : part;
}

function reorderTools(messages: Message[]): Message[] {
  const result: Message[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    // Parallel results come back in one message, in the order in which they finished.
    if (message.role === 'tool' && last?.role === 'tool') {
      const merged = [...(message.content as Part[]), ...(last.content as Part[])];
      result[result.length - 1] = { ...last, content: merged };
    } else if (message.role === 'tool') {
      result.push({ ...message, content: [...(message.content as Part[])].reverse() });
    } else {
      result.push(message);
    }
  }
  return result;
}

/**
 * The history of a later request. The given messages stay as they are, and none of them is in the
 * result by reference.
 */
export function mutateHistory(
  rng: Rng,
  given: readonly Message[],
  kind: MutationKind = rng.pick(mutationKinds),
  options: TranscriptOptions = {},
): { kind: MutationKind; messages: Message[] } {
  let messages = jsonClone([...given]);
  // Ids must not meet those of the history.
  const writer = new Writer(rng, options);
  const offset = rng.int(1_000, 9_999);
  const renamed = (added: Message[]): Message[] => {
    for (const message of added) {
      if (typeof message.content === 'string') continue;
      for (const part of message.content) {
        for (const key of ['toolCallId', 'approvalId']) {
          if (typeof part[key] === 'string') part[key] = `later${offset}_${part[key]}`;
        }
      }
    }
    return added;
  };
  switch (kind) {
    case 'append': {
      const last = messages.at(-1);
      if (last?.role === 'user') messages.push(writer.answer());
      messages.push(writer.user());
      const steps = rng.int(0, 3);
      for (let i = 0; i < steps; i++) messages.push(...renamed(writer.step()));
      break;
    }
    case 'edit-user':
      editUser(rng, messages);
      break;
    case 'regenerate': {
      const cut = lastIndexOf(messages, 'assistant', rng.int(1, messages.length));
      messages = messages.slice(0, Math.max(1, cut));
      messages.push(...renamed(writer.step()), writer.answer());
      break;
    }
    case 'truncate': {
      const cut = lastIndexOf(messages, 'user', rng.int(1, messages.length));
      messages = messages.slice(0, Math.max(1, cut + 1));
      break;
    }
    case 'suffix': {
      const start = rng.int(0, messages.length - 1);
      const user = messages.findIndex((message, at) => at >= start && message.role === 'user');
      messages = messages.slice(user < 0 ? 0 : user);
      break;
    }
    case 'text-parts':
      messages = messages.map((message) =>
        typeof message.content === 'string' && message.role !== 'system'
          ? { ...message, content: [{ type: 'text', text: message.content }] }
          : message,
      );
      break;
    case 'mask-errors':
      messages = messages.map((message) =>
        Array.isArray(message.content) && message.role === 'tool'
          ? { ...message, content: message.content.map(mask) }
          : message,
      );
      break;
    case 'reorder-tools':
      messages = reorderTools(messages);
      break;
    case 'unrelated':
      messages = renamed(randomTranscript(rng, { ...options, wellFormed: true }));
      break;
  }
  return { kind, messages: jsonClone(messages) };
}
