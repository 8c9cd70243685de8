// Decides which PostgreSQL and Redis the tests of stores start. Nothing else needs one.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, hasApt } from './debian.mjs';
import { SetupError, which } from './shell.mjs';

/** Where Debian has the programs of each release. */
const releases = '/usr/lib/postgresql';

/** The folder with `initdb` and `postgres`, of the newest release that is there. */
function findPostgres() {
  const numbers = existsSync(releases) ? readdirSync(releases).map(Number) : [];
  return numbers
    .filter(Number.isFinite)
    .sort((a, b) => b - a)
    .map((number) => join(releases, `${number}/bin`))
    .concat((process.env.PATH ?? '').split(':'))
    .find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** The folder of PostgreSQL's programs, installing Debian's where there is none. */
export async function setUpPostgres() {
  const found = findPostgres();
  if (found) return found;
  if (hasApt()) await ensureInstalled(['postgresql']);
  const installed = findPostgres();
  if (!installed) {
    throw new SetupError('No PostgreSQL was found. Install one, with initdb and postgres on PATH.');
  }
  return installed;
}

/**
 * The same program under two names: what `redis-server` installs beside it is a service, which nobody
 * asked for.
 */
function findRedis() {
  const names = ['redis-server', 'valkey-server', 'redis-check-rdb'];
  const program = names.map((name) => which(name)).find(Boolean);
  return program && { program, argv0: 'redis-server' };
}

/** The program of Redis and the name to call it by, installing Debian's where there is none. */
export async function setUpRedis() {
  const found = findRedis();
  if (found) return found;
  if (hasApt()) await ensureInstalled(['redis-tools']);
  const installed = findRedis();
  if (!installed) {
    throw new SetupError('No Redis was found. Install one, with redis-server on PATH.');
  }
  return installed;
}
