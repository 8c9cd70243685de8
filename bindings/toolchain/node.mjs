// Installs the npm packages, and finds the Nodes among them. Runs on the oldest supported Node, before
// node_modules exists.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readIfPresent, root, run, step, withLock } from './shell.mjs';

/**
 * Folders with a package.json of their own, so that a command installs only what it needs: the root's
 * builds the package and runs the demo.
 */
export const packages = {
  root,
  /** What checks the package: a recent Node, type checkers, linters, runtimes. */
  tests: join(root, 'tests'),
  /** What the demo page is made of. */
  page: join(root, 'demo/page'),
  /** Older releases of Node and of the AI SDK. */
  releases: join(root, 'tests/runtime/releases'),
  /** The AI SDK's providers. */
  providers: join(root, 'tests/providers'),
  /** Agent loops of others. */
  frameworks: join(root, 'tests/frameworks'),
  /** Clients of databases. */
  stores: join(root, 'tests/stores'),
  /** Counters of others. */
  counting: join(root, 'tests/counting'),
  /** Compactors of others. */
  memory: join(root, 'tests/memory'),
};

function lockHash(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
}

/**
 * Installs the npm packages of a folder (one of `packages`) when its lock file differs from the one
 * that was installed last.
 */
export async function ensurePackages(folder = root) {
  const hash = lockHash(folder);
  const stamp = join(folder, 'node_modules/.epitome-lock');
  if (readIfPresent(stamp) === hash) return;
  await withLock(
    join(root, 'build', `npm-${relative(root, folder).replaceAll('/', '-')}.lock`),
    async () => {
      if (readIfPresent(stamp) === hash) return;
      const where = folder === root ? '' : ` of ${relative(root, folder)}`;
      await step(`installing npm packages${where}`, () =>
        run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder }),
      );
      writeFileSync(stamp, hash);
    },
  );
}

/** The path of a Node that the lock files pin: `node` is the current one, `node20`, `node22` older. */
export function packagedNode(name = 'node') {
  const folder = name === 'node' ? packages.tests : packages.releases;
  return join(folder, 'node_modules', name, 'bin/node');
}

/**
 * What Node needs in front of a script of the repository, which may be TypeScript or import it. Node 22.18
 * and 23.6 read that by themselves.
 */
export const readsTypeScript = process.features.typescript
  ? []
  : ['--import', new URL('./typescript.mjs', import.meta.url).href];
