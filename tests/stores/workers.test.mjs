/** The stores of Durable Objects and D1 in a real workerd, whose data outlives it. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { conforms } from './support/conformance.mjs';
import { remoteStore } from './support/remote.mjs';
import { archived, record } from './support/samples.mjs';
import { bundledWorker } from './support/workerd.mjs';

const entry = `
import { d1Store } from 'epitome/stores/d1';
import { durableObjectStore } from 'epitome/stores/durable-object';
import { answer } from './support/remote.mjs';
import { SessionObject as Shipped } from 'epitome/stores/durable-object';
export class SessionObject extends Shipped {
  size() {
    return this.ctx.storage.sql.databaseSize;
  }
}
let stores;
export default {
  async fetch(request, env) {
    stores ??= {
      d1: d1Store({ database: env.DATABASE }),
      object: durableObjectStore({ namespace: env.SESSIONS }),
    };
    return new Response(await answer((name) => stores[name], await request.text()));
  },
};
`;

let bundled;
let worker;

function launch() {
  const { folder } = bundled;
  return bundled.launch({
    d1Databases: { DATABASE: 'sessions' },
    durableObjects: { SESSIONS: { className: 'SessionObject', useSQLite: true } },
    d1Persist: join(folder, 'd1'),
    durableObjectsPersist: join(folder, 'objects'),
  });
}

const storeOf = (name) =>
  remoteStore(
    async (body) => {
      const response = await worker.dispatchFetch('http://worker/', { method: 'POST', body });
      return response.text();
    },
    { name },
  );

async function restart() {
  await worker.dispose();
  worker = launch();
}

before(async () => {
  bundled = await bundledWorker(entry);
  worker = launch();
});

after(async () => {
  await worker?.dispose();
  bundled?.remove();
});

for (const name of ['object', 'd1']) {
  conforms(name === 'd1' ? 'D1' : 'Durable Objects', async () => ({
    isRemote: true,
    connect: async () => storeOf(name),
  }));

  test(`${name}: a new isolate has what was saved`, async () => {
    const records = [record(1)];
    const archive = [archived(1)];
    await storeOf(name).save('kept', { state: 'kept', expectedRevision: 0, records, archive });
    await restart();
    const store = storeOf(name);
    assert.deepEqual(await store.load('kept'), { state: 'kept', revision: 1 });
    assert.deepEqual(await store.records('kept'), records);
    assert.deepEqual(await store.archive('kept'), archive);
    assert.ok((await store.list()).includes('kept'));
  });
}

test('an object without a session takes no storage', async () => {
  const store = storeOf('object');
  await store.save('emptied', { state: '', expectedRevision: 0 });
  await store.delete('emptied');
  const namespace = await worker.getDurableObjectNamespace('SESSIONS');
  const sizeOf = (id) => namespace.get(namespace.idFromName(`session:${id}`)).size();
  assert.ok((await sizeOf('kept')) > 20_000);
  assert.ok((await sizeOf('emptied')) <= 4096);
});

test('tables of a newer release', async () => {
  const database = await worker.getD1Database('DATABASE');
  await database.exec('INSERT INTO epitome_migrations (version) VALUES (99)');
  await restart();
  await assert.rejects(storeOf('d1').load('kept'), (error) => error.code === 'store-newer');
});
