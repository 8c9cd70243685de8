// promise: api
/** The store in a real Durable Object with SQLite, in workerd. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { conformance } from 'epitome/stores/conformance';
import { memoryStore } from 'epitome/stores/memory';
import { build } from 'esbuild';
import { Miniflare, supportedCompatibilityDate } from 'miniflare';
import { withstands } from './faults.mjs';

const worker = `
import { DurableObject } from 'cloudflare:workers';
import { conformance } from 'epitome/stores/conformance';
import { durableObjectStore } from 'epitome/stores/durable-object';

async function count(stores, each, key = { scope: 'count', id: 'all' }) {
  const meter = { text: '', totalTokens: 0, compactionCount: 0, turnCount: 0 };
  await Promise.all(stores.map(async (store) => {
    for (let saved = 0; saved < each; ) {
      const { revision = 0, decisions = '0' } = (await store.load(key)) ?? {};
      const next = { revision, decisions: String(Number(decisions) + 1), meter, summary: '', rounds: [], messages: [] };
      if (await store.save(key, next)) saved += 1;
    }
  }));
  const { revision, decisions } = await stores[0].load(key);
  return { revision, decisions };
}

const works = Object.fromEntries(conformance().map(({ name, run }) => [name, run]));

export class Chat extends DurableObject {
  async fetch(request) {
    try {
      const { call, args = [] } = await request.json();
      const store = durableObjectStore(this.ctx.storage);
      if (call === 'check') await works[args[0]](store);
      else if (call === 'count') return Response.json(await count(Array(8).fill(store), 200));
      else if (call === 'exec') this.ctx.storage.sql.exec(args[0]);
      else return Response.json((await store[call](...args)) ?? null);
      return Response.json('passed');
    } catch (error) {
      return Response.json({ failed: String(error), code: error.code ?? null });
    }
  }
}
export class Old extends Chat {}

export default {
  async fetch(request, env) {
    const { name, kind = 'CHATS' } = await request.clone().json();
    return env[kind].getByName(name).fetch(request);
  },
};
`;

describe('durableObjectStore', () => {
  let folder;
  let runtime;
  const start = () =>
    new Miniflare({
      modules: true,
      rootPath: folder,
      modulesRoot: folder,
      scriptPath: join(folder, 'worker.mjs'),
      compatibilityDate: supportedCompatibilityDate,
      durableObjects: {
        CHATS: { className: 'Chat', useSQLite: true },
        OLD: { className: 'Old', useSQLite: false },
      },
      durableObjectsPersist: join(folder, 'objects'),
    });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'epitome-objects-'));
    await build({
      stdin: {
        contents: worker,
        resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      },
      outfile: join(folder, 'worker.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      external: ['cloudflare:*'],
    });
    runtime = start();
  });
  after(async () => {
    await runtime?.dispose();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (name, call, args = [], kind = 'CHATS') => {
    const body = JSON.stringify({ name, kind, call, args });
    const response = await runtime.dispatchFetch('http://worker/', { method: 'POST', body });
    return response.json();
  };

  /** The store of an object, from outside. */
  const remote = (name) =>
    Object.fromEntries(
      Object.keys(memoryStore()).map((method) => [
        method,
        async (...args) => {
          const answer = await ask(name, method, args);
          if (typeof answer?.failed === 'string') throw new Error(answer.failed);
          return answer ?? undefined;
        },
      ]),
    );
  withstands('durableObjectStore', {
    make: async (number) => Array.from({ length: number }, () => remote('sessions')),
    disk: async () => ({
      store: remote('disk'),
      // Some messages fit.
      fill: () =>
        ask('disk', 'exec', [
          "CREATE TRIGGER disk_is_full BEFORE INSERT ON epitome_messages WHEN NEW.message % 4 = 0 BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
        ]),
      free: () => ask('disk', 'exec', ['DROP TRIGGER disk_is_full']),
    }),
  });

  for (const { name } of conformance()) {
    test(name, async () => assert.equal(await ask('checks', 'check', [name]), 'passed'));
  }

  test('eight writers in one object lose nothing', async () => {
    assert.deepEqual(await ask('count', 'count'), { revision: 1600, decisions: '1600' });
  });

  test('a session is there when the object starts again', async () => {
    const key = { scope: 'user', id: 'chat' };
    const meter = { text: 'm', totalTokens: 1, compactionCount: 1, turnCount: 1 };
    const write = { revision: 0, decisions: 'kept', meter, summary: '', rounds: [], messages: [] };
    assert.equal(await ask('again', 'save', [key, write]), true);
    await runtime.dispose();
    runtime = start();
    assert.deepEqual(await ask('again', 'load', [key]), {
      revision: 1,
      decisions: 'kept',
      meter: 'm',
    });
  });

  test('an object without SQLite is told what it lacks', async () => {
    const { failed } = await ask('old', 'load', [{ scope: '', id: 'a' }], 'OLD');
    assert.match(failed, /SQL/);
  });
});
