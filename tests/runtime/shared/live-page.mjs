/** The live page as its tests use it: opened, spoken to, and searched for what it keeps. */

import { problemsIn } from './demo-page.mjs';

export const whenReady = (page) => page.waitForSelector('[data-stage="ready"]');

/** Opens the page in a profile of its own, or in that of `context`, and gathers what goes wrong in it. */
export async function openLive(demo, context) {
  const page = await (context ?? (await demo.browser.newContext())).newPage();
  // A status of the endpoint's is the endpoint's.
  const problems = problemsIn(page, /^Failed to load resource/);
  const response = await page.goto(`${demo.server.address}live.html`);
  return { page, problems, response };
}

/** Says something and waits for the answer; returns the last message. */
export async function say(page, text) {
  const count = await page.locator('.message').count();
  await page.fill('textarea', text);
  await page.press('textarea', 'Enter');
  await page.waitForFunction(
    (most) => document.querySelectorAll('.message').length > most,
    count + 1,
  );
  await whenReady(page);
  return page.locator('.message').last().textContent();
}

export async function choose(page, kind, fields) {
  await page.selectOption('[name="kind"]', kind);
  for (const [name, value] of Object.entries(fields)) {
    await page.fill(`[name="${name}"]`, value);
    await page.press(`[name="${name}"]`, 'Tab');
  }
}

/** All that the browser keeps for the page, as text. */
export const keptBy = (page) =>
  page.evaluate(async () => {
    const texts = [location.href, JSON.stringify({ ...localStorage, ...sessionStorage })];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise((resolve) => {
        indexedDB.open(name).onsuccess = ({ target }) => resolve(target.result);
      });
      for (const store of database.objectStoreNames) {
        const all = await new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
        });
        texts.push(JSON.stringify(all));
      }
      database.close();
    }
    return texts.join('\n');
  });
