// promise: api
/** The Worker of `demo/worker` in a real workerd, copied out of the repository, with the packed package. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { contract } from '../shared/agent-contract.mjs';
import { copyProject } from '../shared/agent-project.mjs';
import { buildWorker, startWorker } from './serve.mjs';

let folder;
let data;
let file;

before(async () => {
  folder = copyProject('worker');
  data = mkdtempSync(join(tmpdir(), 'epitome-worker-data-'));
  file = await buildWorker(folder);
});

after(() => {
  for (const one of [folder, data]) if (one) rmSync(one, { recursive: true, force: true });
});

async function start({ settings, requestsPerMinute, data: name }) {
  const worker = startWorker(file, {
    bindings: settings,
    durableObjects: {
      SESSIONS: { className: 'Session', useSQLite: true },
      USERS: { className: 'User', useSQLite: true },
    },
    durableObjectsPersist: join(data, name),
    ratelimits: {
      RATE_LIMIT: { namespace_id: '1', simple: { limit: requestsPerMinute, period: 60 } },
    },
  });
  const { origin } = await worker.ready;
  return {
    // What a dispatched request leaves is not left for the Worker.
    fetch: (url, init) =>
      url.startsWith(origin) ? fetch(url, init) : worker.dispatchFetch(url, init),
    local: origin,
    remote: 'https://agent.example',
    evict: (id) => worker.unsafeEvictDurableObject('', 'Session', { name: `/${id}` }),
    kill: () => worker.dispose(),
  };
}

/** A Worker has no start of its own: it says it to each request. */
async function toldOf(settings) {
  const worker = await start({ settings, requestsPerMinute: 100, data: crypto.randomUUID() });
  try {
    const response = await worker.fetch(`${worker.local}/`);
    assert.equal(response.status, 500);
    return (await response.json()).error;
  } finally {
    await worker.kill();
  }
}

contract(start, toldOf);
