/** What recall is given of a session. */
import type { Around } from '../recall/recall.ts';
import { cleaner } from '../redact/secrecy.ts';
import { withArchived } from './archive.ts';
import type { Steps } from './steps.ts';

export function recallAround(steps: Steps): Around {
  const { host, options, side, views } = steps;
  return {
    tools: options.tools,
    latest(method) {
      host.alive();
      const { engine, run } = side.latest(method);
      return { messages: run.host, dialect: views.dialect, explained: engine.explain(run) };
    },
    async whole(transcript) {
      const { stored } = steps;
      if (stored === undefined || transcript.explained.firstMessage === 1) return transcript;
      return withArchived(transcript, await stored.archived());
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
