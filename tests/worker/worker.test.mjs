/** The template in a real workerd, built by wrangler from a copy outside the repository. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chatTurn, textOf, userSays } from './support/answers.mjs';
import { startEndpoint } from './support/endpoint.mjs';
import { copyTemplate, dryRun, start } from './support/template.mjs';

const token = 'secret';
const authorization = `Bearer ${token}`;
let folder;
let printed;
let worker;

before(() => {
  folder = copyTemplate();
  printed = dryRun(folder);
});
after(() => worker?.dispose());

const freshData = () => mkdtempSync(join(folder, 'data-'));

/** Starts the Worker anew; what objects have stored is in `data`. */
async function launch({ bindings = {}, data = freshData(), ...options } = {}) {
  await worker?.dispose();
  worker = start(folder, { bindings: { TOKEN: token, ...bindings }, data, ...options });
  await worker.ready;
  return data;
}

const unlimited = { ratelimits: {} };
const address = (id) => `http://agent.test/sessions/${id}/messages`;

/** How a connection ends that the runtime closes because its request comes some seconds late. */
const closed = new Set(['ECONNRESET', 'UND_ERR_SOCKET']);
const mostTries = 10;

/** On a busy machine requests come late: then they are sent again. */
async function fetch(url, init) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await worker.dispatchFetch(url, init);
    } catch (error) {
      if (!closed.has(error.cause?.code) || tries === mostTries) throw error;
    }
  }
}

const send = (id, body, headers = {}) =>
  fetch(address(id), {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/plain', ...headers },
    body,
  });
