/** What recall is given of a session. */
import type { Around } from '../recall/recall.ts';
import { cleaner } from '../redact/secrecy.ts';
import { archivedAlone, withArchived } from './archive.ts';
import type { Steps } from './steps.ts';

export function recallAround(steps: Steps): Around {
  const { host, options, side, views, line } = steps;
  const latest = (method: string) => {
    host.alive();
    const { engine, run } = side.latest(method);
    return { messages: run.host, dialect: views.dialect, explained: engine.explain(run) };
  };
  return {
    tools: options.tools,
    latest,
    async whole() {
      host.alive();
      const { stored } = steps;
      // A child of a stored session is loaded when it is first needed.
      if (!side.hasRun) await line.inTurn(async () => stored?.ready());
      const transcript = side.hasRun ? latest('recall') : undefined;
      if (stored === undefined || transcript?.explained.firstMessage === 1) return transcript;
      const archived = await stored.archived();
      if (transcript !== undefined) return withArchived(transcript, archived);
      return archivedAlone(archived, side.awake().totals(), (own) => views.dialectOf(own));
    },
    clean: cleaner(options.redact),
    tokens: (text) => host.counting.text(text, host.counting.factsOf(options, views.model)),
    failed: (error) => steps.news.error(error),
    offer: (offer) => side.offer(offer),
    compactNext: () => {
      steps.compacts = true;
    },
    get step() {
      return steps.sent?.key;
    },
  };
}
