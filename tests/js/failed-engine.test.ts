// promise: 4 never breaks the agent
/**
 * An engine that stops in the middle of a call, as one without memory does, or refuses one. Reaches into
 * the engine, so everything is imported from where its modules lie one by one.
 */
import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { Core, CoreError, CoreRefusal } from '../../build/modules/engine/core.js';
import {
  type CompactorOptions,
  compact,
  createCompactor,
  type Session,
  safeCompact,
  selectMessagesToCompact,
} from '../../build/modules/index.js';
import {
  conversation,
  EventLog,
  goodSummary,
  isSegments,
  model,
  recordingSummarizer,
  step,
} from './support/conversation.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the types forbid is the subject.
type Anything = any;

const disposables: { dispose(): void }[] = [];
after(() => {
  for (const each of disposables) each.dispose();
});

async function open(options: Partial<CompactorOptions> = {}) {
  const log = new EventLog();
  const { summarize, requests } = recordingSummarizer();
  const settings = { contextWindow: 8_000, summarize, onEvent: log.onEvent, ...options };
  const compactor = await createCompactor(settings);
  disposables.push(compactor);
  return { compactor, session: compactor.session('chat'), log, requests };
}

async function once(
  session: Pick<Session, 'prepareStep'>,
  messages: Anything,
  steps: object[] = [],
) {
  const answer = await session.prepareStep({ messages, steps, stepNumber: steps.length, model });
  return answer?.messages ?? messages;
}

