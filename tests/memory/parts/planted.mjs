/**
 * Planted facts: what the view still means of them after one, five and ten folds, alone and together with
 * what recall finds by one question, and where secrets got to. Decides how many plants a session bears and
 * when they are looked at.
 */

import { createRng } from '../../js/support/random.ts';
import { sessionOf } from '../load.mjs';
import { plantIn } from '../measure/planting.ts';
import { Tally } from '../measure/shares.ts';
import { textOfMessages } from '../measure/texts.ts';
import { holdsMeaning } from '../measure/within.ts';
import { drawn } from '../plants/index.ts';
import { questionOf } from '../plants/questions.ts';
import { play } from '../play.mjs';

/** Folds after which a plant is looked at; the first is the one that takes it. */
export const ages = [1, 5, 10];
/** Messages of a session for one plant. */
const spacing = 25;
/** Behind the name of what is counted: the agent may ask once for each fact that the view does not tell. */
export const asking = ', with one recall a question';

/** Observes what becomes of plants. `count(keys, isKept)` is told of each look. */
function watch(places, { tally, secrets }) {
  const foldedAt = new Map();
  const leaked = new Set();
  const leak = (where, id) => {
    const key = `${where} ${id}`;
    if (leaked.has(key)) return;
    leaked.add(key);
    secrets.set(where, (secrets.get(where) ?? 0) + 1);
  };
  return async ({ at: now, view, split, folds, isRewritten, state, recalled, requests = [] }) => {
    if (!isRewritten) return;
    const { record, made, verbatim } = split();
    const text = textOfMessages(view);
    let saved;
    for (const { plant, planted, at, revokedAt } of places) {
      if (at >= now || verbatim.has(at)) continue;
      if (!foldedAt.has(at)) foldedAt.set(at, folds - 1);
      const { secret } = planted;
      if (secret !== undefined) {
        saved ??= state?.() ?? '';
        if (made.includes(secret)) leak('view', at);
        if (record.includes(secret)) leak('record', at);
        if (requests.some((prompt) => prompt.includes(secret))) leak('prompt', at);
        if (saved.includes(secret)) leak('state', at);
      }
      const age = folds - foldedAt.get(at);
      if (!ages.includes(age)) continue;
      const isTaken = revokedAt !== undefined && revokedAt < now;
      const count = (known, how) => {
        const isRevoked =
          isTaken && holdsMeaning(known, { value: planted.revokes.value, about: [] });
        if (isTaken) {
          const { value, about, loose } = planted;
          const stands = holdsMeaning(known, { value, about, loose });
          tally.count(`${age} revoked order alone${how}`, stands && !isRevoked);
        }
        const isKept = isTaken ? isRevoked : holdsMeaning(known, planted);
        const { source, type, language } = plant;
        for (const key of ['all', source, `type ${source} ${type}`, `language ${language}`]) {
          tally.count(`${age} ${key}${how}`, isKept);
        }
        return isKept;
      };
      const isKept = count(text, '');
      if (recalled === undefined) continue;
      const answer = isKept ? '' : await recalled(questionOf(plant, planted));
      if (secret !== undefined && answer.includes(secret)) leak('recall', at);
      count(`${text}\n${answer}`, asking);
    }
  };
}

/** Plants everything in copies of `session`, `seeds` times over. */
export async function plantedFacts({ session, policy, window, plants, seeds = 1 }) {
  const found = { tally: new Tally(), secrets: new Map(), planted: 0, plantedSecrets: 0, folds: 0 };
  // What the session says by itself would be found whatever became of the plant.
  const own = textOfMessages(session.messages);
  const most = Math.max(4, Math.floor(session.messages.length / spacing));
  for (let seed = 1; seed <= seeds; seed += 1) {
    const rng = createRng(`planted ${session.name} ${seed}`);
    const fresh = drawn(rng.fork(), plants).filter(([, planted]) => !holdsMeaning(own, planted));
    const shuffled = rng.shuffle(fresh);
    for (let start = 0; start < shuffled.length; start += most) {
      const few = shuffled.slice(start, start + most);
      const { messages, places } = plantIn(session.messages, few, rng.fork());
      const { name, kind, system } = session;
      const copy = sessionOf({ name: `${name} ${seed}.${start}`, kind, system, messages });
      found.planted += places.length;
      found.plantedSecrets += places.filter(({ planted }) => planted.secret !== undefined).length;
      let folds = 0;
      const count = (step) => {
        folds = step.folds;
      };
      await play({ session: copy, policy, window, observers: [watch(places, found), count] });
      found.folds = Math.max(found.folds, folds);
    }
  }
  return found;
}
