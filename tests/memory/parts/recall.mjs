/**
 * Future-reference recall: of what the recorded agent named next and had seen last more than ten
 * messages before, what the view holds. Decides which steps count; refuses to know whose view it is.
 */

import { bandOf } from '../measure/bands.ts';
import { History } from '../measure/history.ts';
import { lastSeen } from '../measure/last-seen.ts';
import { holdsName } from '../measure/occurrence.ts';
import { Tally } from '../measure/shares.ts';
import { textOfMessages } from '../measure/texts.ts';
import { sizeOfAll } from '../sizes.mjs';

/** What each step of a session will refer to: by index of the reply, `{ type, text, place, band }`. */
export class Future {
  #seen;
  history;

  constructor({ messages }) {
    this.#seen = lastSeen(messages);
    this.history = new History(messages);
  }

  wantedAt(at) {
    return this.#seen(at).map(({ last, ...one }) => ({ ...one, band: bandOf(at - last) }));
  }
}

/**
 * Observes the view, or what `see` leaves of it. `from` is the index of the first step that counts;
 * without it the one of the first fold. A request that was sent twice counts once.
 */
export function recallOf(future, { from, see = (view) => view } = {}) {
  const tally = new Tally();
  let first = from;
  let steps = 0;
  let tokens = 0;
  let lastAt = -1;
  return {
    observe({ at, index, view: whole, isRewritten }) {
      if (first === undefined && isRewritten) first = index;
      if (first === undefined || index < first) return;
      const view = see(whole);
      steps += 1;
      tokens += sizeOfAll(view);
      if (at === lastAt) return;
      lastAt = at;
      const text = textOfMessages(view);
      for (const { type, text: name, place, band } of future.wantedAt(at)) {
        const isHeld = holdsName(text, name);
        for (const key of ['all', band, type, place === 'call' ? 'arguments' : 'text']) {
          tally.count(key, isHeld);
        }
      }
    },
    /** `from`, `steps`, the mean tokens of their views, and shares by band, type and place. */
    figures: () => ({ from: first, steps, meanTokens: steps === 0 ? 0 : tokens / steps, tally }),
  };
}
