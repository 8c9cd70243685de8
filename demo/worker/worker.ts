/** The Worker: routes are in agent/app.ts, and each session is a Durable Object with a database of its own. */

import { DurableObject } from 'cloudflare:workers';
import { durableObjectStore } from 'epitome/stores/durable-object';
import { compactorOf } from './agent/agent.ts';
import { app, type Bindings } from './agent/app.ts';
import { Chat } from './agent/chat.ts';

type Env = Bindings & { SESSIONS: DurableObjectNamespace<Session> };

export class Session extends DurableObject<Env> {
  readonly #chat = new Chat({
    name: this.ctx.id.name ?? '',
    query: (sql, ...values) => this.ctx.storage.sql.exec(sql, ...values).toArray(),
    settings: this.env,
    // One for each object: it ends with the storage that it writes to.
    compactor: compactorOf(this.env, {
      store: durableObjectStore(this.ctx.storage),
      waitUntil: (work) => this.ctx.waitUntil(work),
    }),
    waitUntil: (work) => this.ctx.waitUntil(work),
  });

  override fetch(request: Request): Promise<Response> {
    return this.#chat.fetch(request);
  }
}

export default app;
