/** PostgreSQL and Redis, started for one test file: in a folder of their own, on a socket or the loopback address. */

import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseProgram } from '../../bindings/toolchain/databases.mjs';

/**
 * Why tests of a server can't run here, for `skip`; false where they can. Where changes are checked they must run.
 */
export function lacks(server) {
  const program = databaseProgram(server === 'postgres' ? 'initdb' : 'redis-server');
  if (program !== undefined || process.env.CI) return false;
  return `${server} is not installed, and only root may install it`;
}

/** PostgreSQL refuses to run as root. */
function postgresUser() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Ends a program that was started here, and removes its folder. */
async function end(server, folder, signal) {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  if (server.exitCode === null && server.kill(signal)) await ended;
  rmSync(folder, { recursive: true, force: true });
}

/** Calls `attempt` until it resolves, or the program has ended. */
async function ready(server, attempt) {
  let said = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (piece) => {
      said += piece;
    });
  }
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended: ${said}`);
    try {
      return await attempt();
    } catch {
      await pause(20);
    }
  }
}

/** Resolves to `{ config, stop }`: what a client of pg takes. */
export async function startPostgres(pg) {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-postgres-'));
  const owner = postgresUser();
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    databaseProgram('initdb'),
    // Any other collation than that of bytes, which shows what depends on it.
    [
      ...['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'],
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0)
    throw new Error(`initdb failed: ${made.stdout}${made.stderr}${made.error ?? ''}`);
  const settings = ['fsync=off', 'listen_addresses=', `unix_socket_directories=${folder}`];
  const server = spawn(
    databaseProgram('postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...owner, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const config = { host: folder, user: 'postgres', database: 'postgres' };
  await ready(server, async () => {
    const client = new pg.Client(config);
    await client.connect();
    await client.end();
  });
  return { config, stop: () => end(server, folder, 'SIGINT') };
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Resolves to `{ port, stop }`. */
export async function startRedis({ redis, cluster = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-redis-'));
  const port = await freePort();
  const server = spawn(
    databaseProgram('redis-server'),
    [
      ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
      ...(cluster ? ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'] : []),
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  await ready(server, async () => {
    const client = redis.createClient({
      url: `redis://127.0.0.1:${port}`,
      socket: { reconnectStrategy: false },
    });
    client.on('error', () => {});
    await client.connect();
    if (cluster) await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383']);
    while (cluster && !(await client.sendCommand(['CLUSTER', 'INFO'])).includes('state:ok')) {
      await pause(20);
    }
    client.destroy();
  });
  return { port, stop: () => end(server, folder, 'SIGKILL') };
}
