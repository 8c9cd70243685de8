/**
 * Eight processes that have one session open in PostgreSQL for a thousand turns, while they are killed, their
 * connections are cut, the server crashes, its disk is full, clocks jump and saves are delivered twice. What has
 * to hold: every view is valid and fits, no folded message is lost, and no range is folded twice.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCompactor } from 'epitome';
import { postgresStore } from 'epitome/stores/postgres';
import pg from 'pg';
import { randomFrom } from './support/contention.mjs';
import { startPostgres } from './support/fleet.mjs';
import { faultsIn, transcript } from './support/turns.mjs';

const processes = 8;
const turns = Number(process.env.EPITOME_TURNS ?? 1_000);
const session = 'chat';
const window = 6_000;
const script = fileURLToPath(new URL('support/fleet-member.mjs', import.meta.url));

/** The server says that its disk is full as long as the table says so. */
const fullDisk = `
  CREATE TABLE disk (is_full boolean NOT NULL);
  INSERT INTO disk VALUES (false);
  CREATE FUNCTION refuse_when_full() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (SELECT is_full FROM disk) THEN
      RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON epitome_sessions
    FOR EACH ROW EXECUTE FUNCTION refuse_when_full();
  CREATE TRIGGER full_disk BEFORE INSERT ON epitome_messages
    FOR EACH ROW EXECUTE FUNCTION refuse_when_full();`;

test('one session of eight processes', { timeout: 1_800_000 }, async (context) => {
  const server = await startPostgres();
  const admin = new pg.Pool({ ...server.config, max: 2 });
  admin.on('error', () => {});
  context.after(async () => {
    await admin.end();
    await server.stop();
  });
  const store = postgresStore({ pool: admin });
  assert.deepEqual(await store.list(), []);
  await admin.query(`CREATE TABLE turns (turn int PRIMARY KEY); ${fullDisk}`);

  const random = randomFrom(7);
  const running = new Set();
  const lives = [];
  let newest = 0;
  let isDone = false;
  let failure;
  const counts = { kills: 0, cuts: 0, crashes: 0, full: 0 };

  function start() {
    const given = { config: server.config, session, turns, seed: lives.length + 1 };
    const child = spawn(process.execPath, ['--no-warnings', script, JSON.stringify(given)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = [];
    lives.push(said);
    running.add(child);
    createInterface({ input: child.stdout }).on('line', (line) => {
      // One that is killed may be in the middle of a line.
      if (!line.endsWith('}')) return;
      const told = JSON.parse(line);
      said.push(told);
      newest = Math.max(newest, told.turn ?? 0);
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      if (code === 0) isDone = true;
      else if (signal === null) failure ??= `a process ended with ${code}`;
      else if (!isDone && !failure) start();
    });
  }
  const quietly = (work) => work.catch(() => undefined);
  const harms = [
    async () => {
      const children = [...running];
      children[Math.floor(random() * children.length)]?.kill('SIGKILL');
      counts.kills += 1;
    },
    async () => {
      const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND random() < 0.5`;
      counts.cuts += (await quietly(admin.query(cut)))?.rowCount ?? 0;
    },
    async () => {
      if (!(await quietly(admin.query('UPDATE disk SET is_full = true')))) return;
      counts.full += 1;
      await sleep(100 + random() * 300);
      while (!(await quietly(admin.query('UPDATE disk SET is_full = false')))) await sleep(30);
    },
    async () => {
      if (counts.crashes === 3 || random() < 0.7) return;
      await server.crash();
      counts.crashes += 1;
    },
  ];

  for (let at = 0; at < processes; at += 1) start();
  // By turns, not by time: on a slow machine no process would live until it has done something.
  for (let round = 0, due = 5; !isDone && !failure; ) {
    await sleep(10 + random() * 40);
    if (newest < due) continue;
    await harms[round % harms.length]();
    round += 1;
    due = newest + 1 + Math.floor(random() * 6);
  }
  while (running.size > 0) {
    if (failure) for (const child of running) child.kill('SIGKILL');
    await sleep(20);
  }
  assert.equal(failure, undefined);

  const said = lives.flat();
  const played = said.filter(({ turn }) => turn !== undefined);
  assert.deepEqual(new Set(played.map(({ turn }) => turn)).size, turns, 'every turn was played');
  for (const { turn, faults, tokens } of played) {
    assert.deepEqual(faults, [], `turn ${turn}`);
    assert.ok(tokens <= window, `turn ${turn}: ${tokens} tokens`);
  }
  const errors = said.filter(({ error }) => error !== undefined);
  for (const { error, message } of errors) {
    assert.ok(['store-unavailable', 'store-full'].includes(error), `${error}: ${message}`);
  }

  // What was folded is in the archive as it was said, and was folded once.
  const host = transcript(turns);
  const records = await store.records(session);
  const archive = await store.archive(session);
  const folds = records
    .filter(({ outcome }) => outcome === 'folded' || outcome === 'digest')
    .sort((one, other) => one.firstMessage - other.firstMessage);
  assert.ok(folds.length > turns / 50);
  let next = 2;
  for (const { firstMessage, lastMessage } of folds) {
    assert.equal(firstMessage, next, 'ranges follow each other, none twice');
    next = lastMessage + 1;
  }
  const archived = new Map(archive.map(({ position, message }) => [position, message]));
  for (let at = 2; at < next; at += 1) assert.deepEqual(archived.get(at), host[at - 1]);
  assert.equal(archived.size, archive.length, 'nothing is there twice');

  // A summary is bought again only where its buyer was killed, or could not save it.
  const bought = said.filter((line) => typeof line.bought === 'string');
  const used = records.filter(
    ({ source, outcome }) => source === 'model' && outcome !== 'superseded',
  );
  const again = bought.length - used.length;
  assert.ok(again <= counts.kills + errors.length, `${again} bought for nothing`);

  // The session loads, and goes on.
  const compactor = await createCompactor({
    contextWindow: window,
    windowGuard: { warn: 0 },
    store,
  });
  const opened = await compactor.open(session);
  const { messages } = await opened.prepare(host);
  assert.deepEqual(faultsIn(messages), []);
  const [{ bytes }] = (
    await admin.query('SELECT max(octet_length(state))::int AS bytes FROM epitome_compactions')
  ).rows;
  assert.ok(bytes <= 64 * 1024);
  compactor.dispose();

  const of = (name) => said.filter((line) => line[name] !== undefined).length;
  console.log(
    `PostgreSQL, one session: ${turns} turns of ${processes} processes, ${played.length} views, all valid; ` +
      `${counts.kills} kills, ${counts.cuts} connections cut, ${counts.crashes} crashes, disk full ` +
      `${counts.full} times, ${of('doubled')} saves delivered twice, ${errors.length} errors told; ` +
      `${folds.length} folds of ${next - 2} messages, none lost, none twice; ${bought.length} summaries ` +
      `bought, ${used.length} used, ${of('adopted')} states adopted; largest state ${bytes} bytes`,
  );
});
