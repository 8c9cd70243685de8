/**
 * epitome as a host calls it, with everything that it says of itself. Decides what an observer is told
 * of a step; refuses to know what is measured.
 */

import { countText } from '../../../demo/replay/exact-tokens.mjs';
import { quotesOf, roomIn } from '../../../js/recall/answers.ts';

/**
 * `summarizer(session)` makes a `summarize` for each session; without it the digest writes. What it is
 * asked is kept to be priced only where it is `billed`: long prompts, each once.
 */
export function epitome({
  name = 'digest',
  createCompactor,
  options = {},
  summarizer,
  billed = false,
}) {
  async function open({ session, window }) {
    let events = [];
    let bill;
    const summarize = summarizer?.(session);
    const requests = [];
    const compactor = await createCompactor({
      contextWindow: window,
      system: session.system,
      tools: [],
      ...(summarize && {
        summarize: async (request, how) => {
          requests.push(request.prompt);
          const reply = await summarize(request, how);
          if (billed) {
            bill({ texts: [request.system, request.prompt], output: countText(reply.text) });
          }
          return reply;
        },
        summarizeRetries: 0,
      }),
      ...options,
      onEvent: (event) => events.push(event),
    });
    const compacting = compactor.session(session.name);
    return {
      async prompt({ messages, steps, summary }) {
        bill = summary;
        events = [];
        const prepared = await compacting.prepareStep({
          messages,
          steps,
          stepNumber: steps.length,
        });
        return prepared?.messages ?? messages;
      },
      /**
       * Of the last step: what happened, what the model was asked, the state as it is saved, and what the tool `recall`
       * would answer to a query, were it the first one since. The session does not offer the tool: its definition would
       * take room, and change the views.
       */
      about: () => ({
        events,
        requests,
        state: () => compacting.snapshot(),
        async recalled(query) {
          const found = await compacting.recall(query);
          return quotesOf(found, { tokens: countText }, roomIn(compacting.explain(), 0)) ?? '';
        },
      }),
      close() {
        const { summariesRequested, summariesAccepted } = compacting.usage();
        compactor.dispose();
        return { summariesRequested, summariesAccepted };
      },
    };
  }
  return { name, open };
}
