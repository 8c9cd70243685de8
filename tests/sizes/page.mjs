/**
 * What the built demo page fetches before anybody does anything: gzipped bytes. What it cannot paint without is
 * read from its HTML; all that it fetches by itself is what a real Chromium asks for, where there is one.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../bindings/toolchain/shell.mjs';
import { buildPage } from '../../demo/build.mjs';
import { serve } from '../../demo/server.mjs';

const browser = process.env.CHROME_PATH ?? '/usr/bin/chromium';

/** Names of all files that are asked for until the page's session is open and its card is drawn. */
async function fetchedFrom(folder) {
  const { launch } = await import('../runtime/shared/page.mjs');
  const server = await serve({ folder });
  const chromium = await launch();
  try {
    const page = await chromium.newPage({ reducedMotion: 'reduce' });
    const names = new Set();
    page.context().on('request', (request) => names.add(new URL(request.url()).pathname.slice(1)));
    await page.goto(server.address);
    await page.waitForSelector('#share svg.card');
    await page.waitForLoadState('networkidle');
    return [...names].map((name) => name || 'index.html');
  } finally {
    await chromium.close();
    await server.close();
  }
}

/** `{ painting, itself }`, in bytes; `itself` is undefined without a browser. */
export async function firstLoad() {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-page-'));
  const sizeOf = (names) =>
    names
      .map((name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length)
      .reduce((sum, size) => sum + size, 0);
  try {
    await buildPage({ root: process.env.EPITOME_INSTALLED ?? root, folder });
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const named = [...html.matchAll(/"\.\/([^"]+\.(?:js|css))"/g)].map(([, name]) => name);
    return {
      painting: sizeOf(['index.html', ...named]),
      itself: existsSync(browser) ? sizeOf(await fetchedFrom(folder)) : undefined,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
