/**
 * What a host can see, ask for and take back: a look ahead, a fold on demand up to a message of its choice,
 * and the way back.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EpitomeError } from 'epitome';
import {
  assistant,
  conversation,
  playRaw,
  recordingSummarizer,
  segmentText,
  user,
} from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { validateView } from './support/validator.ts';

const open = opener({ contextWindow: 32_000, windowGuard: { warn: 0 } });
const history = conversation(40);

const isRefused = (work: Promise<unknown>) =>
  assert.rejects(
    work,
    (error) => EpitomeError.isInstance(error) && error.code === 'invalid-argument',
  );

describe('C21: manual control', () => {
  it('C21: a preview says what a fold would take, and taking it does just that', async () => {
    const { summarize, requests } = recordingSummarizer();
    const { session, log } = await open({ summarize });
    await session.prepare(history);
    const state = session.snapshot();
    const { foldable, viewTokens } = session.explain();
    assert.ok(foldable);
    assert.equal(session.snapshot(), state, 'looking changes nothing');
    assert.equal(requests.length, 0);
    const { event } = await session.compact();
    const [fold] = event?.folds ?? [];
    assert.equal(foldable.firstMessage, fold?.firstMessage);
    assert.equal(foldable.lastMessage, fold?.lastMessage);
    assert.equal(foldable.tokens, fold?.tokensBefore);
    assert.ok(foldable.viewTokensAfter < viewTokens);
    // A model may need less than the room that its summary was given.
    assert.ok((event?.tokensAfter ?? 0) <= foldable.viewTokensAfter);
    assert.equal(log.of('compaction').length, 1);
    assert.equal(session.explain().foldable, undefined, 'nothing is left to be folded');
  });

  it('C21: instructions reach the model, and a fold that came out badly is taken back', async () => {
    const { summarize, requests } = recordingSummarizer();
    const { session } = await open({ summarize });
    await session.prepare(history);
    session.requestCompaction({ instructions: 'Keep every price.' });
    const { messages } = await session.prepare(history);
    assert.ok(messages.length < history.length);
    for (const { system } of requests) assert.ok(system.includes('Keep every price.'));
    assert.equal(await session.rewind(), true);
    assert.deepEqual((await session.prepare(history)).messages, history);
  });

  it('C21: it can be switched off, and raised', async () => {
    const long = conversation(100);
    const small = { contextWindow: 8_000 };
    const off = await open({ contextWindow: 64_000, trigger: 0.1, target: 0.05, enabled: false });
    await playRaw(off.session, long);
    assert.equal(off.log.of('compaction').length, 0);
    const first = async (options: object) => {
      const { session, log } = await open({ ...small, ...options });
      await playRaw(session, long);
      return log.of('compaction')[0]?.tokensBefore ?? 0;
    };
    const usual = await first({});
    assert.ok(usual > 0 && (await first({ trigger: 0.95, target: 0.5 })) > usual);
  });
});

describe('a fold above a message', () => {
  /** Positions of the host's messages that the view has as they are. */
  const kept = (view: readonly unknown[]) =>
    history.flatMap((message, i) => (view.includes(message) ? [i + 1] : []));

  for (const [name, target, first] of [
    ['its number', 42, 42],
    ['a call in it', 'c20', 42],
    ['the newest message', history.length, history.length - 1],
  ] as const) {
    it(`is named by ${name}: all before it goes, nothing behind it`, async () => {
      const { session } = await open({});
      await session.prepare(history);
      const { messages, compacted, event } = await session.compactAbove(target);
      assert.equal(compacted, true);
      assert.equal(event?.reason, 'manual');
      assert.deepEqual(validateView(messages, history, {}), []);
      // The opening request stays where it is.
      const tail = Array.from({ length: history.length - first + 1 }, (_, i) => first + i);
      assert.deepEqual(kept(messages), [1, ...tail]);
      assert.deepEqual(
        event?.folds.map(({ firstMessage, lastMessage }) => [firstMessage, lastMessage]),
        [[2, first - 1]],
      );
      assert.match(segmentText(messages as never) ?? '', /src\/c3\.ts/);
    });
  }

  it('is named by the id that a message has of itself', async () => {
    const { session } = await open({});
    const messages = [
      ...history.slice(0, 41),
      { ...user('And now?'), id: 'm-17' },
      assistant('Yes.'),
    ];
    const { event } = await session.compactAbove('m-17', { messages });
    assert.equal(event?.folds.at(-1)?.lastMessage, 41);
  });

  it('goes on with what comes behind, and goes further when it is asked again', async () => {
    const { summarize, requests } = recordingSummarizer();
    const { session } = await open({ summarize });
    await session.prepare(history);
    const { messages: view } = await session.compactAbove(20);
    const longer = [...history, ...conversation(4, { name: 'later' }).slice(1)];
    const next = await session.prepare(longer);
    assert.deepEqual(next.messages.slice(0, view.length), view, 'the prefix stays');
    const asked = requests.length;
    const again = await session.compactAbove(20, { messages: longer });
    assert.equal(again.compacted, false, 'nothing is above it any more');
    assert.equal(requests.length, asked);
    const further = await session.compactAbove(50, { messages: longer });
    assert.equal(further.event?.folds.filter(({ kind }) => kind === 'fold')[0]?.lastMessage, 49);
  });

  it('waits for the step that is under way', async () => {
    let answer = () => {};
    const { session, log } = await open({
      summarize: (request) =>
        new Promise((resolve) => {
          answer = () =>
            resolve(
              `## Done\n- ${request.prompt.length} characters were read, and the parser changed.`,
            );
        }),
    });
    await session.prepare(history);
    const first = session.compact();
    const second = session.compactAbove(history.length);
    const both = Promise.all([first, second]);
    let isOver = false;
    void both.then(() => {
      isOver = true;
    });
    while (!isOver) {
      answer();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    const [one, two] = await both;
    assert.ok(one.messages.length > two.messages.length);
    assert.deepEqual(log.of('error'), []);
  });

  it('refuses what names no message, and changes nothing', async () => {
    const { session } = await open({});
    await session.prepare(history);
    const state = session.snapshot();
    for (const wrong of [0, -1, 1.5, 1e9, Number.NaN, 'no such', '', undefined, {}]) {
      await isRefused(session.compactAbove(wrong as number));
    }
    assert.equal(session.snapshot(), state);
    const { session: unused } = await open({});
    await isRefused(unused.compactAbove(1));
  });
});
