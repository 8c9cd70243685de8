/** One long conversation: what the host has at each turn. The same in every process. */

import { talkIn } from '../js/support/talk.ts';

/** The host's array of so many turns, each one step of an agent. */
export function turnsOf(count) {
  const talk = talkIn('ai-sdk');
  const history = [...talk.user('Begin with the first file.')];
  return Array.from({ length: count }, (_, turn) => {
    if (turn > 0 && turn % 6 === 0) {
      history.push(...talk.says(`Part ${turn / 6} is done.`), ...talk.user(`Go on with ${turn}.`));
    }
    history.push(...talk.reads(1));
    return history.length;
  }).map((length) => history.slice(0, length));
}
