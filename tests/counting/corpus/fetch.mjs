/**
 * Fetches public packages and unpacks them below the cache. Decides where they lie and that each is
 * fetched once; knows no registry and no mirror: npm and apt ask those of the system.
 */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { downloadOwn, unpack } from '../../../bindings/toolchain/debian.mjs';
import { ask, run } from '../../../bindings/toolchain/shell.mjs';

/** Everything that the counting room keeps between runs. */
export const cache = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'epitome/counting',
);

/** Calls `fill` with a fresh folder, which becomes `target` once it is complete. */
async function once(target, fill) {
  if (existsSync(target)) return target;
  const made = `${target}.part`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  await fill(made);
  renameSync(made, target);
  return target;
}

/** The unpacked folder of one pinned npm package, `name@version`. */
export function fetchNpm(specifier) {
  return once(join(cache, 'npm', specifier.replaceAll('/', '+')), async (folder) => {
    await run('npm', ['pack', specifier, '--silent', '--pack-destination', folder], {
      cwd: folder,
    });
    const [archive] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
    await run('tar', ['-xzf', archive, '--no-same-owner'], { cwd: folder });
    rmSync(join(folder, archive));
  });
}

/** The unpacked folder of one package of the system's Debian release; its version lies beside it. */
export function fetchDebian(name) {
  return once(join(cache, 'debian', name), async (folder) => {
    const [deb] = await downloadOwn(name, folder);
    const version = ask('dpkg-deb', ['-f', deb, 'Version'])?.trim() ?? 'unknown';
    const files = join(folder, 'files');
    mkdirSync(files);
    await unpack(deb, files);
    rmSync(deb);
    writeFileSync(join(folder, 'version'), `${version}\n`);
  });
}
