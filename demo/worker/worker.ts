/** The Worker: routes are in agent/app.ts, and each session is a Durable Object with a database of its own. */

import { DurableObject } from 'cloudflare:workers';
import { app, type Bindings } from './agent/app.ts';
import { Chat } from './agent/chat.ts';

type Env = Bindings & { SESSIONS: DurableObjectNamespace<Session> };

export class Session extends DurableObject<Env> {
  readonly #chat = new Chat({
    id: this.ctx.id.name ?? this.ctx.id.toString(),
    query: (sql, ...values) => this.ctx.storage.sql.exec(sql, ...values).toArray(),
    settings: this.env,
    waitUntil: (work) => this.ctx.waitUntil(work),
  });

  override fetch(request: Request): Promise<Response> {
    return this.#chat.fetch(request);
  }
}

export default app;
