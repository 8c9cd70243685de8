/**
 * Constraints that a user states in passing, at the top, in the middle and late in a long chat. Decides
 * where exactly they are said; they are looked at when the chat is over.
 */

import { createRng } from '../../js/support/random.ts';
import { sessionOf } from '../load.mjs';
import { plantIn } from '../measure/planting.ts';
import { Tally } from '../measure/shares.ts';
import { textOfMessages } from '../measure/texts.ts';
import { holdsMeaning } from '../measure/within.ts';
import { constraints, drawn } from '../plants/index.ts';
import { play } from '../play.mjs';

/** Shares of a session, both between 0 and 1, where a position is; the last quarter may still be verbatim. */
const ranges = { top: [0, 0.14], middle: [0.43, 0.57], late: [0.68, 0.8] };
export const positions = Object.keys(ranges);

/** Of each position, how many of the constraints the last view still means. */
export async function constraintsKept({ chat, policy, window }) {
  const tally = new Tally();
  const { name, kind, system } = chat;
  for (const [position, [begin, end]] of Object.entries(ranges)) {
    const rng = createRng(`constraints ${chat.name} ${position}`);
    const said = drawn(
      rng,
      constraints.filter((constraint) => constraint.position === position),
    );
    const { messages, places } = plantIn(chat.messages, said, rng, { begin, end });
    const copy = sessionOf({ name: `${name} ${position}`, kind, system, messages });
    let text = '';
    const look = ({ view }) => {
      text = textOfMessages(view);
    };
    await play({ session: copy, policy, window, observers: [look] });
    for (const { planted } of places) tally.count(position, holdsMeaning(text, planted));
  }
  return tally;
}
