/**
 * Sessions with a store: they outlive their process, and workers that have the same one open agree on one
 * state and buy one summary.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  type Compactor,
  type CompactorOptions,
  createCompactor,
  EpitomeError,
  type SessionStore,
  type SummaryRequest,
} from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import {
  assistant,
  conversation,
  EventLog,
  goodSummary,
  jsonClone,
  playRaw,
  user,
} from './support/conversation.ts';
import { validateView } from './support/validator.ts';

const compactors: Compactor[] = [];
after(() => {
  for (const compactor of compactors) compactor.dispose();
});

/** A process of its own, as far as sessions go. */
async function worker(store: SessionStore, options: Partial<CompactorOptions> = {}) {
  const log = new EventLog();
  const requests: SummaryRequest[] = [];
  const settings: CompactorOptions = {
    contextWindow: 8_000,
    windowGuard: { warn: 0 },
    onEvent: log.onEvent,
    summarize: async (request) => {
      requests.push(request);
      return { text: goodSummary(request), usage: { inputTokens: 100, outputTokens: 10 } };
    },
    store,
    ...options,
  };
  const compactor = await createCompactor(settings);
  compactors.push(compactor);
  return { compactor, log, requests };
}

const history = conversation(60);
const codesOf = (log: EventLog) => log.of('error').map(({ error }) => (error as EpitomeError).code);