const sendJson = (id, body, headers) =>
  send(id, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
const refusal = async (response) => [response.status, (await response.json()).error];
const stored = async (id) => (await fetch(address(id), { headers: { authorization } })).json();
const sources = ['cart', 'checkout', 'inventory', 'invoices', 'shipping', 'users'];
const reads = Array.from({ length: 12 }, (_, i) => `Read src/${sources[i % 6]}.js, time ${i}.`);

test('wrangler deploys it: the bindings are those that the code uses', () => {
  assert.match(printed, /env\.CHATS \(ChatObject\)/);
  assert.match(printed, /env\.LIMITER \(60 requests\/60s\)/);
});

test('what the tests install is what the template names', () => {
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
  const { epitome, ...named } = read(join(folder, 'package.json')).dependencies;
  const { wrangler } = read(join(folder, 'package.json')).devDependencies;
  const { devDependencies } = read(new URL('package.json', import.meta.url));
  assert.deepEqual({ ...named, wrangler }, devDependencies);
  assert.ok(epitome);
});

test('useChat: an answer with tools, a long chat that folds and still knows', async () => {
  await launch(unlimited);
  const messages = [userSays('Remember that the release is on the 14th of March.')];
  const compactions = [];
  for (const text of [...reads, 'When is the release?']) {
    const turn = await chatTurn(fetch, 'long', messages);
    compactions.push(...turn.compactions);
    messages.push(turn.message, userSays(text));
  }
  const { message } = await chatTurn(fetch, 'long', messages);
  assert.match(textOf(message), /14th of March/);
  assert.ok(messages[3].parts.some(({ type }) => type === 'tool-readFile'));
  assert.ok(compactions.length > 0, 'it folded');
  for (const { tokensAfter, budget } of compactions) assert.ok(tokensAfter <= budget);
  const kept = await stored('long');
  assert.deepEqual(
    kept.map(({ id }) => id),
    [...messages, message].map(({ id }) => id),
    'the page and the chat have the same messages',
  );
});

test('the newest message alone, plain text, system messages', async () => {
  await launch(unlimited);
  await chatTurn(fetch, 'newest', [userSays('one')], { newestOnly: true });
  await chatTurn(fetch, 'newest', [userSays('two')], { newestOnly: true });
  assert.equal((await send('newest', 'three')).status, 200);
  const said = (await stored('newest')).filter(({ role }) => role === 'user');
  assert.deepEqual(said.map(textOf), ['one', 'two', 'three']);

  const messages = [
    { role: 'system', content: 'The password of the door is Rosebud.' },
    { role: 'user', content: 'What is the password of the door?' },
  ];
  const response = await sendJson('system', { messages });
  assert.equal(response.status, 200);
  assert.match(await response.text(), /Rosebud/);
});

test('100 sessions at once', async () => {
  await launch(unlimited);
  const ids = Array.from({ length: 100 }, (_, i) => `session-${i}`);
  const answers = await Promise.all(
    ids.map((id, i) => chatTurn(fetch, id, [userSays(`What is ${i} + 1?`)])),
  );
  for (const [i, { message }] of answers.entries()) {
    assert.match(textOf(message), new RegExp(`\\b${i + 1}$`));
  }
  for (const [i, id] of ids.entries()) {
    assert.match(textOf((await stored(id))[0]), new RegExp(`^What is ${i} `));
  }
});

test('two requests race on one session: one waits, and none is lost', async (context) => {
  let open = 0;
  let most = 0;
  let release = () => {};
  let held;
  const endpoint = await startEndpoint(async () => {
    open += 1;
    most = Math.max(most, open);
    await (held ?? new Promise((resolve) => setTimeout(resolve, 30)));
    open -= 1;
    return 'Yes.';
  });
  context.after(endpoint.close);
  const bindings = { MODEL_URL: endpoint.url, MODEL_ID: 'gpt-5' };
  await launch({ ...unlimited, bindings });
  const race = await Promise.all([send('race', 'one'), send('race', 'two')]);
  for (const response of race) {
    assert.equal(response.status, 200);
    assert.match(await response.text(), /Yes\./);
  }
  const kept = await stored('race');
  assert.deepEqual(
    kept.map(({ role }) => role),
    ['user', 'assistant', 'user', 'assistant'],
  );
  assert.equal(most, 1, 'the model is asked by one at a time');

  held = new Promise((resolve) => {
    release = resolve;
  });
  let refused = 0;
  const crowd = Array.from({ length: 12 }, async () => {
    const response = await send('race', 'me too');
    if (response.status === 429) refused += 1;
    if (refused === 8) release();
    return [response.status, await response.text()];
  });
  const statuses = (await Promise.all(crowd)).map(([status]) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 4);
  assert.equal(refused, 8);
});

const summary = [
  '## Goal\nRead the files of the shop.',
  `## Done\nThe files were read; the release is on the 14th of March. ${Array.from({ length: 10 }, (_, i) => `Question ${i} asked for words.`).join(' ')}`,
  '## Next\nAnswer questions.',
].join('\n\n');

test('evicted in mid-compaction: nothing is lost, and the summary is bought again', async (context) => {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  let asked;
  const isAsked = new Promise((resolve) => {
    asked = resolve;
  });
  const endpoint = await startEndpoint(async ({ model, messages }) => {
    if (model !== 'cheap')
      return `I have heard: ${'more words of it '.repeat(90)}${messages.length}`;
    asked();
    await held;
    return summary;
  });
  context.after(endpoint.close);
  const bindings = {
    MODEL_URL: endpoint.url,
    MODEL_ID: 'own-model',
    SUMMARIZER_ID: 'cheap',
    WINDOW_TOKENS: '9000',
  };
  const data = await launch({ ...unlimited, bindings });
  await (await send('evicted', 'The release is on the 14th of March.')).text();
  let said = 1;
  const summariesAsked = () => endpoint.requests.filter(({ model }) => model === 'cheap').length;
  while (summariesAsked() === 0 && said < 40) {
    // Answers go on while the summary is being written.
    await (await send('evicted', `Question ${said}: ${'words '.repeat(200)}`)).text();
    said += 1;
  }
  await isAsked;

  await launch({ ...unlimited, bindings, data });
  release();
  const kept = await stored('evicted');
  assert.equal(kept.filter(({ role }) => role === 'user').length, said);
  const before = summariesAsked();
  while (summariesAsked() === before && said < 60) {
    await (await send('evicted', `Question ${said}: ${'words '.repeat(200)}`)).text();
    said += 1;
  }
  assert.ok(summariesAsked() > before, 'asked again');
  // The summary is stored although nobody asks for anything: a new isolate has it at once.
  const folds = async () =>
    (await fetch('http://agent.test/sessions/evicted', { headers: { authorization } })).json();
  while ((await folds()).folds === 0);
  const bought = summariesAsked();
  await launch({ ...unlimited, bindings, data });
  await (await send('evicted', 'And now?')).text();
  said += 1;
  const prompt = JSON.stringify(endpoint.requests.findLast(({ model }) => model !== 'cheap'));
  assert.match(prompt, /14th of March/);
  assert.match(prompt, /Answer questions\./, 'the summary of the model is in the view');
  assert.equal(summariesAsked(), bought, 'and not bought again');
  assert.equal((await stored('evicted')).filter(({ role }) => role === 'user').length, said);
});

test('a model that fails is told as an error in the stream, and the chat goes on', async (context) => {
  let isUp = false;
  const endpoint = await startEndpoint(() => {
    if (!isUp) throw new Error('down');
    return 'Up again.';
  });
  context.after(endpoint.close);
  await launch({
    ...unlimited,
    bindings: { MODEL_URL: 'http://127.0.0.1:1/v1', MODEL_ID: 'gpt-5' },
  });
  const failed = await (await send('failing', 'hello')).text();
  assert.match(failed, /The model could not answer/);
  assert.doesNotMatch(failed, /127\.0\.0\.1/);
  isUp = true;
  await launch({ ...unlimited, bindings: { MODEL_URL: endpoint.url, MODEL_ID: 'gpt-5' } });
  assert.match(await (await send('failing', 'hello again')).text(), /Up again/);
});

test('tokens', async () => {
  await launch();
  const wrong = await send('a', 'hello', { authorization: 'Bearer wrong' });
  assert.equal(wrong.headers.get('www-authenticate'), 'Bearer');
  assert.deepEqual(await refusal(wrong), [401, 'a bearer token is needed']);
  assert.equal((await send('a', 'hello', { authorization: '' })).status, 401);
  assert.equal((await fetch(address('a'))).status, 401);
  assert.equal((await fetch(address('a'), { method: 'DELETE' })).status, 401);
  assert.deepEqual(await stored('a'), []);
  assert.equal((await send('a', 'hello')).status, 200);
});

test('without a token only this machine is answered', async () => {
  await launch({ bindings: { TOKEN: '' } });
  const [status, error] = await refusal(await send('a', 'hello'));
  assert.equal(status, 503);
  assert.match(error, /no TOKEN is set/);
  const local = 'http://localhost:8787/sessions/a/messages';
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' };
  assert.equal((await fetch(local, init)).status, 200);
  const elsewhere = { ...init, headers: { ...init.headers, origin: 'https://elsewhere.test' } };
  assert.equal((await fetch(local, elsewhere)).status, 403);
});

test('pages of other origins', async () => {
  await launch({ bindings: { ALLOWED_ORIGINS: 'https://page.test, https://other.test' } });
  const preflight = (origin) =>
    fetch(address('a'), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
  const allowed = await preflight('https://page.test');
  assert.equal(allowed.status, 204);
  assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://page.test');
  assert.match(allowed.headers.get('access-control-allow-headers'), /authorization/);
  const refused = await preflight('https://evil.test');
  assert.equal(refused.headers.get('access-control-allow-origin'), null);
  const answer = await send('a', 'hello', { origin: 'https://other.test' });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('access-control-allow-origin'), 'https://other.test');
  assert.equal((await send('a', 'hello', { origin: 'https://evil.test' })).status, 403);
});

test('a flood', async () => {
  await launch();
  const flood = await Promise.all(
    Array.from({ length: 90 }, (_, i) =>
      send(`flood-${i}`, 'hello', { authorization: 'Bearer x' }),
    ),
  );
  const statuses = flood.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 401).length, 60);
  const limited = flood.find(({ status }) => status === 429);
  assert.equal(limited.headers.get('retry-after'), '60');
  assert.deepEqual(await refusal(limited), [429, 'too many requests']);
});

