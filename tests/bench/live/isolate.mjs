/**
 * Many sessions in one isolate: `node --expose-gc isolate.mjs SESSIONS MESSAGES`. Each has requests in turn with the
 * others, so that most have only their state when theirs comes. Prints what the isolate holds at the end, as JSON.
 */

import { memoryOf } from '../../js/support/memory.ts';
import { soundCompactor } from '../support/engine.mjs';
import { history } from '../support/histories.mjs';

const [sessions, messages] = process.argv.slice(2).map(Number);
const requests = 4;

/** A store that is elsewhere: what it keeps is not the isolate's. */
const elsewhere = {
  compareAndSet: true,
  load: async () => null,
  save: async (_, { expectedRevision }) => ({ ok: true, revision: expectedRevision + 1 }),
  archive: async () => [],
  records: async () => [],
  list: async () => [],
  delete: async () => {},
  expire: async () => 0,
};

const used = () => {
  for (let i = 0; i < 3; i += 1) globalThis.gc();
  const { heapUsed } = process.memoryUsage();
  return heapUsed;
};

let heap = 0;
let peak = 0;
let folds = 0;
let states = 0;
const times = [];
const before = used();
const wasm = await memoryOf(async () => {
  const compactor = await soundCompactor({
    contextWindow: 16_000,
    windowGuard: { warn: 0 },
    store: elsewhere,
  });
  for (let request = 1; request <= requests; request += 1) {
    for (let number = 0; number < sessions; number += 1) {
      const sent = history(Math.ceil((messages * request) / requests), { userEvery: 20 });
      const start = performance.now();
      await compactor.session(`chat-${number}`).prepare(sent);
      times.push(performance.now() - start);
      if (number % 500 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed);
    }
  }
  heap = used() - before;
  for (let number = 0; number < sessions; number += 1) {
    const session = compactor.session(`chat-${number}`);
    folds += session.usage().compactions;
    states += session.snapshot().length;
  }
  compactor.dispose();
});
times.sort((one, other) => one - other);
const at = (share) => times[Math.floor(times.length * share)];
console.log(
  JSON.stringify({
    heap,
    peak,
    wasm,
    folds: folds / sessions,
    state: states / sessions,
    median: at(0.5),
    p99: at(0.99),
  }),
);