describe('a session with a store', () => {
  it('outlives its process: nothing is bought again', async () => {
    const store = memoryStore();
    const first = await worker(store);
    const session = await first.compactor.open('chat');
    assert.equal(session.revision, 0);
    const { views } = await playRaw(session, history);
    assert.ok(first.requests.length > 0);
    const stored = await store.load('chat');
    assert.equal(stored?.revision, session.revision);
    const second = await worker(store);
    const again = await second.compactor.open('chat');
    assert.equal(again.revision, session.revision);
    assert.equal(again.snapshot(), session.snapshot());
    const { messages } = await again.prepare(jsonClone(history));
    assert.deepEqual(messages, jsonClone(views.at(-1)));
    assert.equal(second.requests.length, 0);
    assert.deepEqual([...codesOf(first.log), ...codesOf(second.log)], []);
    assert.deepEqual(second.log.of('adopted'), [], 'it had nothing of its own');
  });

  it('loads with its first step where it was not opened with `open`', async () => {
    const store = memoryStore();
    const first = await worker(store);
    const { views } = await playRaw(first.compactor.session('chat'), history);
    const second = await worker(store);
    const hook = second.compactor.prepareStep({ sessionId: () => 'chat' });
    const step = { messages: jsonClone(history), steps: [], stepNumber: 0 };
    assert.deepEqual((await hook(step))?.messages, jsonClone(views.at(-1)));
    assert.equal(second.requests.length, 0);
  });

  it('C25: goes on byte for byte when a new process takes each step', async () => {
    const whole = await worker(memoryStore());
    const session = await whole.compactor.open('chat');
    const store = memoryStore();
    for (let end = 1; end <= history.length; end += 2) {
      const { messages } = await session.prepare(history.slice(0, end));
      const { compactor, requests } = await worker(store);
      const part = await compactor.open('chat');
      const asked = whole.requests.length;
      const restarted = await part.prepare(history.slice(0, end));
      assert.deepEqual(restarted.messages, messages, `step with ${end} messages`);
      assert.ok(requests.length <= asked);
      await part.close();
      compactor.dispose();
    }
    assert.ok(whole.requests.length > 0);
  });

  it('saves a record of each fold and the folded messages with the state', async () => {
    const store = memoryStore();
    const { compactor, log } = await worker(store, { prices: { input: 3, output: 15 } });
    await playRaw(await compactor.open('chat'), history);
    const folds = log.of('compaction').flatMap((event) => event.folds);
    const records = await store.records('chat');
    assert.equal(records.length, folds.length);
    const archive = await store.archive('chat');
    const positions = new Set(archive.map(({ position }) => position));
    records.forEach((record, i) => {
      const fold = folds[i];
      assert.equal(record.firstMessage, fold?.firstMessage);
      assert.equal(record.tokensAfter, fold?.tokensAfter);
      assert.notEqual(record.summary, '');
      if (record.outcome === 'merged') return;
      for (let p = record.firstMessage; p <= record.lastMessage; p += 1) {
        assert.ok(positions.has(p), `message ${p} is archived`);
      }
      assert.equal(record.fingerprints.length, record.lastMessage - record.firstMessage + 1);
    });
    const [bought] = records.filter(({ source }) => source === 'model');
    assert.deepEqual(bought?.usage, { inputTokens: 100, outputTokens: 10 });
    assert.equal(bought?.cost, (100 * 3 + 10 * 15) / 1e6);
    for (const { position, message } of archive) assert.equal(message, history[position - 1]);
  });

  it('goes on from the transcript where what is stored can’t be read', async () => {
    const store = memoryStore();
    await store.save('chat', { state: '{"epitome":1,"torn', expectedRevision: 0 });
    const { compactor, log } = await worker(store);
    const session = await compactor.open('chat');
    assert.deepEqual(codesOf(log), ['invalid-state']);
    const { views } = await playRaw(session, history);
    assert.deepEqual(validateView(views.at(-1) as unknown[], history, {}), []);
    assert.ok(session.revision > 1, 'a sound state takes its place');
  });

  it('leaves the state of a newer release alone', async () => {
    const store = memoryStore();
    const first = await worker(store);
    await playRaw(await first.compactor.open('chat'), history);
    const { state, revision } = (await store.load('chat')) ?? { state: '', revision: 0 };
    const newer = state.replace(
      /"epitome":(\d+)/,
      (_, number) => `"epitome":${Number(number) + 1}`,
    );
    assert.notEqual(newer, state);
    await store.save('chat', { state: newer, expectedRevision: revision });
    const { compactor, log } = await worker(store);
    await playRaw(await compactor.open('chat'), history);
    assert.deepEqual(codesOf(log), ['state-newer']);
    assert.equal((await store.load('chat'))?.state, newer);
  });

  it('goes on without a store that fails, and saves when it is back', async () => {
    const store = memoryStore();
    let isDown = true;
    let saves = 0;
    const failing: SessionStore = {
      ...store,
      save: async (id, change) => {
        saves += 1;
        if (isDown) throw new EpitomeError('store-full', 'no room');
        return store.save(id, change);
      },
    };
    const { compactor, log } = await worker(failing);
    const session = await compactor.open('chat');
    const { views } = await playRaw(session, history);
    assert.deepEqual(validateView(views.at(-1) as unknown[], history, {}), []);
    assert.deepEqual(new Set(codesOf(log)), new Set(['store-full']));
    isDown = false;
    await session.close();
    assert.equal((await store.load('chat'))?.revision, 1);
    const folded = log.of('compaction').flatMap(({ folds }) => folds);
    const archive = await store.archive('chat');
    assert.ok(folded.length > 0 && archive.length > 0, 'what was not saved comes later');
    assert.ok(saves > 2);
  });

  it('tries a save whose reply was lost again, and it counts once', async () => {
    const store = memoryStore();
    let lost = 0;
    const lossy: SessionStore = {
      ...store,
      save: async (id, change) => {
        const result = await store.save(id, change);
        lost += 1;
        if (lost % 2 === 1) throw new EpitomeError('store-unavailable', 'the connection was cut');
        return result;
      },
    };
    const { compactor, log } = await worker(lossy);
    await playRaw(await compactor.open('chat'), history);
    assert.deepEqual(codesOf(log), []);
    assert.deepEqual(log.of('adopted'), []);
    const folds = log.of('compaction').flatMap((event) => event.folds);
    assert.equal((await store.records('chat')).length, folds.length);
  });
});

