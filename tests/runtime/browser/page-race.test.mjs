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
const sets = (page) => page.getByRole('list', { name: 'Options kept for the race' });
/** Writes options into the panel and keeps them for the race. */
async function keep(page, options) {
  for (const name of ['trigger', 'target', 'keepRecent']) {
    await page.fill(`#share [name=${name}]`, options[name] ?? '');
  }
  await page.click('#keep');
}
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

/** The table says these figures, a column each. */
async function assertShown(page, all) {
  for (const row of ['sent', 'over']) {
    assert.deepEqual(
      numbers(await cells(page, row)),
      all.map((figures) => figures[row]),
    );
  }
  const survives = await cells(page, 'survives');
  for (const [at, { held, wanted }] of all.entries()) {
    const [, ...counts] = survives[at].match(/\d+/g).map(Number);
    assert.deepEqual(counts, [held, wanted]);
  }
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
  await assertShown(page, both);
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
  await way(page, 0).selectOption('preset=tiered');
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

test('sets of options that the reader keeps are raced, and the table says what a play elsewhere says', async () => {
  const { page, problems } = await openPage();
  await keep(page, { trigger: '0.5', keepRecent: '4' });
  await keep(page, { trigger: '0.8', target: '0.3', keepRecent: '20' });
  const [low, high] = await sets(page).locator('li > span').allInnerTexts();
  // The page itself plays on with its own.
  assert.equal(new URL(page.url()).hash, '');
  await way(page, 1).selectOption({ label: high });
  await way(page, 0).selectOption({ label: low });
  await way(page, 2).selectOption('nothing');
  await way(page, 3).selectOption('recency');
  await button(page).click();
  await isDone(page);

  const options = [
    { trigger: 0.5, keepRecent: { messages: 4 } },
    { trigger: 0.8, target: 0.3, keepRecent: { messages: 20 } },
  ];
  const first = await expected({ policy: 'epitome', options: options[0] });
  const from = first.lane.firstFold;
  const limit = first.lane.steps.map(({ sent }) => sent);
  const all = [
    first,
    await expected({ policy: 'epitome', options: options[1] }, from),
    await expected({ policy: 'nothing' }, from),
    await expected({ policy: 'recency', limit }, from),
  ].map(({ figures }) => figures);
  await assertShown(page, all);
  const heads = await page.locator('#race thead th').allInnerTexts();
  assert.ok(heads[0].includes(low) && heads[1].includes(high));
  assert.deepEqual(problems, []);
  await page.close();
});

test('an equal set is kept once; one that is removed leaves its slot', async () => {
  const { page } = await openPage();
  const offered = () => way(page, 0).locator('option').allInnerTexts();
  const before = await offered();
  await keep(page, { trigger: '0.8' });
  const [name] = await sets(page).locator('li > span').allInnerTexts();
  assert.deepEqual((await offered()).toSorted(), [...before, name].toSorted());
  // The same in other words, and what is there as a preset.
  await keep(page, { trigger: ' .80' });
  await keep(page, {});
  await page.selectOption('#share [name=preset]', 'tiered');
  await keep(page, {});
  assert.equal((await offered()).length, before.length + 1);

  await way(page, 0).selectOption({ label: name });
  for (let messages = 1; messages < 10; messages += 1) {
    await keep(page, { keepRecent: String(messages) });
  }
  const kept = await sets(page).locator('li > span').allInnerTexts();
  assert.ok(kept.includes(name) && kept.length < 10);
  while (await sets(page).isVisible()) await sets(page).getByRole('button').first().click();
  assert.deepEqual(await offered(), before);
  assert.ok(before.includes(await way(page, 0).locator('option:checked').innerText()));
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
  // The browser tells of a thread's end a little later.
  while (page.workers().length > 1) await page.workers()[1].waitForEvent('close');
  assert.ok((await cells(page, 'sent')).every((text) => Number.isNaN(Number(text))));
  await button(page).click();
  await page.waitForFunction(() => document.querySelectorAll('#race .race-point').length === 4);
  assert.deepEqual(problems, []);
  await page.close();
});
