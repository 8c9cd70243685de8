// promise: api
/** The Node server of `demo/node`, copied out of the repository, with the packed package. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { watch } from '../../../bindings/toolchain/shell.mjs';
import { freePort, listens, startServer } from '../../server.mjs';
import { contract } from '../shared/agent-contract.mjs';
import { startModel } from '../shared/agent-model.mjs';
import { copyProject } from '../shared/agent-project.mjs';

let folder;

before(() => {
  folder = copyProject('node');
});

after(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** A name that is not this machine's. `fetch` lets nobody say that a request is for another one. */
const remote = 'http://agent.example';

async function ask(address, path, { method, headers, body } = {}) {
  const asked = request(address + path, { method, headers: { ...headers, host: 'agent.example' } });
  asked.end(body);
  const [answer] = await once(asked, 'response');
  const { statusCode: status } = answer;
  return new Response(Readable.toWeb(answer), { status, headers: answer.headers });
}

async function start({ settings, requestsPerMinute, data }) {
  const port = await freePort();
  const { address, stop, output } = await startServer(process.execPath, () => ['server.ts'], {
    port,
    cwd: folder,
    env: {
      PORT: String(port),
      DATABASE: `${data}.db`,
      REQUESTS_PER_MINUTE: String(requestsPerMinute),
      ...settings,
    },
  });
  return {
    fetch: (url, init) =>
      url.startsWith(remote) ? ask(address, url.slice(remote.length), init) : fetch(url, init),
    local: address,
    remote,
    isWritten() {
      const database = new DatabaseSync(join(folder, `${data}.db`), { readOnly: true });
      const found = database.prepare('SELECT 1 FROM summaries').all();
      database.close();
      return found.length > 0;
    },
    alterState(change) {
      const database = new DatabaseSync(join(folder, `${data}.db`));
      const rows = database.prepare('SELECT rowid, decisions FROM epitome_sessions').all();
      const update = database.prepare('UPDATE epitome_sessions SET decisions = ? WHERE rowid = ?');
      for (const { rowid, decisions } of rows) update.run(change(decisions), rowid);
      database.close();
      return rows.length;
    },
    kill: () => stop('SIGKILL'),
    end: () => stop('SIGTERM'),
    stop,
    output,
  };
}

/** What the server says when it does not start. */
async function toldOf(settings) {
  const { code, output } = await watch(process.execPath, ['server.ts'], {
    cwd: folder,
    env: { ...process.env, DATABASE: 'told.db', PORT: '0', ...settings },
  });
  assert.equal(code, 1, output);
  // A message, and no stack.
  assert.doesNotMatch(output, /\n\s+at /);
  return output;
}

contract(start, toldOf);

test('what a server needs is looked at before it serves', async () => {
  assert.match(await toldOf({ PORT: '70000' }), /PORT/);
  assert.match(await toldOf({ REQUESTS_PER_MINUTE: 'many' }), /REQUESTS_PER_MINUTE/);
  assert.match(await toldOf({ DATABASE: 'no/such/folder.db' }), /DATABASE/);
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address();
  assert.match(await toldOf({ PORT: `${port}` }), new RegExp(`${port}.*PORT`));
  taken.close();
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} waits for the answers under way, and a second one does not`, async () => {
    const gate = Promise.withResolvers();
    const model = await startModel(async () =>
      (async function* () {
        yield 'Half ';
        await gate.promise;
        yield 'and the rest.';
      })(),
    );
    const settings = { MODEL_URL: model.address, MODEL_ID: 'main' };
    const said = async (server) => {
      const body = JSON.stringify({ text: 'hello' });
      const headers = { 'content-type': 'application/json' };
      const url = `${server.local}/sessions/a/messages`;
      return (await fetch(url, { method: 'POST', headers, body })).body.getReader();
    };
    const data = crypto.randomUUID();
    const own = { settings, requestsPerMinute: 100 };
    const hasty = await start({ ...own, data: crypto.randomUUID() });
    const cut = await said(hasty);
    await cut.read();
    hasty.stop(signal);
    // It takes no new client from then on.
    const { port } = new URL(hasty.local);
    while (await listens(port)) await new Promise((resolve) => setTimeout(resolve, 10));
    await hasty.stop(signal);
    await assert.rejects(async () => {
      while (!(await cut.read()).done);
    });
    const patient = await start({ ...own, data });
    const reader = await said(patient);
    await reader.read();
    const ended = patient.stop(signal);
    while (await listens(new URL(patient.local).port)) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    gate.resolve();
    let text = '';
    const decoder = new TextDecoder();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += decoder.decode(read.value, { stream: true });
    }
    assert.match(text, /rest\./);
    await ended;
    model.close();
    // The answer and the session are saved.
    const database = new DatabaseSync(join(folder, `${data}.db`), { readOnly: true });
    const count = (table) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get().n;
    assert.equal(count('messages'), 2);
    assert.equal(count('epitome_sessions'), 1);
    database.close();
  });
}

test('the log says what the API of the model said, and where', async () => {
  const model = await startModel(async () => 401);
  const settings = { MODEL_URL: model.address, MODEL_ID: 'main', MODEL_KEY: 'secret-key' };
  const server = await start({ settings, requestsPerMinute: 100, data: crypto.randomUUID() });
  const response = await fetch(`${server.local}/sessions/a/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'hello' }),
  });
  await response.text();
  await server.kill();
  model.close();
  for (const said of [model.address, '401', 'down']) assert.ok(server.output().includes(said));
  assert.ok(!server.output().includes('secret-key'));
});

test('a compactor that could not be made is made again', async () => {
  const { compactorOf } = await import(pathToFileURL(join(folder, 'agent/agent.ts')).href);
  const settings = { WINDOW_TOKENS: '-1' };
  const compactor = compactorOf(settings, {});
  await assert.rejects(compactor());
  settings.WINDOW_TOKENS = '8000';
  assert.ok((await compactor()).estimateTokens('some words') > 0);
});
