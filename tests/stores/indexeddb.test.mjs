/** The IndexedDB store in a page of a real Chromium. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { launch, serve } from '../runtime/shared/page.mjs';
import { conforms } from './support/conformance.mjs';
import { remoteStore } from './support/remote.mjs';
import { archived, record } from './support/samples.mjs';

const entry = `
import { indexedDbStore } from 'epitome/stores/indexeddb';
import { answer } from './support/remote.mjs';
const stores = {};
globalThis.call = (text) => answer((name) => (stores[name] ??= indexedDbStore({ name })), text);
globalThis.raise = (name, version) => new Promise((resolve, reject) => {
  const request = indexedDB.open(name, version);
  request.onsuccess = () => resolve(request.result.close());
  request.onerror = () => reject(request.error);
});
`;

let browser;
let server;

async function newPage(context) {
  const page = await context.newPage();
  await page.goto(`${server.address}/`);
  await page.waitForFunction('globalThis.call');
  return page;
}

const storeIn = (page, name = 'epitome') => ({
  ...remoteStore((text) => page.evaluate((sent) => globalThis.call(sent), text), { name }),
  close: () => page.close(),
});

before(async () => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    conditions: ['browser'],
    platform: 'browser',
    // The package lies outside this folder, and `idb` in it.
    preserveSymlinks: true,
    write: false,
  });
  const files = {
    '/': {
      type: 'text/html',
      body: '<!doctype html><script type="module" src="/app.js"></script>',
    },
    '/app.js': { type: 'text/javascript', body: outputFiles[0].contents },
  };
  server = await serve((path) => files[path]);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

// Each store is in a page of its own: they share nothing but the database.
conforms('IndexedDB', async () => {
  const context = await browser.newContext();
  return { isRemote: true, connect: async () => storeIn(await newPage(context)) };
});

test('a page with a newer release is not kept waiting, and an older one says so', async () => {
  const context = await browser.newContext();
  const store = storeIn(await newPage(context), 'raised');
  await store.save('a', { state: '', expectedRevision: 0 });
  await (await newPage(context)).evaluate(() => globalThis.raise('raised', 99));
  await assert.rejects(store.load('a'), (error) => error.code === 'store-newer');
});

test('a full quota leaves what was saved before', async () => {
  const context = await browser.newContext();
  const page = await newPage(context);
  const devtools = await context.newCDPSession(page);
  // Before the first access: what is left is then remembered for a while.
  const origin = `${server.address}/`;
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000_000 });
  const store = storeIn(page, 'quota');
  const save = (state, expectedRevision, length) => {
    const archive = [archived(expectedRevision + 1, { message: 'x'.repeat(length) })];
    return store.save('a', { state, expectedRevision, archive, records: [record(1)] });
  };
  await save('whole', 0, 10);
  await assert.rejects(save('torn', 1, 2_000_000), (error) => error.code === 'store-full');
  assert.deepEqual(await store.load('a'), { state: 'whole', revision: 1 });
  assert.equal((await store.archive('a')).length, 1);
  assert.equal((await store.records('a')).length, 1);
  assert.deepEqual(await save('smaller', 1, 10), { ok: true, revision: 2 });
});
