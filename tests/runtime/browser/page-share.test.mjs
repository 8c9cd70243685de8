/** What the demo page passes on, in a real Chromium: an address, code and a picture, and nothing of a transcript. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openDemo } from '../shared/demo-page.mjs';
import { resolve } from '../shared/installed.mjs';

let demo;

before(async () => {
  demo = await openDemo();
});

after(() => demo?.close());

/** Brings the parts that come when a visitor is near. */
async function reach(page) {
  for (const name of ['race', 'share']) {
    await page.locator(`#${name}`).scrollIntoViewIfNeeded();
    await page.waitForSelector(`#${name}Part > *`);
  }
}

/** The arguments with which a page's code calls createCompactor. */
function argumentsOf(code) {
  const body = code.replace(/^import .*$/m, '').replace('await ', '');
  return new Function('createCompactor', `${body}; return compactor;`)((options) => options);
}

test('the address brings window, prices and options back, and its code runs', async () => {
  const { page, problems } = await demo.openPage();
  await reach(page);
  await page.selectOption('#window', '16000');
  await page.waitForFunction(() =>
    document.querySelector('#shareCode').textContent.includes('16000'),
  );
  await page.selectOption('#model', '2');
  await page.fill('#raceOptions', '{ "trigger": 0.6, "results": { "repeats": false } }');
  await page.selectOption('#shareOptions', 'own');
  const link = await page.inputValue('#shareLink');
  const code = await page.textContent('#shareCode');
  const options = argumentsOf(code);
  assert.deepEqual(options, { contextWindow: 16_000, trigger: 0.6, results: { repeats: false } });
  const { createCompactor } = await import(pathToFileURL(resolve('epitome')).href);
  (await createCompactor(options)).dispose();
  await page.close();

  const other = await demo.openPage({ ready: false });
  await other.page.goto('about:blank');
  await other.page.goto(link);
  await other.page.waitForSelector('body[data-ready]');
  await reach(other.page);
  assert.equal(await other.page.inputValue('#window'), '16000');
  assert.equal(await other.page.inputValue('#model'), '2');
  assert.equal(await other.page.textContent('#shareCode'), code);
  assert.equal(await other.page.inputValue('#shareLink'), link);
  assert.deepEqual([...problems, ...other.problems], []);
  await other.page.close();
});

test('nothing of the transcript is shared, and a wrong address does no harm', async () => {
  const { page, problems } = await demo.openPage();
  await reach(page);
  const secret = 'a-word-that-is-nowhere-else';
  const messages = [
    { role: 'user', content: secret },
    { role: 'assistant', content: secret },
  ];
  await page.fill('#paste', JSON.stringify(messages));
  await page.click('#readPaste');
  await page.waitForFunction(() =>
    document.querySelector('#reading').textContent.startsWith('Read as'),
  );
  const shared = (await page.inputValue('#shareLink')) + (await page.textContent('#shareCode'));
  assert.doesNotMatch(shared, new RegExp(secret));
  const address = new URL(page.url());
  for (const hash of [
    '#share&window=-5&model=99&options=[1]',
    '#share&window=1e99&options=%7B%22a%22',
    '#share&&&=&%',
  ]) {
    await page.goto('about:blank');
    await page.goto(new URL(hash, address).href);
    await page.waitForSelector('body[data-ready]');
    assert.equal(await page.inputValue('#window'), '32000');
  }
  assert.deepEqual(problems, []);
  await page.close();
});

test('the picture is a PNG of 1,200 by 630', async () => {
  const { page } = await demo.openPage();
  await reach(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#saveCard')]);
  assert.equal(download.suggestedFilename(), 'epitome.png');
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.subarray(1, 4).toString('latin1'), 'PNG');
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
  assert.ok(bytes.length > 10_000, 'something is drawn');
  await page.close();
});
