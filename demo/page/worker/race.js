/**
 * One entrant of the race: plays the transcript through a policy as the project's own measures do, and
 * says what it cost and what survived. Decides which steps are looked at; prices and names are measured
 * by the code of `npm run replay` and `npm run memory`.
 */

import { createCompactor } from 'epitome';
import { Future, recallOf } from '../../../tests/memory/parts/recall.mjs';
import { play } from '../../../tests/memory/play.mjs';
import { epitome } from '../../../tests/memory/policies/epitome.mjs';
import { sessionOf } from '../../../tests/memory/session-of.mjs';
import { sizeOfAll } from '../../../tests/memory/sizes.mjs';
import { prune, raw } from '../../../tests/replay/policies/plain.mjs';
import {
  countMessage,
  countMessages,
  countText,
  tokensPerMessage,
} from '../../replay/exact-tokens.mjs';
import { loadCounter } from './o200k.js';
import { answer } from './ports.js';

/** Steps at which survival is looked at, at most, evenly spread. */
const mostLookedAt = 400;
const reportEvery = 200;

function received(port) {
  return new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
  });
}

function policyOf({ kind, keep, options }) {
  if (kind === 'nothing') return raw;
  if (kind === 'prune') return prune(keep);
  return epitome({ createCompactor, options });
}

/** Index of the first step whose whole transcript does not fit; the middle where all do. */
function firstOver({ messages, steps }, room) {
  let [tokens, at] = [0, 0];
  for (const [index, { length }] of steps.entries()) {
    while (at < length) {
      tokens += countMessage(messages[at]);
      at += 1;
    }
    if (tokens > room) return index;
  }
  return Math.floor(steps.length / 2);
}

async function run({ windowTokens, entrant }, [port]) {
  const [{ session: given }] = await Promise.all([received(port), loadCounter()]);
  const session = sessionOf({ ...given, kind: 'page', system: given.system ?? '' });
  const system = session.system === '' ? 0 : tokensPerMessage + countText(session.system);
  const room = windowTokens - system;
  const from = firstOver(session, room);
  const every = Math.ceil((session.steps.length - from) / mostLookedAt);
  // What a provider refuses has reached no model.
  const see = (view) => (sizeOfAll(view) > room ? [] : view);
  const recall = recallOf(new Future(session), { from, see });
  let last = performance.now();
  const observe = (step) => {
    if ((step.index - from) % every === 0) recall.observe(step);
    if (performance.now() - last < reportEvery) return;
    last = performance.now();
    postMessage({ news: 'progress', done: step.index / session.steps.length });
  };
  const policy = policyOf(entrant);
  const total = await play({ session, policy, window: windowTokens, observers: [observe] });
  const { tally } = recall.figures();
  const replies = session.steps.map(({ length }) => session.messages[length]).filter(Boolean);
  const { steps, overWindow, largest, rewrites, sent, cached } = total;
  return {
    ...{ steps, overWindow, largest, rewrites, sent, cached },
    output: countMessages(replies),
    survives: tally.get('all'),
    from: from + 1,
    every,
  };
}

answer(self, { run });
