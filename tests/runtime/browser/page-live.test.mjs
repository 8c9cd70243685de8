// promise: api
/**
 * The live page in a real Chromium: its agent folds and still knows, a reload goes on, endpoints and servers
 * answer, and neither a key nor markup gets where it does not belong.
 */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { demoPage, hostile } from '../shared/demo-page.mjs';
import { choose, keptBy, openLive, say, whenReady } from '../shared/live-page.mjs';

const rightKey = 'right-key-5f2c';
const wrongKey = 'wrong-key-91ab';
const job = 'Read every file of the project and take notes';

const demo = demoPage();
const openPage = (context) => openLive(demo, context);
let endpoint;
/** Requests that the endpoint got. */
const requests = [];

/** An API like OpenAI's and a chat server in one. It wants a key, and does not end a "wait". */
async function startEndpoint() {
  const http = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('access-control-allow-methods', '*');
    if (request.method !== 'POST') return response.end();
    let text = '';
    for await (const piece of request) text += piece;
    const { authorization } = request.headers;
    requests.push({ url: request.url, authorization, body: JSON.parse(text) });
    if (authorization !== `Bearer ${rightKey}`) {
      response.writeHead(401, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ error: { message: `bad key: ${authorization}` } }));
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (data) => response.write(`data: ${JSON.stringify(data)}\n\n`);
    if (request.url.startsWith('/sessions/')) {
      const event = { type: 'cannot-fit', sessionId: 'a' };
      for (const part of [
        { type: 'start', messageId: 'm1' },
        { type: 'data-epitome', data: event, transient: true },
        { type: 'data-context', id: 'context-1', data: { used: 4_100, of: 8_200 } },
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'from the server' },
        { type: 'text-end', id: '1' },
        { type: 'finish' },
      ]) {
        send(part);
      }
    } else {
      const piece = (content) => ({
        id: '1',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: { role: 'assistant', content } }],
      });
      send(piece(`${hostile} `));
      if (text.includes('please wait')) return undefined;
      send({
        ...piece('streamed'),
        choices: [{ index: 0, delta: { content: 'streamed' }, finish_reason: 'stop' }],
      });
    }
    return response.end('data: [DONE]\n\n');
  });
  await new Promise((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  return { address: `http://127.0.0.1:${http.address().port}`, http };
}

before(async () => {
  endpoint = await startEndpoint();
});

after(async () => {
  endpoint?.http.closeAllConnections();
  endpoint?.http.close();
});

test('this page alone may call out, by its header and by its own word', async () => {
  const { page, response } = await openPage();
  const own = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
  for (const policy of [own, response.headers()['content-security-policy']]) {
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'(?:;|$)/);
    assert.match(policy, /connect-src 'self' https:/);
  }
  const other = await (await page.request.get(demo.server.address)).headers();
  assert.match(other['content-security-policy'], /connect-src 'self'(?:;|$)/);
  await page.context().close();
});

test('it folds, still knows, goes on after a reload, and forgets when told to', async () => {
  const { page, problems } = await openPage();
  await whenReady(page);
  await say(page, job);
  const folds = await page.locator('.events li').count();
  assert.ok(folds > 0);
  assert.ok((await page.locator('.block.is-record').count()) > 0);
  const records = await page.locator('.record pre').allTextContents();
  assert.ok(records.some((text) => text.includes('4173')));
  assert.match(await say(page, 'Which port does the server use?'), /4173/);
  assert.match(await say(page, 'Who is on call?'), /Ines/);

  const said = await page.locator('.message').count();
  const before = await page.locator('.events li').allTextContents();
  await page.reload();
  await whenReady(page);
  assert.equal(await page.locator('.message').count(), said);
  assert.ok((await say(page, 'What did I ask you first?')).includes(job));
  // What was folded before is not folded again.
  assert.deepEqual(await page.locator('.events li').allTextContents(), before);
  assert.deepEqual(await page.locator('.record pre').allTextContents(), records);

  await page.getByRole('button', { name: 'Forget' }).click();
  await page.waitForFunction(() => document.querySelector('.message') === null);
  await page.reload();
  await whenReady(page);
  assert.equal(await page.locator('.message').count(), 0);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('the tools work: an edit is seen by the next read, and nothing is evaluated', async () => {
  const { page, problems } = await openPage();
  await whenReady(page);
  await say(page, 'Change the port to 8080');
  await say(page, 'Change the port to 9090');
  assert.ok(
    (await page.locator('.call pre').allTextContents()).some((text) => text.includes('port: 8080')),
  );
  assert.match(await say(page, 'What is (2 + 3) * 4 - 1?'), /= 19$/);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('an endpoint streams; a wrong key is told; keys are kept nowhere; markup stays text', async () => {
  const { page, problems } = await openPage();
  await whenReady(page);
  await choose(page, 'openai', { url: `${endpoint.address}/v1`, model: 'm', key: wrongKey });
  await page.fill('textarea', 'hello');
  await page.press('textarea', 'Enter');
  const alert = await page.getByRole('alert').textContent();
  assert.match(alert, /401/);
  assert.ok(!alert.includes(wrongKey));
  await whenReady(page);
  // Nothing was answered, so it can be sent again.
  assert.equal(await page.inputValue('textarea'), 'hello');
  assert.equal(await page.locator('.message').count(), 0);

  await page.fill('[name="key"]', rightKey);
  assert.ok((await say(page, `hello ${hostile}`)).includes(`${hostile} streamed`));
  assert.equal(await page.locator('#injected').count(), 0);
  assert.notEqual(await page.title(), 'injected');
  const kept = await keptBy(page);
  assert.ok(kept.includes(endpoint.address) && kept.includes('streamed'));
  assert.ok(!kept.includes(rightKey) && !kept.includes(wrongKey));
  await page.reload();
  await whenReady(page);
  assert.equal(await page.inputValue('[name="key"]'), '');

  await page.fill('[name="key"]', rightKey);
  await page.fill('textarea', 'please wait');
  await page.press('textarea', 'Enter');
  await page.waitForFunction(() => [...document.querySelectorAll('.message')].length === 4);
  await page.getByRole('button', { name: 'Stop' }).click();
  await whenReady(page);
  assert.ok((await page.locator('.message').last().textContent()).includes(hostile));
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a server answers with its own session, and tells of its folds', async () => {
  const { page, problems } = await openPage();
  await whenReady(page);
  await choose(page, 'server', { url: endpoint.address, key: rightKey });
  assert.match(await say(page, 'hello'), /from the server/);
  assert.match(await say(page, 'hello again'), /from the server/);
  const [first, second] = requests.filter(({ url }) => url.startsWith('/sessions/'));
  assert.equal(first.url, second.url);
  assert.equal(second.authorization, `Bearer ${rightKey}`);
  assert.deepEqual(
    second.body.messages.map(({ role }) => role),
    ['user'],
  );
  assert.equal(await page.locator('.events li').count(), 2);
  assert.match(await page.locator('.watch').textContent(), /4,100 tokens, 50\s?% of what/);
  // The conversation of this tab is another one.
  await page.selectOption('[name="kind"]', 'script');
  await page.waitForFunction(() => document.querySelector('.message') === null);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a second tab waits until the first is closed', async () => {
  const { page } = await openPage();
  await whenReady(page);
  await say(page, 'Change the port to 8080');
  const { page: second, problems } = await openPage(page.context());
  await second.waitForSelector('[data-stage="elsewhere"]');
  assert.ok(await second.getByRole('button', { name: 'Send' }).isDisabled());
  await page.close();
  await whenReady(second);
  assert.equal(await second.locator('.message').count(), 2);
  assert.deepEqual(problems, []);
  await second.context().close();
});
