/**
 * One of several processes that have one session open: `node session-writer.mjs JSON`, with the `file` of
 * a SQLite store, the `session`, the number of `turns` of the transcript, the turn to begin `from`, and what a step
 * waits for its summaries at most.
 * Plays the transcript from where the session's requests are, prints each turn whose view it was given,
 * and is killed at any moment.
 */

import { createCompactor } from 'epitome';
import { sqliteStore } from 'epitome/stores/sqlite';
import { faultsIn, transcript } from './turns.mjs';

const { file, session: id, turns, from, summarizeTimeout } = JSON.parse(process.argv[2]);
const store = sqliteStore({ file });
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const compactor = await createCompactor({
  contextWindow: 6_000,
  windowGuard: { warn: 0 },
  store,
  summarizeTimeout,
  summarize: async ({ prompt }) => {
    const range = /messages (\d+) to (\d+)/i.exec(prompt)?.[0];
    say({ bought: range ?? 'merge' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    return `## Done\n- Work on ${range}: the files were read in order, and the parser was changed.`;
  },
  onEvent: (event) => {
    if (event.type === 'error') say({ error: `${event.error.code}: ${event.error.message}` });
    if (event.type === 'adopted') say({ adopted: event.revision });
  },
});
const session = await compactor.open(id);
for (let turn = from; turn <= turns; turn += 1) {
  const host = transcript(turn);
  const { messages } = await session.prepare(host);
  say({ turn, faults: faultsIn(messages), tokens: compactor.estimateMessagesTokens(messages) });
}
await session.close();
await store.close?.();
