// promise: api
/** The Node server of `demo/node`, copied out of the repository, with the packed package. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { freePort, startServer } from '../../server.mjs';
import { contract } from '../shared/agent-contract.mjs';
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

contract(async ({ settings, requestsPerMinute, data }) => {
  const port = await freePort();
  const { address, stop } = await startServer(process.execPath, () => ['server.ts'], {
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
  };
});

test('a compactor that could not be made is made again', async () => {
  const { compactorOf } = await import(pathToFileURL(join(folder, 'agent/agent.ts')).href);
  const settings = { WINDOW_TOKENS: '-1' };
  const compactor = compactorOf(settings, {});
  await assert.rejects(compactor());
  settings.WINDOW_TOKENS = '8000';
  assert.ok((await compactor()).estimateTokens('some words') > 0);
});
