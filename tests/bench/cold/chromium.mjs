/** Cold start in Chromium: each sample a fresh browser context without a cache. */

import { readFileSync } from 'node:fs';
import { bundle } from '../../runtime/shared/bundle.mjs';
import { launch, serve } from '../../runtime/shared/page.mjs';
import { figure } from '../support/figures.mjs';
import { median } from '../support/stats.mjs';

const samples = 15;

const app = `
import { createCompactor } from 'epitome';
export async function start() {
  const compactor = await createCompactor({ contextWindow: 32000 });
  const messages = [{ role: 'user', content: 'Hello.' }];
  await compactor.session().prepareStep({ messages, steps: [], stepNumber: 0, model: 'm' });
}
`;

export async function coldInChromium() {
  const { outputFiles } = await bundle(app, {
    conditions: ['browser'],
    platform: 'browser',
    minify: true,
    write: false,
  });
  const wasm = (name) => ({
    type: 'application/wasm',
    body: readFileSync(new URL(`../../../dist/${name}`, import.meta.url)),
  });
  const files = {
    '/': { type: 'text/html', body: '<!doctype html><title>bench</title>' },
    '/assets/app.js': { type: 'text/javascript', body: outputFiles[0].contents },
    '/core.wasm': wasm('core.wasm'),
    '/fold.wasm': wasm('fold.wasm'),
  };
  const server = await serve((path) => files[path]);
  const browser = await launch();
  try {
    const runs = [];
    for (let i = 0; i < samples; i += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(server.address);
      runs.push(
        await page.evaluate(async () => {
          const begin = performance.now();
          const { start } = await import('/assets/app.js');
          await start();
          const cold = performance.now() - begin;
          await start();
          return { cold, second: performance.now() - begin - cold };
        }),
      );
      await context.close();
    }
    return [
      figure('Chromium, import to first step', median(runs.map(({ cold }) => cold)), 'ms', {
        note: 'files from the loopback interface included',
      }),
      figure('Chromium, second engine', median(runs.map(({ second }) => second)), 'ms', { aim: 2 }),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}
