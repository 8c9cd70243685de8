/** What hosts do without a compactor: nothing, or the AI SDK's own `pruneMessages`. */

import { pruneMessages } from 'ai6';

/** Sends everything. */
export const raw = { name: 'raw', open: () => ({ prompt: ({ messages }) => messages }) };

/** Drops calls and results before the last `keep` messages at every step, as the AI SDK's guide does. */
export function prune(keep = 10) {
  const toolCalls = `before-last-${keep}-messages`;
  return {
    name: `pruneMessages(${keep})`,
    open: () => ({ prompt: ({ messages }) => pruneMessages({ messages, toolCalls }) }),
  };
}
