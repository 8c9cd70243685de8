/** The engine in two files: what is loaded when, and what a page is told while the second is on its way. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { type CompactorOptions, createCompactor, type Session } from '../../build/modules/index.js';
import { conversation, EventLog, model } from './support/conversation.ts';

const long = conversation(40);
const short = conversation(1);

async function step(session: Session, messages: readonly object[]) {
  const given = { messages, steps: [], stepNumber: 0, model };
  return (await session.prepareStep(given as never))?.messages ?? messages;
}

const bytes = (name: string) => readFileSync(new URL(`../../dist/${name}`, import.meta.url));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Serves both files as to a page; the second as soon as `arrive` is called, or `fail` for what asked so far. */
async function far() {
  const waiting: ServerResponse[] = [];
  let isHere = false;
  let count = 0;
  const asked = new EventEmitter();
  const answer = (response: ServerResponse) => response.end(bytes('fold.wasm'));
  const server = createServer(({ url }, response) => {
    if (url === '/core.wasm') return void response.end(bytes('core.wasm'));
    count += 1;
    asked.emit('again');
    if (isHere) answer(response);
    else waiting.push(response);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    wasm: `http://127.0.0.1:${port}/core.wasm`,
    arrive() {
      isHere = true;
      waiting.splice(0).forEach(answer);
    },
    fail() {
      for (const response of waiting.splice(0)) response.writeHead(404).end();
    },
    /** Resolves when it was asked for so often. */
    async asked(times: number) {
      while (count < times) await once(asked, 'again');
    },
  };
}

/** Everything that needs nothing from outside has run. */
async function settled() {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
}

async function open(options: Partial<CompactorOptions> = {}) {
  const log = new EventLog();
  const compactor = await createCompactor({
    contextWindow: 8_000,
    onEvent: log.onEvent,
    ...options,
  });
  return { compactor, log };
}

/** What a session makes of the long conversation where nothing has to be fetched. */
async function usual() {
  const { compactor } = await open();
  const session = compactor.session('chat');
  return { view: await step(session, long), state: session.snapshot() };
}

/** Instances that are made while `work` runs. */
async function instances(work: () => Promise<unknown>): Promise<number> {
  const { Instance } = WebAssembly;
  let count = 0;
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, args: [WebAssembly.Module, WebAssembly.Imports]) {
      count += 1;
      return new target(...args);
    },
  });
  try {
    await work();
  } finally {
    WebAssembly.Instance = Instance;
  }
  return count;
}

describe('the second file', () => {
  it('is left alone by a session that nothing is folded in', async () => {
    const count = await instances(async () => {
      const { compactor } = await open();
      const session = compactor.session('chat');
      for (let length = 1; length <= 3; length += 1) await step(session, conversation(length));
      compactor.session('other', { keepRecent: { tokens: 0.3 } });
      session.usage();
      assert.deepEqual(session.pins, []);
      assert.notEqual(session.snapshot(), '');
    });
    assert.equal(count, 1);
  });

  it('joins the instance when a fold is near', async () => {
    const { compactor } = await open();
    const session = compactor.session('chat');
    assert.equal(await instances(() => step(session, short)), 0);
    assert.equal(await instances(() => step(session, long)), 1);
    assert.equal(await instances(() => step(compactor.session('other'), long)), 0);
    assert.equal(session.usage().compactions, 1);
  });

  it('joins it for a saved state', async () => {
    const { state } = await usual();
    const { compactor } = await open();
    const opened = async () => compactor.session('chat', { state });
    assert.equal(await instances(opened), 1);
    assert.equal(compactor.session('chat').snapshot(), state);
  });

  it('can be given with the first', async () => {
    const wasm = { core: bytes('core.wasm'), fold: bytes('fold.wasm') };
    const { compactor } = await open({ wasm });
    assert.deepEqual(await step(compactor.session('chat'), long), (await usual()).view);
    await assert.rejects(open({ wasm: { core: wasm.core } }), { code: 'invalid-option' });
  });

  it('is nothing to a module that was never split', async () => {
    const wasm = readFileSync(new URL('../../build/wasm-release/core.wasm', import.meta.url));
    const { compactor } = await open({ wasm });
    const session = compactor.session('chat');
    const expected = await usual();
    assert.equal(await instances(() => step(session, long)), 0);
    assert.equal(session.explain().messages.length, long.length);
    assert.equal(session.snapshot(), expected.state);
  });
});

describe('while the second file is on its way', () => {
  it('a first step that needs it waits, and comes to the same', async () => {
    const expected = await usual();
    const { wasm, arrive } = await far();
    const { compactor, log } = await open({ wasm });
    const session = compactor.session('chat');
    const other = compactor.session('other');
    assert.deepEqual(await step(other, short), short);
    const prepared = step(session, long);
    await settled();
    // What it lived in is gone by now.
    assert.throws(() => other.pins, { code: 'internal' });
    arrive();
    assert.deepEqual(await prepared, expected.view);
    assert.equal(session.snapshot(), expected.state);
    assert.deepEqual(log.of('error'), []);
    assert.deepEqual(await step(other, long), expected.view);
  });

  it('a saved state waits to be read', async () => {
    const { state, view } = await usual();
    const { wasm, arrive } = await far();
    const { compactor } = await open({ wasm });
    const session = compactor.session('chat', { state });
    for (const call of [() => session.usage(), () => session.snapshot(), () => session.pins]) {
      assert.throws(call, { code: 'not-loaded' });
    }
    const prepared = step(session, long);
    arrive();
    assert.deepEqual(await prepared, view);
    assert.equal(session.usage().compactions, 1);
  });

  it('what asks about the past is refused, and nothing is lost', async () => {
    const { wasm, arrive } = await far();
    const { compactor } = await open({ wasm });
    const session = compactor.session('chat');
    await step(session, short);
    const withPattern = () =>
      compactor.session('other', { redact: { patterns: { id: 'ID-[0-9]{4}' } } });
    const calls = [
      () => session.explain(),
      () => session.records(),
      () => session.transcriptText(),
      () => session.pin('Leave the tests alone.'),
      withPattern,
    ];
    for (const call of calls) assert.throws(call, { code: 'not-loaded' });
    await assert.rejects(session.rewind(), { code: 'not-loaded' });
    arrive();
    assert.deepEqual(await step(session, short), short);
    for (const call of calls) call();
    assert.equal(await session.rewind(), false);
  });

  it('one that does not come is told, and asked for again', async () => {
    const { wasm, arrive, fail, asked } = await far();
    const { compactor, log } = await open({ wasm });
    const session = compactor.session('chat');
    await step(session, short);
    await asked(1);
    fail();
    await settled();
    const prepared = step(session, long);
    await asked(2);
    fail();
    assert.deepEqual(await prepared, long);
    assert.match(String(log.of('error')[0]?.error), /HTTP status 404/);
    arrive();
    assert.deepEqual(await step(session, long), (await usual()).view);
  });
});
