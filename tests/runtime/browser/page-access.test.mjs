/** Both pages of the demo by the rules of axe, in every width and set of colours, and what a first load weighs. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildPage } from '../../../demo/build.mjs';
import { serve } from '../../../demo/server.mjs';
import { project } from '../shared/installed.mjs';
import { launch, patience } from '../shared/page.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const colours = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active' },
};
const widths = [360, 1024, 1440];
/** Bytes of a first load, compressed. */
const mostLoaded = 100_000;

let folder;
let server;
let browser;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'epitome-access-'));
  await buildPage({ root: project, folder });
  server = await serve({ folder });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Brings the parts that come when a visitor is near. */
async function bringAll(page) {
  for (const name of ['memory', 'race', 'share']) {
    await page.locator(`#${name}`).scrollIntoViewIfNeeded();
    await page.waitForSelector(`#${name}Part > *`);
  }
  await page.locator('#memory').scrollIntoViewIfNeeded();
  await page.waitForSelector('body[data-record]');
}

/** `work` brings the page, once it is `ready`, into the state that is looked at. */
async function look(path, ready, work, colour) {
  // The policy of the page keeps axe out as well.
  const context = await browser.newContext({
    bypassCSP: true,
    reducedMotion: 'reduce',
    ...colours[colour],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.goto(new URL(path, server.address).href);
  await page.waitForSelector(ready);
  await work(page);
  await page.evaluate(axe);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
    assert.ok(passes.length > 10, 'axe has looked');
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
    assert.deepEqual(found, [], `${width} px`);
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(tooWide, 0, `${width} px`);
  }
  await context.close();
}

for (const colour of Object.keys(colours)) {
  test(`the recorded session, ${colour}`, () => look('', 'body[data-ready]', bringAll, colour));

  test(`the live agent after a fold, ${colour}`, () =>
    look(
      'live.html',
      'body[data-live="ready"]',
      async (page) => {
        await page.click('#forMe');
        await page.waitForSelector('body[data-turns="1"]');
        await page.locator('#records summary').first().click();
      },
      colour,
    ));
}

/** Told before anything else happens: what a first load is judged by. */
function watchLoad() {
  window.load = { shift: 0, largestPaint: 0, blocked: 0 };
  const told = {
    'layout-shift': ({ value }) => {
      window.load.shift += value;
    },
    'largest-contentful-paint': ({ startTime }) => {
      window.load.largestPaint = startTime;
    },
    longtask: ({ duration }) => {
      window.load.blocked += duration - 50;
    },
  };
  for (const [type, tell] of Object.entries(told)) {
    new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe({
      type,
      buffered: true,
    });
  }
}

/** What a finger has to hit and is too small for it: links in a sentence are as high as their line. */
function smallTargets() {
  return [...document.querySelectorAll('button, select, summary, input, textarea, a')]
    .filter((each) => each.checkVisibility() && !each.closest('p:not(.brand), .skip'))
    .filter((each) => {
      const { width, height } = (each.closest('label') ?? each).getBoundingClientRect();
      return width < 24 || height < 24;
    })
    .map((each) => each.id || each.textContent);
}

test('a first load is small, moves nothing, and the engine comes when it is needed', async (t) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.addInitScript(watchLoad);
  const loaded = new Set();
  page.on('request', (request) => loaded.add(new URL(request.url()).pathname.slice(1)));
  const has = (pattern) => [...loaded].some((name) => pattern.test(name));
  await page.goto(server.address);
  await page.waitForSelector('body[data-ready][data-intro="done"]');
  const files = [...loaded].map((name) => name || 'index.html');
  for (const name of [/^assets\/index-.*\.js$/, /^film\.json$/]) assert.ok(has(name), name);
  const weight = (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
  const sum = files.reduce((bytes, name) => bytes + weight(name), 0);
  assert.ok(sum <= mostLoaded, `${sum} bytes: ${files.map((name) => `${name} ${weight(name)}`)}`);
  const { shift, largestPaint, blocked } = await page.evaluate(() => window.load);
  assert.ok(shift < 0.001, `${shift} of layout shift`);
  assert.deepEqual(await page.evaluate(smallTargets), []);
  t.diagnostic(
    `first load: ${sum} bytes in ${files.length} files, layout shift ${shift.toFixed(4)}; on this machine, ` +
      `largest paint after ${largestPaint.toFixed(0)} ms, ${blocked.toFixed(0)} ms of blocking tasks`,
  );
  const lazy = [
    /\/play-.*\.js$/,
    /^session\.json$/,
    /\/core-.*\.wasm$/,
    /\/memory-/,
    /\/race-/,
    /\/share-/,
  ];
  for (const name of lazy) assert.ok(!has(name), name);
  await bringAll(page);
  for (const name of lazy) assert.ok(has(name), name);
  await context.close();
});
