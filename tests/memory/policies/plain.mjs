/**
 * What hosts do without a compactor, each with one number that makes its views larger: the AI SDK's own
 * `pruneMessages`, the newest messages, cleared results, messages dropped at random. Decides how each
 * of them is usually written.
 *
 * A peer is `{ name, knob: [least, most], at(knob), isStateless }`; `at` gives a policy of
 * tests/replay/price.mjs, which without a state may be asked for any step alone.
 */

import { pruneMessages } from 'ai6';
import { createRng } from '../../js/support/random.ts';
import { sizeOf, sizeOfAll } from '../sizes.mjs';

/** A policy that looks at nothing but the messages of the step. */
const stateless = (name, view) => ({
  name,
  open: () => ({ prompt: ({ messages }) => view(messages) }),
});

/** The messages before the first reply, and the units behind them: a reply with its results is one. */
export function unitsOf(messages) {
  const first = messages.findIndex(({ role }) => role === 'assistant');
  const end = first < 0 ? messages.length : first;
  const units = [];
  for (const message of messages.slice(end)) {
    if (message.role === 'tool' && units.length > 0) units.at(-1).push(message);
    else units.push([message]);
  }
  return { opening: messages.slice(0, end), units };
}

/** The opening and the newest units that fit into `tokens`; the newest one always stays. */
function newest(messages, tokens) {
  const { opening, units } = unitsOf(messages);
  let left = tokens - sizeOfAll(opening);
  let from = units.length;
  while (from > 0 && (from === units.length || left >= sizeOfAll(units[from - 1]))) {
    from -= 1;
    left -= sizeOfAll(units[from]);
  }
  return [...opening, ...units.slice(from).flat()];
}

const clearedText = '[Old tool result cleared]';

const copies = new WeakMap();

/** The tool message with a note for every result that is longer than the note. */
function cleared(message) {
  let copy = copies.get(message);
  if (copy === undefined) {
    const content = message.content.map((part) =>
      part.type === 'tool-result'
        ? { ...part, output: { type: 'text', value: clearedText } }
        : part,
    );
    copy = sizeOf({ ...message, content }) < sizeOf(message) ? { ...message, content } : message;
    copies.set(message, copy);
  }
  return copy;
}

/** The messages with every result cleared but those of the newest `tokens`. */
function withoutOldResults(messages, tokens) {
  let left = tokens;
  return messages
    .toReversed()
    .map((message) => {
      left -= sizeOf(message);
      return message.role === 'tool' && left < 0 ? cleared(message) : message;
    })
    .reverse();
}

const tokenKnob = [500, 200_000];

export const keepLast = {
  name: 'keep last',
  knob: tokenKnob,
  isStateless: true,
  at: (tokens) => stateless('keep last', (messages) => newest(messages, tokens)),
};

export const clearResults = {
  name: 'clear results',
  knob: [0, 200_000],
  isStateless: true,
  at: (tokens) => stateless('clear results', (messages) => withoutOldResults(messages, tokens)),
};

export const clearAndKeepLast = {
  name: 'clear results, keep last',
  knob: tokenKnob,
  isStateless: true,
  at: (tokens) =>
    stateless('clear results, keep last', (messages) =>
      newest(withoutOldResults(messages, Math.floor(tokens / 2)), tokens),
    ),
};

export const prune = {
  name: 'pruneMessages',
  knob: [1, 1_000],
  isStateless: true,
  at: (keep) =>
    stateless('pruneMessages', (messages) =>
      pruneMessages({ messages, toolCalls: `before-last-${keep}-messages` }),
    ),
};

/** Units drawn at random, always in the same order, and the newest ten messages. */
export const randomDrop = {
  name: 'random drop',
  knob: tokenKnob,
  isStateless: true,
  at: (tokens) => ({
    name: 'random drop',
    open({ session }) {
      const rng = createRng(`random drop ${session.name}`);
      const draws = [];
      return {
        prompt({ messages }) {
          if (sizeOfAll(messages) <= tokens) return messages;
          const { opening, units } = unitsOf(messages);
          while (draws.length < units.length) draws.push(rng.next());
          let left = tokens - sizeOfAll(opening);
          const kept = new Set();
          let newestLeft = 10;
          for (let at = units.length - 1; at >= 0 && newestLeft > 0; at -= 1) {
            newestLeft -= units[at].length;
            left -= sizeOfAll(units[at]);
            kept.add(at);
          }
          const others = [...units.keys()]
            .filter((at) => !kept.has(at))
            .sort((a, b) => draws[a] - draws[b]);
          for (const at of others) {
            const size = sizeOfAll(units[at]);
            if (size > left) continue;
            left -= size;
            kept.add(at);
          }
          return [...opening, ...units.filter((_, at) => kept.has(at)).flat()];
        },
      };
    },
  }),
};

export const plainPeers = [keepLast, clearResults, clearAndKeepLast, prune, randomDrop];
