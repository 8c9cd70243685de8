// promise: api
/** What arguments-table.test.ts does not reach: the members of options, and what is told where nothing is thrown. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type CompactorEvent, createCompactor, EpitomeError } from 'epitome';
import { conversation } from './support/conversation.ts';

async function opened(t: TestContext) {
  const events: CompactorEvent[] = [];
  const onEvent = (event: CompactorEvent) => void events.push(event);
  const compactor = await createCompactor({ contextWindow: 8_000, onEvent });
  t.after(() => compactor.dispose());
  const history = conversation(40);
  return { session: compactor.session('chat'), history, events };
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
      await assert.rejects(
        async () => call(),
        (error) => {
          assert.ok(EpitomeError.isInstance(error));
          assert.match(error.code, /^invalid-(argument|option)$/);
          assert.ok(error.message.includes(`\`${name}\``), error.message);
          return true;
        },
      );
    }
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
