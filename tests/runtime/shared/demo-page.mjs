/** The demo page as its tests open it: built from the package under test, served, and in one Chromium. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { buildPage } from '../../../demo/build.mjs';
import { serve } from '../../../demo/server.mjs';
import { launch } from './page.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Where the package under test lies. */
export const installed = process.env.EPITOME_INSTALLED ?? root;
/** Markup that must stay text. */
export const hostile =
  '<b id="injected">bold</b><img src="x" onerror="document.title = \'injected\'">';

/** `{ folder, server, browser }`, there once the tests of the file begin. */
export function demoPage() {
  const demo = {};
  before(async () => {
    demo.folder = mkdtempSync(join(tmpdir(), 'epitome-page-'));
    await buildPage({ root: installed, folder: demo.folder });
    demo.server = await serve({ folder: demo.folder });
    demo.browser = await launch();
  });
  after(async () => {
    await demo.browser?.close();
    await demo.server?.close();
    if (demo.folder) rmSync(demo.folder, { recursive: true, force: true });
  });
  return demo;
}

/**
 * What goes wrong in a page from now on, as it happens, but for messages of the console that are `expected`. That
 * something takes long on a busy machine is not among it.
 */
export function problemsIn(page, expected) {
  page.setDefaultTimeout(120_000);
  const problems = [];
  page.on('console', (message) => {
    if (expected?.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return problems;
}

/** What axe finds below a selector: rules, and the elements that break them. */
export async function axeFindings(page, selector = 'html') {
  // Through the debugger: the page's policy lets no script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (below) => globalThis.axe.run(below, { resultTypes: ['violations'] }),
    selector,
  );
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
