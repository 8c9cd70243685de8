// promise: api
/** The Worker of `demo/worker` in a real workerd, copied out of the repository, with the packed package. */

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

contract(async ({ settings, requestsPerMinute, data: name }) => {
  const worker = startWorker(file, {
    bindings: settings,
    durableObjectsPersist: join(data, name),
    ratelimits: {
      RATE_LIMIT: { namespace_id: '1', simple: { limit: requestsPerMinute, period: 60 } },
    },
  });
  await worker.ready;
  return {
    fetch: (url, init) => worker.dispatchFetch(url, init),
    local: 'http://localhost',
    remote: 'https://agent.example',
    evict: (id) => worker.unsafeEvictDurableObject('', 'Session', { name: `/${id}` }),
    kill: () => worker.dispose(),
  };
});
