/** The agent on Cloudflare Workers: one Durable Object a chat, which is its lock and its database. */
import { DurableObject } from 'cloudflare:workers';
import { objectStorageStore } from 'epitome/stores/durable-object';
import { createApp } from './app.js';
import { Chat } from './chat.js';
import { settingsOf } from './settings.js';

export class ChatObject extends DurableObject {
  #chat;

  fetch(request) {
    const { storage } = this.ctx;
    this.#chat ??= new Chat({
      id: this.ctx.id.name,
      settings: settingsOf(this.env),
      store: objectStorageStore(storage),
      exec: (text, ...values) => storage.sql.exec(text, ...values).toArray(),
      keepAlive: (work) => this.ctx.waitUntil(work),
    });
    return this.#chat.fetch(request);
  }
}

const app = createApp({ chatOf: (id, env) => env.CHATS.get(env.CHATS.idFromName(id)) });

export default { fetch: (request, env, context) => app.fetch(request, env, context) };
