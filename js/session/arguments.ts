/** Checks of what a session's methods are given. */
import type { HostMessage } from '../dialects/dialect.ts';
import { requireThat } from '../values/require.ts';

/** What `method` was given, which has to be an array. */
export function arrayOf(messages: unknown, method = 'a step'): readonly HostMessage[] {
  requireThat(Array.isArray(messages), `${method} takes an array of messages`);
  return messages;
}

export function requireWhole(numbers: Record<string, unknown>, method: string): void {
  for (const [name, value] of Object.entries(numbers)) {
    const isWhole = Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31;
    requireThat(isWhole, `${method}: \`${name}\` must be a whole number of at least 0`);
  }
}
