/**
 * What hosts do without a compactor, each with one number that makes its views larger: the AI SDK's own
 * `pruneMessages`, the newest messages, cleared results, messages dropped at random. Decides how each
 * of them is usually written.
 *
 * A peer is `{ name, knob: [least, most], at(knob), isStateless }`; `at` gives a policy of
 * tests/replay/price.mjs, which without a state may be asked for any step alone.
 */

import { pruneMessages } from 'ai6';
import { newest, randomly } from '../../../demo/engine/rivals.ts';
import { sizeOf } from '../sizes.mjs';

/** A policy that looks at nothing but the messages of the step. */
const stateless = (name, view) => ({
  name,
  open: () => ({ prompt: ({ messages }) => view(messages) }),
});

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
  at: (tokens) => stateless('keep last', (messages) => newest(messages, tokens, sizeOf)),
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
      newest(withoutOldResults(messages, Math.floor(tokens / 2)), tokens, sizeOf),
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
      const draw = randomly(`random drop ${session.name}`);
      return { prompt: ({ messages }) => draw(messages, tokens, sizeOf) };
    },
  }),
};

export const plainPeers = [keepLast, clearResults, clearAndKeepLast, prune, randomDrop];