test('says what is wrong with a request', async () => {
  await launch(unlimited);
  const user = { role: 'user', content: 'hello' };
  const cases = [
    [() => sendJson('a', {}), 400, /`messages` or `message`/],
    [() => send('a', '{', { 'content-type': 'application/json' }), 400, /must be JSON/],
    [() => send('a', '   '), 400, /is empty/],
    [() => send('a', 'x', { 'content-type': 'image/png' }), 415, /text\/plain/],
    [() => send('a.b', 'hello'), 400, /an id has/],
    [() => send('x'.repeat(65), 'hello'), 400, /an id has/],
    [() => send('a', 'x'.repeat(1_500_001)), 413, /1500000 bytes/],
    [() => sendJson('a', { messages: [] }), 400, /must be of the user/],
    [
      () => sendJson('a', { messages: [{ role: 'tool', content: 'x' }] }),
      400,
      /messages\[0\]: role/,
    ],
    [
      () => sendJson('a', { messages: [user, { role: 'assistant', content: 'x' }] }),
      400,
      /of the user/,
    ],
    [
      () =>
        sendJson('a', {
          messages: [
            { ...user, id: 'b' },
            { ...user, id: 'b' },
          ],
        }),
      400,
      /same id/,
    ],
    [() => sendJson('a', { messages: [{ role: 'user', parts: [{ type: 'text' }] }] }), 400, /./],
    [() => sendJson('a', { messages: Array(2_001).fill(user) }), 400, /2000 messages/],
    [() => sendJson('a', { message: null }), 400, /role/],
    [() => fetch(address('a'), { method: 'PUT', headers: { authorization } }), 405, /use GET/],
    [() => fetch('http://agent.test/nothing'), 404, /no such page/],
  ];
  for (const [request, status, message] of cases) {
    const [actual, error] = await refusal(await request());
    assert.equal(actual, status, error);
    assert.match(error, message);
  }
  assert.deepEqual(await stored('a'), [], 'nothing refused is stored');
});

