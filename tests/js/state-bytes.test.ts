/**
 * How large a saved state may get is the host's to say: `stateBytes`, by default 65,536 or a byte for each token
 * of the window. The user's words have room in it while they take little of the view.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { opener } from './support/opener.ts';
import { createRng, text } from './support/random.ts';
import { talkIn } from './support/talk.ts';

const open = opener({ contextWindow: 64_000, system: '', tools: [] });
const bytesOf = (state: string) => new TextEncoder().encode(state).length;

describe('stateBytes', () => {
  it('bounds what is saved, by itself as the window says', async () => {
    for (const [contextWindow, stateBytes, most] of [
      [64_000, undefined, 65_536],
      [128_000, undefined, 128_000],
      [128_000, 32_768, 32_768],
      [32_000, 200_000, 200_000],
    ] as const) {
      const talk = talkIn('ai-sdk');
      const options = stateBytes === undefined ? {} : { stateBytes };
      const { session } = await open({ contextWindow, ...options });
      const rng = createRng(`state of ${contextWindow} and ${stateBytes}`);
      const history = [...talk.user('Begin.'), ...talk.says('Yes.')];
      for (let i = 0; i < 120; i += 1) {
        history.push(...talk.user(text(rng, 800)), ...talk.reads(4));
        if (i % 4 > 0) continue;
        await session.prepare(history);
        assert.ok(bytesOf(session.snapshot()) <= most, `${bytesOf(session.snapshot())} of ${most}`);
      }
      const state = session.snapshot();
      const { session: restored } = await open({ contextWindow, ...options }, state);
      assert.equal(restored.snapshot(), state);
    }
  });

  it('leaves room for every short request of a long session', async () => {
    for (const [contextWindow, requests] of [
      [64_000, 130],
      [128_000, 260],
    ] as const) {
      const talk = talkIn('ai-sdk');
      const { session } = await open({ contextWindow });
      const history = [...talk.user('Begin.'), ...talk.says('Yes.')];
      const asked: string[] = [];
      for (let i = 0; i < requests; i += 1) {
        const one = `Paint door ${i} of the house at the lake, but leave its frame as it was before.`;
        asked.push(one);
        history.push(...talk.user(one), ...talk.reads(3));
        if (i % 5 === 0) await session.prepare(history);
      }
      const { messages } = await session.prepare(history);
      const view = JSON.stringify(messages);
      assert.deepEqual(
        asked.filter((one) => !view.includes(one)),
        [],
      );
    }
  });

  it('is read again, however much one record lists', async () => {
    const talk = talkIn('ai-sdk');
    const large = { contextWindow: 1_000_000, stateBytes: 1_048_576, strict: true };
    const options = { ...large, oneSummary: true, budgets: { summary: 300_000 } };
    const { session } = await open(options);
    const rng = createRng('many names');
    const word = () => Math.floor(rng.next() * 1e9).toString(36);
    const history = [...talk.user('Begin.'), ...talk.says('Yes.')];
    for (let i = 0; i < 400; i += 1) {
      const names = Array.from({ length: 120 }, () => `src/${word()}/${word()}_x.ts`);
      history.push(
        ...talk.user(`Take ${names[0]}.`),
        ...talk.says(`I took ${names.join(' and ')}`),
      );
      if (i % 50 === 49) await session.compact({ messages: history });
    }
    const state = session.snapshot();
    const lists = JSON.stringify(JSON.parse(state).segments);
    assert.ok(lists.split('.ts').length > 2_048, 'it lists little');
    const { session: restored } = await open(options, state);
    assert.equal(restored.snapshot(), state);
  });
});