describe('a failed engine', () => {
  const { guard } = Core.prototype;
  afterEach(() => {
    Core.prototype.guard = guard;
  });

  /** Makes the engine's `name` fail, `times` times, as running out of memory does. */
  function failAt(
    name: string,
    times = 1,
    make = () => new WebAssembly.RuntimeError('unreachable'),
  ) {
    const state = { failed: 0 };
    Core.prototype.guard = function failing(run) {
      return guard.call(this, (call: Anything) =>
        run(
          new Proxy(call, {
            get: (target, key) => {
              if (key !== name || state.failed >= times) return target[key];
              return () => {
                state.failed += 1;
                throw make();
              };
            },
          }),
        ),
      ) as ReturnType<typeof run>;
    };
    return state;
  }

  const history = conversation(60);

  for (const name of ['step', 'view', 'report', 'request', 'reply', 'snapshotSession']) {
    it(`in ${name}: the step ends well in a fresh instance, with the decisions made so far`, async () => {
      const quiet = await open();
      const before = await once(quiet.session, history.slice(0, 61));
      const expected = await once(quiet.session, history, [{}]);

      const { session, log, requests } = await open();
      assert.deepEqual(await once(session, history.slice(0, 61)), before);
      const paid = requests.map(({ prompt }) => prompt);
      const state = failAt(name);
      assert.deepEqual(await once(session, history, [{}]), expected);
      assert.equal(state.failed, 1);
      const codes = log.of('error').map(({ error }) => error.code);
      assert.deepEqual(codes, ['internal']);
      const asked = requests.slice(paid.length).map(({ prompt }) => prompt);
      assert.ok(
        asked.every((prompt) => !paid.includes(prompt)),
        'what was decided is kept',
      );
      const next = [...history, ...step('next')];
      assert.deepEqual((await once(session, next, [{}, {}])).slice(-2), next.slice(-2));
      assert.equal(log.of('error').length, 1);
    });
  }

  it('fails a plan with a typed error, and the next step goes on', async () => {
    const history = conversation(60);
    const { session: other } = await open();
    const expected = await other.prepare(history);
    const { session } = await open();
    await session.prepare(history.slice(0, 1));
    failAt('step');
    for (let i = 0; i < 2; i += 1) {
      assert.throws(() => session.plan(history), { name: 'EpitomeError', code: 'internal' });
    }
    assert.deepEqual(await session.prepare(history), expected);
    assert.equal(session.plan(history).reason, undefined);
  });

  /** What a session shows and holds, and how often a model was asked for it. */
  const heldBy = ({ session, requests }: Awaited<ReturnType<typeof open>>, view: Anything) => ({
    view,
    pins: session.pins,
    records: session.records(),
    asked: requests.length,
  });

  const decided: Record<string, (session: Session) => Promise<void> | void> = {
    'a pin': (session) => session.pin('Keep port 8443.'),
    'the end of a pin': (session) => {
      session.pin('Keep port 8443.');
      session.unpin('Keep port 8443.');
    },
    'that a record is taken back': async (session) => {
      assert.equal(await session.rewind(), true);
    },
  };
  for (const [what, decide] of Object.entries(decided)) {
    it(`loses nothing of what was decided between steps: ${what}`, async () => {
      const held = [];
      for (const fails of [false, true]) {
        let written = 0;
        const opened = await open({
          summarize: async (request) => {
            written += 1;
            opened.requests.push(request);
            return goodSummary(request).replace('SUMMARY', `SUMMARY ${written}`);
          },
        });
        await once(opened.session, history.slice(0, 61));
        await decide(opened.session);
        const state = fails ? failAt('step') : { failed: 1 };
        const more = [...history.slice(0, 61), ...step('more')];
        const view = await once(opened.session, more, [{}]);
        assert.equal(state.failed, 1);
        held.push(heldBy(opened, view));
        Core.prototype.guard = guard;
      }
      assert.deepEqual(held[1], held[0]);
    });
  }

  it('has a turn before a fold once', async () => {
    let turns = 0;
    const memoryFlush = () => {
      turns += 1;
    };
    const { session, log } = await open({ contextWindow: 20_000, memoryFlush });
    const state = failAt('request');
    await once(session, conversation(120));
    assert.equal(state.failed, 1);
    assert.equal(log.rewrites.length, 1);
    assert.equal(turns, 1);
  });

  it('that fails again leaves the messages alone, and recovers later', async () => {
    const { session, log } = await open();
    failAt('step', 2);
    assert.equal(await once(session, history), history);
    assert.equal(log.of('error').length, 2);
    assert.ok((await once(session, history)).some(isSegments));
    assert.equal(log.of('error').length, 2);
  });

  it('by a failed allocation in the glue is the same', async () => {
    const { session, log } = await open();
    failAt('step', 1, () => new RangeError('Array buffer allocation failed') as Anything);
    assert.ok((await once(session, history)).some(isSegments));
    assert.equal(log.of('error').length, 1);
  });

  it('of one session does not end the others', async () => {
    const { compactor, session, log, requests } = await open();
    const other = compactor.session('other');
    const before = await once(other, history);
    const paid = requests.length;
    failAt('step');
    await once(session, history.slice(0, 3));
    assert.deepEqual(await once(other, history), before);
    assert.equal(requests.length, paid);
    assert.ok((await once(compactor.session('new'), history)).some(isSegments));
    assert.equal(log.of('error').length, 1);
  });

  it('outside a step throws `internal`, and the next step starts a fresh one', async () => {
    const { compactor, session, log } = await open();
    await once(session, history);
    failAt('stagedTextTokens');
    assert.throws(() => compactor.estimateTokens('text'), { code: 'internal' });
    assert.throws(() => compactor.estimateTokens('text'), { code: 'internal', message: /stopped/ });
    const view = await once(compactor.session('new'), history);
    assert.ok(view.some(isSegments));
    assert.equal(compactor.estimateTokens('text'), 1);
    assert.deepEqual(log.of('error'), []);
  });

  it('by a refused call is made anew as well', async () => {
    const { session, log } = await open();
    const first = await once(session, history.slice(0, 61));
    failAt('step', 1, () => new CoreRefusal(6) as Anything);
    const more = [...history.slice(0, 61), ...step('more')];
    assert.deepEqual(await once(session, more, [{}]), [...first, ...more.slice(-2)]);
    const codes = log.of('error').map(({ error }) => error.code);
    assert.deepEqual(codes, ['internal']);
  });

  it('by a view that the validator refuses is made anew, and the host’s messages stay where that is refused, too', async () => {
    const { session, log } = await open();
    const first = await once(session, history.slice(0, 61));
    const refusal = () => new CoreRefusal(CoreError.invalidView) as Anything;
    failAt('step', 1, refusal);
    const more = [...history.slice(0, 61), ...step('more')];
    assert.deepEqual(await once(session, more, [{}]), [...first, ...more.slice(-2)]);
    Core.prototype.guard = guard;
    failAt('step', 2, refusal);
    const again = [...more, ...step('again')];
    assert.equal(await once(session, again, [{}, {}]), again);
    Core.prototype.guard = guard;
    assert.deepEqual(await once(session, again, [{}, {}]), [...first, ...again.slice(-4)]);
    const codes = log.of('error').map(({ error }) => error.code);
    assert.deepEqual(codes, ['internal', 'internal', 'internal']);
  });

  it('in the middle of compact, explain or snapshot throws typed errors only', async () => {
    const { session } = await open();
    await once(session, history);
    failAt('explain');
    assert.throws(() => session.explain(), { code: 'internal' });
    Core.prototype.guard = guard;
    failAt('step', 2);
    await assert.rejects(session.compact({ messages: history }), { code: 'internal' });
    Core.prototype.guard = guard;
    assert.equal((await session.prepare(history)).messages.some(isSegments), true);
  });

  it('of a single call fails that call; the next one has a new engine', async () => {
    Core.prototype.guard = function failing(run) {
      return guard.call(this, () => {
        throw new WebAssembly.RuntimeError('unreachable');
      }) as ReturnType<typeof run>;
    };
    await assert.rejects(selectMessagesToCompact(conversation(40)), { code: 'internal' });
    assert.deepEqual(await safeCompact(conversation(40)), conversation(40));
    Core.prototype.guard = guard;
    const { messagesToCompact } = await selectMessagesToCompact(conversation(40));
    assert.ok(messagesToCompact.length > 0);
    assert.equal((await compact(conversation(40))).compacted, true);
  });
});
