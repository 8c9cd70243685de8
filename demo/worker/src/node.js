/** The agent as a Node server: every chat in one SQLite file, which any number of servers may share. */
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { sqliteStore } from 'epitome/stores/sqlite';
import { createApp } from './app.js';
import { Chat } from './chat.js';
import { SettingsError, settingsOf } from './settings.js';

/** `model` and `options` (of createCompactor) take the place of what the environment says. */
export function createServer({ file, env = {}, model, options }) {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL');
  const store = sqliteStore({ file });
  const exec = (text, ...values) => database.prepare(text).all(...values);
  const settings = settingsOf(env);
  const chats = new Map();
  const working = new Set();

  function chatOf(id) {
    // A chat that nobody uses is read again when somebody does.
    for (const [other, chat] of chats) {
      if (chats.size < mostChats) break;
      if (chat.isIdle) {
        chats.delete(other);
        keepAlive(chat.dispose());
      }
    }
    const chat =
      chats.get(id) ?? new Chat({ id, settings, store, exec, keepAlive, model, options });
    // The newest is last.
    chats.delete(id);
    chats.set(id, chat);
    return chat;
  }

  function keepAlive(work) {
    const settled = work.catch(console.error).then(() => working.delete(settled));
    working.add(settled);
  }

  const app = createApp({ chatOf });
  return {
    store,
    fetch: (request) => app.fetch(request, env),
    /** Waits for answers and summaries under way. */
    async close() {
      await Promise.all(working);
      await Promise.all([...chats.values()].map((chat) => chat.dispose()));
      database.close();
      await store.close();
    },
  };
}

/** Chats in memory. */
const mostChats = 500;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { DATABASE_FILE = 'chats.db', HOST = '127.0.0.1', PORT = '8787', TOKEN } = process.env;
  // Requests say themselves to which host they go: a name proves nothing on an address that others reach.
  if (!TOKEN && !['127.0.0.1', '::1', 'localhost'].includes(HOST)) {
    throw new SettingsError('set TOKEN before HOST lets others in');
  }
  const { fetch, close } = createServer({ file: DATABASE_FILE, env: process.env });
  const server = serve({ fetch, hostname: HOST, port: Number(PORT) }, ({ address, port }) =>
    console.log(`http://${address}:${port}/`),
  );
  process.once('SIGTERM', () => server.close(close));
}
