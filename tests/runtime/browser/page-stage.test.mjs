// promise: api
/**
 * The demo page in a real Chromium, built from the packed package and served under its strict policy: it
 * plays a session to its end, says of it what a play in Node says, and takes text as text.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { messageCounter } from '../../../demo/engine/count.ts';
import { play } from '../../../demo/engine/play.ts';
import { policyOf } from '../../../demo/engine/setup.ts';
import { summaryOf, viewsOf } from '../../../demo/engine/timeline.ts';
import { countText } from '../../../demo/replay/exact-tokens.mjs';
import { serve } from '../../../demo/server.mjs';
import { axeFindings, demoPage, hostile, problemsIn, root } from '../shared/demo-page.mjs';

const counter = messageCounter(countText);

const demo = demoPage();
let session;

before(async () => {
  session = JSON.parse(readFileSync(join(root, 'demo/sessions/repo-tour.json'), 'utf8'));
});

async function openPage({ address = demo.server.address, ...options } = {}) {
  const page = await demo.browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const problems = problemsIn(page);
  const response = await page.goto(address);
  await page.waitForSelector('.list .row');
  return { page, problems, response };
}

const played = (window) =>
  play({ session, policy: policyOf({ window, policy: 'epitome' }), window, counter });
const shownStep = async (page) => Number(await page.getAttribute('#stage', 'data-step'));
const blocksOf = async (page) =>
  Number(await page.locator('.list .row').first().getAttribute('aria-setsize'));
const figuresIn = (text) =>
  (text.match(/\d[\d,]*/g) ?? []).map((one) => Number(one.replaceAll(',', '')));

async function seek(page, step) {
  await page.locator('.seek input').fill(String(step));
  await page.waitForSelector(`#stage[data-step="${step}"]`);
}

test('plays by itself, and the verdict is that of a play in Node', async () => {
  const { page, problems, response } = await openPage();
  const policy = response.headers()['content-security-policy'];
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'(?:;|$)/);
  const { rewrites } = await played(32_000);
  const fold = rewrites[0].step + 1;
  await page.waitForFunction(
    (step) => Number(document.querySelector('#stage').dataset.step) >= step,
    fold,
  );
  const timeline = await played(32_000);
  const { deadAt, over, largest } = summaryOf(timeline);
  const verdict = figuresIn(await page.locator('.verdict').innerText());
  for (const figure of [deadAt + 1, over, largest])
    assert.ok(verdict.includes(figure), `${figure}`);
  assert.deepEqual(problems, []);
  await page.close();
});

test('any step is the same forwards and backwards, and another window plays anew', async () => {
  const { page, problems } = await openPage({ reducedMotion: 'reduce' });
  // Nothing moves by itself.
  assert.equal(await shownStep(page), (await played(32_000)).rewrites[0].step + 1);
  for (const window of [32_000, 16_000]) {
    if (window !== 32_000) {
      await page.locator('.controls select').nth(1).selectOption(String(window));
      const { steps } = await played(window);
      await page.waitForFunction(
        (count) => document.querySelector('.seek input').max === String(count),
        steps.length,
      );
      await page.waitForFunction(() =>
        /finished/.test(document.querySelector('.verdict').textContent),
      );
    }
    const { steps } = await played(window);
    const view = viewsOf(steps);
    for (const at of [100, 173, 60, 0, 100]) {
      await seek(page, at + 1);
      assert.equal(await blocksOf(page), view(at).length);
    }
  }
  assert.deepEqual(problems, []);
  await page.close();
});

test('keys move by a request and by a fold, and the list reads what is chosen', async () => {
  const { page, problems } = await openPage({ reducedMotion: 'reduce' });
  const folds = (await played(32_000)).rewrites.map(({ step }) => step + 1);
  await page.keyboard.press('Home');
  await page.waitForSelector('#stage[data-step="1"]');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#stage[data-step="2"]');
  await page.keyboard.press('Shift+ArrowRight');
  await page.waitForSelector(`#stage[data-step="${folds[0]}"]`);
  await page.keyboard.press('Shift+ArrowRight');
  await page.waitForSelector(`#stage[data-step="${folds[1]}"]`);

  const list = page.locator('.list');
  await list.focus();
  for (const key of ['Home', 'ArrowDown']) await page.keyboard.press(key);
  const chosen = page.locator('.list .row[aria-selected="true"]');
  assert.equal(await chosen.getAttribute('aria-posinset'), '2');
  // The second block is the record of what was folded first.
  await page.waitForFunction(() => document.querySelector('.detail pre')?.textContent.length > 100);
  await page.keyboard.press('End');
  const { seen } = (await played(32_000)).steps[folds[1] - 1];
  const { toolCallId } = session.messages[seen - 1].content[0];
  await page.waitForFunction(
    (id) => document.querySelector('.detail pre')?.textContent.includes(id),
    toolCallId,
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('a session that the address names is played, and its text stays text', async () => {
  const given = structuredClone(session);
  given.messages = given.messages.slice(0, 120);
  given.messages[0].content = `${given.messages[0].content} ${hostile}`;
  const own = await serve({ folder: demo.folder, session: given, windowTokens: 16_000 });
  try {
    const { page, problems } = await openPage({ address: own.address });
    await page.waitForFunction(() =>
      /finished/.test(document.querySelector('.verdict').textContent),
    );
    await page.locator('.list').focus();
    await page.keyboard.press('Home');
    await page.waitForFunction(() =>
      document.querySelector('.detail pre')?.textContent.includes('injected'),
    );
    assert.equal(await page.locator('#injected').count(), 0);
    assert.ok(!(await page.title()).includes('injected'));
    assert.deepEqual(problems, []);
    await page.close();
  } finally {
    await own.close();
  }
});

test('nothing moves while it plays, and nobody is shut out', async () => {
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1440, 'light'],
  ]) {
    const { page, problems } = await openPage({ viewport: { width, height: 900 }, colorScheme });
    const shift = await page.evaluate(async () => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries())
          if (!hadRecentInput) sum += value;
      }).observe({ type: 'layout-shift' });
      await new Promise((resolve) => setTimeout(resolve, 2500));
      return sum;
    });
    assert.ok(shift < 0.1, `layout shift ${shift}`);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(wider <= 0, `${wider} pixels too wide`);
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(problems, []);
    await page.close();
  }
});
