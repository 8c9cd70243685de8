// Decides which Node runs the project's tools, and when the npm packages are installed. Runs on the
// oldest supported Node, before node_modules exists.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { ask, readIfPresent, root, run, step, withLock } from './shell.mjs';

const modules = join(root, 'node_modules');

/** Tools of the project (TypeScript tests, the demo, workerd's driver) ask for this major or newer. */
const oldestForTools = 22;

function lockHash(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
}

/** The environment without node_modules/.bin on PATH: npm must not run on a node it may remove. */
function outsideEnvironment() {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);
  return { ...process.env, PATH: path };
}

/**
 * Installs the npm packages of a folder (the repository's unless said otherwise) when its lock file
 * differs from the one that was installed last.
 */
export async function ensurePackages(folder = root) {
  const hash = lockHash(folder);
  const stamp = join(folder, 'node_modules/.epitome-lock');
  if (readIfPresent(stamp) === hash) return;
  await withLock(join(root, 'build/npm.lock'), async () => {
    if (readIfPresent(stamp) === hash) return;
    const where = folder === root ? '' : ` of ${relative(root, folder)}`;
    await step(`installing npm packages${where}`, () =>
      run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, env: outsideEnvironment() }),
    );
    writeFileSync(stamp, hash);
  });
}

/** The path of an installed Node: `node` is the current one, `node20` and `node22` are the older. */
export function packagedNode(name = 'node') {
  return join(modules, name, 'bin/node');
}

/**
 * The Node that runs the project's tools: the user's if it is recent enough, else the packaged one.
 * Under `npm run` the first `node` on PATH is the packaged one, so npm is asked for the user's.
 */
export function toolNode() {
  const users = process.env.npm_node_execpath ?? process.execPath;
  const version = users === process.execPath ? process.version : ask(users, ['--version']);
  const major = Number(version?.match(/^v(\d+)/)?.[1] ?? 0);
  if (major >= oldestForTools) return users;
  return existsSync(packagedNode()) ? packagedNode() : process.execPath;
}
