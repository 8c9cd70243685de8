// promise: api
/**
 * The demo page in a real Chromium, built from the packed package and served under its strict policy:
 * it plays the recorded session, folds, and its figures agree with each other.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildPage } from '../../../demo/build.mjs';
import { loadSession } from '../../../demo/import/file.mjs';
import { serve } from '../../../demo/server.mjs';
import { launch } from '../shared/page.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const windowTokens = 32_000;
const hostile = '<b id="injected">bold</b><img src="x" onerror="document.title = \'injected\'">';

let browser;
let folder;
let server;
let session;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'epitome-page-'));
  await buildPage({ root: process.env.EPITOME_INSTALLED ?? root, folder });
  session = loadSession(join(root, 'demo/sessions/repo-tour.json'));
  // Markup in a message must stay text.
  session.messages[0] = {
    ...session.messages[0],
    content: `${session.messages[0].content} ${hostile}`,
  };
  server = await serve({ folder, session, windowTokens });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Opens the page, ready to play, and gathers what goes wrong in it. */
async function openPage() {
  const page = await browser.newPage({ viewport: { width: 1200, height: 1000 } });
  const problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  const response = await page.goto(server.address);
  await page.waitForSelector('body[data-ready]');
  return { page, problems, response };
}

async function figureOf(page, id) {
  return Number((await page.textContent(`#${id}`)).replaceAll(',', ''));
}

/** Moves a slider as a user would: its value, then the event. */
async function slide(page, selector, value) {
  await page.locator(selector).evaluate((input, text) => {
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, String(value));
}

const stepCount = () => session.messages.filter((message) => message.role === 'assistant').length;

/** Resolves when the step is shown and its blocks have come to rest: one that still shrinks moves others. */
async function goTo(page, step) {
  await slide(page, '#seek', step);
  await page.waitForSelector(`body[data-step="${step}"]`);
  await page.waitForFunction(() => document.getAnimations().length === 0);
}

test('plays the whole session, folds, and stays inside the window', async () => {
  const { page, problems, response } = await openPage();
  const policy = response.headers()['content-security-policy'];
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'(?:;|$)/);

  await page.selectOption('#speed', '0');
  await page.click('#play');
  await page.waitForSelector(`body[data-step="${stepCount()}"]`, { timeout: 60_000 });
  await page.waitForFunction(() => document.querySelector('#play').textContent === 'Play');

  assert.equal(await figureOf(page, 'countSteps'), stepCount());
  const folds = await figureOf(page, 'countFolds');
  assert.ok(folds > 0);
  const view = await figureOf(page, 'countView');
  const largest = await figureOf(page, 'countLargest');
  assert.ok(view < (await figureOf(page, 'countTranscript')) / 3);
  assert.ok(view <= largest && largest <= windowTokens);
  const bar = await page.getAttribute('#budget', 'aria-label');
  const [, shown, budget] = bar
    .match(/^View ([\d,]+) of ([\d,]+) tokens/)
    .map((text) => Number(text.replaceAll(',', '')));
  assert.equal(shown, view);
  assert.ok(largest <= budget);

  assert.ok((await page.locator('#log li').count()) > 0);
  assert.ok((await page.locator('#view .segment').count()) > 0);
  assert.ok((await page.locator('#transcript .folded').count()) > 10);
  // All but the reply to the last call has been sent.
  assert.equal(await page.locator('#transcript .future').count(), 1);
  assert.equal(await page.locator('#transcript .block').count(), session.messages.length);
  assert.deepEqual(problems, []);
  await page.close();
});

test('blocks and segments can be read, by mouse and by keyboard, as text only', async () => {
  const { page, problems } = await openPage();
  await goTo(page, stepCount());

  await page.locator('#view .segment').first().click();
  assert.match(await page.textContent('#detailTitle'), /\d+/);
  assert.ok((await page.textContent('#detailText')).length > 100);

  const folded = page.locator('#transcript .folded').first();
  const number = await folded.getAttribute('data-key');
  await folded.click();
  assert.match(await page.textContent('#detailTitle'), new RegExp(`^Message ${number},`));
  assert.match(await page.textContent('#detailFate'), /Folded/);
  assert.notEqual(await page.textContent('#detailText'), '');

  await page.keyboard.press('ArrowRight');
  assert.match(
    await page.textContent('#detailTitle'),
    new RegExp(`^Message ${Number(number) + 1},`),
  );
  await page.keyboard.press('Home');
  assert.match(await page.textContent('#detailTitle'), /^Message 1,/);
  assert.ok((await page.textContent('#detailText')).includes(hostile));
  assert.equal(await page.locator('#injected').count(), 0);
  assert.ok(!(await page.title()).includes('injected'));
  assert.deepEqual(problems, []);
  await page.close();
});

test('a block that moves away under the pointer is still the one that was pressed', async () => {
  const { page, problems } = await openPage();
  await goTo(page, stepCount());
  const segment = page.locator('#view .segment').first();
  await segment.click();
  const title = await page.textContent('#detailTitle');
  await page.locator('#transcript .block').last().click();
  assert.notEqual(await page.textContent('#detailTitle'), title);
  await segment.hover();
  await page.mouse.down();
  await page.evaluate(() => {
    document.querySelector('#view').style.paddingTop = '60px';
  });
  await page.mouse.up();
  assert.equal(await page.textContent('#detailTitle'), title);
  assert.deepEqual(problems, []);
  await page.close();
});

test('going back and forth gives the same figures; a smaller window folds more', async () => {
  const { page, problems } = await openPage();
  const end = stepCount();
  await goTo(page, end);
  const first = await page.textContent('.counters');
  const folds = await figureOf(page, 'countFolds');
  await goTo(page, 20);
  assert.notEqual(await page.textContent('.counters'), first);
  await goTo(page, end);
  assert.equal(await page.textContent('.counters'), first);

  await slide(page, '#window', 2);
  await page.waitForFunction(
    (before) => Number(document.querySelector('#countFolds').textContent) > before,
    folds,
  );
  assert.deepEqual(problems, []);
  await page.close();
});
