/**
 * Plays a session against a policy and shows every step to observers. Decides what an observer sees;
 * pricing is the replay's, and what is measured is the observers' matter.
 *
 * A step is `{ at, index, host, view, events, folds, isRewritten, split() }`: `at` messages so far, the
 * host's own array and the view, what the policy told (events of epitome's), how many folds there were
 * so far and whether this step made one, and the record apart from the rest of the view. A session waits
 * for its observers.
 */

import { priceSession } from '../replay/price.mjs';
import { splitView } from './measure/record.ts';

/** A host that keeps its messages: the same objects at every step, so that each is read once. */
function* requestsOf({ messages, steps }) {
  let run = [];
  for (const [index, { length, opensRun, cold }] of steps.entries()) {
    if (opensRun) run = [];
    yield { index, messages: messages.slice(0, length), steps: run, cold, opensRun };
  }
}

/** Observers are functions of a step. Resolves to the figures of tests/replay/account.mjs. */
export function play({ session, policy, window, observers = [] }) {
  let folds = 0;
  async function show(request, view, about) {
    const { events = [] } = about ?? {};
    const isFold = ({ type, folds: of }) =>
      type === 'compaction' && of.some(({ kind }) => kind === 'fold');
    const made = events.filter(isFold).length;
    folds += made;
    let split;
    const step = {
      ...about,
      at: request.messages.length,
      index: request.index,
      host: request.messages,
      view,
      events,
      folds,
      isRewritten: made > 0,
      split: () => {
        split ??= splitView(view, request.messages);
        return split;
      },
    };
    for (const observe of observers) await observe(step);
  }
  const watched = {
    name: policy.name,
    async open(context) {
      const opened = await policy.open(context);
      return {
        async prompt(request) {
          const view = await opened.prompt(request);
          await show(request, view, opened.about?.());
          return view;
        },
        close: () => opened.close?.(),
      };
    },
  };
  return priceSession({ session, policy: watched, window, requests: requestsOf });
}
