/**
 * How sessions are opened, shared and closed: as often as a server likes, by requests that come at once,
 * and without cutting off a loop that still runs.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Compactor, type CompactorOptions, createCompactor } from 'epitome';
import {
  conversation,
  EventLog,
  goodSummary,
  model,
  playRaw,
  user,
} from './support/conversation.ts';
import type { Message } from './support/shapes.ts';
import { validateView } from './support/validator.ts';

const compactors: Compactor[] = [];
after(() => {
  for (const compactor of compactors) compactor.dispose();
});

async function create(options: Partial<CompactorOptions> = {}) {
  const log = new EventLog();
  const quiet = { windowGuard: { warn: 0 } };
  const settings = { contextWindow: 8_000, onEvent: log.onEvent, ...quiet, ...options };
  const compactor = await createCompactor(settings as CompactorOptions);
  compactors.push(compactor);
  return { compactor, log };
}

const history = conversation(60);
const stepOf = (messages: Message[], steps: object[] = []) => ({
  messages,
  steps,
  stepNumber: steps.length,
  model,
});

/** A summariser whose calls wait until they are let go. */
function heldBack() {
  const held: { answer: () => void; signal: AbortSignal }[] = [];
  const summarize: CompactorOptions['summarize'] = (request, { signal }) =>
    new Promise((resolve) => {
      held.push({ answer: () => resolve(goodSummary(request)), signal });
    });
  return { held, summarize };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

/** Lets calls go as they come, until `over`. */
async function answerAll(held: { answer: () => void }[], over: Promise<unknown>): Promise<void> {
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  for (; !isOver; await turn()) for (const { answer } of held) answer();
}

describe('opening a session', () => {
  it('again and again is one session, which keeps its own state', async () => {
    const { compactor } = await create();
    assert.equal(compactor.has('chat'), false);
    const first = compactor.session('chat', { state: null });
    assert.equal(compactor.has('chat'), true);
    assert.equal(compactor.session('chat', { state: undefined }), first);
    const old = first.snapshot();
    await playRaw(first, history);
    const state = first.snapshot();
    assert.notEqual(state, old);
    assert.equal(compactor.session('chat', { state: old }), first);
    assert.equal(first.snapshot(), state);
    assert.equal(compactor.session('chat', { state: { state: old, revision: 0 } }), first);
    assert.equal(first.snapshot(), state);
  });

  it('takes a state with a higher revision, and tells', async () => {
    const { compactor: other } = await create();
    const ahead = other.session('chat');
    await playRaw(ahead, history);
    assert.ok(ahead.revision > 0);
    const { compactor, log } = await create();
    const session = compactor.session('chat');
    await session.prepare([user('hi')]);
    assert.ok(session.revision < ahead.revision);
    assert.equal(compactor.session('chat', { state: ahead.export() }), session);
    assert.equal(session.snapshot(), ahead.snapshot());
    assert.equal(session.revision, ahead.revision);
    assert.deepEqual(
      log.of('adopted').map(({ revision }) => revision),
      [ahead.revision],
    );
  });

  it('takes a state where it has none yet', async () => {
    const { compactor: other } = await create();
    await playRaw(other.session('chat'), history);
    const state = other.session('chat').snapshot();
    const { compactor } = await create();
    compactor.session('chat');
    assert.equal(compactor.session('chat', { state }).snapshot(), state);
  });
});

describe('requests at once', () => {
  it('on one session queue, and see what the one before decided', async () => {
    const { held, summarize } = heldBack();
    const { compactor, log } = await create({ summarize });
    const answers = [1, 2, 3].map(() =>
      compactor.session('chat').prepareStep(stepOf([...history])),
    );
    await until(() => held.length > 0);
    await answerAll(held, Promise.all(answers));
    const [first, ...others] = await Promise.all(answers);
    assert.ok(first);
    assert.deepEqual(validateView(first.messages, history, {}), []);
    for (const other of others) assert.deepEqual(other?.messages, first.messages);
    assert.equal(log.of('compaction').length, 1);
    assert.deepEqual(log.of('error'), []);
  });

  it('C12: that come while a summary is written keep their order, once each', async () => {
    const { held, summarize } = heldBack();
    const { compactor, log } = await create({ summarize });
    const session = compactor.session('chat');
    const first = session.prepare(history);
    await until(() => held.length > 0);
    const arrived = ['one', 'two', 'three'].map((text) => user(`Arrived: ${text}.`));
    const later = arrived.map((_, i) => session.prepare([...history, ...arrived.slice(0, i + 1)]));
    await answerAll(held, Promise.all([first, ...later]));
    const { messages } = await first;
    for (const [i, answer] of later.entries()) {
      const view = (await answer).messages;
      assert.deepEqual(view, [...messages, ...arrived.slice(0, i + 1)]);
    }
    assert.equal(log.of('compaction').length, 1);
  });

  it('on different sessions never wait for each other', async () => {
    const { held, summarize } = heldBack();
    const { compactor } = await create({ summarize });
    const waiting = compactor.session('slow').prepareStep(stepOf(history));
    await until(() => held.length > 0);
    const { messages } = await compactor.session('quick').prepare([user('hi')]);
    assert.equal(messages.length, 1);
    compactor.session('slow').dispose();
    await answerAll(held, waiting);
    assert.ok(await waiting);
  });

  it('have a listener and a signal each; an abort ends summary calls at once', async () => {
    const { held, summarize } = heldBack();
    const { compactor } = await create({ summarize });
    const session = compactor.session('chat');
    const [one, two] = [new EventLog(), new EventLog()];
    const controller = new AbortController();
    const aborted = session
      .with({ onEvent: one.onEvent, abortSignal: controller.signal })
      .prepareStep(stepOf(history));
    await until(() => held.length > 0);
    const other = session.with({ onEvent: two.onEvent }).prepare([user('Another transcript.')]);
    controller.abort(new Error('the user left'));
    await aborted;
    assert.ok(held.every(({ signal }) => signal.aborted));
    assert.deepEqual(
      one.of('compaction').flatMap(({ folds }) => folds.map(({ digestReason }) => digestReason)),
      ['aborted'],
    );
    await other;
    assert.deepEqual(
      two.all.map(({ type }) => type),
      ['aligned'],
    );
  });
});

describe('closing a session', () => {
  it('frees it after the last opening, and opening it again goes on from where it was', async () => {
    const { compactor, log } = await create();
    const session = compactor.session('chat');
    compactor.session('chat');
    const { views } = await playRaw(session, history);
    await session.close();
    assert.equal(compactor.has('chat'), true);
    await session.close();
    assert.equal(compactor.has('chat'), false);
    await session.close();
    const again = compactor.session('chat');
    assert.equal(again, session, 'as long as somebody uses it, it is the same one');
    const { messages } = await again.prepare(history);
    assert.deepEqual(messages, views.at(-1));
    assert.deepEqual(log.of('error'), []);
  });

  it('cuts off no loop that runs', async () => {
    const { held, summarize } = heldBack();
    const { compactor, log } = await create({ summarize });
    const session = compactor.session('chat');
    const pending = session.prepareStep(stepOf(history));
    await until(() => held.length > 0);
    const closed = session.close();
    assert.equal(compactor.has('chat'), true, 'not while a step is under way');
    await answerAll(held, closed);
    const view = (await pending)?.messages ?? [];
    assert.deepEqual(validateView(view, history, {}), []);
    const later = await session.prepareStep(stepOf(history, [{}]));
    assert.deepEqual(later?.messages, view);
    assert.deepEqual(log.of('error'), []);
  });

  it('closes its children, and comes with `await using`', async () => {
    const { compactor } = await create();
    {
      await using session = compactor.session('chat');
      session.child('reader');
      assert.equal(compactor.has('chat/reader'), true);
    }
    assert.equal(compactor.has('chat'), false);
    assert.equal(compactor.has('chat/reader'), false);
  });

  it('of a compactor lets running loops finish', async () => {
    const { compactor, log } = await create();
    const session = compactor.session('chat');
    const steps: object[] = [];
    const first = await session.prepareStep(stepOf(history, steps));
    compactor.dispose();
    steps.push({});
    const second = await session.prepareStep(stepOf(history, steps));
    assert.ok(first);
    assert.deepEqual(second?.messages, first.messages);
    assert.deepEqual(log.of('error'), []);
    assert.equal(await session.prepareStep(stepOf(history)), undefined);
    assert.equal(log.of('error').length, 1);
  });
});
