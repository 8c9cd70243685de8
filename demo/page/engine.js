/**
 * The worker with the engine, which comes when it is first needed: what the page shows at first was played when it
 * was built. Decides what the worker has to know before it can be asked.
 */

import { asker } from './worker/ports.js';

/** What needs no session; what needs one that is not played yet. */
const free = new Set(['open', 'load']);
const unplayed = new Set(['play', 'share']);

/**
 * An `ask(call, given, transfer)` about `source`, until another is opened. `windowTokens()` is the window that it was
 * played in; `hear` is told the worker's news.
 */
export function lazyAsker({ source, windowTokens, hear }) {
  let question;
  let loaded;
  let played;

  return async function ask(call, given, transfer) {
    question ??= asker(
      new Worker(new URL('./worker/play.js', import.meta.url), { type: 'module' }),
      hear,
    );
    if (call === 'open') {
      // A session that is still being read would take the place of the one that is wanted.
      const before = loaded;
      const opened = (async () => {
        await before?.catch(() => {});
        return question(call, given, transfer);
      })();
      loaded = opened.catch(() => {});
      played = loaded;
      return opened;
    }
    if (!free.has(call)) {
      loaded ??= question('load', { source });
      await loaded;
    }
    if (call === 'play') played = loaded;
    if (!free.has(call) && !unplayed.has(call)) {
      played ??= question('play', { windowTokens: windowTokens(), isKnown: true });
      await played;
    }
    return question(call, given, transfer);
  };
}
