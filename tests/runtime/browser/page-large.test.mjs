// promise: 12 linear
/**
 * The demo page goes on answering: nothing holds up its thread for long while it opens, plays, is searched and
 * raced, nor with 50 MB, which are read and played in a thread of their own. What is printed are the tasks over
 * 50 ms of each part; only one far above that fails, or a page that hangs. It measures time, so it runs only on
 * a quiet machine that asks for it with EPITOME_LARGE=1.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { demoPage, problemsIn } from '../shared/demo-page.mjs';
import { longTasks, toldOf } from '../shared/long-tasks.mjs';

const skip = process.env.EPITOME_LARGE ? false : 'measures time';
const demo = skip ? undefined : demoPage();
/** Milliseconds. Work of 50 ms takes longer where other programs run. */
const longest = 400;
/** Until a part counts as hanging. */
const timeout = 300_000;

/** Lines of a Claude Code session. */
function session(bytes) {
  const lines = [];
  let size = 0;
  const add = (type, content) => {
    const line = JSON.stringify({
      type,
      uuid: `u${lines.length}`,
      parentUuid: lines.length === 0 ? null : `u${lines.length - 1}`,
      sessionId: 's',
      message: { role: type, content },
    });
    lines.push(line);
    size += line.length + 1;
  };
  add('user', 'Go through all files and mend what is broken.');
  for (let i = 0; size < bytes; i += 1) {
    const path = `src/part${i % 977}/file${i}.ts`;
    add('assistant', [{ type: 'tool_use', id: `t${i}`, name: 'Read', input: { file_path: path } }]);
    const row = `export function name${i}(value: number) { return value * ${i} + other${i % 89}; }\n`;
    add('user', [{ type: 'tool_result', tool_use_id: `t${i}`, content: row.repeat(50) }]);
  }
  add('assistant', [{ type: 'text', text: 'Done.' }]);
  return lines.join('\n');
}

let folder;
let file;
before(() => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'epitome-large-'));
  file = join(folder, 'large.jsonl');
  writeFileSync(file, session(50_000_000));
});
after(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The page's own session, played to its end, with what belongs to it. */
async function open(page) {
  await page.goto(demo.server.address);
  await page.waitForSelector('#share svg.card');
}

/** Moves through all steps there and back, faster than they are drawn. */
const scrub = (page) =>
  page.locator('.seek input').evaluate(async (input) => {
    for (let k = -100; k <= 100; k += 1) {
      input.value = String(Math.round((Math.abs(k) / 100) * input.max));
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 8));
    }
  });

/** Has a text of that size pasted, by an event that is made or from the clipboard. */
const paste = (bytes, isReal) => ({
  async before(page) {
    await page.evaluate(`globalThis.session = ${session}`);
    await page.evaluate(
      async ([bytes, isReal]) => {
        const text = globalThis.session(bytes);
        if (isReal) return navigator.clipboard.writeText(text);
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        const init = { clipboardData, bubbles: true, cancelable: true };
        globalThis.paste = new ClipboardEvent('paste', init);
      },
      [bytes, isReal],
    );
    await page.focus('#paste');
  },
  async during(page) {
    if (isReal) await page.keyboard.press('Control+V');
    else await page.evaluate(() => document.activeElement.dispatchEvent(globalThis.paste) && 0);
    await page.waitForSelector('#yours .playing', { timeout: 120_000 });
    await wait(2000);
  },
});

const parts = {
  'first load': {
    path: '',
    async during(page) {
      await page.waitForSelector('#share svg.card');
      await wait(5000);
    },
  },
  'plays 30 a second': {
    async before(page) {
      await page.locator('.controls select').first().selectOption('30');
      await page.locator('.seek input').fill('1');
    },
    async during(page) {
      await page.click('.play');
      await page.waitForFunction(() => {
        const { value, max } = document.querySelector('.seek input');
        return value === max;
      });
    },
  },
  scrubbed: { during: scrub },
  '50 MB': {
    async during(page) {
      await page.setInputFiles('#yours input[type=file]', file);
      await page.waitForSelector('#yours .playing', { timeout: 60_000 });
      await page.click('.play');
      await wait(20_000);
      await page.waitForFunction(
        () => Number(document.querySelector('.seek input').max) > 1500,
        undefined,
        { timeout: 120_000 },
      );
      await page.click('#yours .playing button');
      await page.waitForSelector('#yours .playing button:disabled');
      await scrub(page);
      const steps = Number(await page.getAttribute('.seek input', 'max'));
      // Nothing comes after it was stopped, and the end of what is there is shown at once.
      await page.waitForSelector(`#stage[data-step="${steps}"]`);
    },
    check(tasks) {
      const most = Math.max(0, ...tasks.map(({ ms }) => ms));
      assert.ok(most < longest, `a task of ${most} ms`);
    },
  },
  'pastes 5 MB': paste(5_000_000, false),
  'pastes 50 MB': paste(50_000_000, false),
  'clipboard, 5 MB': paste(5_000_000, true),
  'clipboard, 50 MB': paste(50_000_000, true),
  'live, to a fold': {
    path: 'live.html',
    async during(page) {
      await page.waitForSelector('[data-stage="ready"]');
      await page.fill('textarea', 'Read every file of the project and take notes');
      await page.press('textarea', 'Enter');
      await page.waitForSelector('.events li');
    },
  },
  'race of four': {
    async during(page) {
      await page.click('#race [type=submit]');
      await page.waitForFunction(
        () =>
          document.querySelectorAll('#race td').length > 0 &&
          !/–/.test(document.querySelector('#race [data-row="survives"]').textContent),
        undefined,
        { timeout: 120_000 },
      );
    },
  },
  'search, threads': {
    async during(page) {
      await page.locator('#memory').scrollIntoViewIfNeeded();
      for (let k = 0; k < 5; k += 1) {
        await page.click('#memory [aria-label="The step before that looks back"]');
      }
      await page.fill('#memory-search', 'src');
      await page.waitForSelector('#memory [data-verdict]');
      await page.locator('#memory .records summary').first().click();
      await wait(500);
    },
  },
};

for (const [name, { path, before, during, check }] of Object.entries(parts)) {
  test(name, { skip, timeout }, async () => {
    const context = await demo.browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    const problems = problemsIn(page);
    if (path === undefined) await open(page);
    await before?.(page);
    const tasks = await longTasks(page, async () => {
      if (path !== undefined) await page.goto(demo.server.address + path);
      await during(page);
    });
    console.log(`${name.padEnd(18)} ${toldOf(tasks)}`);
    check?.(tasks);
    assert.deepEqual(problems, []);
    await context.close();
  });
}
