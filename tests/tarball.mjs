/** The package as it is published: what tests install is what `npm pack` makes. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../bindings/toolchain/shell.mjs';

/** A folder outside the repository, whose node_modules would serve what the package forgot. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Packs the package into `folder`; resolves with the tarball's path. */
export async function packInto(folder) {
  await run('npm', ['pack', '--pack-destination', folder]);
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz')),
  );
}
