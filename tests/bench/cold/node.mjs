/** Cold start in Node: each sample a process of its own. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { figure } from '../support/figures.mjs';
import { median } from '../support/stats.mjs';

const samples = 15;
const probe = fileURLToPath(new URL('node-probe.mjs', import.meta.url));
const entry = new URL('../../../dist/node/index.js', import.meta.url).href;

export async function coldInNode() {
  const runs = [];
  for (let i = 0; i < samples; i += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [probe, entry]);
    runs.push(JSON.parse(stdout));
  }
  const of = (name) => median(runs.map((run) => run[name]));
  const ms = (name) => of(name).toFixed(1);
  return [
    figure('Node, import to first step', of('whole'), 'ms', {
      note: `import ${ms('import')}, engine ${ms('create')}, step ${ms('step')}`,
    }),
    figure('Node, second engine to its first step', of('second'), 'ms', { aim: 2 }),
    figure('Node, third engine to its first step', of('third'), 'ms', { aim: 2 }),
  ];
}
