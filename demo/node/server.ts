/** The agent of ../worker as a plain Node server. `agent/` is a copy of ../worker/agent: see README.md. */

import { DatabaseSync } from 'node:sqlite';
import { type HttpBindings, serve } from '@hono/node-server';
import { sqliteStore } from 'epitome/stores/sqlite';
import { compactorOf } from './agent/agent.ts';
import { app } from './agent/app.ts';
import { Chat } from './agent/chat.ts';
import { faultsOf } from './agent/settings.ts';

const { AUTH_TOKEN, USER_TOKENS } = process.env;
const PORT = process.env.PORT || '8787';
const DATABASE = process.env.DATABASE || 'sessions.db';
const REQUESTS_PER_MINUTE = process.env.REQUESTS_PER_MINUTE || '60';

/** Ends before anything is served. */
function fail(...faults: string[]): never {
  for (const fault of faults) console.error(fault);
  process.exit(1);
}
const faults = faultsOf(process.env);
if (faults.length > 0) fail(...faults);

function open(): DatabaseSync {
  try {
    const opened = new DatabaseSync(DATABASE);
    opened.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL');
    return opened;
  } catch (error) {
    const what = 'It must be a file of SQLite, or a new one in a folder that exists, and writable.';
    return fail(`DATABASE cannot be opened (${error}). ${what}`);
  }
}
const database = open();
const compactor = compactorOf(process.env, { store: sqliteStore(database) });
// What is wrong with its options is said now, and not to the first client.
await compactor().catch((error) => fail(`The compactor cannot be made (${error}).`));

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
      const user = (name: string) => ({
        sessions: async () => (await compactor()).list({ scope: name.slice(1) }),
      });
      return app.fetch(request, {
        ...process.env,
        SESSIONS: { getByName },
        USERS: { getByName: user },
        RATE_LIMIT: { limit },
      });
    },
  },
  ({ address, port }) => console.log(`http://${address}:${port}/`),
);

server.on('error', (error: NodeJS.ErrnoException) => {
  const inUse =
    error.code === 'EADDRINUSE' ? ' Another program has it: set PORT to another one.' : '';
  fail(`Port ${PORT} cannot be listened on (${error.message}).${inUse}`);
});

/** Answers that are under way end, and what they decided is saved. A second signal ends at once. */
function end(): void {
  for (const signal of signals) process.off(signal, end);
  server.close(async () => {
    await Promise.all([...chats.values()].map((chat) => chat.settled()));
    await (await compactor()).close();
  });
}
const signals = ['SIGINT', 'SIGTERM'] as const;
for (const signal of signals) process.on(signal, end);
