// promise: api
/**
 * The live page finds again what was folded: its agent by the session's tool, its reader by a search of their own; and
 * what is found stays text.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeFindings, demoPage, hostile } from '../shared/demo-page.mjs';
import { choose, openLive, say, whenReady } from '../shared/live-page.mjs';

const job = 'Read every file of the project and take notes';

const demo = demoPage();

/** Searches by hand; returns what was found, with its parts as they are shown. */
async function search(page, query) {
  const count = await page.locator('.recall [aria-live] p').count();
  const before = count === 0 ? '' : await page.textContent('.recall [aria-live]');
  await page.fill('[name="recall"]', query);
  await page.press('[name="recall"]', 'Enter');
  await page.waitForFunction(
    (old) => document.querySelector('.recall [aria-live]').textContent !== old,
    before,
  );
  return page.locator('.hit').evaluateAll((hits) =>
    hits.map((hit) => ({
      message: Number(hit.dataset.message),
      summary: hit.querySelector('summary').textContent,
      text: hit.querySelector('pre').textContent,
    })),
  );
}

test('the agent recalls what its view does not show, and the call stands in the chat', async () => {
  const { page, problems } = await openLive(demo);
  await whenReady(page);
  await say(page, job);
  assert.ok((await page.locator('.events li').count()) > 0);
  // One line of a log of 95, and of no note.
  const records = await page.locator('.record pre').allTextContents();
  assert.ok(!records.some((text) => text.includes('80590')));
  assert.match(await say(page, 'Which city did order 80590 come from?'), /order 80590 from Lyon/);
  const call = page.locator('.message').last().locator('.call');
  assert.equal(await call.locator('summary b').textContent(), 'recall');
  const [asked, answer] = await call.locator('pre').allTextContents();
  assert.equal(JSON.parse(asked).query, 'Which city did order 80590 come from?');
  assert.match(answer, /^> .*order 80590 from Lyon/m);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('the reader searches what was folded, also after a reload, until all is forgotten', async () => {
  const { page, problems } = await openLive(demo);
  await whenReady(page);
  const button = page.getByRole('button', { name: 'Search' });
  assert.ok(await button.isDisabled());
  await say(page, 'What is 2 + 3?');
  assert.deepEqual(await search(page, 'kingfisher'), []);
  await say(page, `The kingfisher nests below the bridge ${hostile}`);
  await say(page, job);

  const hits = await search(page, 'kingfisher');
  const said = hits.find(({ text }) => text.includes('nests below the bridge'));
  // It is the second thing that the user said: after one message of each.
  assert.ok(said.message >= 3 && said.text.includes(hostile));
  assert.match(said.summary, new RegExp(`${said.message}\\b.*user.*\\d`));
  assert.equal(await page.locator('#injected').count(), 0);
  assert.notEqual(await page.title(), 'injected');
  for (const { text } of await search(page, '80590')) assert.match(text, /\b80590\b/);
  const found = await search(page, 'route_17');
  assert.ok(found.some(({ text }) => text.includes('route_17: { path: /v1/kettle/17')));
  assert.deepEqual(await axeFindings(page, '.watch'), []);
  // A search is no step: nothing was folded by it, and nobody said anything.
  const state = [
    await page.locator('.events li').allTextContents(),
    await page.locator('.message').allTextContents(),
  ];

  await page.reload();
  await whenReady(page);
  assert.deepEqual(await search(page, 'route_17'), found);
  assert.deepEqual(
    [
      await page.locator('.events li').allTextContents(),
      await page.locator('.message').allTextContents(),
    ],
    state,
  );
  await page.getByRole('button', { name: 'Forget' }).click();
  await page.waitForFunction(() => document.querySelector('.message') === null);
  assert.equal(await page.locator('.hit').count(), 0);
  assert.ok(await button.isDisabled());

  // What a server keeps, this tab cannot search.
  await choose(page, 'server', {});
  assert.equal(await page.locator('[name="recall"]').count(), 0);
  assert.deepEqual(problems, []);
  await page.context().close();
});
