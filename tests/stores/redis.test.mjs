/** The Redis store on a server of its own, with both clients. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { redisStore } from 'epitome/stores/redis';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { conforms } from './support/conformance.mjs';
import { startRedis } from './support/fleet.mjs';
import { archived } from './support/samples.mjs';

let server;
const ends = [];

async function nodeRedis(socket = server.socket) {
  const client = createClient({ socket: { path: socket } });
  client.on('error', () => {});
  await client.connect();
  ends.push(() => client.destroy());
  return client;
}

async function ioRedis() {
  const client = new Redis(server.socket, { maxRetriesPerRequest: 1 });
  client.on('error', () => {});
  ends.push(() => client.disconnect());
  return client;
}

before(async () => {
  server = await startRedis();
});
after(async () => {
  for (const end of ends) end();
  await server?.stop();
});

const isRefused = (work, code) => assert.rejects(work, (error) => error.code === code);

for (const [name, connect] of Object.entries({ redis: nodeRedis, ioredis: ioRedis })) {
  // A prefix that a pattern would take for one.
  const prefix = `{${name}*?[a]}:`;
  conforms(`Redis by ${name}`, async () => ({
    connect: async () => redisStore({ client: await connect(), prefix }),
  }));
}

test('nothing is left of what was deleted', async () => {
  const client = await nodeRedis();
  const store = redisStore({ client, prefix: 'left:' });
  for (const id of ['a', 'b']) {
    await store.save(id, { state: '', expectedRevision: 0, archive: [archived(1)] });
  }
  await store.delete('a');
  await store.expire(Date.now() + 1000);
  assert.deepEqual(await client.keys('left:*'), ['left:version']);
});

test('errors say what kind they are', async () => {
  const client = await nodeRedis();
  const store = redisStore({ client, prefix: 'errors:' });
  await store.save('a', { state: 'whole', expectedRevision: 0 });
  await client.configSet('maxmemory', '1');
  const archive = [archived(1)];
  await isRefused(store.save('a', { state: 'torn', expectedRevision: 1, archive }), 'store-full');
  await client.configSet('maxmemory', '0');
  assert.deepEqual(await store.load('a'), { state: 'whole', revision: 1 });
  assert.deepEqual(await store.archive('a'), []);

  await client.set('newer:version', '99');
  await isRefused(redisStore({ client, prefix: 'newer:' }).load('a'), 'store-newer');

  const closed = await nodeRedis();
  closed.destroy();
  await isRefused(redisStore({ client: closed }).load('a'), 'store-unavailable');
  const gone = new Redis('/nowhere/redis.sock', { maxRetriesPerRequest: 0 });
  gone.on('error', () => {});
  await isRefused(redisStore({ client: gone }).load('a'), 'store-unavailable');
  gone.disconnect();
});
