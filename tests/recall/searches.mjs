/**
 * The searches that are measured side by side: recall, MiniSearch and a scan. Decides how each is fed;
 * refuses to know questions. Each has `search(query, { before, limit })`, which resolves to indexes of
 * messages, and `bytes`, what it keeps in memory beside the messages.
 */

import { createRecall } from 'epitome/recall';
import { memoryStore } from 'epitome/stores/memory';
import MiniSearch from 'minisearch';

/** Bytes of heap that `make` leaves in use. */
async function weighed(make) {
  const used = () => {
    for (let i = 0; i < 3; i += 1) globalThis.gc();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return heapUsed + external + arrayBuffers;
  };
  const before = used();
  const made = await make();
  return { made, bytes: used() - before };
}

export async function recallSearch(messages) {
  const store = memoryStore();
  const archive = messages.map(({ message }, at) => ({
    ...{ position: at + 1, fingerprint: `${at}`, round: 1, at: 0, message },
  }));
  await store.save('session', { state: '{}', expectedRevision: 0, archive });
  const { made: recall, bytes } = await weighed(async () => {
    const fresh = createRecall({ store, sessionId: 'session' });
    await fresh.stats();
    return fresh;
  });
  return {
    name: 'recall',
    bytes,
    search: async (query, { before, limit }) =>
      (await recall.search(query, { to: before, limit })).map(({ position }) => position - 1),
  };
}

export async function miniSearch(messages) {
  const { made: index, bytes } = await weighed(async () => {
    const fresh = new MiniSearch({ fields: ['text'] });
    fresh.addAll(messages.map(({ text }, id) => ({ id, text })));
    return fresh;
  });
  return {
    name: 'minisearch',
    bytes,
    search: async (query, { before, limit }) =>
      index
        .search(query, { filter: ({ id }) => id < before })
        .slice(0, limit)
        .map(({ id }) => id),
  };
}

/** How many of the query's words a message holds, the newest first: what a loop over all of them finds. */
export async function scan(messages) {
  return {
    name: 'scan',
    bytes: 0,
    search: async (query, { before, limit }) => {
      const words = [...new Set(query.toLowerCase().split(/\s+/))];
      return messages
        .slice(0, before)
        .map(({ text }, at) => {
          const lower = text.toLowerCase();
          return { at, held: words.filter((word) => lower.includes(word)).length };
        })
        .filter(({ held }) => held > 0)
        .sort((one, other) => other.held - one.held || other.at - one.at)
        .slice(0, limit)
        .map(({ at }) => at);
    },
  };
}
