/** A process that serves turns of one session: `node worker.mjs KIND WHERE COUNT`, asked and answering by messages. */

import { setTimeout as pause } from 'node:timers/promises';
import { createCompactor } from 'epitome';
import { validateView } from '../js/support/validator.ts';
import { turnsOf } from './talk.mjs';

const [kind, where, count] = process.argv.slice(2);
const turns = turnsOf(Number(count));

async function store() {
  if (kind === 'sqlite') {
    const { sqliteStore } = await import('epitome/stores/sqlite');
    return sqliteStore(where);
  }
  const [{ default: pg }, { postgresStore }] = await Promise.all([
    import('pg'),
    import('epitome/stores/postgres'),
  ]);
  const pool = new pg.Pool({ ...JSON.parse(where), max: 2 });
  // Connections are cut while they are idle, too.
  pool.on('error', () => {});
  return postgresStore(pool);
}

const failures = [];
const compactor = await createCompactor({
  contextWindow: 8_000,
  store: await store(),
  onEvent: (event) => {
    if (event.type === 'error') throw new Error(event.error.message);
    if (event.type === 'store-failed') failures.push(`${event.doing} ${event.reason}`);
  },
  async summarize({ kind, attempt, firstMessage, lastMessage }) {
    const range = `${kind} ${firstMessage}-${lastMessage} ${attempt}`;
    process.send({ asks: range });
    await pause(10);
    process.send({ asked: range });
    return `## Done\n- The files of messages ${firstMessage} to ${lastMessage} were read in order, and every one of them was as expected.\n## Current state\n- All of it is read; the next file comes now, and nothing is left open.`;
  },
});
process.on('message', async ({ turn }) => {
  const session = await compactor.open('chat', { scope: 'workers' });
  const { messages } = await session.prepare(turns[turn]);
  const faults = validateView(messages, turns[turn]);
  process.send({ turn, faults, failures: failures.splice(0) });
});
process.send({ ready: true });
