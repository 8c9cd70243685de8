/**
 * Plays a conversation until it is folded, and says what stands in the view. Tells the host's messages
 * from what was made of them by identity and by the ids of their calls; refuses to read what was made.
 */

import { createCompactor } from 'epitome';
import { createTokenCounter } from 'epitome/tokens';

const counter = await createTokenCounter();
const partsOf = ({ content }) =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;
export const idsOf = (messages) =>
  new Set(messages.flatMap(partsOf).flatMap(({ toolCallId = [] }) => toolCallId));

/** A part as text. */
function textOf(part) {
  if (part.type === 'tool-call') return `calls ${part.toolName}: ${Object.values(part.input)}`;
  const { value } = part.output ?? {};
  if (Array.isArray(value)) return value.map(({ text, type }) => text ?? type).join('\n');
  return part.text ?? (typeof value === 'string' ? value : JSON.stringify(value ?? part.type));
}

/**
 * The view of the first rewrite at which `until` is true of all events so far, or that of the last step:
 * `{ host, view, records, replies }`. Replies are those of `summarize` since the last fold.
 */
export async function play({ messages, window, until, summarize, options, prepare }) {
  const events = [];
  let replies = [];
  const compactor = await createCompactor({
    ...{ contextWindow: window, system: '', tools: [], summarizeRetries: 0 },
    ...(summarize && {
      async summarize(request) {
        const reply = await summarize(request);
        replies.push(reply.text);
        return reply;
      },
    }),
    ...options,
    onEvent: (event) => events.push(event),
  });
  const session = compactor.session('golden');
  prepare?.(session);
  let shown;
  let steps = [];
  for (const [end, { role }] of messages.entries()) {
    if (role === 'user') steps = [];
    if (role !== 'assistant') continue;
    replies = [];
    const known = events.length;
    const host = messages.slice(0, end);
    const prepared = await session.prepareStep({ messages: host, steps, stepNumber: steps.length });
    steps.push({});
    const view = prepared?.messages ?? host;
    shown = { host, view, records: session.records(), replies, session };
    const isRewritten = events.slice(known).some(({ type }) => type === 'compaction');
    if (isRewritten && until(events, shown)) break;
  }
  compactor.dispose();
  return shown;
}

export const textsOf = (message) => partsOf(message).map(textOf);

/** What an edited message has in common with what it was made of: calls or results, and parts. */
const keysOf = (message) => [
  ...[...idsOf([message])].map((id) => `${message.role} ${id}`),
  ...(typeof message.content === 'string' ? [] : message.content),
];

/** Numbers, from 1, of the messages that a view's messages are or are made of; undefined for none. */
function numbersIn(view, host) {
  const places = new Map(host.map((message, at) => [message, at + 1]));
  for (const [at, message] of host.entries()) {
    for (const key of keysOf(message)) places.set(key, at + 1);
  }
  return view.map((message) => {
    const key = keysOf(message).find((each) => places.has(each));
    return places.get(message) ?? places.get(key);
  });
}

const tens = (tokens) => (Math.round(tokens / 10) * 10).toLocaleString('en-US');
const range = (first, last) => (first === last ? `message ${first}` : `messages ${first}–${last}`);

/** What stands before the newest messages, piece by piece: `{ label, text }`. */
export function piecesOf({ host, view, records }) {
  const numbers = numbersIn(view, host);
  let tail = view.length;
  while (tail > 0 && numbers[tail - 1] === host.length - (view.length - tail)) tail -= 1;
  const pieces = view.slice(0, tail).flatMap((message, at) => {
    const number = numbers[at];
    if (number !== undefined) {
      const how = host.includes(message) ? 'as it was' : 'edited';
      const text = partsOf(message).map(textOf).join('\n');
      return [{ label: `message ${number} (${message.role}), ${how}`, text }];
    }
    return partsOf(message).map((part) => {
      const text = textOf(part);
      const record = records.find((each) => each.inView && each.text === text);
      if (!record) return { label: 'beside the records', text };
      const { firstMessage, lastMessage } = record;
      const before = counter.countMessages(host.slice(firstMessage - 1, lastMessage)).tokens;
      const after = counter.estimateTokens(text);
      const sizes = `${tens(after)} tokens for ${tens(before)}`;
      return { label: `in place of ${range(firstMessage, lastMessage)}: ${sizes}`, text };
    });
  });
  const edited = view.slice(tail).filter((message) => !host.includes(message)).length;
  const how = edited === 0 ? 'as they are' : `as they are but for ${edited}`;
  const first = host.length - (view.length - tail) + 1;
  return [...pieces, { label: `then ${range(first, host.length)}, ${how}` }];
}

/** The first message of a role that was edited: its changed parts, and how many characters it has and had. */
export function editOf({ host, view }, role) {
  const numbers = numbersIn(view, host);
  const at = view.findIndex(
    (message, n) => message.role === role && numbers[n] !== undefined && !host.includes(message),
  );
  if (at < 0) return undefined;
  const was = partsOf(host[numbers[at] - 1]).map(textOf);
  const parts = partsOf(view[at]).map(textOf);
  const changed = parts.filter((part) => !was.includes(part));
  const length = (texts) => texts.join('').length.toLocaleString('en-US');
  return {
    number: numbers[at],
    after: length(parts),
    before: length(was),
    text: (changed.length > 0 ? changed : parts).join('\n'),
  };
}
