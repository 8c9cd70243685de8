/**
 * What is printed: sizes, memory and counts of this checkout's build, none of which depends on
 * how fast the machine is. Decides how each is measured; what it may be is recorded beside.
 */

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesBelow, root, run } from '../../bindings/toolchain/shell.mjs';
import { history } from '../bench/support/histories.mjs';
import { firstLoad } from './page.mjs';

const dist = (name) => join(root, 'dist', name);
const bytesOf = (file) => statSync(file).size;
const gzippedFile = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

/** Bytes of the tarball, and of what it unpacks to. */
async function packed() {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-'));
  try {
    const output = await run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: root,
    });
    const [{ size, unpackedSize, entryCount }] = JSON.parse(output.slice(output.indexOf('[')));
    return { size, unpackedSize, entryCount };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lines of the sources below a folder. */
function linesOf(folder, pattern) {
  return filesBelow(folder, pattern)
    .map((name) => readFileSync(join(root, name), 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0);
}

/**
 * Plays a fixed session of `count` messages step by step. Returns the engine's memory in bytes at its
 * end (which is the peak: WebAssembly memory never shrinks), the largest saved state in bytes, and what
 * was done.
 */
async function played(count, contextWindow) {
  const instances = [];
  const { Instance } = WebAssembly;
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, args) {
      instances.push(new target(...args));
      return instances.at(-1);
    },
  });
  const { createCompactor } = await import('epitome');
  const compactor = await createCompactor({
    contextWindow,
    onEvent: (event) => {
      if (event.type === 'error' || event.type === 'fault') throw event.error ?? event;
    },
  });
  WebAssembly.Instance = Instance;
  const session = compactor.session();
  const messages = history(count, { userEvery: 20 });
  const steps = [];
  let state = 0;
  let sentMessages = 0;
  for (let length = 1; length <= messages.length; length += 2) {
    const sent = messages.slice(0, length);
    const step = { messages: sent, steps, stepNumber: steps.length, model: 'm' };
    sentMessages += ((await session.prepareStep(step))?.messages ?? sent).length;
    steps.push({});
    if (steps.length % 100 === 0) state = Math.max(state, Buffer.byteLength(session.snapshot()));
  }
  const memory = instances
    .flatMap(({ exports }) => Object.values(exports))
    .filter((value) => value instanceof WebAssembly.Memory)
    .reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  const { compactions } = session.usage();
  compactor.dispose();
  return { memory, state, compactions, sentMessages };
}

/** All figures, by name; `unit` is bytes unless said otherwise. Smaller is better for each. */
export async function measure() {
  const tarball = await packed();
  const session = await played(10_000, 64_000);
  const page = await firstLoad();
  const bytes = {
    'core.wasm': bytesOf(dist('core.wasm')),
    'core.wasm, gzip': gzippedFile(dist('core.wasm')),
    'tokens.wasm, gzip': gzippedFile(dist('tokens.wasm')),
    'bpe.wasm, gzip': gzippedFile(dist('bpe.wasm')),
    'JavaScript of epitome, gzip': gzippedFile(dist('browser/index.js')),
    'JavaScript that finds secrets, gzip': gzippedFile(dist('shared/redactor.js')),
    'JavaScript of epitome/ai, gzip': gzippedFile(dist('shared/ai.js')),
    'JavaScript of epitome/tokens, gzip': gzippedFile(dist('browser/tokens.js')),
    'page: first load, gzip': page.painting,
    // Not without a browser.
    ...(page.itself && { 'page: all that it fetches by itself, gzip': page.itself }),
    tarball: tarball.size,
    'tarball, unpacked': tarball.unpackedSize,
    'memory of the engine, 10,000 messages': session.memory,
    'saved state, 10,000 messages, largest': session.state,
  };
  const counts = {
    'files in the tarball': [tarball.entryCount, 'files'],
    'rewrites, 10,000 messages': [session.compactions, 'rewrites'],
    'messages sent, 10,000 messages': [session.sentMessages, 'messages'],
    'lines of src': [linesOf('src', /\.(cc|h)$/), 'lines'],
    'lines of js': [linesOf('js', /\.ts$/), 'lines'],
  };
  return {
    ...Object.fromEntries(
      Object.entries(bytes).map(([name, value]) => [name, { value, unit: 'bytes' }]),
    ),
    ...Object.fromEntries(
      Object.entries(counts).map(([name, [value, unit]]) => [name, { value, unit }]),
    ),
  };
}
