// promise: api
/** The store in a real Redis by `redis` and by `ioredis`, single and as a cluster. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { redisStore } from 'epitome/stores/redis';
import { Cluster, Redis } from 'ioredis';
import * as redis from 'redis';
import {
  assertKeepsKeys,
  assertOneHolder,
  assertTells,
  conforms,
  costs,
  count,
  write,
} from './conform.mjs';
import { withstands } from './faults.mjs';
import { lacks, startRedis } from './servers.mjs';

const host = '127.0.0.1';

/** How a client of each kind is made, ended and counted. */
const kinds = {
  redis: {
    async connect(port) {
      const client = redis.createClient({ url: `redis://${host}:${port}` });
      client.on('error', () => {});
      return client.connect();
    },
    end: (client) => client.destroy(),
    cluster: (port) =>
      redis.createCluster({ rootNodes: [{ url: `redis://${host}:${port}` }] }).connect(),
    methods: ['eval', 'evalSha', 'scan'],
  },
  ioredis: {
    async connect(port) {
      const client = new Redis(port, host, { lazyConnect: true, retryStrategy: () => null });
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    end: (client) => client.disconnect(),
    async cluster(port) {
      const client = new Cluster([{ host, port }], { lazyConnect: true });
      await client.connect();
      return client;
    },
    methods: ['eval', 'evalsha', 'scan'],
  },
};

for (const [name, kind] of Object.entries(kinds)) {
  describe(name, { skip: lacks('redis') }, () => {
    let server;
    let client;
    before(async () => {
      server = await startRedis({ redis });
      client = await kind.connect(server.port);
    });
    after(async () => {
      if (client) kind.end(client);
      await server?.stop();
    });

    conforms('redisStore', () => redisStore(client));

    const clients = [];
    after(() => clients.forEach((own) => void kind.end(own)));
    const setting = (most) => {
      const command = ['CONFIG', 'SET', 'maxmemory', `${most}`];
      return name === 'redis' ? client.sendCommand(command) : client.call(...command);
    };
    withstands('redisStore', {
      async make(number) {
        const own = await Promise.all(
          Array.from({ length: number }, () => kind.connect(server.port)),
        );
        clients.push(...own);
        return own.map((each) => redisStore(each));
      },
      // Its disk is its memory.
      disk: async () => ({
        store: redisStore(client, { prefix: 'disk_' }),
        fill: () => setting(1),
        free: () => setting(0),
      }),
    });

    async function connected(number) {
      const clients = await Promise.all(
        Array.from({ length: number }, () => kind.connect(server.port)),
      );
      return {
        stores: clients.map((own) => redisStore(own)),
        [Symbol.dispose]: () => clients.forEach((own) => void kind.end(own)),
      };
    }

    test('eight writers on eight connections lose nothing', async () => {
      const each = 200;
      using own = await connected(8);
      assert.deepEqual(await count(own.stores, each), {
        revision: 8 * each,
        decisions: `${8 * each}`,
      });
    });

    test('one of eight takers on eight connections holds a lease', async () => {
      using own = await connected(8);
      for (const id of ['a', 'b', 'c']) await assertOneHolder(own.stores, { scope: 'l', id });
    });

    test('keys may be any text', () => assertKeepsKeys(redisStore(client)));

    test('each call is one request, once the server knows the scripts', async () => {
      let requests = 0;
      const counted = {};
      for (const method of kind.methods) {
        counted[method] = (...args) => {
          requests += 1;
          return client[method](...args);
        };
      }
      const store = redisStore(counted);
      await costs(store, () => requests);
      const { expire, ...others } = await costs(store, () => requests);
      for (const [call, cost] of Object.entries(others)) assert.equal(cost, 1, call);
      assert.ok(expire >= 1);
    });

    test('a server that has forgotten the scripts gets them again', async () => {
      const store = redisStore(client);
      const key = { scope: 'forgotten', id: 'a' };
      await store.save(key, write(0));
      const flush = ['SCRIPT', 'FLUSH'];
      await (client.sendCommand && name === 'redis'
        ? client.sendCommand(flush)
        : client.call(...flush));
      assert.equal(await store.save(key, write(1)), true);
    });

    test('two prefixes are two stores', async () => {
      const [one, other] = ['one_', 'other_'].map((prefix) => redisStore(client, { prefix }));
      const key = { scope: 'a', id: 'b' };
      await one.save(key, write(0));
      assert.equal(await other.load(key), undefined);
      assert.equal(await other.expire(0), 0);
      assert.equal((await one.load(key)).revision, 1);
      assert.equal(await one.expire(0), 1);
    });

    test('nothing of a deleted session is left in the database', async () => {
      const store = redisStore(client, { prefix: 'left_' });
      const message = { round: 1, message: 1, print: 'p', role: 'user', content: '""' };
      const round = { round: 1, tokensBefore: 2, tokensAfter: 1, messagesCompacted: 1 };
      const rounds = [{ ...round, summary: '', details: '{}' }];
      const key = { scope: 'user-7', id: 'chat' };
      await store.save(key, write(0, { messages: [message], rounds }));
      await store.lease(key, 'one', 60_000);
      await store.delete(key);
      assert.deepEqual(
        (await client.keys('*')).filter((found) => found.includes('left_')),
        [],
      );
    });

    test('an error has no text of a session', async () => {
      const store = redisStore(client, { prefix: 'wrong_' });
      const key = { scope: 'secret-scope', id: 'secret-id' };
      await client.set('{wrong_:secret-scope}:session:secret-id', 'no hash');
      const more = write(0, { decisions: 'secret-text' });
      assertTells(await store.save(key, more).catch((error) => error), 'secret-text', 'secret-id');
      const cut = await kind.connect(server.port);
      const saving = redisStore(cut)
        .save(key, more)
        .catch((error) => error);
      kind.end(cut);
      assertTells(await saving, 'secret-text', 'secret-id');
    });
  });

  describe(`a cluster by ${name}`, { skip: lacks('redis') }, () => {
    let server;
    let client;
    before(async () => {
      server = await startRedis({ redis, cluster: true });
      client = await kind.cluster(server.port);
    });
    after(async () => {
      if (client) kind.end(client);
      await server?.stop();
    });
    conforms('redisStore', () => redisStore(client));
  });
}
