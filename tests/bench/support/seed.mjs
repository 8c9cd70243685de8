/**
 * What a step costs elsewhere, on the same messages: estimating the whole array anew, as compaction
 * written in plain JavaScript does, and the AI SDK's own `pruneMessages`.
 */

import { pruneMessages } from 'ai7';

const tokens = (text) => Math.ceil(text.length / 4);

/** Tokens of all messages: a quarter of the length of each text, tool name, input and output. */
export function estimateAll(messages) {
  let total = 0;
  for (const { content } of messages) {
    total += 2;
    if (typeof content === 'string') {
      total += tokens(content);
      continue;
    }
    for (const part of content) {
      if (part.type === 'text') total += tokens(part.text);
      else if (part.type === 'tool-call') {
        total += tokens(part.toolName) + tokens(JSON.stringify(part.input));
      } else if (part.type === 'tool-result') total += tokens(JSON.stringify(part.output));
    }
  }
  return total;
}

/** Drops reasoning, and tool calls older than the last ten messages. */
export function prune(messages) {
  return pruneMessages({
    messages,
    reasoning: 'before-last-message',
    toolCalls: 'before-last-10-messages',
    emptyMessages: 'remove',
  });
}
