/**
 * Runs jobs side by side, as far as what they wait for and the cores allow, and shows how far they are.
 */

import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { refuseWithoutRoot } from './debian.mjs';
import { root, SetupError, say, seconds, withLog } from './shell.mjs';

const logFolder = join(root, 'build/logs');
/** Lines of a failed job's log that are shown; the whole of it stays in the file. */
const shownLines = 200;
const live = process.stderr.isTTY && !process.env.CI;
const clear = live ? '\r\x1b[K' : '';

/** The jobs that `names` need, themselves included, in the order of `jobs`. */
function withNeeds(jobs, names) {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const wanted = new Set();
  const visit = (name) => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const need of byName.get(name).needs ?? []) visit(need);
  };
  for (const name of names) visit(name);
  return jobs.filter((job) => wanted.has(job.name));
}

function tailOf(file) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const left = lines.length - shownLines;
  const note = left > 0 ? [`(${left} lines more in ${relative(root, file)})`] : [];
  return [...note, ...lines.slice(-shownLines)].map((line) => `     ${line}`).join('\n');
}

/** Runs one job with its output in a file of its own; never throws. */
async function perform(job) {
  const file = join(logFolder, `${job.name}.txt`);
  const log = createWriteStream(file);
  const start = performance.now();
  let result;
  try {
    result = await withLog(log, () => job.run());
  } catch (error) {
    log.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
    result = { failed: 1 };
  }
  await new Promise((resolve) => log.end(resolve));
  return { name: job.name, ms: performance.now() - start, file, ...result };
}

/**
 * Runs the jobs that `names` need. A job is `{ name, title, needs, cores, suite, system, run }`: `needs` are
 * names of jobs before it, `cores` how many it keeps busy (0 for a download), `suite` whether its result counts,
 * `system` gives the Debian packages that it needs. `run` returns `{ passed, failed, note }` or nothing. Returns a
 * row for each job.
 */
export async function runJobs(jobs, names, cores = availableParallelism()) {
  mkdirSync(logFolder, { recursive: true });
  const waiting = withNeeds(jobs, names);
  // All at once: whoever has to ask for them asks once.
  refuseWithoutRoot(() => waiting.flatMap(({ system }) => system?.() ?? []));
  const total = waiting.length;
  const running = new Map();
  const rows = [];
  const failed = new Set();
  const start = performance.now();
  const elapsed = () => seconds(performance.now() - start);

  const status = () => {
    const now = [...running.values()].map(
      ({ job, since }) => `${job.name} ${seconds(performance.now() - since)}`,
    );
    const left = waiting.map(({ name }) => name).join(' ');
    return `${elapsed()}  ${rows.length} of ${total} done · ${now.join(', ')}${left ? ` · then ${left}` : ''}`;
  };
  const heartbeat = setInterval(
    () => {
      if (!live) return say(`  .. ${status()}`);
      process.stderr.write(`${clear}  .. ${status()}`.slice(0, (process.stderr.columns ?? 80) + 4));
    },
    live ? 200 : 15_000,
  );

  const finish = (job, result) => {
    const row = { passed: 0, failed: 0, ...result, suite: job.suite === true };
    rows.push(row);
    if (row.failed > 0) failed.add(job.name);
    // What was there already is not worth a line.
    if (!job.suite && row.failed === 0 && row.ms < 1000) return;
    const verdict = row.failed > 0 ? '!!' : 'ok';
    const told = row.note ?? (job.suite ? `${row.passed} passed, ${row.failed} failed` : '');
    say(`${clear}  ${verdict} ${job.name}${told && `: ${told}`} (${seconds(row.ms)})`);
    if (row.failed > 0 && row.file) say(tailOf(row.file));
  };

  /** Starts what may start now: in order, but a small job may pass a large one that waits for cores. */
  const startable = () => {
    const busy = [...running.values()].reduce((sum, { job }) => sum + (job.cores ?? 1), 0);
    return waiting.find((job) => {
      if ((job.needs ?? []).some((need) => !rows.some(({ name }) => name === need))) return false;
      const wanted = Math.min(job.cores ?? 1, cores);
      return wanted === 0 || busy + wanted <= cores;
    });
  };

  await new Promise((resolve) => {
    const next = () => {
      for (let job = startable(); job; job = startable()) {
        waiting.splice(waiting.indexOf(job), 1);
        const lost = (job.needs ?? []).find((need) => failed.has(need));
        if (lost) {
          finish(job, { name: job.name, ms: 0, failed: 1, note: `${lost} failed` });
          continue;
        }
        const started = job;
        running.set(job.name, { job, since: performance.now() });
        perform(job).then((row) => {
          running.delete(started.name);
          finish(started, row);
          next();
        });
      }
      if (running.size === 0 && waiting.length === 0) resolve();
    };
    next();
  });
  clearInterval(heartbeat);
  return rows;
}
