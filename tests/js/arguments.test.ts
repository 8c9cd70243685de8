// promise: api
/** That each public method says what is wrong with its arguments: by its name, and what it must be in its place. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type CompactorEvent, createCompactor, EpitomeError } from 'epitome';
import { conversation } from './support/conversation.ts';

async function opened(t: TestContext) {
  const events: CompactorEvent[] = [];
  const onEvent = (event: CompactorEvent) => void events.push(event);
  const compactor = await createCompactor({ contextWindow: 8_000, onEvent });
  t.after(() => compactor.dispose());
  const session = compactor.session('chat');
  const history = conversation(40);
  await session.prepare(history);
  await session.compact();
  const [record] = session.records();
  assert.ok(record !== undefined);
  return { compactor, session, history, events, record };
}

/** What a call that may throw or reject fails with. */
async function failureOf(call: (value: never) => unknown, value: unknown): Promise<unknown> {
  try {
    await call(value as never);
    return undefined;
  } catch (error) {
    return error;
  }
}

function isTyped(error: unknown, what: string): asserts error is EpitomeError {
  assert.ok(EpitomeError.isInstance(error), `${what}: ${String(error)}`);
  assert.match(error.code, /^invalid-(argument|option)$/, what);
}

describe('each method', () => {
  it('looks into its options, and names the member', async (t) => {
    const { session, history } = await opened(t);
    const wrong: [string, () => unknown][] = [
      ['options.abortSignal', () => session.compact({ abortSignal: 5 as never })],
      ['options.messages', () => session.compact({ messages: 'x' as never })],
      ['options.last', () => session.transcriptText({ last: -1 })],
      ['options.limit', () => session.recall('x', { limit: 0 })],
      ['options.role', () => session.recall('x', { role: 'robot' as never })],
      ['options.rank', () => session.tools({ rank: 5 as never })],
      ['options.names', () => session.tools({ names: 'x' as never })],
      ['options.children', () => session.usage({ children: 'yes' as never })],
      ['step.steps', () => session.plan(history, { steps: 7 as never })],
      ['messages', () => session.pending(null as never)],
    ];
    for (const [name, call] of wrong) {
      const error = await failureOf(call, undefined);
      isTyped(error, name);
      assert.ok(error.message.includes(`\`${name}\``), error.message);
    }
    const hostile = new Proxy({}, { ownKeys: () => assert.fail('no') });
    isTyped(await failureOf((value) => session.usage(value), hostile), 'a proxy');
  });
});

describe('what never rejects', () => {
  it('tells of wrong options, and goes on without them', async (t) => {
    const { session, history, events } = await opened(t);
    const { messages: right } = await session.prepare(history);
    for (const wrong of [null, 5, 'x', { usgae: {} }, { abortSignal: 5 }, { onEvent: 'x' }]) {
      events.length = 0;
      const { messages } = await session.prepare(history, wrong as never);
      assert.deepEqual(messages, right);
      assert.equal(await session.recover(new Error('no'), wrong as never), undefined);
      const told = events.flatMap((event) => (event.type === 'error' ? [event.error.code] : []));
      assert.deepEqual(told, ['invalid-argument', 'invalid-argument']);
    }
    for (const wrong of [undefined, null, 5]) {
      events.length = 0;
      assert.equal(await session.prepareStep(wrong as never), undefined);
      assert.equal(events.filter(({ type }) => type === 'error').length, 1);
    }
  });
});
