// promise: api
/**
 * The race of the demo page: what survives is what `npm run memory` counts, what the plain ways send is
 * valid and no more than epitome sends, and money follows the bill.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pruneMessages } from 'ai7';
import { messageCounter, tokensPerMessage } from '../../../demo/engine/count.ts';
import { figuresOf, laneOf, requestsOf } from '../../../demo/engine/lane.ts';
import { play } from '../../../demo/engine/play.ts';
import { costOf, pricedModels } from '../../../demo/engine/price.ts';
import { unitsOf } from '../../../demo/engine/rivals.ts';
import { policyOf } from '../../../demo/engine/setup.ts';
import { has } from '../../../demo/engine/survival.ts';
import { faultOf } from '../../../demo/replay/check-view.mjs';
import { modelProfile } from '../../../dist/node/index.js';
import { loadExactCounter } from '../../../dist/node/tokens.js';
import { Future, recallOf } from '../../memory/parts/recall.mjs';
import { openAccount, partsOf } from '../../replay/account.mjs';

const file = fileURLToPath(new URL('../../../demo/sessions/repo-tour.json', import.meta.url));
const session = JSON.parse(readFileSync(file, 'utf8'));
const exact = await loadExactCounter();
const counter = messageCounter((text) => exact.count(text));
const window = 32_000;

/** A timeline, and what each request showed. */
async function played(setup) {
  const policy = policyOf({ window, ...setup }, counter);
  const requests = [];
  const watched = {
    name: policy.name,
    async open(context) {
      const opened = await policy.open(context);
      return {
        ...opened,
        async show(request) {
          const shown = await opened.show(request);
          requests.push({ ...shown, host: request.messages });
          return shown;
        },
      };
    },
  };
  const timeline = await play({ session, policy: watched, window, counter });
  return { timeline, lane: laneOf(timeline), requests };
}

const own = await played({ policy: 'epitome' });
const limit = own.lane.steps.map(({ sent }) => sent);
const rivals = ['recency', 'random', 'prune'];
const lanes = new Map([
  ['epitome', own],
  ['nothing', await played({ policy: 'nothing' })],
]);
for (const policy of rivals) lanes.set(policy, await played({ policy, limit }));

for (const [name, { lane, requests }] of lanes) {
  test(`${name}: what survives is what npm run memory counts`, () => {
    const isFold = ({ type, folds }) =>
      type === 'compaction' && folds.some(({ kind }) => kind === 'fold');
    const from = own.requests.findIndex(({ events }) => events.some(isFold));
    assert.equal(own.lane.firstFold, from);
    const recall = recallOf(new Future(session), { from });
    for (const [index, { host, view }] of requests.entries()) {
      recall.observe({ at: host.length, index, view, isRewritten: false });
    }
    const { held, total } = recall.figures().tally.get('all');
    assert.ok(total > 0);
    const figures = figuresOf(lane, from);
    assert.deepEqual([figures.held, figures.wanted], [held, total]);
  });
}

for (const name of rivals) {
  test(`${name}: every view is valid, and no larger than epitome's unless nothing more can go`, () => {
    const { lane, requests } = lanes.get(name);
    let cut = 0;
    for (const [index, { view, host }] of requests.entries()) {
      assert.equal(faultOf(view), undefined, `request ${index + 1}`);
      if (view.length < host.length) cut += 1;
      if (lane.steps[index].sent <= limit[index]) continue;
      const { opening, units } = unitsOf(host);
      const least =
        name === 'prune'
          ? pruneMessages({ messages: host, toolCalls: 'before-last-1-messages' })
          : [...opening, ...(units.at(-1) ?? [])];
      assert.deepEqual(view, least);
    }
    assert.ok(cut > 0);
  });

  test(`${name}: a smaller limit sends less, and one limit gives one row of views`, async () => {
    const half = await played({ policy: name, limit: window / 2 });
    const quarter = await played({ policy: name, limit: window / 4 });
    assert.ok(figuresOf(quarter.lane, 0).sent < figuresOf(half.lane, 0).sent);
    const again = await played({ policy: name, limit: window / 4 });
    assert.deepEqual(again.lane, quarter.lane);
  });
}

test('with recall: one search a step, without the names that it is for, brings some of them and is paid for', async () => {
  const searches = [];
  const policy = policyOf({ window, policy: 'recall' });
  const watched = {
    name: policy.name,
    async open(context) {
      const opened = await policy.open(context);
      return {
        ...opened,
        async show(request) {
          const { recall, ...shown } = await opened.show(request);
          const search = { at: request.messages.length };
          return {
            ...shown,
            recall: async (query) => {
              const found = await recall(query);
              searches.push(Object.assign(search, { query, found }));
              return found;
            },
          };
        },
      };
    },
  };
  const timeline = await play({ session, policy: watched, window, counter });
  let brought = 0;
  for (const { at, query, found } of searches) {
    const step = timeline.steps.find(({ seen }) => seen === at);
    const before = step.wanted.filter(({ through }) => through === undefined);
    assert.ok(before.length > 0, 'nothing was lacking');
    for (const { text, held } of before) {
      assert.ok(!query.includes(text), 'the question has the answer');
      assert.equal(held, has(found.join('\n\n'), text));
      brought += Number(held);
    }
    assert.equal(step.cached, step.search.sent);
    assert.ok(step.sent - step.cached >= exact.count(query) + exact.count(found.join('')) / 2);
  }
  assert.ok(brought > 0);
  const lane = laneOf(timeline);
  const requests = requestsOf(lane);
  assert.equal(requests.length, lane.steps.length + searches.length);
  const total = requests.reduce((sum, { sent }) => sum + sent, 0);
  assert.equal(figuresOf(lane, 0).sent, total);
});

test('money follows the bill of a provider with a cache, by an account of its own', () => {
  const prices = { input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 5 };
  for (const { lane, requests } of lanes.values()) {
    const account = openAccount({ window, budget: window });
    const system = [{ role: 'system', content: session.system }];
    for (const { view, host } of requests) {
      account.add(partsOf([...system, ...view]), partsOf([...system, ...host]));
    }
    const output = lane.steps.reduce((sum, step) => sum + step.output, 0);
    const expected = (account.total().cost + output * prices.output) / 1e6;
    // The page counts a message's own tokens with its last part, the account with its first.
    const spare = account.total().rewrites * tokensPerMessage * (prices.cacheWrite / 1e6);
    assert.ok(Math.abs(costOf(lane.steps, prices) - expected) <= spare + 1e-9);
  }
});

test('every model of the list has prices', () => {
  for (const id of pricedModels) assert.ok(modelProfile(id)?.prices?.output > 0, id);
});
