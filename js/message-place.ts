/**
 * Which message of an array a host means. Decides by what names it may call one: its own id, or that of a
 * tool call; refuses to know what is done with it.
 */
import type { HostMessage } from './adapters/dialect.ts';
import { EpitomeError } from './errors.ts';

/** Fields that hold an id, of messages and of their parts and calls, in any dialect. */
const idFields = ['id', 'toolCallId', 'tool_call_id', 'tool_use_id'] as const;

/**
 * The first message that a name stands for, or the number as it is, counted from 1. Throws
 * `invalid-argument` for what names none.
 */
export function placeOf(
  messages: readonly HostMessage[],
  named: unknown,
): { number: number } | { message: HostMessage } {
  if (Number.isSafeInteger(named) && Number(named) >= 1 && Number(named) <= messages.length) {
    return { number: Number(named) };
  }
  const message =
    typeof named === 'string' ? messages.find((each) => bears(each, named)) : undefined;
  if (message !== undefined) return { message };
  throw new EpitomeError(
    'invalid-argument',
    'there is no such message: name one by its number from 1 on, its id, or the id of a tool call in it',
  );
}

function bears(message: unknown, id: string): boolean {
  const { content, tool_calls: calls } = Object(message) as Record<string, unknown>;
  const inside = [content, calls].flatMap((list) => (Array.isArray(list) ? list : []));
  return [message, ...inside].some((holder) => {
    const fields = Object(holder) as Record<string, unknown>;
    return idFields.some((name) => fields[name] === id);
  });
}
