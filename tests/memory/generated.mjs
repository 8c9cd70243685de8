/** Generated sessions as they are measured. Decides how many and how long. */

import { sessionOf } from './load.mjs';
import { generateSession, sessionKinds } from './sessions/index.ts';

/** A generated session of `kind` with at least `tokens` tokens. */
export function generated(kind, seed, { tokens, language }) {
  return sessionOf(generateSession(kind, seed, { tokens, language }));
}

/** One set for each kind: sessions long enough for more than ten folds in the window. */
export function generatedSets({ window, seeds, quick = false }) {
  const tokens = window * (quick ? 4 : 6);
  return sessionKinds.map((kind) => ({
    name: `generated ${kind}`,
    // The first in English; of the others the seed decides.
    sessions: Array.from({ length: seeds }, (_, seed) =>
      generated(kind, seed + 1, { tokens, ...(seed === 0 && { language: 'en' }) }),
    ),
  }));
}
