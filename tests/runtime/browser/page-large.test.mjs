// promise: 12 linear
/**
 * 50 MB in the demo page: the file is read and played in a thread of its own, so that the page goes on
 * answering; what is played can be stopped and read. It measures time, so it runs only on a quiet machine that
 * asks for it with EPITOME_LARGE=1.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildPage } from '../../../demo/build.mjs';
import { serve } from '../../../demo/server.mjs';
import { launch } from '../shared/page.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Milliseconds. Work of 50 ms takes longer where other programs run. */
const longest = 400;

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

const skip = process.env.EPITOME_LARGE ? false : 'measures time';

test('50 MB open and play while the page stays free; what is played can be stopped and read', {
  skip,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-large-'));
  const file = join(folder, 'large.jsonl');
  writeFileSync(file, session(50_000_000));
  await buildPage({ root: process.env.EPITOME_INSTALLED ?? root, folder: join(folder, 'page') });
  const server = await serve({ folder: join(folder, 'page') });
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    await page.waitForSelector('#share svg.card');
    await page.evaluate(() => {
      globalThis.tasks = [];
      new PerformanceObserver((list) => {
        tasks.push(...list.getEntries().map(({ duration }) => duration));
      }).observe({ type: 'longtask' });
    });
    await page.setInputFiles('#yours input[type=file]', file);
    await page.waitForSelector('#yours .playing', { timeout: 60_000 });
    await page.waitForFunction(
      () => Number(document.querySelector('.seek input').max) > 1500,
      undefined,
      { timeout: 120_000 },
    );
    await page.click('#yours .playing button');
    await page.waitForSelector('#yours .playing button:disabled');
    const steps = Number(await page.getAttribute('.seek input', 'max'));
    // Nothing comes after it was stopped, and the end of what is there is shown at once.
    await page.locator('.seek input').evaluate((input) => {
      input.value = input.max;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitForSelector(`#stage[data-step="${steps}"]`);
    const tasks = await page.evaluate(() => tasks);
    const most = Math.max(0, ...tasks);
    console.log(`${steps} requests; ${tasks.length} tasks over 50 ms, the longest ${most} ms`);
    assert.ok(most < longest, `a task of ${most} ms`);
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
