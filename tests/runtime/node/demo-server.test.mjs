// promise: api
/** The Node server of `demo/node`, copied out of the repository, with the packed package. */

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
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

/** The server looks at the name that it is called by; a proxy that is a name's host passes it on. */
const remote = 'http://agent.example';

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
    fetch: (url, { headers, ...init } = {}) =>
      url.startsWith(remote)
        ? fetch(url.replace(remote, address), {
            ...init,
            headers: { ...headers, host: 'agent.example' },
          })
        : fetch(url, { ...init, headers }),
    local: address,
    remote,
    kill: () => stop('SIGKILL'),
  };
});

test('a compactor that could not be made is made again', async () => {
  const { compactorOf } = await import(pathToFileURL(join(folder, 'agent/agent.ts')).href);
  await assert.rejects(compactorOf({ WINDOW_TOKENS: '-1' }));
  const compactor = await compactorOf({ WINDOW_TOKENS: '8000' });
  assert.ok(compactor.estimateTokens('some words') > 0);
});
