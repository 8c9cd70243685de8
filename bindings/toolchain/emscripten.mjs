// Finds the Emscripten that builds the core: one that the user has, if it is recent enough, or one that
// is unpacked into the user's cache.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { downloadFromRelease, ensureInstalled, hasApt, unpack } from './debian.mjs';
import { ask, compareVersions, makeWhole, SetupError, say, step, which } from './shell.mjs';

/** The oldest release with what the core needs: <expected>, EMBIND_AOT, glue that starts in Node. */
const oldest = '3.1.69';
/** The suffix rises when the way of unpacking changes, so that an older folder is not mistaken. */
const privateName = 'emscripten-3.1.69-1';
const release = 'trixie';
const packages = [
  'emscripten',
  'binaryen',
  'libc6',
  'libstdc++6',
  'libgcc-s1',
  'node-acorn',
  'nlohmann-json3-dev',
];
/** Debian's builds of LLVM carry their version in the binaries' names; Emscripten is told below. */
const llvm = ['clang-19', 'lld-19', 'llvm-19'];

/** Where downloaded tools live, shared by all clones of one user. */
export function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'epitome');
}

function describe(emcc, origin, env = {}) {
  const text = ask(emcc, ['--version'], { env: { ...process.env, ...env } });
  const version = text?.match(/\b(\d+\.\d+\.\d+)\b/)?.[1];
  return version && { emcc, version, origin, env };
}

/** The folder with Emscripten's CMake modules; a packaged emcc on PATH may be a mere launcher. */
function emscriptenRoot(emcc) {
  const asked = ask(join(dirname(emcc), 'em-config'), ['EMSCRIPTEN_ROOT'])?.trim();
  const candidates = [dirname(realpathSync(emcc)), asked, '/usr/share/emscripten'];
  return candidates.find(
    (folder) => folder && existsSync(join(folder, 'cmake/Modules/Platform/Emscripten.cmake')),
  );
}

function findInstalled() {
  const candidates = [
    [which('emcc'), 'on PATH'],
    [process.env.EMSDK && join(process.env.EMSDK, 'upstream/emscripten/emcc'), 'from EMSDK'],
  ];
  for (const [emcc, origin] of candidates) {
    if (!emcc || !existsSync(emcc)) continue;
    const found = describe(emcc, origin);
    if (!found) continue;
    if (compareVersions(found.version, oldest) < 0) {
      say(`  -- emcc ${found.version} ${origin} is older than ${oldest}, so it is not used`);
      continue;
    }
    const root = emscriptenRoot(emcc);
    if (root) return { ...found, root };
  }
  return undefined;
}

/** Parts of the package that no build of ours links: position-independent, threaded, SDL, tests. */
const unused = [
  '*/wasm32-emscripten/pic',
  '*/wasm32-emscripten/lto-pic',
  '*/wasm32-emscripten/*asan*',
  '*/wasm32-emscripten/*libSDL*',
  '*/wasm32-emscripten/*-mt*',
  '*/wasm32-emscripten/*-ww*',
  './usr/share/emscripten/test',
  './usr/share/doc',
  './usr/share/man',
  './usr/share/locale',
];

async function fillPrivate(temporary, folder) {
  const download = join(temporary, 'download');
  mkdirSync(download);
  const debs = await step(`downloading Emscripten ${oldest} (Debian ${release}, 250 MB)`, () =>
    downloadFromRelease(release, packages, download),
  );
  await step('unpacking Emscripten', async () => {
    for (const deb of debs) await unpack(deb, temporary, unused);
    rmSync(download, { recursive: true });
  });

  // Binaryen is linked against a newer C library than the system's: start it through its own loader.
  const wrappers = join(temporary, 'binaryen/bin');
  mkdirSync(wrappers, { recursive: true });
  for (const tool of readdirSync(join(temporary, 'usr/bin')).filter((name) =>
    name.startsWith('wasm'),
  )) {
    const wrapper = join(wrappers, tool);
    writeFileSync(
      wrapper,
      `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")/../..
for libs in "$here"/usr/lib/*-linux-gnu*; do :; done
exec "$libs"/ld-linux-*.so.? --library-path "$libs" "$here/usr/bin/${tool}" "$@"
`,
    );
    chmodSync(wrapper, 0o755);
  }

  // Its scripts are no modules, whatever project the cache lies in.
  writeFileSync(join(temporary, 'package.json'), '{}\n');

  // The optimiser requires acorn. Only acorn is linked: the folder it comes from may hold packages
  // that would shadow Node's own behaviour.
  const share = join(temporary, 'usr/share');
  mkdirSync(join(share, 'emscripten/node_modules'));
  symlinkSync('../../nodejs/acorn', join(share, 'emscripten/node_modules/acorn'));

  // Read by emcc as Python, beside itself. Paths are those after the rename.
  writeFileSync(
    join(share, 'emscripten/.emscripten'),
    `import shutil
LLVM_ROOT = '/usr/bin'
LLVM_ADD_VERSION = '19'
CLANG_ADD_VERSION = '19'
BINARYEN_ROOT = '${folder}/binaryen'
NODE_JS = shutil.which('node')
CACHE = '${folder}/usr/share/emscripten/cache'
FROZEN_CACHE = True
`,
  );
}

function debianPackages() {
  return [...llvm, ...(which('python3') ? [] : ['python3'])];
}

/** What has to be installed into the system for it. */
export function emscriptenPackages() {
  return hasApt() && !findInstalled() ? debianPackages() : [];
}

async function usePrivate() {
  if (!hasApt() || process.platform !== 'linux') {
    throw new SetupError(
      `No Emscripten ${oldest} or newer was found. Install the Emscripten SDK ` +
        '(emsdk install latest; emsdk activate latest), put emcc on PATH or set EMSDK, and run this again.',
    );
  }
  const folder = join(cacheFolder(), privateName);
  await Promise.all([
    ensureInstalled(debianPackages()),
    existsSync(folder) || makeWhole(folder, (temporary) => fillPrivate(temporary, folder)),
  ]);
  const root = join(folder, 'usr/share/emscripten');
  // `python3` may be a launcher that takes longer to start than Python does.
  const python = ask('python3', ['-c', 'import sys; print(sys.executable)'])?.trim();
  const env = {
    EM_CONFIG: join(root, '.emscripten'),
    ...(python && { EMSDK_PYTHON: process.env.EMSDK_PYTHON || python }),
  };
  const found = describe(join(root, 'emcc'), 'from the private cache', env);
  if (!found) {
    throw new SetupError(`${root}/emcc does not start. Remove ${folder} and run this again.`);
  }
  return { ...found, root, nlohmann: join(folder, 'usr/share/cmake/nlohmann_json') };
}

/**
 * Finds or sets up Emscripten. Returns `{ emcc, version, origin, root, env, nlohmann? }`, where
 * `env` must be in the environment of every call and `nlohmann` is a CMake package folder.
 */
export async function setUpEmscripten() {
  return findInstalled() ?? (await usePrivate());
}

/** The folder of nlohmann/json's CMake package inside the private tree, if that is unpacked. */
export function unpackedNlohmann() {
  const folder = join(cacheFolder(), privateName, 'usr/share/cmake/nlohmann_json');
  return existsSync(folder) ? folder : undefined;
}
