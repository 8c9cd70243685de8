/**
 * One record for a range of messages, written by code. For hosts that keep a summary of a range themselves;
 * decides that the whole range is in it.
 */
import type { Summarize } from '../types.ts';
import type { ModelMessage } from './translation.ts';

const opening: ModelMessage[] = [
  { role: 'user', content: 'What was said and done so far?' },
  { role: 'assistant', content: 'This.' },
];
const closing: ModelMessage = { role: 'assistant', content: 'Noted.' };

/** The record; undefined where the range is too short for one. Rejects as `compact` does. */
export async function recordOf(
  messages: readonly ModelMessage[],
  summarize?: Summarize,
): Promise<string | undefined> {
  if (messages.length === 0) return undefined;
  // Hosts that never fold a range themselves load no engine for it.
  const { compact } = await import('../index.ts');
  // Opening and latest request stay in a view, so that neither may be the range's own.
  const { compactionEvent } = await compact([...opening, ...messages, closing], {
    recentMessagesToKeep: 1,
    ...(summarize && { summarize }),
  });
  return compactionEvent.summaryContent || undefined;
}
