// promise: api
/**
 * The page's stage in a real Chromium, under its strict policy: the session plays, folds, and can be read; it
 * says of the session what a play in Node says, by whatever way one got there; text stays text.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { modelProfile } from 'epitome';
import { messageCounter } from '../../../demo/engine/count.ts';
import { laneOf } from '../../../demo/engine/lane.ts';
import { play } from '../../../demo/engine/play.ts';
import { costOf } from '../../../demo/engine/price.ts';
import { policyOf } from '../../../demo/engine/setup.ts';
import { summaryOf } from '../../../demo/engine/timeline.ts';
import { countText } from '../../../demo/replay/exact-tokens.mjs';
import { serve } from '../../../demo/server.mjs';
import { demoPage, hostile, problemsIn, root } from '../shared/demo-page.mjs';

const demo = demoPage();
const counter = messageCounter(countText);
const session = JSON.parse(readFileSync(join(root, 'demo/sessions/repo-tour.json'), 'utf8'));
const playedIn = (window, policy = 'epitome') =>
  play({ session, policy: policyOf({ window, policy }), window, counter });
/** The session as Node plays it in the page's first window. */
let tour;

before(async () => {
  tour = await playedIn(32_000);
});

/** Opens the page, and gathers what goes wrong in it. */
async function openPage({ address = demo.server.address, ...options } = {}) {
  const context = await demo.browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  const problems = problemsIn(page);
  await page.addInitScript(() => {
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!entry.hadRecentInput) globalThis.shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const response = await page.goto(address);
  await page.waitForSelector('.play');
  return { page, problems, response, close: () => context.close() };
}

const stepOf = async (page) => Number(await page.getAttribute('#stage', 'data-step')) - 1;
const isAt = (page, step) => page.waitForSelector(`#stage[data-step="${step + 1}"]`);
const isPaused = (page) =>
  page.waitForFunction(() => document.querySelector('.play').textContent === 'Play');

/** Moves the slider as a user would: its value, then the event. */
async function goTo(page, step) {
  await page.locator('.seek input').evaluate(
    (input, value) => {
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    },
    String(step + 1),
  );
  await isAt(page, step);
}

/** The blocks of a step, put together from the beginning. */
const blocksAt = (step, { steps } = tour) =>
  steps
    .slice(0, step + 1)
    .reduce((items, { keep, items: added }) => [...items.slice(0, keep), ...added], []);

const shown = async (page) => ({
  strips: await page.locator('.strips').innerText(),
  rows: await page.locator('.row').allInnerTexts(),
});

test('plays by itself up to the first fold and on to the end, and nothing jumps', async () => {
  const { page, problems, response, close } = await openPage();
  const policy = response.headers()['content-security-policy'];
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'(?:;|$)/);
  await page.waitForSelector('[data-fold]');
  await goTo(page, 100);
  await page.selectOption('.controls select >> nth=0', '30');
  await page.click('.play');
  await isAt(page, tour.steps.length - 1);
  await isPaused(page);
  assert.ok((await page.evaluate(() => globalThis.shifted)) < 0.1);

  const figures = summaryOf(tour);
  const number = async (name) =>
    Number(await page.getAttribute(`.verdict [data-${name}]`, `data-${name}`));
  assert.equal(await number('dead-at'), figures.deadAt + 1);
  for (const name of ['over', 'largest', 'sent']) assert.equal(await number(name), figures[name]);
  assert.equal(await page.locator('.chart tbody tr').count(), tour.rewrites.length);
  // The money, from what a race would say of the same two ways.
  const { prices } = modelProfile('claude-sonnet-5');
  const nothing = await playedIn(32_000, 'nothing');
  for (const [name, played] of [
    ['spent', tour],
    ['spent-without', nothing],
  ]) {
    const shown = await page.textContent(`[data-${name}]`);
    const cost = costOf(laneOf(played).steps, prices);
    assert.ok(Math.abs(Number(shown.slice(1)) - cost) < 0.001, `${name}: ${shown}, ${cost}`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test('each step shows its own blocks, whether one comes from before or from behind', async () => {
  const { page, problems, close } = await openPage({ reducedMotion: 'reduce' });
  const last = tour.steps.length - 1;
  const some = [0, 5, tour.rewrites[0].step - 1, tour.rewrites[0].step, 64, 65, 100, last];
  const seen = new Map();
  for (const step of some) {
    await goTo(page, step);
    seen.set(step, await shown(page));
    const blocks = blocksAt(step);
    const size = await page.locator('.row').first().getAttribute('aria-setsize');
    assert.equal(Number(size), blocks.length);
    const tokens = seen
      .get(step)
      .rows.map((row) => Number(row.match(/([\d,]+)$/)[1].replaceAll(',', '')));
    assert.deepEqual(
      tokens,
      blocks.slice(0, tokens.length).map((block) => block.tokens),
    );
  }
  for (const step of [100, last, 5, 65, 0, 64]) {
    await goTo(page, step);
    assert.deepEqual(await shown(page), seen.get(step));
  }
  assert.deepEqual(problems, []);
  await close();
});

test('the keyboard plays, steps and jumps from fold to fold, and leaves other controls alone', async () => {
  const { page, problems, close } = await openPage({ reducedMotion: 'reduce' });
  const folds = tour.rewrites.map(({ step }) => step);
  await isAt(page, folds[0]);
  await page.keyboard.press('Shift+ArrowRight');
  await isAt(page, folds[1]);
  await page.keyboard.press('ArrowRight');
  await isAt(page, folds[1] + 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowLeft');
  await isAt(page, folds[1]);
  await page.keyboard.press('ArrowLeft');
  await isAt(page, folds[1] - 1);
  await page.keyboard.press('End');
  await isAt(page, tour.steps.length - 1);
  await page.keyboard.press('Home');
  await isAt(page, 0);
  await page.keyboard.press('k');
  await page.waitForSelector('#stage:not([data-step="1"])');
  await page.keyboard.press('Space');
  await isPaused(page);
  // A button has its own Space, and no use for arrows.
  await page.focus('[aria-label="Next fold"]');
  await page.keyboard.press('Home');
  await isAt(page, 0);
  await page.keyboard.press('Space');
  await isAt(page, folds[0]);
  await page.focus('.controls select >> nth=0');
  await page.keyboard.press('k');
  await page.keyboard.press('End');
  assert.equal(await stepOf(page), folds[0]);
  assert.deepEqual(problems, []);
  await close();
});

test('with reduced motion it stands still at the first fold, and says that it is one', async () => {
  const { page, problems, close } = await openPage({ reducedMotion: 'reduce' });
  const { step } = tour.rewrites[0];
  await isAt(page, step);
  await isPaused(page);
  assert.equal(await page.getAttribute('[data-fold]', 'data-fold'), String(step + 1));
  assert.deepEqual(problems, []);
  await close();
});

test('it waits while nothing of it is in sight', async () => {
  const { page, problems, close } = await openPage({ viewport: { width: 1440, height: 600 } });
  await page.evaluate(() => {
    const room = document.createElement('div');
    room.className = 'room';
    document.body.append(room);
    room.style.height = '3000px';
    scrollTo(0, document.body.scrollHeight);
  });
  // Three drawn frames in a row without a step.
  await page.waitForFunction(() => {
    const now = document.querySelector('#stage').dataset.step;
    globalThis.same = globalThis.before === now ? (globalThis.same ?? 0) + 1 : 0;
    globalThis.before = now;
    return globalThis.same > 30;
  });
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(
    () => document.querySelector('#stage').dataset.step !== globalThis.before,
  );
  assert.deepEqual(problems, []);
  await close();
});

test('blocks can be read, from the drawings and the list; a record is tied to its range', async () => {
  const { page, problems, close } = await openPage({ reducedMotion: 'reduce' });
  const { step } = tour.rewrites[0];
  await isAt(page, step);
  const path = () => page.getAttribute('.tie path', 'd');
  assert.equal(await path(), '');
  const record = tour.records[0];
  await page.locator('.row', { has: page.locator('.of-record') }).click();
  assert.equal(await page.locator('.detail pre').textContent(), record.text);
  assert.notEqual(await path(), '');
  const fate = await page.textContent('[data-fate]');
  // The record is not there yet: the page must not tell of it as if it were.
  await goTo(page, step - 1);
  assert.notEqual(await page.textContent('[data-fate]'), fate);
  assert.equal(await path(), '');

  await goTo(page, step);
  const [history, view] = await page.locator('.strips canvas').all();
  // The first row's middle is in the folded range.
  const place = await history.boundingBox();
  await history.click({ position: { x: place.width / 4, y: 4 } });
  assert.match(await page.textContent('.detail h2'), /\d/);
  assert.notEqual(await path(), '');
  const told = await page.textContent('.detail h2');
  await view.click({ position: { x: place.width * 0.2, y: 10 } });
  assert.notEqual(await page.textContent('.detail h2'), told);
  await page.mouse.move(0, 0);

  await page.focus('.list');
  const selected = () => page.getAttribute('.row[aria-selected="true"]', 'aria-posinset');
  await page.keyboard.press('Home');
  assert.equal(await selected(), '1');
  await page.keyboard.press('ArrowDown');
  assert.equal(await selected(), '2');
  await page.keyboard.press('End');
  assert.equal(Number(await selected()), blocksAt(step).length);
  assert.equal(await stepOf(page), step);
  assert.deepEqual(problems, []);
  await close();
});

test('another window plays the session anew', async () => {
  const { page, problems, close } = await openPage({ reducedMotion: 'reduce' });
  await page.waitForFunction(() => !document.querySelectorAll('.controls select')[1].disabled);
  await page.selectOption('.controls select >> nth=1', '16000');
  const played = await playedIn(16_000);
  await page.waitForFunction(
    ([steps, folds]) =>
      document.querySelector('.seek input').max === String(steps) &&
      document.querySelectorAll('.chart tbody tr').length === folds,
    [played.steps.length, played.rewrites.length],
    { timeout: 60_000 },
  );
  for (const step of [100, played.steps.length - 1, 60, 0]) {
    await goTo(page, step);
    const size = await page.locator('.row').first().getAttribute('aria-setsize');
    assert.equal(Number(size), blocksAt(step, played).length);
  }
  assert.deepEqual(problems, []);
  await close();
});

test('markup in messages stays text, and long messages are shown in part', async () => {
  const given = {
    name: hostile,
    tools: [],
    messages: [
      { role: 'user', content: `${hostile} ${'word '.repeat(10_000)}` },
      { role: 'assistant', content: hostile },
      { role: 'user', content: '\u202e\u0000\ud800' },
      { role: 'assistant', content: [{ type: 'text', text: hostile }] },
    ],
  };
  const own = await serve({ folder: demo.folder, session: given, windowTokens: 32_000 });
  const { page, problems, close } = await openPage({
    address: own.address,
    reducedMotion: 'reduce',
  });
  await page.waitForSelector('.row');
  for (const key of ['Home', 'End']) {
    await page.focus('.list');
    await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector('.detail pre')?.textContent !== '');
  }
  await page.locator('.row').first().click();
  const text = page.locator('.detail pre', { hasText: hostile });
  await text.waitFor();
  assert.ok((await text.textContent()).length <= 20_000);
  await page.click('.detail button');
  await page.waitForFunction(
    () => document.querySelector('.detail pre').textContent.length > 50_000,
  );
  assert.equal(await page.locator('#injected').count(), 0);
  assert.ok(!(await page.title()).includes('injected'));
  assert.deepEqual(problems, []);
  await close();
  await own.close();
});
