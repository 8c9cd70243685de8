/**
 * The demo page with a transcript of fifty megabytes: it is read and played, and the page's own thread is never
 * busy for long. A trace counts the processor's time, not the clock's.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDemo } from '../shared/demo-page.mjs';

let demo;

before(async () => {
  demo = await openDemo();
});

after(() => demo?.close());

/** The recorded session again and again, each time with call ids of its own. */
function repeated(messages, leastBytes) {
  const rows = [];
  let bytes = 0;
  for (let round = 0; bytes < leastBytes; round += 1) {
    const text = JSON.stringify(messages).replaceAll(/"toolCallId":"/g, `"toolCallId":"${round}-`);
    bytes += text.length;
    rows.push(...JSON.parse(text));
  }
  return JSON.stringify(rows);
}

test('fifty megabytes are read and played, and no task of the page takes 50 ms of a processor', async () => {
  // From the disk: the browser's own reading must not be the page's work.
  const folder = mkdtempSync(join(tmpdir(), 'epitome-large-'));
  try {
    const file = join(folder, 'large.json');
    writeFileSync(file, repeated(demo.session.messages, 50_000_000));
    const { page, problems } = await demo.openPage();
    // Its engine is there: what is looked at is the reading.
    const longest = await demo.longestTask(page, async () => {
      await page.setInputFiles('#file', file);
      await page.waitForFunction(() =>
        /^large: [\d,]{5,} messages/.test(document.querySelector('#about').textContent),
      );
      await page.selectOption('#speed', '200');
      await page.click('#play');
      await page.waitForFunction(() => Number(document.body.dataset.step) > 400);
    });
    console.log(`the longest task took ${longest.toFixed(1)} ms of a processor`);
    assert.ok(longest > 0, 'something was measured');
    assert.ok(longest <= 50, `${longest.toFixed(1)} ms`);
    assert.deepEqual(problems, []);
    await page.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
