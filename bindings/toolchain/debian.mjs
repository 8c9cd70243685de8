// Gets packages from Debian: installs them into the system, or unpacks them into a folder of our own.
// Addresses are read from the system's own apt configuration.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, root, run, SetupError, step, which, withLock } from './shell.mjs';

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** True where apt and dpkg manage the system. */
export function hasApt() {
  return Boolean(which('apt-get') && which('dpkg-query') && which('dpkg-deb'));
}

function isInstalled(name) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own placeholder
  const status = ask('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { stdio: 'pipe' });
  return status === 'installed';
}

const isRoot = () => process.getuid?.() === 0;

/** apt refuses to run beside itself in places where it does not wait. */
const aptLock = join(root, 'build/apt.lock');

/**
 * Calls `work`, and once more after fetching the package lists: they may be absent (a fresh image)
 * or older than the files that the mirror still has.
 */
async function withLists(work) {
  try {
    return await work();
  } catch (error) {
    if (!isRoot()) throw error;
    await withLock(aptLock, () => run('apt-get', ['update', '-q']));
    return work();
  }
}

const missingOf = (packages) => [...new Set(packages)].filter((name) => !isInstalled(name));
const argumentsFor = (packages) => ['install', '--no-install-recommends', ...packages];

/** Throws, naming all that is missing of what `packages` gives, where only root may install it. */
export function refuseWithoutRoot(packages) {
  const missing = isRoot() ? [] : missingOf(packages());
  if (missing.length === 0) return;
  throw new SetupError(
    `These packages are needed and installing them takes root: ${missing.join(' ')}\n` +
      `Run: sudo apt-get ${argumentsFor(missing).join(' ')}\nand then this command again.`,
  );
}

/** Installs what is missing of `packages` into the system; does nothing when all are there. */
export async function ensureInstalled(packages) {
  const missing = missingOf(packages);
  if (missing.length === 0) return;
  refuseWithoutRoot(() => missing);
  const args = argumentsFor(missing);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const unattended = ['-y', '-q', '-o', 'DPkg::Lock::Timeout=300'];
  await step(`installing ${missing.join(' ')}`, () =>
    withLists(() => withLock(aptLock, () => run('apt-get', [...unattended, ...args], { env }))),
  );
}

/** The address of the Debian archive that this system uses. */
function debianMirror() {
  const format = '$(REPO_URI) $(LABEL) $(CODENAME)';
  return withLists(async () => {
    const list = ask('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']) ?? '';
    const [mirror] = list
      .split('\n')
      .map((line) => line.split(' '))
      .filter(([, label, codename]) => label === 'Debian' && !codename?.includes('-'));
    if (mirror) return mirror[0];
    throw new SetupError('apt knows no Debian archive here, so packages of Debian cannot be had.');
  });
}

/**
 * Downloads packages of another Debian release than the system's, with sources and lists of its
 * own below `folder`, so that the system's package state stays as it is. Returns the .deb files.
 */
export async function downloadFromRelease(release, packages, folder) {
  const mirror = await debianMirror();
  const lists = join(folder, 'lists');
  const cache = join(folder, 'cache');
  const debs = join(folder, 'debs');
  for (const made of [join(lists, 'partial'), cache, debs]) mkdirSync(made, { recursive: true });
  const sources = join(folder, 'sources.list');
  const config = join(folder, 'apt.conf');
  writeFileSync(sources, `deb [signed-by=${keyring}] ${mirror} ${release} main\n`);
  writeFileSync(
    config,
    [
      `Dir::Etc::SourceList "${sources}";`,
      'Dir::Etc::SourceParts "/dev/null";',
      `Dir::State::Lists "${lists}";`,
      `Dir::Cache "${cache}";`,
      // The folder is inside a user's cache, which apt's unprivileged download user may not enter.
      'APT::Sandbox::User "";',
      '',
    ].join('\n'),
  );
  const env = { ...process.env, APT_CONFIG: config };
  await run('apt-get', ['update', '-q'], { env, cwd: debs });
  await run('apt-get', ['download', '-q', ...packages], { env, cwd: debs });
  return readdirSync(debs).map((name) => join(debs, name));
}

/** Downloads one package of the system's own release into `folder`; needs no root. */
export async function downloadOwn(name, folder) {
  const args = ['download', '-q', '-o', 'APT::Sandbox::User=', name];
  await withLists(() => run('apt-get', args, { cwd: folder }));
  return readdirSync(folder)
    .filter((file) => file.endsWith('.deb'))
    .map((file) => join(folder, file));
}

/** Unpacks a .deb into a folder, without the paths that match `exclude` (tar patterns). */
export async function unpack(deb, folder, exclude = []) {
  const patterns = exclude.map((pattern) => `--exclude='${pattern}'`).join(' ');
  const pipe = `set -o pipefail; dpkg-deb --fsys-tarfile "$0" | tar -x -C "$1" --wildcards ${patterns}`;
  await run('bash', ['-c', pipe, deb, folder]);
}
