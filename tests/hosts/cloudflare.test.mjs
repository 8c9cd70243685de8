/** `epitome/cloudflare` and the real Agents package, Sessions and Think, in a real workerd. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { codeOf } from './support/example.mjs';
import { calls, judge, recorder, request } from './support/play.mjs';

let folder;
let worker;

/** The examples of the page, as modules. */
const examples = {
  name: 'examples',
  setup(context) {
    context.onResolve({ filter: /^example:/ }, ({ path }) => ({ path, namespace: 'example' }));
    context.onLoad({ filter: /./, namespace: 'example' }, ({ path }) => ({
      contents: codeOf('cloudflare')[Number(path.split('-').at(-1))],
      resolveDir: import.meta.dirname,
    }));
  },
};

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'epitome-agents-'));
  await build({
    entryPoints: [join(import.meta.dirname, 'support/agents-worker.mjs')],
    ...{ bundle: true, format: 'esm', target: 'es2022', logLevel: 'error', platform: 'neutral' },
    ...{ mainFields: ['module', 'main'], conditions: ['workerd', 'browser'] },
    alias: { ai: 'ai7' },
    plugins: [examples],
    external: ['cloudflare:*', 'node:*'],
    loader: { '.wasm': 'copy', '.bin': 'copy' },
    outfile: join(folder, 'worker.mjs'),
  });
  worker = new Miniflare({
    modules: true,
    modulesRules: [
      { type: 'CompiledWasm', include: ['**/*.wasm'] },
      { type: 'Data', include: ['**/*.bin'] },
    ],
    ...{ rootPath: folder, modulesRoot: folder, scriptPath: join(folder, 'worker.mjs') },
    ...{ compatibilityDate: '2026-01-15', compatibilityFlags: ['nodejs_compat'] },
    durableObjects: {
      Conversation: { className: 'Conversation', useSQLite: true },
      Assistant: { className: 'Assistant', useSQLite: true },
      Wrapped: { className: 'Wrapped', useSQLite: true },
    },
  });
});

after(async () => {
  await worker?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path) => {
  const response = await worker.dispatchFetch(`http://worker/${path}`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text);
};

test('a session that Cloudflare compacts with our records', async () => {
  const { history, compactions } = await ask('Conversation/converse');
  console.log({ compactions: compactions.length, history: history.length });
  assert.ok(compactions.length >= 2);
  const overlays = history.filter(({ id }) => id.startsWith('compaction_'));
  assert.equal(overlays.length, 1, 'a new overlay takes the one before in');
  const record = overlays[0].parts.map(({ text }) => text).join('\n');
  assert.match(record, /Look at module 2\./, 'what the user said first');
  assert.match(record, /Look at module 4\d\./);
  const ids = history.map(({ id }) => id);
  assert.deepEqual(ids.slice(-4), [`u${calls - 1}`, `a${calls - 1}`, `u${calls}`, `a${calls}`]);
});

function faultsOf(prompt) {
  const faults = [];
  let open = [];
  for (const [at, { role, content }] of prompt.entries()) {
    if (role === 'system') continue;
    const ids = (type) =>
      content.filter((part) => part.type === type).map(({ toolCallId }) => toolCallId);
    if (role !== 'tool' && open.length > 0) faults.push(`unanswered before ${at}`);
    if (role === 'tool' && ids('tool-result').some((id) => !open.includes(id)))
      faults.push(`orphan ${at}`);
    open = role === 'assistant' ? ids('tool-call') : [];
    if (content.length === 0) faults.push(`empty ${at}`);
  }
  return faults;
}

for (const name of ['Assistant', 'Wrapped']) {
  test(`a turn of Think with many calls: ${name}`, async () => {
    const { result, events, prompts } = await ask(`${name}/ask`);
    assert.equal(result.text, 'Module 7 is broken.', JSON.stringify(result).slice(0, 500));
    const seen = [];
    const { requests, record } = recorder(seen);
    for (const { prompt, told } of prompts) {
      seen.splice(0, seen.length, ...events.slice(0, told));
      record(prompt);
    }
    console.log(await judge({ events, requests, faultsOf }));
    assert.ok(JSON.stringify(requests.at(-1).messages).includes(request));
  });
}
