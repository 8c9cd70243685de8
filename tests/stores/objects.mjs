/** Durable Objects in workerd, whose databases are asked from outside. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare, supportedCompatibilityDate } from 'miniflare';
import { bundle } from '../runtime/shared/bundle.mjs';

const worker = `
import { DurableObject } from 'cloudflare:workers';
import { durableObjectStore } from 'epitome/stores/durable-object';

export class Chat extends DurableObject {
  cursors = [];
  store = durableObjectStore({
    sql: {
      exec: (...args) => {
        const cursor = this.ctx.storage.sql.exec(...args);
        this.cursors.push(cursor);
        return cursor;
      },
    },
    transactionSync: (work) => this.ctx.storage.transactionSync(work),
  });
  async fetch(request) {
    const { method, args } = await request.json();
    // Makes the tables.
    await this.store.load(args[0]);
    this.cursors = [];
    const answer = await this.store[method](...args);
    const total = (name) => this.cursors.reduce((sum, cursor) => sum + cursor[name], 0);
    const { databaseSize: size } = this.ctx.storage.sql;
    return Response.json({ answer, read: total('rowsRead'), written: total('rowsWritten'), size });
  }
}

export default {
  async fetch(request, env) {
    const name = new URL(request.url).pathname;
    return env.CHATS.getByName(name).fetch(request);
  },
};
`;

/** Resolves to `{ ask, stop }`: `ask` calls a method of an object's store, and tells rows and bytes. */
export async function startObjects() {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-objects-'));
  await bundle(worker, {
    outfile: join(folder, 'worker.mjs'),
    conditions: ['workerd'],
    platform: 'neutral',
    external: ['cloudflare:*'],
  });
  const runtime = new Miniflare({
    modules: true,
    rootPath: folder,
    modulesRoot: folder,
    scriptPath: join(folder, 'worker.mjs'),
    compatibilityDate: supportedCompatibilityDate,
    durableObjects: { CHATS: { className: 'Chat', useSQLite: true } },
    durableObjectsPersist: join(folder, 'objects'),
  });
  return {
    async ask(name, method, args) {
      const body = JSON.stringify({ method, args });
      const url = `http://worker/${name}`;
      const response = await runtime.dispatchFetch(url, { method: 'POST', body });
      return response.json();
    },
    async stop() {
      await runtime.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
