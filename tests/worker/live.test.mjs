/** The demo's live page as a client of the template, on Workers and as a Node server, in a real Chromium. */
import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildPage } from '../../demo/build.mjs';
import { serve as servePage } from '../../demo/server.mjs';
import { launch, patience } from '../runtime/shared/page.mjs';
import { copyTemplate, dryRun, start } from './support/template.mjs';

const token = 'secret';
const folder = copyTemplate();
let page;
let browser;

before(async () => {
  const root = process.env.EPITOME_INSTALLED;
  page = await servePage({
    folder: await buildPage({ folder: join(folder, 'page'), ...(root && { root }) }),
  });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await page?.close();
});

/** What the page's origin is allowed by. */
const bindings = () => ({ TOKEN: token, ALLOWED_ORIGINS: new URL(page.address).origin });

async function onNode(context) {
  const { createServer } = await import(join(folder, 'src/node.js'));
  const { getRequestListener } = await import('@hono/node-server');
  const agent = createServer({ file: join(folder, 'live.db'), env: bindings() });
  const http = createHttpServer(getRequestListener(agent.fetch));
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  context.after(async () => {
    http.closeAllConnections();
    http.close();
    await agent.close();
  });
  return `http://127.0.0.1:${http.address().port}/`;
}

async function onWorkers(context) {
  dryRun(folder);
  const worker = start(folder, { bindings: bindings(), ratelimits: {} });
  context.after(() => worker.dispose());
  return (await worker.ready).href;
}

for (const [name, launched] of Object.entries({ Node: onNode, Workers: onWorkers })) {
  test(`it talks to the template on ${name}, once its origin is allowed`, async (context) => {
    const url = await launched(context);
    const live = await browser.newPage();
    live.setDefaultTimeout(patience);
    const problems = [];
    live.on('pageerror', (error) => problems.push(String(error)));
    await live.goto(new URL('live.html', page.address).href);
    await live.waitForSelector('body[data-live="ready"]');
    const connect = async () => {
      await live.fill('#key', token);
      await live.click('#endpoint button');
      await live.waitForFunction(() =>
        document.querySelector('#endpointState').textContent.endsWith('answers.'),
      );
    };
    await live.selectOption('#kind', 'agent');
    await live.fill('#url', url);
    await Promise.all([live.waitForNavigation(), live.click('#endpoint button')]);
    await live.waitForSelector('body[data-live="ready"]');
    await connect();
    await live.fill('#say', 'What is 6 * 7?');
    await live.click('#send');
    await live.waitForSelector('body[data-turns="1"]');
    const said = () => live.locator('#talk li').allInnerTexts();
    assert.match((await said()).at(-1), /42/);
    assert.equal(await live.textContent('#used'), '2 messages, 0 folds');

    await live.reload();
    await live.waitForSelector('body[data-live="ready"]');
    await connect();
    assert.match((await said()).at(-1), /42/, 'the agent has kept the chat');
    assert.deepEqual(problems, []);
    await live.close();
  });
}
