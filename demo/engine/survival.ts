/**
 * What a later step refers to, and whether the view still has it: the future-reference recall that
 * `npm run memory` measures, step by step.
 */

import { lastSeen } from '../../tests/memory/measure/last-seen.ts';
import { holdsName } from '../../tests/memory/measure/occurrence.ts';
import { textOfMessage } from '../../tests/memory/measure/texts.ts';
import type { Message } from './count.ts';
import type { Reference } from './timeline.ts';

/** Names that a step may refer to; more than any step of an agent has. */
const mostNames = 200;

/** Whether a text or a message has `name` as a name of its own. */
export function has(where: string | Message, name: string): boolean {
  return holdsName(typeof where === 'string' ? where : textOfMessage(where), name);
}

export function futureOf(messages: readonly Message[]) {
  const seen = lastSeen(messages, mostNames);
  return {
    /** The references of the reply at `index`, and which of them `view` holds. */
    heldIn(view: readonly Message[], index: number): Reference[] {
      return seen(index).map(({ text, type, last }) => ({
        text,
        type,
        from: last + 1,
        held: view.some((message) => has(message, text)),
      }));
    },
  };
}
