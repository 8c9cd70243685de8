/**
 * Takes the pictures of the demo page that its README shows: the first view in every width and theme, and each
 * section once.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUpBrowser } from '../bindings/toolchain/browser.mjs';
import { launch } from '../tests/runtime/shared/page.mjs';
import { buildPage } from './build.mjs';
import { serve } from './server.mjs';

const images = fileURLToPath(new URL('images', import.meta.url));
const themes = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active' },
};

process.env.CHROME_PATH = await setUpBrowser();
mkdirSync(images, { recursive: true });
const server = await serve({ folder: await buildPage() });
const browser = await launch();

/** Opens the page as someone sees it who wants nothing to move. */
async function open(width, theme, path = '') {
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    ...themes[theme],
  });
  await page.goto(server.address + path);
  return page;
}

async function keep(name, place, options) {
  const path = join(images, `${name}.png`);
  await place.screenshot({ path, ...options });
  console.log(path);
}

const stage = async (page) => {
  await page.waitForSelector('#share');
  await page.waitForSelector('.plot canvas');
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('[data-spent]').textContent !== '$0.00');
};

/** From the name of a section to what it takes to see it at work. */
const sections = {
  yours: async () => undefined,
  async race(page) {
    const start = page.locator('#race button[type=submit]');
    await page.waitForSelector('#race button[type=submit]:not(:disabled)');
    await start.click();
    await page.waitForFunction(
      () =>
        /^\d+ %$/.test(
          document.querySelector('#race tbody tr td:last-child')?.firstChild?.textContent,
        ),
      undefined,
      { timeout: 120_000 },
    );
  },
  async memory(page) {
    await page.locator('#memory').scrollIntoViewIfNeeded();
    await page.waitForSelector('#memory details.record');
  },
  async share(page) {
    await page.locator('#share').scrollIntoViewIfNeeded();
    await page.waitForSelector('#share svg.card');
  },
};

try {
  for (const theme of Object.keys(themes)) {
    for (const width of [360, 1024, 1440]) {
      const page = await open(width, theme);
      await stage(page);
      await keep(`page-${width}-${theme}`, page, { fullPage: false });
      await page.close();
    }
  }
  const page = await open(1024, 'light');
  await stage(page);
  for (const [name, prepare] of Object.entries(sections)) {
    await prepare(page);
    const { x, y, width, height } = await page.locator(`#${name}`).evaluate((element) => {
      const box = element.getBoundingClientRect();
      return { x: 0, y: box.y + scrollY, width: innerWidth, height: Math.min(box.height, 1100) };
    });
    await keep(name, page, { fullPage: true, clip: { x, y, width, height } });
  }
  const live = await open(1024, 'light', 'live.html');
  await live.waitForSelector('[data-stage="ready"]');
  await live.getByRole('button', { name: 'Read every file' }).click();
  await live.waitForSelector('.record', { timeout: 60_000 });
  await live.waitForSelector('[data-stage="ready"]', { timeout: 60_000 });
  await keep('live', live, { fullPage: false });
} finally {
  await browser.close();
  await server.close();
}
