/**
 * What every host's test has in common: a compactor with a small window, a long scripted session, and the
 * judgement of what a model was sent. Decides what a request has to keep to; shares no code with the product.
 */
import assert from 'node:assert/strict';
import { createCompactor } from 'epitome';
import { calls, contextWindow } from './script.mjs';

export { calls, contextWindow, request, resultOf } from './script.mjs';

/** A compactor, and what it told. */
export async function open(options = {}) {
  const events = [];
  const compactor = await createCompactor({
    contextWindow,
    maxOutputTokens: 1_000,
    ...options,
    onEvent: (event) => events.push(event),
  });
  return { compactor, events };
}

/** Tokens of a prompt, as the scripted provider bills and bounds it; `factor` times as many as usual. */
export function billed(messages, factor = 1) {
  return Math.ceil((JSON.stringify(messages).length / 4) * factor);
}

/** Tokens of some providers are shorter than any estimate: what they bill has to be heard. */
export const factors = [1, 2];

/**
 * Takes down each request as a host's model gets it. `rewrites` counts what the session told up to then, so
 * that requests between two rewrites can be held against each other.
 */
export function recorder(events) {
  const requests = [];
  return {
    requests,
    record(messages, extra = {}) {
      const rewrites = events.filter(
        ({ type }) => type === 'compaction' || type === 'repair',
      ).length;
      requests.push({ ...extra, messages: JSON.parse(JSON.stringify(messages)), rewrites });
    },
  };
}

/**
 * Judges a session: at least `calls` requests, each valid and in the window, each a prefix of the next but
 * where a rewrite lies between, and several folds. Returns figures to show.
 */
export async function judge(played) {
  const { events, requests, faultsOf, least = calls, folds = 3, factor = 1 } = played;
  const told = events.filter(({ type }) => type === 'error');
  assert.deepEqual(
    told.map(({ error }) => String(error)),
    [],
  );
  assert.ok(requests.length >= least, `${requests.length} requests`);
  const folded = events.flatMap((event) => (event.type === 'compaction' ? event.folds : []));
  assert.ok(folded.length >= folds, `${folded.length} folds`);
  let largest = 0;
  let extended = 0;
  for (const [at, { messages, rewrites }] of requests.entries()) {
    assert.deepEqual(faultsOf(messages, at), [], `request ${at}`);
    largest = Math.max(largest, billed(messages, factor));
    const before = requests[at - 1];
    if (before === undefined || before.rewrites !== rewrites) continue;
    const prefix = messages.slice(0, before.messages.length);
    assert.deepEqual(prefix, before.messages, `request ${at} does not begin as the one before`);
    extended += 1;
  }
  assert.ok(largest <= contextWindow, `${largest} tokens in ${contextWindow}`);
  assert.ok(
    extended > requests.length / 2,
    `${extended} of ${requests.length} extend the one before`,
  );
  return { requests: requests.length, folds: folded.length, largest, extended };
}
