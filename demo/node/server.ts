/** The agent of ../worker as a plain Node server. `agent/` is a copy of ../worker/agent: see README.md. */

import { DatabaseSync } from 'node:sqlite';
import { type HttpBindings, serve } from '@hono/node-server';
import { sqliteStore } from 'epitome/stores/sqlite';
import { compactorOf } from './agent/agent.ts';
import { app } from './agent/app.ts';
import { Chat } from './agent/chat.ts';

const {
  AUTH_TOKEN,
  USER_TOKENS,
  PORT = '8787',
  DATABASE = 'sessions.db',
  REQUESTS_PER_MINUTE = '60',
} = process.env;

const database = new DatabaseSync(DATABASE);
database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL');
const compactor = compactorOf(process.env, { store: sqliteStore(database) });

const chats = new Map<string, Chat>();

function getByName(name: string): Chat {
  if (chats.size > 1000) for (const [own, { idle }] of chats) if (idle) chats.delete(own);
  let chat = chats.get(name);
  if (chat === undefined) {
    chat = new Chat({
      name,
      compactor,
      query: (sql, ...values) => database.prepare(sql).all(...values),
      settings: process.env,
    });
    chats.set(name, chat);
  }
  return chat;
}

/** Requests of this minute by address. */
const counts = new Map<string, number>();
setInterval(() => counts.clear(), 60_000).unref();

const server = serve(
  {
    port: Number(PORT),
    // Without a token only this machine may call, whatever name it calls by.
    hostname: AUTH_TOKEN || USER_TOKENS ? '0.0.0.0' : '127.0.0.1',
    fetch(request, { incoming }: HttpBindings) {
      const address = incoming.socket.remoteAddress ?? '';
      const limit = async () => {
        const count = (counts.get(address) ?? 0) + 1;
        counts.set(address, count);
        return { success: count <= Number(REQUESTS_PER_MINUTE) };
      };
      const bindings = { ...process.env, SESSIONS: { getByName }, RATE_LIMIT: { limit } };
      return app.fetch(request, bindings);
    },
  },
  ({ address, port }) => console.log(`http://${address}:${port}/`),
);

/** Answers that are under way end, and what they decided is saved. */
process.once('SIGTERM', () => {
  server.close(async () => {
    await Promise.all([...chats.values()].map((chat) => chat.settled()));
    await (await compactor()).close();
  });
});
