// Decides which files the formatters and linters look at. Their rules are in .clang-format,
// .clang-tidy and .biome.json.

import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configurePreset } from './cmake.mjs';
import { ensureTools } from './native.mjs';
import { root, run, SetupError } from './shell.mjs';

const rooms = ['src', 'bindings', 'tests'];

function cppFiles(pattern = /\.(cc|h)$/) {
  return rooms
    .filter((room) => existsSync(join(root, room)))
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true }).map((name) => join(room, name)),
    )
    .filter((file) => pattern.test(file) && !file.includes('node_modules'))
    .sort();
}

async function clangFormat(args) {
  await ensureTools(['clang-format-19']);
  const sources = cppFiles();
  if (sources.length > 0) await run('clang-format-19', [...args, ...sources]);
}

function biome(args) {
  return run(join(root, 'node_modules/.bin/biome'), [...args, '--colors=off']);
}

/** Fails when a file is not formatted, or breaks a rule of the linter for scripts. */
export async function checkFormat() {
  await clangFormat(['--dry-run', '-Werror']);
  await biome(['ci', '--error-on-warnings']);
}

export async function fixFormat() {
  await clangFormat(['-i']);
  await biome(['check', '--write']);
}

/** Runs clang-tidy on the core and the native half of the boundary. Returns the number of files. */
export async function lintCpp() {
  await ensureTools(['clang-tidy-19']);
  // The preset that Clang compiles: flags of another compiler would be reported as unknown.
  const database = await configurePreset('native-asan');
  const sources = cppFiles(/^(src|bindings)\/.*\.cc$/).filter(
    (file) => !file.endsWith('embind.cc'),
  );
  const failures = [];
  let next = 0;
  const worker = async () => {
    while (next < sources.length) {
      const source = sources[next++];
      await run('clang-tidy-19', ['--quiet', '-p', database, source]).catch((error) =>
        failures.push(error.message),
      );
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  if (failures.length > 0) throw new SetupError(failures.join('\n\n'));
  return sources.length;
}
