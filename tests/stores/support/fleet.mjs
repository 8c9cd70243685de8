/**
 * Databases of the tests: a PostgreSQL and a Redis that listen on nothing but a socket in a folder of
 * their own, run by an unprivileged user. Decides how they are started and that nothing of them stays.
 */

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setUpPostgres, setUpRedis } from '../../../bindings/toolchain/databases.mjs';

/** Milliseconds that a server may take to answer. */
const patience = 30_000;

/** PostgreSQL refuses to run as root. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const number = (flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: number('-u'), gid: number('-g') };
}

function ownFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `epitome-${name}-`));
  const { uid, gid } = unprivileged();
  if (uid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

/** Calls `work` until it succeeds. */
async function eventually(work) {
  for (const start = Date.now(); ; ) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() - start > patience) throw error;
      await sleep(50);
    }
  }
}

/** Starts a server whose data lies in `folder`; `stop` ends it and deletes the data. */
function serve({ program, args, folder, signal, env, argv0 }) {
  const launch = () => {
    const child = spawn(program, args, {
      ...unprivileged(),
      ...(argv0 && { argv0 }),
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (piece) => {
      said = (said + piece).slice(-2000);
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    return { child, ended, said: () => said };
  };
  let server = launch();
  const onExit = () => server.child.kill('SIGKILL');
  process.once('exit', onExit);
  const end = async (how) => {
    server.child.kill(how);
    await server.ended;
  };
  return {
    /** Ends it without a farewell, and starts it again on the same data, which it has to recover. */
    async crash() {
      await end('SIGQUIT');
      server = launch();
    },
    async stop() {
      process.off('exit', onExit);
      await end(signal);
      rmSync(folder, { recursive: true, force: true });
    },
    said: () => server.said(),
  };
}

/** Resolves with `{ config, stop, crash }`: `config` is what a `Pool` of `pg` takes. */
export async function startPostgres() {
  const bin = await setUpPostgres();
  const folder = ownFolder('postgres');
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'epitome', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...unprivileged(), cwd: folder, encoding: 'utf8' },
  );
  assert.equal(made.status, 0, `${made.error ?? made.stderr}`);
  const server = serve({
    program: join(bin, 'postgres'),
    args: ['-D', join(folder, 'data'), '-k', folder, '-c', 'listen_addresses='],
    folder,
    // Fast: connections are cut.
    signal: 'SIGINT',
  });
  const config = { host: folder, user: 'epitome', database: 'postgres' };
  const { default: pg } = await import('pg');
  await eventually(async () => {
    const client = new pg.Client(config);
    client.on('error', () => {});
    try {
      await client.connect();
    } finally {
      await client.end().catch(() => {});
    }
  });
  return { config, ...server };
}

/** Resolves with `{ socket, stop, crash }`: the path of its socket. */
export async function startRedis(...more) {
  const { program, argv0 } = await setUpRedis();
  const folder = ownFolder('redis');
  const socket = join(folder, 'redis.sock');
  const server = serve({
    program,
    argv0,
    args: ['--port', '0', '--unixsocket', socket, '--unixsocketperm', '777', '--save', '', ...more],
    folder,
    signal: 'SIGTERM',
  });
  const { createClient } = await import('redis');
  await eventually(async () => {
    const client = createClient({ socket: { path: socket, reconnectStrategy: false } });
    client.on('error', () => {});
    await client.connect();
    await client.close();
  });
  return { socket, ...server };
}
