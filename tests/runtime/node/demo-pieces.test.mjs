// promise: 12 linear
/**
 * What the page is told of a long session comes in small pieces and is summed up as it comes: nothing is lost
 * on the way, and nothing is looked at twice.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf } from '../../../demo/engine/pieces.ts';
import { summing } from '../../../demo/engine/timeline.ts';

const many = (count, one) => Array.from({ length: count }, (_, at) => one(at));
/** As many as a piece may hold of anything; one thing alone may be larger. */
const room = 5_000;

const steps = many(3_000, (at) => ({
  seen: at,
  history: at * 7,
  sent: (at * 31) % 900,
  cached: (at * 13) % 400,
  keep: 0,
  // Once, as much as no piece holds.
  items: many(at === 1_000 ? 20_000 : at % 40, (message) => ({
    kind: 'message',
    message,
    tokens: 1,
  })),
  wanted: many(at % 5, (k) => ({ text: `${k}`, type: 'path', from: 1, held: k % 2 === 0 })),
}));
const lists = {
  messages: many(30_001, (at) => ({ role: 'user', tokens: at, label: `${at}` })),
  steps,
  rewrites: many(700, (step) => ({
    step,
    folds: many(9, () => ({})),
    edits: many(step, () => ({})),
  })),
  records: many(50, (id) => ({
    id: `${id}`,
    text: 'x'.repeat(300_000),
    words: many(100, () => ({})),
  })),
};

test('pieces are small, and together they are what was told', () => {
  const made = { messages: [], steps: [], rewrites: [], records: [] };
  for (const piece of piecesOf(lists)) {
    const [[name, part], ...others] = Object.entries(piece);
    assert.deepEqual(others, []);
    assert.ok(part.length === 1 || part.length <= room, `${part.length} of ${name}`);
    const inside = part
      .slice(0, -1)
      .flatMap(({ items, wanted, edits }) => [
        ...(items ?? []),
        ...(wanted ?? []),
        ...(edits ?? []),
      ]);
    assert.ok(inside.length <= room, `${inside.length} within ${name}`);
    made[name].push(...part);
  }
  for (const [name, all] of Object.entries(lists)) {
    // As text: a difference of so much would take hours to be printed.
    assert.ok(JSON.stringify(made[name]) === JSON.stringify(all), `${name} arrive as they were`);
  }
  assert.deepEqual([...piecesOf({ messages: [], steps: [], rewrites: [], records: [] })], []);
});

test('sums of steps that come in groups are those of all steps', () => {
  const window = 9_000;
  const read = [];
  const grown = [];
  const sum = summing(grown, window);
  for (let from = 0; from < steps.length; from += 113) {
    const next = steps.slice(from, from + 113).map((step, k) =>
      Object.defineProperty({ ...step }, 'sent', {
        get() {
          read[from + k] = (read[from + k] ?? 0) + 1;
          return step.sent;
        },
      }),
    );
    grown.push(...next);
    const all = steps.slice(0, grown.length);
    const total = (of) => all.reduce((so, step) => so + of(step), 0);
    assert.deepEqual(sum(), {
      steps: all.length,
      overflowWithout: total(({ history }) => Number(history > window)),
      over: total(({ sent }) => Number(sent > window)),
      deadAt: all.findIndex(({ history }) => history > window),
      largest: Math.max(...all.map(({ sent }) => sent)),
      sentWithout: total(({ history }) => history),
      sent: total(({ sent }) => sent),
      cached: total(({ cached }) => cached),
      held: total(({ wanted }) => wanted.filter(({ held }) => held).length),
      wanted: total(({ wanted }) => wanted.length),
    });
  }
  assert.ok(read.every((times) => times === 1));
});
