// The files that formatters and linters look at. Their rules are in .clang-format, .clang-tidy and
// .biome.json.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { configurePreset } from './cmake.mjs';
import { cacheFolder } from './emscripten.mjs';
import { ensureTools, setUpNlohmann } from './native.mjs';
import { packages } from './node.mjs';
import { ask, filesBelow, root, run, SetupError, say } from './shell.mjs';

function cppFiles(rooms = ['src', 'bindings', 'tests'], pattern = /\.(cc|h)$/) {
  return rooms.flatMap((room) => filesBelow(room, pattern));
}

async function clangFormat(args) {
  await ensureTools(['clang-format-19']);
  const sources = cppFiles();
  if (sources.length > 0) await run('clang-format-19', [...args, ...sources]);
}

function biome(args) {
  return run(join(packages.tests, 'node_modules/.bin/biome'), [...args, '--colors=off']);
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

/**
 * What clang-tidy's verdict on a source depends on, as one hash: the file, the project's headers that it
 * includes, directly or not, the rules, the tool and how CMake compiles it.
 */
function tidyHasher(database) {
  const rules = [
    ask('clang-tidy-19', ['--version']),
    readFileSync(join(root, '.clang-tidy'), 'utf8'),
  ].join();
  const commands = new Map(
    JSON.parse(readFileSync(join(database, 'compile_commands.json'), 'utf8')).map(
      ({ file, command }) => [file, command.replaceAll(root, '')],
    ),
  );
  const texts = new Map();
  const read = (file) => {
    if (!texts.has(file))
      texts.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    return texts.get(file);
  };
  const visit = (file, seen) => {
    if (seen.has(file) || read(file) === undefined) return;
    seen.add(file);
    for (const [, name] of read(file).matchAll(/^#include "([^"]+)"/gm)) {
      for (const folder of [dirname(file), join(root, 'src'), join(root, 'bindings')]) {
        visit(join(folder, name), seen);
      }
    }
  };
  return (source) => {
    const file = join(root, source);
    const seen = new Set();
    visit(file, seen);
    const hash = createHash('sha256')
      .update(rules)
      .update(commands.get(file) ?? '');
    for (const name of [...seen].sort()) hash.update(name.slice(root.length)).update(read(name));
    return hash.digest('hex');
  };
}

/**
 * Runs clang-tidy on those files of the core and of the native half of the boundary that have changed
 * since they were last found clean on this machine. Faults fail, other warnings are printed.
 */
export async function lintCpp() {
  await ensureTools(['clang-tidy-19']);
  const database = await configurePreset('lint');
  const hashOf = tidyHasher(database);
  const clean = join(cacheFolder(), 'tidy');
  mkdirSync(clean, { recursive: true });
  const sources = cppFiles(['src', 'bindings'], /\.cc$/)
    .filter((file) => !file.endsWith('embind.cc'))
    .map((source) => ({ source, mark: join(clean, hashOf(source)) }));
  const changed = sources.filter(({ mark }) => !existsSync(mark));
  say(`${changed.length} of ${sources.length} files to look at`);
  const failures = [];
  const worker = async () => {
    for (let next = changed.shift(); next; next = changed.shift()) {
      const { source, mark } = next;
      await run('clang-tidy-19', ['--quiet', '-p', database, source]).then(
        (output) => (output.includes('warning: ') ? say(output) : writeFileSync(mark, '')),
        (error) => failures.push(error.message),
      );
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  if (failures.length > 0) throw new SetupError(failures.join('\n\n'));
}

/** Has GCC read every source of the core and of the native half of the boundary; compiles nothing. */
export async function readByGcc() {
  await ensureTools(['g++']);
  const nlohmann = await setUpNlohmann();
  const headers = nlohmann ? [`-I${join(nlohmann, '../../../include')}`] : [];
  // Emscripten's alone: what exports functions to JavaScript.
  const exporting = /^bindings\/(?:(?:embind|bpe|tokens)\.cc|tokens\/)/;
  const sources = cppFiles(['src', 'bindings'], /\.cc$/).filter((file) => !exporting.test(file));
  const flags = [
    '-std=c++23',
    '-fsyntax-only',
    '-fno-exceptions',
    '-Wall',
    '-Wextra',
    '-Wpedantic',
    '-Werror',
  ];
  const cores = availableParallelism();
  await Promise.all(
    Array.from({ length: cores }, (_, core) => {
      const share = sources.filter((_source, at) => at % cores === core);
      return run('g++', [...flags, ...headers, '-Isrc', '-Ibindings', ...share], { cwd: root });
    }),
  );
}
