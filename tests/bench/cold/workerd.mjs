/**
 * Cold start in workerd, measured from outside: a running workerd loads a fresh isolate for each
 * sample; what an isolate with nothing in it takes is subtracted. Clocks stand still inside.
 */

import { readFileSync } from 'node:fs';
import { Miniflare, supportedCompatibilityDate } from 'miniflare';
import { bundle } from '../../runtime/shared/bundle.mjs';
import { figure } from '../support/figures.mjs';
import { median, quantile } from '../support/stats.mjs';

const samples = 25;
const warmUps = 5;

const empty = `export default { async fetch() { return new Response('ok'); } };`;
/** Carries the binaries and does nothing with them: workerd compiles them all the same. */
const carrier = `
import core from './core.wasm';
import fold from './fold.wasm';
export default { async fetch() { return new Response(String(core === fold)); } };
`;
const worker = `
import { createCompactor } from 'epitome';
export default {
  async fetch() {
    const compactor = await createCompactor({ contextWindow: 32000 });
    const messages = [{ role: 'user', content: 'Hello.' }];
    const prepared = await compactor.session().prepare(messages);
    return new Response(String(prepared.messages.length));
  },
};
`;

/** Loads the Worker /KIND/ID in an isolate of its own, unless ID was asked for before. */
const loader = `
import empty from './empty.txt';
import carrier from './carrier.txt';
import worker from './worker.txt';
import core from './core.bin';
import fold from './fold.bin';
const code = { empty, carrier, worker };
export default {
  async fetch(request, env) {
    const path = new URL(request.url).pathname;
    const kind = path.split('/')[1];
    const stub = env.LOADER.get(path, () => ({
      compatibilityDate: '${supportedCompatibilityDate}',
      mainModule: 'main.js',
      modules: {
        'main.js': code[kind],
        ...(kind === 'empty' ? {} : { 'core.wasm': { wasm: core }, 'fold.wasm': { wasm: fold } }),
      },
    }));
    return stub.getEntrypoint().fetch('http://worker/');
  },
};
`;

async function bundledWorker() {
  const { outputFiles } = await bundle(worker, {
    conditions: ['workerd'],
    platform: 'neutral',
    minify: true,
    write: false,
    loader: { '.wasm': 'copy' },
    assetNames: '[name]',
    outdir: '/',
  });
  return outputFiles.find(({ path }) => path.endsWith('.js')).text;
}

export async function coldInWorkerd() {
  const text = (name, contents) => ({ type: 'Text', path: `/${name}.txt`, contents });
  const server = new Miniflare({
    modulesRoot: '/',
    modules: [
      { type: 'ESModule', path: '/loader.mjs', contents: loader },
      text('empty', empty),
      text('carrier', carrier),
      text('worker', await bundledWorker()),
      ...['core', 'fold'].map((name) => ({
        type: 'Data',
        path: `/${name}.bin`,
        contents: readFileSync(new URL(`../../../dist/${name}.wasm`, import.meta.url)),
      })),
    ],
    compatibilityDate: supportedCompatibilityDate,
    workerLoaders: { LOADER: {} },
  });
  const ask = async (kind, id) => {
    const start = performance.now();
    const response = await server.dispatchFetch(`http://bench/${kind}/${id}`);
    const body = await response.text();
    if (!response.ok) throw new Error(body);
    return performance.now() - start;
  };
  const times = { empty: [], carrier: [], worker: [] };
  const warm = { empty: [], worker: [] };
  try {
    for (let i = 0; i < samples + warmUps; i += 1) {
      for (const kind of Object.keys(times)) {
        const time = await ask(kind, i);
        if (i >= warmUps) times[kind].push(time);
      }
      for (const kind of Object.keys(warm)) {
        await ask(kind, i);
        const time = await ask(kind, i);
        if (i >= warmUps) warm[kind].push(time);
      }
    }
  } finally {
    await server.dispose();
  }
  const idle = median(times.empty);
  const over = (list) => median(list) - idle;
  return [
    figure('workerd, fresh isolate to first step, over an empty one', over(times.worker), 'ms', {
      aim: 15,
      note: `empty ${idle.toFixed(1)}; p25 ${(quantile(times.worker, 0.25) - quantile(times.empty, 0.25)).toFixed(1)}`,
    }),
    figure('workerd, of that compiling the binary', over(times.carrier), 'ms'),
    figure(
      'workerd, another engine in the same isolate, over an empty one',
      median(warm.worker) - median(warm.empty),
      'ms',
      { aim: 2 },
    ),
  ];
}
