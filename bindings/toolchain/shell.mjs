// Starts other programs and shows steps of set-up and build. Plain Node 20, no dependencies: it runs
// before anything is installed.

import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository's root. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** A failure whose message alone tells the reader what to do; shown without a stack. */
export class SetupError extends Error {}

// Progress goes to standard error: standard output belongs to what was asked for, such as JSON.
const live = process.stderr.isTTY && !process.env.CI;
/** Characters of a failed command line that are shown. */
const mostShown = 300;
const heartbeatMs = live ? 200 : 10_000;

/** Seconds with one decimal, for people. */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** The stream that the job under way writes to, where it runs beside others. */
const logs = new AsyncLocalStorage();

/** Runs `work` with everything it says and its programs print going to `log` instead of the terminal. */
export function withLog(log, work) {
  return logs.run(log, work);
}

export function say(text) {
  (logs.getStore() ?? process.stderr).write(`${text}\n`);
}

/**
 * Runs `work` under a title, showing elapsed seconds while it lasts, and returns its result.
 * A result with a `note` string has it printed behind the title.
 */
export async function step(title, work) {
  const start = performance.now();
  const elapsed = () => seconds(performance.now() - start);
  const clear = live && !logs.getStore() ? '\r\x1b[K' : '';
  const timer = setInterval(() => {
    if (logs.getStore()) return;
    process.stderr.write(
      live ? `\r  .. ${title} ${elapsed()}` : `  .. ${title}: ${elapsed()} so far\n`,
    );
  }, heartbeatMs);
  try {
    const result = await work();
    const note = typeof result?.note === 'string' ? `: ${result.note}` : '';
    say(`${clear}  ok ${title}${note} (${elapsed()})`);
    return result;
  } catch (error) {
    say(`${clear}  !! ${title} failed after ${elapsed()}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** The path of `name` on PATH, or undefined. */
export function which(name, path = process.env.PATH ?? '') {
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/** Standard output of a short command, or undefined when it is missing or fails. */
export function ask(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', ...options });
  return result.status === 0 ? result.stdout : undefined;
}

function launch(command, args, options, onOutput) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, ...options });
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.on('error', (error) =>
      reject(new SetupError(`cannot start ${command}: ${error.message}`)),
    );
    child.on('close', (code, signal) => resolve({ child, code, signal }));
    options.onStart?.(child);
  });
}

/**
 * Runs a program and returns its combined output, which is held back unless the program fails:
 * then a SetupError names the command and ends with the last lines.
 */
export async function run(command, args, options = {}) {
  const pieces = [];
  const { code, signal } = await launch(
    command,
    args,
    { stdio: ['ignore', 'pipe', 'pipe'], ...options },
    (piece) => pieces.push(piece),
  );
  const output = Buffer.concat(pieces).toString('utf8');
  if (code === 0) return output;
  const end = signal ? `was ended by ${signal}` : `exited with ${code}`;
  const tail = output.trimEnd().split('\n').slice(-60).join('\n');
  const line = [command, ...args].join(' ');
  const shown = line.length > mostShown ? `${line.slice(0, mostShown)} …` : line;
  throw new SetupError(`${shown}\n${end}\n${tail}`);
}

/** Runs a program whose output is passed on as it comes; returns its exit code and that output. */
export async function watch(command, args, options = {}) {
  const pieces = [];
  const { code } = await launch(
    command,
    args,
    { stdio: ['ignore', 'pipe', 'pipe'], ...options },
    (piece) => {
      pieces.push(piece);
      (logs.getStore() ?? process.stdout).write(piece);
    },
  );
  return { code: code ?? 1, output: Buffer.concat(pieces).toString('utf8') };
}

/**
 * Runs a program in this one's place, with its terminal and its signals, and returns its exit code.
 * An interrupt reaches both; this process stays until the program has tidied up.
 */
export async function become(command, args, options = {}) {
  let stop;
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    const { code } = await launch(command, args, {
      stdio: 'inherit',
      ...options,
      onStart(child) {
        stop = () => child.kill('SIGTERM');
        process.on('SIGTERM', stop);
      },
    });
    return code ?? 1;
  } finally {
    process.off('SIGINT', ignore);
    if (stop) process.off('SIGTERM', stop);
  }
}

/** Compares dotted version numbers: negative, zero or positive as `a` is older, equal or newer. */
export function compareVersions(a, b) {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Runs `work` while holding a lock file, waiting for another process that holds it. Ninja and npm
 * do not guard their folders themselves, so two terminals would otherwise tread on each other.
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let waited = 0; ; waited++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(readIfPresent(file));
    if (holder && !isAlive(holder)) {
      rmSync(file, { force: true });
      continue;
    }
    if (waited === 2) say(`  .. waiting for process ${holder}, which holds ${basename(file)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** The files below a folder of the repository that match, relative to the root, sorted; not packages. */
export function filesBelow(folder, pattern) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const name = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(name, pattern);
      return pattern.test(name) ? [name] : [];
    })
    .sort();
}

export function readIfPresent(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Makes `folder` by calling `fill(temporary)` beside it and renaming, so that it either exists
 * whole or not at all, whenever the process is interrupted.
 */
export async function makeWhole(folder, fill) {
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  return withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const temporary = `${folder}.partial`;
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary);
    await fill(temporary);
    renameSync(temporary, folder);
  });
}
