/** The Worker: routes are in agent/app.ts, and each session is a Durable Object with a database of its own, and so is each user's list. */

import { DurableObject } from 'cloudflare:workers';
import type { SessionEntry } from 'epitome';
import { durableObjectStore } from 'epitome/stores/durable-object';
import { compactorOf } from './agent/agent.ts';
import { app, type Bindings } from './agent/app.ts';
import { Chat } from './agent/chat.ts';

type Env = Bindings & {
  SESSIONS: DurableObjectNamespace<Session>;
  USERS: DurableObjectNamespace<User>;
};

export class Session extends DurableObject<Env> {
  // One for each object: it ends with the storage that it writes to.
  readonly #compactor = compactorOf(this.env, {
    store: durableObjectStore(this.ctx.storage),
    waitUntil: (work) => this.ctx.waitUntil(work),
  });
  readonly #chat = new Chat({
    name: this.ctx.id.name ?? '',
    query: (sql, ...values) => this.ctx.storage.sql.exec(sql, ...values).toArray(),
    settings: this.env,
    compactor: this.#compactor,
    waitUntil: (work) => this.ctx.waitUntil(work),
    changed: () => this.#list(),
  });

  override fetch(request: Request): Promise<Response> {
    return this.#chat.fetch(request);
  }

  /** Has the user's object know this session as it is now. */
  async #list(): Promise<void> {
    const [scope = '', id = ''] = (this.ctx.id.name ?? '').split('/');
    const [entry] = await (await this.#compactor()).list({ scope });
    await this.env.USERS.getByName(`/${scope}`).put(id, entry);
  }
}

/** A user: the list of the sessions, each of which is an object of its own. */
export class User extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql.exec('CREATE TABLE IF NOT EXISTS sessions (id PRIMARY KEY, updated, entry)');
  }

  /** Newest first. */
  sessions(): SessionEntry[] {
    const rows = this.#sql.exec('SELECT entry FROM sessions ORDER BY updated DESC, id');
    return rows.toArray().map(({ entry }) => JSON.parse(String(entry)));
  }

  /** Without an entry, the session is gone. */
  put(id: string, entry: SessionEntry | undefined): void {
    if (entry === undefined) this.#sql.exec('DELETE FROM sessions WHERE id = ?', id);
    else {
      const sql = 'INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)';
      this.#sql.exec(sql, id, entry.updatedAt, JSON.stringify(entry));
    }
  }
}

export default app;
