// promise: api
/**
 * The page's engine and the terminal's replay show the same: each request has the same tokens, whether
 * the AI SDK's loop sends it or the page plays it, by two tokenizers.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { messageCounter } from '../../../demo/engine/count.ts';
import { play } from '../../../demo/engine/play.ts';
import { policyOf } from '../../../demo/engine/setup.ts';
import { summaryOf, viewsOf } from '../../../demo/engine/timeline.ts';
import { replay } from '../../../demo/replay/replay.mjs';
import { loadSdk } from '../../../demo/replay/sdk.mjs';
import { createCompactor } from '../../../dist/node/index.js';
import { loadExactCounter } from '../../../dist/node/tokens.js';

const file = fileURLToPath(new URL('../../../demo/sessions/repo-tour.json', import.meta.url));
const session = JSON.parse(readFileSync(file, 'utf8'));
const exact = await loadExactCounter();
const counter = messageCounter((text) => exact.count(text));

const timelineOf = (window, options = {}) =>
  play({ session, policy: policyOf({ window, policy: 'epitome', options }), window, counter });

for (const window of [16_000, 32_000, 64_000]) {
  test(`the terminal and the page agree to the token in a window of ${window}`, async () => {
    const timeline = await timelineOf(window);
    const account = await replay({
      session,
      sdk: await loadSdk('7'),
      windowTokens: window,
      createCompactor,
      options: {},
    });
    const { steps, over, overflowWithout, largest } = summaryOf(timeline);
    assert.deepEqual(
      { steps, over, overflowWithout, largest },
      {
        steps: account.steps,
        over: account.overWindow,
        overflowWithout: account.wouldOverflow,
        largest: account.maxPromptTokens,
      },
    );
    assert.deepEqual(
      timeline.rewrites.map(({ step, before, after, folds }) => [
        step + 1,
        before,
        after,
        folds.map(({ kind, first, last, before }) => [kind, first, last, before]),
      ]),
      account.compactions.map(({ step, tokensBefore, tokensAfter, folds }) => [
        step,
        tokensBefore,
        tokensAfter,
        folds.map(({ kind, firstMessage, lastMessage, tokens }) => [
          kind,
          firstMessage,
          lastMessage,
          tokens,
        ]),
      ]),
    );
    // Records are counted like messages: an estimate beside a count would look like a mistake.
    for (const { first, last, before, after } of timeline.rewrites.flatMap(({ folds }) => folds)) {
      const written = timeline.records.filter((one) => one.first === first && one.last === last);
      assert.ok(written.some(({ text }) => exact.count(text) === after));
      for (const { replaced } of written) assert.equal(replaced, before);
    }
  });
}

test('the blocks of each view add up to what was sent, and come in any order of asking', async () => {
  for (const options of [
    {},
    { preset: 'tiered' },
    { preset: 'checkpoint' },
    { placement: 'system' },
  ]) {
    const { steps, system } = await timelineOf(32_000, options);
    const forwards = viewsOf(steps);
    const views = steps.map((_, at) => forwards(at));
    const anyhow = viewsOf(steps);
    for (const [at, { sent }] of [...steps.entries()].reverse()) {
      const items = anyhow(at);
      assert.deepEqual(items, views[at]);
      const sum = items.reduce((total, { tokens }) => total + tokens, system);
      // Records share a rest that is rounded for each.
      assert.ok(Math.abs(sum - sent) <= items.length, `step ${at}: ${sum} of ${sent}`);
    }
    // What a record stands for is not there a second time.
    for (const items of views) {
      const records = items.filter(({ kind }) => kind === 'record');
      for (const item of items) {
        if (item.kind !== 'message') continue;
        const isTwice = records.some(
          ({ first, last }) => item.message > first && item.message < last,
        );
        if (isTwice) assert.notEqual(session.messages[item.message - 1].role, 'tool');
      }
    }
  }
});

test('a reference is held where the view says it, and only there', async () => {
  const { steps, records } = await timelineOf(16_000);
  const text = (number) => JSON.stringify(session.messages[number - 1]);
  const view = viewsOf(steps);
  let checked = 0;
  for (const [at, { wanted }] of steps.entries()) {
    const items = view(at);
    // Sessions without shortened messages: all that a view holds is in whole messages and records.
    if (items.some(({ kind }) => kind === 'shortened')) continue;
    for (const { text: name, from, held } of wanted) {
      assert.ok(from < steps[at].seen - 9);
      const quoted = JSON.stringify(name).slice(1, -1);
      const isThere = items.some((item) =>
        item.kind === 'record'
          ? records.some(({ id, text }) => id === item.record && text.includes(name))
          : text(item.message).includes(quoted),
      );
      // A name inside a longer one is there as text and not held as a name.
      if (held) assert.ok(isThere, `step ${at}: ${name}`);
      checked += 1;
    }
  }
  assert.ok(checked > 10);
});