test('a session that is deleted is forgotten', async () => {
  await launch(unlimited);
  await (await send('gone', 'The code is 4711.')).text();
  const response = await fetch(address('gone'), { method: 'DELETE', headers: { authorization } });
  assert.equal(response.status, 204);
  assert.deepEqual(await stored('gone'), []);
  assert.doesNotMatch(await (await send('gone', 'What is the code?')).text(), /4711/);
});

test('wrong settings are named, and nothing of them is cached', async () => {
  for (const [bindings, message] of [
    [{ WINDOW_TOKENS: '12' }, /WINDOW_TOKENS/],
    [{ MODEL_ID: 'gpt-5' }, /MODEL_URL and MODEL_ID/],
    [{ MODEL_URL: 'x', MODEL_ID: 'gpt-5' }, /MODEL_URL/],
    [{ ALLOWED_ORIGINS: 'page.test/' }, /ALLOWED_ORIGINS/],
  ]) {
    await launch({ bindings });
    const [status, error] = await refusal(await send('a', 'hello'));
    assert.equal(status, 500);
    assert.match(error, message);
  }
});

test('the status page has a line to try, and no secret', async () => {
  await launch({ bindings: { MODEL_KEY: 'sk-secret-key' } });
  const response = await fetch('http://agent.test/');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type'), /text\/html/);
  const page = await response.text();
  assert.match(page, /curl -N http:\/\/agent\.test\/sessions\/hello\/messages/);
  assert.doesNotMatch(page, /sk-secret-key|Bearer secret/);
});
