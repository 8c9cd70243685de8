/**
 * The CPU time of `prepareStep` in a Durable Object, over the recorded session in a window of 32,000 tokens. Clocks stand still inside a Worker, so the kernel's account of workerd's main thread is read from outside,
 * and what an empty request takes is taken off. `/proc` is needed.
 */

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bindings/toolchain/shell.mjs';
import { loadSession } from '../../demo/import/file.mjs';
import { buildWorker, startWorker } from '../runtime/workerd/serve.mjs';

const worker = `import { DurableObject } from 'cloudflare:workers';
import { createCompactor } from 'epitome';
import { durableObjectStore } from 'epitome/stores/durable-object';
export class Session extends DurableObject {
  messages = [];
  late = [];
  store = durableObjectStore(this.ctx.storage);
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const [, kind, path] = pathname.split('/');
    const isStored = kind === 'stored';
    if (path === 'load') this.messages = await request.json();
    // What is left when an object was evicted.
    if (path === 'close') {
      this.state = isStored ? undefined : (await this.opened()).snapshot();
      await this.compactor.close();
      this.compactor = undefined;
    }
    const events = [];
    if (path === 'step') {
      this.compactor ??= await createCompactor({
        contextWindow: 32_000,
        ...(isStored && { store: this.store, waitUntil: (work) => this.late.push(work) }),
      });
      const session = await this.opened(isStored);
      const view = this.messages.slice(0, Number(searchParams.get('at')));
      await session.prepareStep({ messages: view, steps: [], stepNumber: 0, onEvent: (event) => events.push(event.type) });
      await Promise.all(this.late.splice(0));
    }
    return Response.json(events);
  }
  opened(isStored) {
    const { state } = this;
    this.state = undefined;
    return isStored ? this.compactor.open('a') : this.compactor.session('a', { state });
  }
}
export default {
  fetch: (request, env) => env.SESSIONS.getByName(new URL(request.url).pathname.split('/')[1]).fetch(request),
};
`;

/** Nanoseconds that the main thread of workerd ran, which is a child of this process. */
function workerdClock() {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ');
  const nameOf = (id) => readFileSync(`/proc/${id}/comm`, 'utf8').trim();
  const id = children.find((child) => nameOf(child) === 'workerd');
  return () => Number(readFileSync(`/proc/${id}/task/${id}/schedstat`, 'utf8').split(' ')[0]);
}

const quantile = (sorted, part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/**
 * Figures in milliseconds, of a session whose state the host keeps (`plain`) and of one in the object's store (`stored`): of
 * steps that fold, of all others, and of the first one after the object was evicted.
 */
export async function measureCpu(folder, packageFolder) {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(packageFolder, join(folder, 'node_modules/epitome'));
  writeFileSync(join(folder, 'worker.ts'), worker);
  const { messages } = loadSession(join(root, 'demo/sessions/repo-tour.json'));
  const running = startWorker(await buildWorker(folder));
  try {
    await running.ready;
    const plain = await measured(running, messages, 'plain');
    return {
      plain,
      stored: await measured(running, messages, 'stored'),
      messages: messages.length,
    };
  } finally {
    await running.dispose();
  }
}

async function measured(running, messages, kind) {
  const clock = workerdClock();
  const ask = async (path, body) => {
    const before = clock();
    const init = body === undefined ? {} : { method: 'POST', body };
    const response = await running.dispatchFetch(`http://localhost/${kind}/${path}`, init);
    const events = await response.json();
    return { ms: (clock() - before) / 1e6, events };
  };
  await ask('load', JSON.stringify(messages));
  const empty = [];
  for (let at = 0; at < 50; at += 1) empty.push((await ask('')).ms);
  const base = quantile(
    empty.sort((a, b) => a - b),
    0.5,
  );
  const folds = [];
  const others = [];
  for (const [at, { role }] of messages.entries()) {
    if (role !== 'assistant') continue;
    const { ms, events } = await ask(`step?at=${at}`);
    (events.includes('compaction') ? folds : others).push(ms - base);
  }
  await ask('close');
  const { ms: first } = await ask(`step?at=${messages.length}`);
  const figures = (times) => {
    const sorted = times.sort((a, b) => a - b);
    return { count: times.length, median: quantile(sorted, 0.5), most: sorted.at(-1) };
  };
  return { folds: figures(folds), others: figures(others), resumed: first - base };
}
