/** What hosts do without a compactor, each cut at every step to a number of tokens. */

import { createRng } from '../../tests/js/support/random.ts';
import { type Message, type MessageCounter, type Part, tokensPerMessage } from './count.ts';
import type { Policy } from './policies.ts';

type Size = (message: Message) => number;
type Cut = (messages: readonly Message[], tokens: number) => Message[];

/** Tokens that a request may have, with the system prompt: at every step, or at each. */
export type Limit = number | readonly number[];

/** The newest messages that a random choice leaves alone, where they fit. */
const newestMessages = 10;

/** The messages before the first reply, and the units behind them: a reply with its results is one. */
export function unitsOf(messages: readonly Message[]) {
  const first = messages.findIndex(({ role }) => role === 'assistant');
  const end = first < 0 ? messages.length : first;
  const units: Message[][] = [];
  for (const message of messages.slice(end)) {
    if (message.role === 'tool' && units.length > 0) units.at(-1)?.push(message);
    else units.push([message]);
  }
  return { opening: messages.slice(0, end), units };
}

const sizeOfAll = (messages: readonly Message[], size: Size) =>
  messages.reduce((sum, message) => sum + size(message), 0);

/** The opening and the newest units that fit into `tokens`; the newest one always stays. */
export function newest(messages: readonly Message[], tokens: number, size: Size): Message[] {
  const { opening, units } = unitsOf(messages);
  let left = tokens - sizeOfAll(opening, size);
  let from = units.length;
  for (let at = units.length - 1; at >= 0; at -= 1) {
    left -= sizeOfAll(units[at] as Message[], size);
    if (left < 0 && at < units.length - 1) break;
    from = at;
  }
  return [...opening, ...units.slice(from).flat()];
}

/** The opening, the newest units, and others drawn at random, always in the same order, as far as they fit. */
export function randomly(seed: string) {
  const rng = createRng(seed);
  const draws: number[] = [];
  return (messages: readonly Message[], tokens: number, size: Size): Message[] => {
    if (sizeOfAll(messages, size) <= tokens) return [...messages];
    const { opening, units } = unitsOf(messages);
    while (draws.length < units.length) draws.push(rng.next());
    let left = tokens - sizeOfAll(opening, size);
    const kept = new Set<number>();
    const take = (at: number) => {
      const needed = sizeOfAll(units[at] as Message[], size);
      if (needed > left && at < units.length - 1) return;
      left -= needed;
      kept.add(at);
    };
    let at = units.length - 1;
    for (let near = newestMessages; at >= 0 && near > 0; at -= 1) {
      near -= (units[at] as Message[]).length;
      take(at);
    }
    const others = [...Array(at + 1).keys()];
    for (const one of others.sort((a, b) => (draws[a] as number) - (draws[b] as number))) take(one);
    return [...opening, ...units.filter((_, unit) => kept.has(unit)).flat()];
  };
}

/** Exact tokens of messages and of copies that hold the same parts, each part counted once. */
function sizes(counter: MessageCounter): Size {
  const parts = new WeakMap<Part | Message, number>();
  const once = (key: Part | Message, count: () => number) => {
    let tokens = parts.get(key);
    if (tokens === undefined) {
      tokens = count();
      parts.set(key, tokens);
    }
    return tokens;
  };
  return (message) => {
    const { role, content } = message;
    if (typeof content === 'string') return once(message, () => counter.message(message));
    return content.reduce(
      (sum, part) =>
        sum + once(part, () => counter.message({ role, content: [part] }) - tokensPerMessage),
      tokensPerMessage,
    );
  };
}

function cutting(
  name: string,
  limit: Limit,
  counter: MessageCounter,
  cutter: (size: Size, session: string) => Cut | Promise<Cut>,
): Policy {
  return {
    name,
    async open({ session }) {
      const size = sizes(counter);
      const system =
        session.system === undefined ? 0 : tokensPerMessage + counter.text(session.system);
      const cut = await cutter(size, session.name);
      let step = 0;
      return {
        async show({ messages }) {
          const tokens = (typeof limit === 'number' ? limit : (limit[step] ?? 0)) - system;
          step += 1;
          const view = sizeOfAll(messages, size) <= tokens ? messages : cut(messages, tokens);
          return { view, events: [] };
        },
        close: () => undefined,
      };
    },
  };
}

export const recency = (limit: Limit, counter: MessageCounter) =>
  cutting(
    'Newest messages',
    limit,
    counter,
    (size) => (messages, tokens) => newest(messages, tokens, size),
  );

export const random = (limit: Limit, counter: MessageCounter) =>
  cutting('Random messages', limit, counter, (size, session) => {
    const draw = randomly(`random drop ${session}`);
    return (messages, tokens) => draw(messages, tokens, size);
  });

/**
 * `pruneMessages` of ai 7: calls and results leave, but those of the newest messages, of as many as fit.
 * What was said always stays, so that a view may be larger than its limit.
 */
export const prune = (limit: Limit, counter: MessageCounter) =>
  cutting('pruneMessages', limit, counter, async (size) => {
    const { pruneMessages } = await import('ai7');
    return (messages, tokens) => {
      const keeping = (newest: number) =>
        pruneMessages({
          messages: messages as unknown as Parameters<typeof pruneMessages>[0]['messages'],
          toolCalls: `before-last-${newest}-messages`,
        }) as unknown as Message[];
      let view = keeping(1);
      let [least, most] = [2, messages.length];
      while (least <= most) {
        const middle = Math.floor((least + most) / 2);
        const larger = keeping(middle);
        if (sizeOfAll(larger, size) <= tokens) [view, least] = [larger, middle + 1];
        else most = middle - 1;
      }
      return view;
    };
  });
