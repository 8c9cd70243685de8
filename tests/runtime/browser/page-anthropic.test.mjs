// promise: api
/**
 * The live page's agent with Anthropic's API: an endpoint that streams as that API does asks for tools, is sent
 * their results by the API's rules, and writes the records. The key goes there alone.
 */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { checkAnthropic } from '../../../js/testing/rules/anthropic.ts';
import { demoPage } from '../shared/demo-page.mjs';
import { choose, keptBy, openLive, say, whenReady } from '../shared/live-page.mjs';

const rightKey = 'right-key-7c3e';
const wrongKey = 'wrong-key-20d9';
const model = 'a-model';
/** What the agent reads, one file a reply: more than the window takes. */
const paths = [
  'config/server.yaml',
  'docs/decisions.md',
  'docs/runbook.md',
  'logs/today.log',
  'src/cart.js',
];
const summary =
  'The user asked the agent to read the project. The agent read config/server.yaml, where the port is 4173.';

const demo = demoPage();
/** Requests that the endpoint got. */
const requests = [];
let canSummarize = true;
let endpoint;

const usage = { input_tokens: 100, output_tokens: 20 };
const results = ({ messages }) =>
  messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'));

/** The agent's next reply: a file that was not asked for yet, or what the last result begins with. */
function replyTo(body) {
  const asked = requests.filter(({ body }) => body.stream).length - 1;
  const path = paths[asked];
  if (path !== undefined) return { text: `Next is ${path}.`, input: { path } };
  const [{ text }] = [results(body).at(-1).content].flat(2);
  return {
    text: `The last file begins with ${(text ?? results(body).at(-1).content).slice(0, 30)}`,
  };
}

function* eventsOf({ text, input }) {
  const message = { id: `msg_${requests.length}`, type: 'message', role: 'assistant', model };
  yield {
    type: 'message_start',
    message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
  };
  yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
  yield { type: 'ping' };
  for (const piece of text.split(/(?<= )/)) {
    yield {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: piece },
    };
  }
  yield { type: 'content_block_stop', index: 0 };
  if (input !== undefined) {
    const call = { type: 'tool_use', id: `toolu_${requests.length}`, name: 'read_file', input: {} };
    yield { type: 'content_block_start', index: 1, content_block: call };
    for (const piece of ['', ...JSON.stringify(input).match(/.{1,7}/g)]) {
      yield {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: piece },
      };
    }
    yield { type: 'content_block_stop', index: 1 };
  }
  yield {
    type: 'message_delta',
    delta: { stop_reason: input === undefined ? 'end_turn' : 'tool_use', stop_sequence: null },
    usage: { output_tokens: 20 },
  };
  yield { type: 'message_stop' };
}

before(async () => {
  const http = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method !== 'POST') return response.end();
    let text = '';
    for await (const piece of request) text += piece;
    const { url, headers } = request;
    const body = JSON.parse(text);
    const refuse = (status, type, message) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ type: 'error', error: { type, message } }));
    };
    if (headers['x-api-key'] !== rightKey) {
      return refuse(401, 'authentication_error', `invalid x-api-key ${headers['x-api-key']}`);
    }
    requests.push({ url, headers, body });
    if (!body.stream) {
      if (!canSummarize) return refuse(400, 'invalid_request_error', `no more for ${rightKey}`);
      response.setHeader('content-type', 'application/json');
      return response.end(
        JSON.stringify({
          id: 'msg_summary',
          type: 'message',
          role: 'assistant',
          model,
          content: [{ type: 'text', text: summary }],
          stop_reason: 'end_turn',
          stop_sequence: null,
          usage,
        }),
      );
    }
    response.setHeader('content-type', 'text/event-stream');
    for (const event of eventsOf(replyTo(body))) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    return response.end();
  });
  await new Promise((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  endpoint = { http, address: `http://127.0.0.1:${http.address().port}` };
});

after(() => {
  endpoint?.http.closeAllConnections();
  endpoint?.http.close();
});

/** Nothing that outlives the page has a key, nor does what it shows. */
async function holdsNoKey(page) {
  const texts = `${await keptBy(page)}\n${await page.content()}`;
  assert.ok(!texts.includes(rightKey) && !texts.includes(wrongKey));
}

test('the agent asks for tools, reads their results, and folds with summaries of the same model', async () => {
  const { page, problems } = await openLive(demo);
  await whenReady(page);
  await choose(page, 'anthropic', { url: `${endpoint.address}/v1`, model, key: wrongKey });
  await page.fill('textarea', 'Read the project');
  await page.press('textarea', 'Enter');
  assert.match(await page.getByRole('alert').textContent(), /401/);
  await whenReady(page);
  await holdsNoKey(page);

  await page.fill('[name="key"]', rightKey);
  const answer = await say(page, 'Read the project');
  assert.match(answer, /The last file begins with \/\*\* The basket/);
  assert.equal(await page.locator('.call').count(), paths.length);

  const steps = requests.filter(({ body }) => body.stream);
  const summaries = requests.filter(({ body }) => !body.stream);
  assert.equal(steps.length, paths.length + 1);
  for (const { url, headers, body } of requests) {
    assert.equal(url, '/v1/messages');
    assert.equal(headers['x-api-key'], rightKey);
    assert.equal(headers['anthropic-dangerous-direct-browser-access'], 'true');
    assert.ok(headers['anthropic-version']);
    assert.equal(headers.authorization, undefined);
    assert.equal(body.model, model);
    assert.ok(body.max_tokens > 0);
    assert.deepEqual(checkAnthropic(body, []), []);
    assert.ok(!JSON.stringify(body).includes(rightKey));
  }
  // The session's tools are among them from the first request on, in the same bytes.
  const [{ body: first }] = steps;
  const names = first.tools.map(({ name }) => name);
  assert.ok(names.includes('recall') && names.includes('compact_context'));
  for (const { body } of steps)
    assert.equal(JSON.stringify(body.tools), JSON.stringify(first.tools));
  for (const [at, { body }] of steps.slice(1).entries()) {
    const { tool_use_id: id } = results(body).at(-1);
    const call = body.messages.at(-2).content.find(({ type }) => type === 'tool_use');
    assert.equal(call.id, id);
    assert.deepEqual(call.input, { path: paths[at] });
  }

  assert.ok((await page.locator('.events li').count()) > 0);
  assert.ok(summaries.length > 0);
  // The summary is asked of what gave way, and stands in what the model is sent from then on.
  assert.ok(JSON.stringify(summaries[0].body.messages).includes('Read the project'));
  assert.ok(JSON.stringify(steps.at(-1).body.messages).includes('where the port is 4173'));
  await holdsNoKey(page);
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('where no summary comes, it folds all the same, and what is told of it holds no key', async () => {
  requests.length = 0;
  canSummarize = false;
  const { page, problems } = await openLive(demo);
  await whenReady(page);
  await choose(page, 'anthropic', { url: `${endpoint.address}/v1`, model, key: rightKey });
  assert.match(await say(page, 'Read the project'), /The last file begins with/);
  assert.ok(requests.some(({ body }) => !body.stream));
  assert.ok((await page.locator('.block.is-record').count()) > 0);
  await holdsNoKey(page);
  assert.deepEqual(problems, []);
  await page.context().close();
});
