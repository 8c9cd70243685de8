/**
 * The demo page in a real Chromium, built from the packed package and served under its strict policy,
 * with the replay's account of the same session beside it. Decides how a page is opened and what is
 * watched in it.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPage } from '../../../demo/build.mjs';
import { replay } from '../../../demo/replay/replay.mjs';
import { loadSdk } from '../../../demo/replay/sdk.mjs';
import { loadSession } from '../../../demo/replay/session-file.mjs';
import { serve } from '../../../demo/server.mjs';
import { project, repository, resolve } from './installed.mjs';
import { launch, patience } from './page.mjs';

const windowTokens = 32_000;

/** Markup in a message, which must stay text. */
export const hostile =
  '<b id="injected">bold</b><img src="x" onerror="document.title = \'injected\'">';

/** Told before anything else happens: what shifts, and how often a worker is asked. */
function watch() {
  window.shifted = 0;
  window.asked = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (...message) {
    window.asked += 1;
    return postMessage.apply(this, message);
  };
}

/** Builds and serves the page and starts a browser: `{ session, account, openPage, goTo, close }`. */
export async function openDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-page-'));
  const session = loadSession(join(repository, 'demo/sessions/repo-tour.json'));
  session.messages[0] = {
    ...session.messages[0],
    content: `${session.messages[0].content} ${hostile}`,
  };
  await buildPage({ root: project, folder, session, windowTokens });
  const { createCompactor } = await import(pathToFileURL(resolve('epitome')).href);
  const sdk = await loadSdk('7');
  const account = await replay({ session, sdk, windowTokens, createCompactor, options: {} });
  const server = await serve({ folder });
  const browser = await launch();

  /**
   * Opens the page and gathers what goes wrong in it; `ready` waits until the session is played, with `isPaused`
   * its clock stands still.
   */
  async function openPage({ ready = true, isPaused = false, ...options } = {}) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 1000 }, ...options });
    page.setDefaultTimeout(patience);
    const problems = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.addInitScript(watch);
    if (isPaused) {
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(1_000);
    }
    const response = await page.goto(server.address);
    if (ready) await page.waitForSelector('body[data-ready][data-intro="done"]');
    return { page, problems, response };
  }

  return {
    session,
    account,
    openPage,
    /** Moves the slider as a user would: its value, then the event. */
    async goTo(page, step) {
      await page.locator('#seek').evaluate((input, text) => {
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }, String(step));
      await page.waitForSelector(`body[data-step="${step}"]`);
    },
    /** Milliseconds of a processor that the longest task of pages' own threads takes during `work`: a trace has them. */
    async longestTask(page, work) {
      await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
      await work();
      const { traceEvents } = JSON.parse(await browser.stopTracing());
      const mains = new Set(
        traceEvents
          .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
          .map(({ pid, tid }) => `${pid} ${tid}`),
      );
      const tasks = traceEvents.filter(
        ({ name, ph, pid, tid }) =>
          /RunTask$/.test(name) && ph === 'X' && mains.has(`${pid} ${tid}`),
      );
      return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000;
    },
    async close() {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
