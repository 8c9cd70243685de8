// promise: api
/**
 * Nobody is shut out of the demo page: in every state that a reader brings it to, at three widths, in light,
 * dark and forced colours, axe finds nothing, nothing scrolls sideways or past the end, and what can be
 * pressed is large enough.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { axeFindings, demoPage, problemsIn, root } from '../shared/demo-page.mjs';
import { say, whenReady } from '../shared/live-page.mjs';

const widths = [360, 1024, 1440];
const themes = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
};

const demo = demoPage();

async function openPage(path) {
  const page = await demo.browser.newPage({ reducedMotion: 'reduce' });
  // The endpoint that the live page is given is none.
  const problems = problemsIn(page, /^Failed to load resource/);
  await page.goto(demo.server.address + path);
  return { page, problems };
}

/** What is shown and can be pressed or typed into, and is smaller than 24 × 24 CSS pixels. */
const tooSmall = (page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll(
      'a[href], button, input, select, textarea, summary, [tabindex], [role="option"]',
    );
    // A field that nobody sees is pressed by its label.
    const targets = [...all].map((one) =>
      one.matches('.visually-hidden') ? one.closest('label') : one,
    );
    return targets
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => !(one.matches('a') && getComputedStyle(one).display === 'inline'))
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return Math.min(width, height) < 23.99;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });

/** Pixels that the page scrolls sideways, and down beyond its footer. */
const tooFar = (page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    const end = document.querySelector('footer').getBoundingClientRect().bottom + scrollY;
    return [scrollWidth - clientWidth, Math.floor(scrollHeight - Math.max(clientHeight, end))];
  });

async function lookAt(page, state) {
  for (const [name, theme] of Object.entries(themes)) {
    await page.emulateMedia(theme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const at = `${state}, ${name}, ${width} px`;
      assert.deepEqual(await axeFindings(page), [], at);
      assert.deepEqual(await tooSmall(page), [], at);
      const [sideways, down] = await tooFar(page);
      assert.ok(sideways <= 0 && down <= 0, `${at}: ${sideways} px too wide, ${down} too long`);
    }
  }
}

/** The beginning of the page's own session, as a file of the reader's. */
function talk() {
  const text = readFileSync(join(root, 'demo/sessions/repo-tour.json'), 'utf8');
  return JSON.stringify(JSON.parse(text).messages.slice(0, 60));
}

const choose = (page, text) =>
  page.setInputFiles('#yours input[type=file]', {
    name: 'talk.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });

const openAll = (page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

test('the page, as loaded and with all that a reader can make it show', async () => {
  const { page, problems } = await openPage('');
  await page.waitForSelector('#share svg.card');
  await lookAt(page, 'as loaded');

  const isPlayed = () => page.waitForSelector('#yours .playing button:disabled');
  await choose(page, talk());
  await isPlayed();
  // A target above the trigger is refused, the rest is played.
  for (const [name, value] of Object.entries({ target: '0.9', trigger: '0.6', window: '8000' })) {
    await page.fill(`#share [name=${name}]`, value);
  }
  await page.press('#share [name=window]', 'Enter');
  await page.waitForSelector('#share .problems p');
  await isPlayed();
  await page.waitForSelector('#share svg.card');

  // A way with a long name.
  await page.selectOption('#share [name=preset]', 'checkpoint');
  await page.fill('#share [name=keepRecent]', '10000');
  await page.fill('#share [name=target]', '0.9');
  await page.click('#keep');
  await page.waitForSelector('#race .race-sets li');
  await page.locator('#race select').nth(1).selectOption({ index: 1 });
  await page.click('#race button[type=submit]');
  await page.waitForFunction(() => document.querySelectorAll('#race .race-point').length === 4);

  for (const part of ['#memory', '#memory .near.second']) {
    await page.locator(part).evaluate((element) => element.scrollIntoView());
  }
  await page.fill('#memory-search', 'src');
  await page.waitForSelector('#memory [data-verdict]');
  await page.click('#memory .rewind button');
  await page.waitForSelector('#memory .rewind .result');

  await page.locator('#stage .row').first().click();
  // What was open stays.
  await choose(page, '{"some": "thing"}');
  await page.waitForSelector('#yours [role=alert]');
  await openAll(page);
  await lookAt(page, 'all shown');
  assert.deepEqual(problems, []);
  await page.close();
});

test('the live page, as loaded and after a fold and a failure', async () => {
  const { page, problems } = await openPage('live.html');
  await whenReady(page);
  await lookAt(page, 'as loaded');

  await say(page, 'Read every file of the project and take notes');
  await say(page, 'Who is on call?');
  await page.waitForSelector('.record');
  await page.selectOption('[name="kind"]', 'anthropic');
  await page.fill('[name="url"]', demo.server.address);
  await page.press('[name="url"]', 'Tab');
  await page.fill('textarea', 'Are you there?');
  await page.press('textarea', 'Enter');
  await page.waitForSelector('[role=alert]');
  await whenReady(page);
  await openAll(page);
  await lookAt(page, 'all shown');
  assert.deepEqual(problems, []);
  await page.close();
});
