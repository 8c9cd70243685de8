/**
 * One of several processes that have one session open in PostgreSQL: `node fleet-member.mjs JSON`, with the
 * `config` of a pool of `pg`, the `session`, the number of `turns` at which it is done, and a `seed`. Plays the
 * turn behind the newest one that any of them has finished, prints what happens, and is killed at any moment.
 * Its clock jumps, and some of its saves are delivered twice.
 */

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCompactor } from 'epitome';
import { postgresStore } from 'epitome/stores/postgres';
import pg from 'pg';
import { randomFrom } from './contention.mjs';
import { faultsIn, transcript } from './turns.mjs';

const { config, session: id, turns, seed } = JSON.parse(process.argv[2]);
const random = randomFrom(seed);
const day = 86_400_000;
const clock = Date.now;
let skew = 0;
Date.now = () => clock() + skew;

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const pool = new pg.Pool({ ...config, max: 2 });
pool.on('error', () => {});
const store = postgresStore({ pool });
const delivered = {
  ...store,
  /** As by a proxy that tries again: what the last delivery is answered comes back. */
  async save(session, change) {
    const once = () => store.save(session, change);
    if (random() > 0.15) return once();
    say({ doubled: true });
    const results = await Promise.allSettled([once(), once()]);
    const answered = results.findLast(({ status }) => status === 'fulfilled');
    if (answered === undefined) throw results[0].reason;
    return answered.value;
  },
};

/** The host's own query, tried again while the server is away. */
async function ask(text, values) {
  for (;;) {
    try {
      return (await pool.query(text, values)).rows;
    } catch {
      await sleep(30);
    }
  }
}

const compactor = await createCompactor({
  contextWindow: 6_000,
  windowGuard: { warn: 0 },
  store: delivered,
  summarizeTimeout: 2_000,
  summarize: async ({ prompt, kind }) => {
    const range = /messages (\d+) to (\d+)/i.exec(prompt)?.[0];
    say({ bought: `${kind} ${range ?? ''}` });
    await sleep(5 + random() * 20);
    return `## Done\n- Work on ${range}: the files were read in order, and the parser was changed.`;
  },
  onEvent: (event) => {
    if (event.type === 'error') say({ error: event.error.code, message: event.error.message });
    if (event.type === 'adopted') say({ adopted: event.revision });
  },
});
const host = transcript(turns);
const session = await compactor.open(id);
for (;;) {
  const [{ done }] = await ask('SELECT coalesce(max(turn), 0)::int AS done FROM turns');
  if (done >= turns) break;
  const turn = done + 1;
  if (random() < 0.1) skew = (random() - 0.5) * 2000 * day;
  const { messages } = await session.prepare(host.slice(0, 1 + 2 * turn));
  const text = JSON.stringify(messages);
  say({
    turn,
    revision: session.revision,
    faults: faultsIn(messages),
    tokens: compactor.estimateMessagesTokens(messages),
    view: createHash('sha256').update(text).digest('hex').slice(0, 16),
  });
  await ask('INSERT INTO turns VALUES ($1) ON CONFLICT DO NOTHING', [turn]);
}
await session.close();
await pool.end();
