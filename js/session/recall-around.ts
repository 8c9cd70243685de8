/** What recall is given of a session. */
import { plainError, typed } from '../events/events.ts';
import type { Around } from '../recall/recall.ts';
import type { Steps } from './steps.ts';

/** A text is looked at for secrets in pieces of so many UTF-16 code units: the engine's buffer holds no more. */
const mostUnits = 30_000;

export function recallAround(steps: Steps): Around {
  const { host, options, side, views } = steps;
  return {
    tools: options.tools,
    latest(method) {
      host.alive();
      const { engine, run } = side.latest(method);
      return { messages: run.host, dialect: views.dialect, explained: engine.explain(run) };
    },
    clean(text) {
      if (options.redact === false) return text;
      let clean = '';
      for (let from = 0; from < text.length; ) {
        const to = pieceEnd(text, from);
        clean += host.redacted(text.slice(from, to), options.redact);
        from = to;
      }
      return clean;
    },
    tokens: (text) => host.counting.text(text, host.counting.factsOf(options, views.model)),
    failed: (error) =>
      steps.news.tell({
        type: 'error',
        sessionId: steps.sessionId,
        error: plainError(typed(error)),
      }),
    offer: (offer) => side.offer(offer),
    compactNext: () => {
      steps.compacts = true;
    },
    get step() {
      return steps.sent?.key;
    },
  };
}

/** Behind a line, or else behind what no secret has in it. */
function pieceEnd(text: string, from: number): number {
  const most = from + mostUnits;
  if (most >= text.length) return text.length;
  for (const signs of ['\n', ' \t,;{}"\'']) {
    for (let at = most; at > from + mostUnits / 2; at -= 1) {
      if (signs.includes(text.charAt(at - 1))) return at;
    }
  }
  return (text.charCodeAt(most) & 0xfc00) === 0xdc00 ? most - 1 : most;
}
