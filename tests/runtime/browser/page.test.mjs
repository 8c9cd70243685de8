/**
 * The demo page in a real Chromium, built from the packed package and served under its strict policy:
 * its figures are the replay's, it plays at the pace it says, and nothing moves, breaks or blocks.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hostile, openDemo } from '../shared/demo-page.mjs';

let demo;
let account;

before(async () => {
  demo = await openDemo();
  account = demo.account;
});

after(() => demo?.close());

const openPage = (options) => demo.openPage(options);
const goTo = (page, step) => demo.goTo(page, step);
const numberIn = (text) => Number(text.replaceAll(/[^\d.]/g, ''));
const figureOf = async (page, id) => numberIn(await page.textContent(`#${id}`));
const stepOf = async (page) => Number(await page.getAttribute('body', 'data-step'));

const stepCount = () => account.steps;

test('the first screen says what the replay says', async () => {
  const { page, problems, response } = await openPage();
  const policy = response.headers()['content-security-policy'];
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'(?:;|$)/);

  assert.equal(await page.textContent('#verdictWithout'), `dead at step ${account.diesAt}`);
  assert.equal(await page.textContent('#verdictWith'), `finished, ${account.overWindow} over`);
  const why = await page.textContent('#whyWithout');
  assert.match(why, new RegExp(`: ${account.wouldOverflow} steps never happen`));
  const figures = (await page.textContent('#whyWith')).replaceAll(',', '').match(/\d+/g);
  assert.deepEqual(figures.map(Number), [
    account.steps,
    account.transcriptTokens,
    account.maxPromptTokens,
  ]);

  const [first] = account.compactions;
  assert.equal(await stepOf(page), first.step);
  assert.equal(await figureOf(page, 'countFolds'), 1);
  assert.ok((await figureOf(page, 'countCost')) > 0);
  const told = (await page.textContent('#heroFold')).replaceAll(',', '').match(/\d+/g).map(Number);
  const [{ firstMessage, lastMessage, tokens }] = first.folds;
  assert.deepEqual(told.slice(0, 4), [first.step, firstMessage, lastMessage, tokens]);
  assert.deepEqual(told.slice(-2), [first.tokensBefore, first.tokensAfter]);
  assert.deepEqual(problems, []);
  await page.close();
});

test('it plays to the first fold within four seconds, and shows a still where motion is unwanted', async () => {
  // By the page's own clock, which the test moves: a busy machine is no fault of the page.
  const { page } = await openPage({ ready: false, isPaused: true });
  await page.waitForSelector('body[data-ready]');
  assert.equal(await page.getAttribute('body', 'data-intro'), null);
  await page.clock.runFor(4_000);
  await page.waitForSelector('body[data-intro]');
  assert.equal(await stepOf(page), account.compactions[0].step);
  await page.close();

  const still = await openPage({ reducedMotion: 'reduce' });
  assert.equal(await stepOf(still.page), account.compactions[0].step);
  const images = [];
  for (let at = 0; at < 3; at += 1) {
    images.push((await still.page.locator('#heroStrip').screenshot()).toString('base64'));
  }
  assert.equal(new Set(images).size, 1);
  await still.page.close();
});

test('each step has the figures of the replay, in any order', async () => {
  const { page, problems } = await openPage();
  await goTo(page, stepCount());
  const all = await page.textContent('.counters');
  assert.equal(
    await figureOf(page, 'countFolds'),
    account.compactions.filter(({ folds }) => folds.some(({ kind }) => kind === 'fold')).length,
  );
  for (const { step, tokensAfter } of account.compactions.toReversed()) {
    await goTo(page, step);
    assert.equal(await figureOf(page, 'countView'), tokensAfter);
  }
  await goTo(page, stepCount());
  assert.equal(await page.textContent('.counters'), all);
  assert.equal(await page.locator('#log li').count(), account.compactions.length);

  // A smaller window folds more.
  const before = await page.locator('#log li').count();
  await page.selectOption('#window', '16000');
  await page.waitForFunction(
    (folds) => document.body.dataset.ready && document.querySelectorAll('#log li').length > folds,
    before,
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('thirty steps a second are thirty, no step asks a worker, and nothing moves', async () => {
  // By the page's own clock, which the test moves.
  const { page, problems } = await openPage({ ready: false, isPaused: true });
  await page.waitForSelector('body[data-ready]');
  await page.clock.runFor(10_000);
  await page.waitForSelector('body[data-intro="done"]');
  await page.evaluate(() => {
    window.shifted = 0;
    window.asked = 0;
  });
  await page.selectOption('#speed', '30');
  await page.click('#restart');
  await page.click('#play');
  await page.clock.runFor(200);
  const from = await stepOf(page);
  await page.clock.runFor(3_000);
  const seen = (await stepOf(page)) - from;
  assert.ok(seen >= 89 && seen <= 91, `${seen} steps in three seconds`);
  await page.click('#play');

  await page.evaluate((end) => {
    const seek = document.querySelector('#seek');
    const steps = Array.from({ length: end }, (_, at) => at + 1);
    for (const step of [...steps, ...steps.toReversed()]) {
      seek.value = step;
      seek.dispatchEvent(new Event('input'));
    }
  }, stepCount());
  await page.clock.runFor(1_000);
  assert.equal(await stepOf(page), 1);
  assert.equal(await page.evaluate(() => window.asked), 0);
  assert.ok((await page.evaluate(() => window.shifted)) < 0.005);
  assert.deepEqual(problems, []);
  await page.close();
});

test('keys work everywhere, capitals too', async () => {
  const { page } = await openPage();
  for (const selector of ['body', '#seek', '#window', '#heroStrip', '#copy']) {
    await goTo(page, 10);
    if (selector !== 'body') await page.focus(selector);
    await page.keyboard.press('.');
    await page.waitForSelector('body[data-step="11"]');
    await page.keyboard.press(',');
    await page.waitForSelector('body[data-step="10"]');
    for (const key of ['p', 'P']) {
      await page.keyboard.press(key);
      await page.waitForSelector('#play[aria-pressed="true"]');
      await page.keyboard.press(key);
      await page.waitForSelector('#play[aria-pressed="false"]');
    }
  }
  await page.close();
});

test('blocks can be read by pointer and keyboard, as text only', async () => {
  const { page, problems } = await openPage();
  await goTo(page, stepCount());
  const strip = page.locator('#strip');
  await strip.focus();
  await page.keyboard.press('Home');
  assert.match(await strip.getAttribute('aria-valuetext'), /^Message 1, user, \d+ tokens/);
  await page.waitForFunction(
    (text) => document.querySelector('#detailText').textContent.includes(text),
    hostile,
  );
  await page.keyboard.press('ArrowRight');
  assert.match(await page.textContent('#detailTitle'), /^Record of messages \d+–\d+/);
  await page.waitForFunction(() =>
    document.querySelector('#detailText').textContent.startsWith('[Record of messages'),
  );
  await page.keyboard.press('End');
  assert.match(await page.textContent('#detailTitle'), /^Message \d+/);
  const { width } = await strip.boundingBox();
  await strip.click({ position: { x: width * 0.05, y: 80 } });
  assert.match(await page.textContent('#detailTitle'), /^Record of messages/);
  // What was chosen at another step is not shown as if it were there.
  await goTo(page, 3);
  assert.equal(await page.textContent('#detailTitle'), 'Nothing chosen');

  assert.equal(await page.locator('#injected').count(), 0);
  assert.ok(!(await page.title()).includes('injected'));
  assert.deepEqual(problems, []);
  await page.close();
});

test('the strip is a list, too: as long as the view, and its items can be chosen', async () => {
  const { page, problems } = await openPage();
  await goTo(page, stepCount());
  await page.click('#items summary');
  const strip = page.locator('#strip');
  await strip.focus();
  await page.keyboard.press('End');
  const count = Number(await strip.getAttribute('aria-valuemax'));
  assert.equal(await page.locator('#items button').count(), count);
  const record = page.locator('#items button', { hasText: /^Record of messages/ }).first();
  await record.click();
  assert.equal(await page.textContent('#detailTitle'), await record.textContent());
  assert.equal(await strip.getAttribute('aria-valuetext'), await record.textContent());
  assert.deepEqual(problems, []);
  await page.close();
});

/** Texts on the page whose colour stands out too little from what is behind them. */
function faintTexts() {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = channels(colour).map((each) => {
      const part = each / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (channels(backgroundColor)[3] !== 0) return backgroundColor;
    }
    return getComputedStyle(document.body).backgroundColor;
  };
  const faint = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || element.closest('.hidden, .skip, option, title') || element.disabled) continue;
    const style = getComputedStyle(element);
    const isSvg = element instanceof SVGElement;
    const colour = isSvg ? style.fill : (style.webkitTextFillColor ?? style.color);
    const [a, b] = [light(colour), light(behind(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) faint.push(`${element.tagName} ${element.id} ${ratio.toFixed(2)}`);
  }
  return faint;
}

for (const colorScheme of ['light', 'dark']) {
  test(`every text stands out in ${colorScheme}, and a phone needs no sideways scrolling`, async () => {
    const { page } = await openPage({ colorScheme, viewport: { width: 360, height: 800 } });
    assert.deepEqual(await page.evaluate(faintTexts), []);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${width} px`);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, select, summary, input')]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 24)
        .map((each) => each.id || each.textContent),
    );
    assert.deepEqual(small, []);
    await page.close();
  });
}

test('blocks stay visible in forced colours', async () => {
  const { page } = await openPage({ forcedColors: 'active' });
  const colours = await page.locator('#heroStrip').evaluate((canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const key = data.slice(at, at + 4).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count > 300).map(([key]) => key);
  });
  assert.ok(colours.length >= 4, colours.join(' '));
  await page.close();
});
