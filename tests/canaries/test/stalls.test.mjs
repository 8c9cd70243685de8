/** Waiting for a model that takes five seconds, by a virtual clock. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { bundledSession, measureStalls, stallLines } from '../stalls.mjs';
import { VirtualModel } from '../virtual-model.mjs';

const measure = (background) =>
  measureStalls({ createCompactor, session: bundledSession, background });

describe('the virtual model', () => {
  const { signal } = new AbortController();
  const ask = (model) => model.summarize({ prompt: 'x' }, { signal });

  it('stalls who waits for it, for as long as it takes', async () => {
    const model = new VirtualModel(5_000, ({ prompt }) => prompt);
    const { value, stall } = await model.await(async () => `${(await ask(model)).text}y`);
    assert.deepEqual([value, stall, model.now], ['xy', 5_000, 5_000]);
    const both = await model.await(() => Promise.all([ask(model), ask(model)]));
    assert.equal(both.stall, 5_000);
  });

  it('stalls nobody who goes on, and comes in time', async () => {
    const model = new VirtualModel(5_000, () => 'text');
    let come = false;
    const work = async () => {
      ask(model).then(() => {
        come = true;
      });
    };
    assert.equal((await model.await(work)).stall, 0);
    await model.pass(4_999);
    assert.equal(come, false);
    await model.pass(1);
    assert.equal(come, true);
    assert.equal(model.now, 5_000);
  });

  it('hands on what the work fails with', async () => {
    const model = new VirtualModel(1, () => 'text');
    await assert.rejects(
      model.await(() => Promise.reject(new Error('broken'))),
      /broken/,
    );
  });
});

describe('a summary that takes five seconds', () => {
  it('stalls each step that asks for one, where the agent waits for it', async (t) => {
    const figures = await measure(false);
    t.diagnostic(stallLines([figures]));
    assert.deepEqual(figures.faults, []);
    assert.ok(figures.compactions >= 5);
    for (const { millis } of figures.stalls) assert.ok(millis >= 5_000 && millis % 5_000 === 0);
    assert.ok(figures.needless.length > 0, 'most of them need not have waited');
  });

  it('stalls no step below the hard limit, in the background', async (t) => {
    const figures = await measure(true);
    t.diagnostic(stallLines([figures]));
    assert.deepEqual(figures.faults, []);
    assert.ok(figures.compactions >= 5);
    assert.deepEqual(figures.needless, []);
  });
});
