/**
 * The text of messages as a model reads it: what was said, called and returned. Decides which fields
 * are read; refuses to know roles.
 */

/** Fields that tie parts together or are for a provider: no model reads them as text. */
const unread = new Set([
  'type',
  'role',
  'toolCallId',
  'approvalId',
  'providerOptions',
  'providerMetadata',
  'signature',
]);

/** Every string and number of a value, one a line, in order. */
export function textOf(value: unknown): string {
  const found: string[] = [];
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'number') found.push(String(next));
    else if (Array.isArray(next)) rest.push(...next.toReversed());
    else if (typeof next === 'object' && next !== null) {
      const fields = Object.entries(next).filter(([name]) => !unread.has(name));
      rest.push(...fields.map(([, inner]) => inner).reverse());
    }
  }
  return found.join('\n');
}

const known = new WeakMap<object, string>();

/** `textOf` for a message that does not change: read once. */
export function textOfMessage(message: object): string {
  let text = known.get(message);
  if (text === undefined) {
    text = textOf(message);
    known.set(message, text);
  }
  return text;
}

export function textOfMessages(messages: readonly object[]): string {
  return messages.map(textOfMessage).join('\n');
}
