/**
 * The live page in a real Chromium, under its policy: the agent runs, folds, goes on after a reload, forgets;
 * an endpoint is reached only once its origin is allowed, and its key stays in memory.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildPage } from '../../../demo/build.mjs';
import { serve } from '../../../demo/server.mjs';
import { project } from '../shared/installed.mjs';
import { launch, patience } from '../shared/page.mjs';

let folder;
let server;
let browser;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'epitome-live-'));
  await buildPage({ root: project, folder });
  server = await serve({ folder });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openLive(context, address = 'live.html') {
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(new URL(address, server.address).href);
  await page.waitForSelector('body[data-live="ready"]');
  return { page, problems };
}

/** Clicks and waits until the agent is done. */
async function during(page, work) {
  const turns = Number((await page.getAttribute('body', 'data-turns')) ?? 0);
  await work();
  await page.waitForSelector(`body[data-turns="${turns + 1}"]`);
}

const say = (page, text) =>
  during(page, async () => {
    await page.fill('#say', text);
    await page.click('#send');
  });

const said = (page) => page.locator('#talk li').allInnerTexts();

test('it answers with tools, folds, and knows what was folded; a reload goes on', async () => {
  const context = await browser.newContext();
  const { page, problems } = await openLive(context);
  await say(page, 'What is 12 * (3 + 4)?');
  assert.match((await said(page)).at(-1), /84/);
  await say(page, 'Remember that the release is on the 14th of March.');
  await during(page, () => page.click('#forMe'));
  const fold = (await said(page)).at(-1);
  const [from, to] = fold.replaceAll(',', '').match(/\d+/g).map(Number);
  assert.match(fold, /has folded/);
  assert.ok(to < from);
  assert.ok((await page.locator('#records details').count()) > 0);
  await say(page, 'When is the release?');
  assert.match((await said(page)).at(-1), /14th of March/);

  // Going back and on again makes nothing anew: the records are those that were there.
  const answered = (await said(page)).at(-1);
  const kept = await page.locator('#records pre').allTextContents();
  await during(page, () => page.click('#rewind'));
  assert.notEqual((await said(page)).at(-1), answered);
  assert.deepEqual(await page.locator('#records pre').allTextContents(), kept);
  await say(page, 'When is the release?');
  assert.equal((await said(page)).at(-1), answered);

  const used = await page.textContent('#used');
  const records = await page.locator('#records summary').allInnerTexts();
  await page.reload();
  await page.waitForSelector('body[data-live="ready"]');
  assert.equal(await page.textContent('#used'), used);
  assert.deepEqual(await page.locator('#records summary').allInnerTexts(), records);
  await say(page, 'On which day is the release?');
  assert.match((await said(page)).at(-1), /14th of March/);

  await during(page, () => page.click('#forget'));
  assert.deepEqual(await said(page), []);
  await say(page, 'When is the release?');
  assert.doesNotMatch((await said(page)).at(-1), /14th of March/);
  assert.deepEqual(problems, []);
  await context.close();
});

test('markup that is said stays text', async () => {
  const context = await browser.newContext();
  const { page } = await openLive(context);
  await say(
    page,
    '<img src="x" onerror="document.title = \'injected\'"> <b id="injected">bold</b>',
  );
  assert.equal(await page.locator('#injected').count(), 0);
  assert.notEqual(await page.title(), 'injected');
  await context.close();
});

const openAi = [
  {
    id: 'a',
    created: 0,
    model: 'm',
    choices: [
      {
        index: 0,
        delta: { role: 'assistant', content: 'Hello from the endpoint.' },
        finish_reason: null,
      },
    ],
  },
  { id: 'a', created: 0, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];
const anthropic = [
  {
    type: 'message_start',
    message: {
      id: 'a',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: 'Hello from the endpoint.' },
  },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 5 },
  },
  { type: 'message_stop' },
];

/** An endpoint of another origin that streams `events`. */
async function startEndpoint(events) {
  const requests = [];
  const endpoint = createServer(async (request, response) => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'content-type': 'text/event-stream',
    };
    response.writeHead(200, headers);
    if (request.method === 'OPTIONS') return response.end();
    await new Response(request).text();
    requests.push(request.headers);
    for (const event of events) {
      const name = event.type === undefined ? '' : `event: ${event.type}\n`;
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
    }
    return response.end(events === openAi ? 'data: [DONE]\n\n' : '');
  });
  await new Promise((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  const close = () => {
    endpoint.closeAllConnections();
    endpoint.close();
  };
  return { url: `http://127.0.0.1:${endpoint.address().port}/v1`, requests, close };
}

test('an endpoint is reached only once its origin is allowed; the key is kept nowhere', async () => {
  const endpoint = await startEndpoint(openAi);
  const context = await browser.newContext();
  const { page } = await openLive(context);
  const reach = () =>
    page.evaluate(
      (url) =>
        fetch(url, { method: 'POST' }).then(
          () => true,
          () => false,
        ),
      endpoint.url,
    );
  assert.equal(await reach(), false, 'the policy forbids it');

  await page.fill('#url', endpoint.url);
  await page.fill('#model', 'm');
  await page.fill('#key', 'sk-in-memory');
  await Promise.all([page.waitForNavigation(), page.click('#endpoint button')]);
  await page.waitForSelector('body[data-live="ready"]');
  assert.equal(await page.inputValue('#key'), '');
  assert.doesNotMatch(page.url(), /sk-in-memory/);
  assert.equal(await page.inputValue('#url'), endpoint.url);
  await page.fill('#key', 'sk-in-memory');
  await page.click('#endpoint button');
  await page.waitForFunction(() =>
    document.querySelector('#endpointState').textContent.includes('answers'),
  );
  await say(page, 'Hello?');
  assert.match((await said(page)).at(-1), /Hello from the endpoint/);
  assert.deepEqual(
    endpoint.requests.map(({ authorization }) => authorization),
    ['Bearer sk-in-memory'],
  );
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  assert.equal(kept, '[{},{}]');
  assert.equal(
    await page.evaluate(() =>
      fetch('http://localhost:1/').then(
        () => '',
        ({ message }) => message,
      ),
    ),
    'Failed to fetch',
  );
  await context.close();
  endpoint.close();
});

test("Anthropic's interface is reached from the page, too", async () => {
  const endpoint = await startEndpoint(anthropic);
  const context = await browser.newContext();
  const allow = new URL(endpoint.url).origin;
  const given = new URLSearchParams({ allow, kind: 'anthropic', url: endpoint.url, model: 'm' });
  const { page, problems } = await openLive(context, `live.html?${given}`);
  await page.fill('#key', 'sk-ant-in-memory');
  await page.click('#endpoint button');
  await page.waitForFunction(() =>
    document.querySelector('#endpointState').textContent.includes('answers'),
  );
  await say(page, 'Hello?');
  assert.match((await said(page)).at(-1), /Hello from the endpoint/);
  const [headers] = endpoint.requests;
  assert.equal(headers['x-api-key'], 'sk-ant-in-memory');
  assert.equal(headers['anthropic-dangerous-direct-browser-access'], 'true');
  assert.deepEqual(problems, []);
  await context.close();
  endpoint.close();
});
