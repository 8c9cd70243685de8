/**
 * What a later step refers to, and whether the view still has it: the future-reference recall that
 * `npm run memory` measures, step by step.
 */

import { nearest } from '../../tests/memory/measure/bands.ts';
import { History } from '../../tests/memory/measure/history.ts';
import { holdsName } from '../../tests/memory/measure/occurrence.ts';
import { referencesOf } from '../../tests/memory/measure/references.ts';
import { textOfMessage, textOfMessages } from '../../tests/memory/measure/texts.ts';
import type { Message } from './count.ts';
import type { Reference } from './timeline.ts';

/** Names that a step may refer to; more than any step of an agent has. */
const mostNames = 200;

/** Whether a text or a message has `name` as a name of its own. */
export function has(where: string | Message, name: string): boolean {
  return holdsName(typeof where === 'string' ? where : textOfMessage(where), name);
}

export function futureOf(messages: readonly Message[]) {
  let history: History | undefined;
  const known = new Map<number, Omit<Reference, 'held'>[]>();

  /** What the reply at `index` refers to that was last seen more than ten messages before. */
  function wantedAt(index: number) {
    let wanted = known.get(index);
    if (wanted === undefined) {
      history ??= new History(messages);
      wanted = [];
      for (const { type, text } of referencesOf(messages[index]).slice(0, mostNames)) {
        const last = history.lastSeen(text, index);
        if (last >= 0 && index - last > nearest) wanted.push({ text, type, from: last + 1 });
      }
      known.set(index, wanted);
    }
    return wanted;
  }

  return {
    /** The references of the reply at `index`, and which of them `view` holds. */
    heldIn(view: readonly Message[], index: number): Reference[] {
      const wanted = wantedAt(index);
      if (wanted.length === 0) return [];
      const text = textOfMessages(view);
      return wanted.map((reference) => ({ ...reference, held: holdsName(text, reference.text) }));
    },
  };
}
