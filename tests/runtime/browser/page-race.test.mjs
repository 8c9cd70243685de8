// promise: api
/** The race of the demo page in a real Chromium: ways are played, compared, cancelled and priced anew. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { messageCounter } from '../../../demo/engine/count.ts';
import { figuresOf, laneOf } from '../../../demo/engine/lane.ts';
import { play } from '../../../demo/engine/play.ts';
import { policyOf } from '../../../demo/engine/setup.ts';
import { countText } from '../../../demo/replay/exact-tokens.mjs';
import { demoPage, problemsIn, root } from '../shared/demo-page.mjs';

const window = 32_000;

const demo = demoPage();

const way = (page, at) => page.locator('#race form select').nth(at);
const button = (page) => page.locator('#race button[type=submit]');
const isDone = (page) =>
  page.waitForFunction(() => document.querySelector('#race [role=status]').textContent !== '');
const cells = (page, row) => page.locator(`#race tr[data-row=${row}] td`).allInnerTexts();
const numbers = (texts) => texts.map((text) => Number(text.replaceAll(',', '')));

async function openPage(options = {}) {
  const page = await demo.browser.newPage({ reducedMotion: 'reduce', ...options });
  const problems = problemsIn(page);
  await page.goto(demo.server.address);
  await page.waitForSelector('#race button[type=submit]:not([disabled])');
  return { page, problems };
}

/** What the page should say of `setup`, played here; references from step `from` on. */
async function expected(setup, from) {
  const session = JSON.parse(readFileSync(join(root, 'demo/sessions/repo-tour.json'), 'utf8'));
  const counter = messageCounter(countText);
  const policy = policyOf({ window, ...setup }, counter);
  const lane = laneOf(await play({ session, policy, window, counter }));
  return { lane, figures: figuresOf(lane, from ?? lane.firstFold) };
}

test('two ways are played, and the table says what a play elsewhere says', async () => {
  const { page, problems } = await openPage();
  await way(page, 3).selectOption('');
  await way(page, 2).selectOption('');
  await way(page, 1).selectOption('recency');
  await button(page).click();
  await isDone(page);

  const own = await expected({ policy: 'epitome' });
  const limit = own.lane.steps.map(({ sent }) => sent);
  const rival = await expected({ policy: 'recency', limit }, own.lane.firstFold);
  const both = [own.figures, rival.figures];
  assert.deepEqual(
    numbers(await cells(page, 'sent')),
    both.map(({ sent }) => sent),
  );
  assert.deepEqual(
    numbers(await cells(page, 'over')),
    both.map(({ over }) => over),
  );
  const survives = await cells(page, 'survives');
  for (const [at, { held, wanted }] of both.entries()) {
    const [, ...counts] = survives[at].match(/\d+/g).map(Number);
    assert.deepEqual(counts, [held, wanted]);
  }
  assert.equal(await page.locator('#race .race-point').count(), 2);

  // Another model's prices need no new play.
  const sent = await cells(page, 'sent');
  const cost = await cells(page, 'cost');
  await page.locator('#race form select').last().selectOption('claude-opus-5.5');
  await page.waitForFunction(
    (before) => document.querySelector('#race tr[data-row=cost] td').textContent !== before,
    cost[0],
  );
  assert.deepEqual(await cells(page, 'sent'), sent);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a smaller share of the window sends less; a preset may set the pace', async () => {
  const { page } = await openPage();
  await way(page, 0).selectOption('tiered');
  const allowance = page.locator('#race form select').nth(4);
  const sentWith = async (share) => {
    await allowance.selectOption(share);
    await button(page).click();
    await page.waitForFunction(
      () => document.querySelector('#race [role=status]').textContent === '',
    );
    await isDone(page);
    return numbers(await cells(page, 'sent'));
  };
  const half = await sentWith('0.5');
  const quarter = await sentWith('0.25');
  assert.ok(quarter[2] < half[2]);
  assert.deepEqual(quarter.slice(0, 2), half.slice(0, 2));
  await page.close();
});

test('a race that is cancelled stops, and another can begin', async () => {
  const { page, problems } = await openPage();
  // A thread that waits for its vocabulary is still under way when the reader cancels.
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.context().route('**/*.bin', async (route) => {
    await held;
    await route.continue();
  });
  await button(page).click();
  await page.waitForSelector('#race progress');
  await button(page).click();
  await isDone(page);
  release();
  assert.equal(page.workers().length, 1);
  assert.ok((await cells(page, 'sent')).every((text) => Number.isNaN(Number(text))));
  await button(page).click();
  await page.waitForFunction(() => document.querySelectorAll('#race .race-point').length === 4);
  assert.deepEqual(problems, []);
  await page.close();
});
