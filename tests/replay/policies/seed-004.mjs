/**
 * A compactor as many are written: a step hook that summarises everything but the newest ten messages
 * once an estimate passes its threshold. Its override does not persist, so that from then on every step
 * finds the whole history again, and buys another summary of it. Here for scale.
 */

import { proseOf } from './prose.mjs';

const keepLast = 10;
const reserved = 2_000 + 4_000 + 5_000;
const share = 0.8;
const summaryTokens = 800;

const quarter = (text) => Math.ceil((text?.length ?? 0) / 4);
const json = (value) => JSON.stringify(value) ?? '';

function estimateOf(messages) {
  let total = 0;
  for (const { content } of messages) {
    total += 2;
    if (typeof content === 'string') {
      total += quarter(content);
      continue;
    }
    for (const part of content) {
      if (part.type === 'text') total += quarter(part.text);
      if (part.type === 'tool-call') total += quarter(part.toolName) + quarter(json(part.input));
      if (part.type === 'tool-result') total += quarter(json(part.output));
    }
  }
  return total;
}

/** What its summariser reads of one message. */
function noteOf({ role, content }, index) {
  const words = {
    text: (part) => part.text,
    'tool-call': (part) => `[Tool: ${part.toolName}(${json(part.input)})]`,
    'tool-result': (part) => `[Result: ${json(part.output).slice(0, 500)}...]`,
  };
  const text =
    typeof content === 'string'
      ? content
      : content.map((part) => words[part.type]?.(part) ?? '').join('\n');
  const cut = text.length > 2_000 ? `${text.slice(0, 2_000)}\n[...truncated...]` : text;
  return `[${index}] ${role.toUpperCase()}:\n${cut}`;
}

function open({ window }) {
  const threshold = Math.floor((window - reserved) * share);
  let round = 0;
  return {
    prompt({ messages, summary }) {
      if (messages.length <= keepLast + 1 || estimateOf(messages) < threshold) return messages;
      let boundary = messages.length - keepLast;
      while (boundary > 1 && messages[boundary].role === 'tool') boundary -= 1;
      const folded = messages.slice(1, boundary);
      if (folded.length === 0) return messages;
      round += 1;
      summary({ texts: folded.map(noteOf), output: summaryTokens });
      const content = proseOf(summaryTokens, round);
      return [messages[0], { role: 'assistant', content }, ...messages.slice(boundary)];
    },
  };
}

/** As written, with its constants. */
export const seed004 = { name: 'seed 004 as written', open };
