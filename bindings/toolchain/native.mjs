// Finds the native compilers, headers and checkers. Where Emscripten is unpacked, nlohmann/json lies
// beside it.

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { downloadOwn, ensureInstalled, hasApt, unpack } from './debian.mjs';
import { cacheFolder, unpackedNlohmann } from './emscripten.mjs';
import { makeWhole, SetupError, step, which } from './shell.mjs';

/** Commands that a build calls: their Debian packages, and why they are needed. */
const commands = {
  cmake: { packages: ['cmake'], why: 'configures every C++ build (3.25 or newer)' },
  ninja: { packages: ['ninja-build'], why: 'runs every C++ build' },
  ccache: { packages: ['ccache'], why: 'spares compiling again what was compiled before' },
  'g++': { packages: ['g++'], why: 'native builds (12 or newer)' },
  // Clang brings no C++ library here: it takes GCC's.
  'clang++-19': { packages: ['clang-19', 'g++'], why: 'native builds, sanitizers, fuzzing' },
  'clang-format-19': { packages: ['clang-format-19'], why: 'the C++ formatter' },
  'clang-tidy-19': { packages: ['clang-tidy-19'], why: 'the C++ linter' },
};

/** Libraries that a build links: their Debian packages, and a path that shows their presence. */
const libraries = {
  gtest: { packages: ['libgtest-dev'], path: '/usr/include/gtest/gtest.h' },
  // A package of its own: Emscripten needs the same Clang, but not these.
  sanitizers: {
    packages: ['clang-19', 'g++', 'libclang-rt-19-dev'],
    path: '/usr/lib/llvm-19/lib/clang/19/lib/linux',
  },
};

function missingOf(names) {
  return names.filter((name) =>
    commands[name] ? !which(name) : !existsSync(libraries[name].path),
  );
}

/** The Debian packages of those of the named commands and libraries that are not there. */
export function toolPackages(names) {
  const missing = hasApt() ? missingOf(names) : [];
  return [...new Set(missing.flatMap((name) => (commands[name] ?? libraries[name]).packages))];
}

/** Makes sure that the named commands and libraries are there, or says what to install. */
export async function ensureTools(names) {
  if (hasApt()) return ensureInstalled(toolPackages(names));
  const missing = missingOf(names);
  // Elsewhere CMake finds libraries in more places than are looked at here, and says what it lacks.
  const lacking = missing.filter((name) => commands[name]);
  if (lacking.length === 0) return;
  const lines = lacking.map((name) => `  ${name}: ${commands[name].why}`);
  throw new SetupError(`Please install and put on PATH:\n${lines.join('\n')}`);
}

/**
 * The folder of nlohmann/json's CMake package, or undefined where CMake must find it by itself.
 * The headers always lie in a folder of their own: naming the system's include folder as theirs
 * would put the host's C library before Emscripten's.
 */
export async function setUpNlohmann() {
  const folder = join(cacheFolder(), 'nlohmann-json-1');
  // The first that was there stays in use: a build whose include path moves starts from nothing.
  if (!existsSync(folder)) {
    const unpacked = unpackedNlohmann();
    if (unpacked || !hasApt()) return unpacked;
    await step('fetching the nlohmann/json headers', () =>
      makeWhole(folder, async (temporary) => {
        const download = join(temporary, 'download');
        mkdirSync(download);
        for (const deb of await downloadOwn('nlohmann-json3-dev', download)) {
          await unpack(deb, temporary);
        }
        rmSync(download, { recursive: true });
      }),
    );
  }
  return join(folder, 'usr/share/cmake/nlohmann_json');
}
