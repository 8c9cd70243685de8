// Finds the databases that stores are tested with, and installs them where that is possible without asking.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, hasApt } from './debian.mjs';
import { which } from './shell.mjs';

/** Where Debian has PostgreSQL, newest first. */
function postgresFolders() {
  const top = '/usr/lib/postgresql';
  if (!existsSync(top)) return [];
  const releases = readdirSync(top).sort((a, b) => Number(b) - Number(a));
  return releases.map((release) => join(top, release, 'bin'));
}

/** The path of a database's program, or undefined. */
export function databaseProgram(name) {
  const found = postgresFolders().map((folder) => join(folder, name));
  return found.find((file) => existsSync(file)) ?? which(name);
}

/** The Debian packages of those that are not there. Nothing where only root may install them: tests say so. */
export function databasePackages() {
  if (!hasApt() || process.getuid?.() !== 0) return [];
  return [
    ...(databaseProgram('initdb') ? [] : ['postgresql']),
    ...(databaseProgram('redis-server') ? [] : ['redis-server']),
  ];
}

export const setUpDatabases = () => ensureInstalled(databasePackages());