describe('workers that share a session', () => {
  it('buy one summary at the same threshold, and show the same', async () => {
    const store = memoryStore();
    const workers = await Promise.all([1, 2, 3].map(() => worker(store)));
    const sessions = await Promise.all(workers.map(({ compactor }) => compactor.open('chat')));
    const views = await Promise.all(
      sessions.map(async (session) => (await session.prepare(jsonClone(history))).messages),
    );
    const alone = await worker(memoryStore());
    await (await alone.compactor.open('chat')).prepare(history);
    const bought = workers.reduce((sum, { requests }) => sum + requests.length, 0);
    assert.equal(bought, alone.requests.length);
    for (const view of views) assert.deepEqual(view, views[0]);
    assert.equal(workers.flatMap(({ log }) => log.of('adopted')).length > 0, true);
    assert.equal(workers.flatMap(({ log }) => log.of('compaction')).length, 1);
    const folds = workers.flatMap(({ log }) => log.of('compaction')).flatMap(({ folds }) => folds);
    assert.equal((await store.records('chat')).length, folds.length);
  });

  it('adopt what another one did meanwhile', async () => {
    const store = memoryStore();
    const [one, two] = [await worker(store), await worker(store)];
    const [first, second] = [await one.compactor.open('chat'), await two.compactor.open('chat')];
    await second.prepare(jsonClone(history.slice(0, 3)));
    const { views } = await playRaw(first, history);
    const { messages } = await second.prepare(jsonClone(history));
    assert.deepEqual(messages, jsonClone(views.at(-1)));
    assert.equal(two.requests.length, 0);
    const open = await two.compactor.open('chat');
    assert.equal(open.revision, (await store.load('chat'))?.revision);
  });

  it('wait no longer than a summary may take for one that was killed', async () => {
    const store = memoryStore();
    const controller = new AbortController();
    const killed = await worker(store, { summarize: () => new Promise(() => {}) });
    const session = await killed.compactor.open('chat');
    const sent = jsonClone(history);
    const dying = session.prepare(sent, { abortSignal: controller.signal });
    while ((await store.load('chat')) === null) await new Promise((go) => setTimeout(go, 1));
    const stored = await store.load('chat');
    const shortened = stored?.state.replace(/"millis":\d+/, '"millis":20') ?? '';
    assert.notEqual(shortened, stored?.state);
    await store.save('chat', { state: shortened, expectedRevision: stored?.revision ?? 0 });
    const { compactor, requests } = await worker(store);
    const { messages } = await (await compactor.open('chat')).prepare(sent);
    assert.ok(requests.length > 0);
    assert.deepEqual(validateView(messages, sent, {}), []);
    // Should it live after all, it finds out.
    controller.abort();
    assert.deepEqual((await dying).messages, messages);
    assert.equal(killed.log.of('adopted').length, 1);
  });

  it('leave a record of the calls that came too late', async () => {
    const store = memoryStore();
    // With `background` nobody claims a summary: both workers buy it.
    const options = { background: true, prices: { input: 3, output: 15 } };
    const workers = await Promise.all([1, 2].map(() => worker(store, options)));
    const sessions = await Promise.all(workers.map(({ compactor }) => compactor.open('chat')));
    for (let end = 1; end <= history.length; end += 2) {
      const sent = history.slice(0, end);
      await Promise.all(sessions.map((session) => session.prepare(sent)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const session of sessions) await session.close();
    const records = await store.records('chat');
    const asked = workers.reduce((sum, { requests }) => sum + requests.length, 0);
    const lost = records.filter(({ outcome }) => outcome === 'superseded');
    assert.ok(lost.length > 0);
    for (const { summary, state } of lost) assert.deepEqual([summary, state], ['', undefined]);
    const paid = records.reduce((sum, { usage }) => sum + (usage?.inputTokens ?? 0), 0);
    assert.equal(paid, asked * 100, 'every call is told once');
  });

  it('write on after the session was deleted', async () => {
    const store = memoryStore();
    const { compactor, log } = await worker(store);
    const session = await compactor.open('chat');
    await session.prepare([user('hi')]);
    await store.delete('chat');
    await session.prepare([user('hi'), assistant('Hello.'), user('Go on.')]);
    assert.equal((await store.load('chat'))?.revision, 1);
    assert.deepEqual(codesOf(log), []);
  });
});
