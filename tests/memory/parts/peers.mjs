/**
 * epitome beside what people use instead, at equal mean tokens of a view. Decides that all are judged at
 * the same steps, those after epitome's first fold.
 */

import { matchMean } from '../match-mean.ts';
import { isMarked } from '../measure/record.ts';
import { play } from '../play.mjs';
import { sizeOfAll } from '../sizes.mjs';
import { recallOf } from './recall.mjs';

/** epitome's own recall, and that of its views without the record. */
export async function ownRecall({ session, future, policy, window }) {
  const whole = recallOf(future);
  const bare = recallOf(future, { see: (view) => view.filter((message) => !isMarked(message)) });
  await play({ session, policy, window, observers: [whole.observe, bare.observe] });
  return { own: whole.figures(), bare: bare.figures() };
}

/** Steps at which the size of a peer without a memory of its own is looked at while its knob is sought. */
const fewSteps = 150;

/**
 * Shows a peer's views at every step, or at those that `isSeen`. Nothing is billed, and messages are the
 * same objects at every step.
 */
async function walk({ session, policy, window, observe, isSeen = () => true }) {
  const opened = await policy.open({ session, window });
  for (const [index, { length }] of session.steps.entries()) {
    if (!isSeen(index)) continue;
    const messages = session.messages.slice(0, length);
    const view = await opened.prompt({ messages });
    observe({ at: length, index, view });
  }
}

/** Every peer at the mean that is asked for: figures with `name` and `knob`. */
export async function besidePeers({ session, future, peers, window, from, mean, onPeer }) {
  const rows = [];
  const every = Math.ceil((session.steps.length - from) / fewSteps);
  for (const { name, knob: range, at, isStateless = false } of peers) {
    const isSeen = (index) => !isStateless || (index >= from && index % every === 0);
    const meanAt = async (value) => {
      let [steps, tokens] = [0, 0];
      const observe = ({ index, view }) => {
        if (index < from) return;
        steps += 1;
        tokens += sizeOfAll(view);
      };
      await walk({ session, policy: at(value), window, observe, isSeen });
      return tokens / steps;
    };
    const { knob } = await matchMean(meanAt, mean, range);
    const recall = recallOf(future, { from });
    await walk({ session, policy: at(knob), window, observe: recall.observe });
    rows.push({ name, knob, ...recall.figures() });
    onPeer?.(name);
  }
  return rows;
}
