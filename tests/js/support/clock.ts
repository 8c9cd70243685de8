/** Time for tests: it passes when the test says so, and by itself in `until` alone. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

export { turn };

/** Turns of the event loop, and milliseconds, after both of which a condition will not come true any more. */
const mostTurns = 10_000;
const mostMillis = 10_000;

/** Lets so many turns of the event loop pass. */
export async function pass(count: number): Promise<void> {
  for (let turns = 0; turns < count; turns += 1) await turn();
}

/** Goes on when `condition` holds. */
export async function until(condition: () => boolean): Promise<void> {
  const begun = performance.now();
  for (let turns = 0; !condition(); turns += 1) {
    const isOver = turns >= mostTurns && performance.now() - begun >= mostMillis;
    assert.ok(!isOver, 'it never happened');
    await turn();
  }
}

/** Runs `work` by a clock on which a millisecond passes whenever all that could be done is done. */
export async function inVirtualTime<T>(work: () => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let settled = false;
    const pending = work().finally(() => {
      settled = true;
    });
    pending.catch(() => {});
    while (!settled) {
      await turn();
      mock.timers.tick(1);
    }
    return await pending;
  } finally {
    mock.timers.reset();
  }
}
