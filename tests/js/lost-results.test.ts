// promise: 1 always valid
/**
 * Results that were lost: a step was saved half, a process died, somebody pressed stop, and the assistant went on.
 * Each view is one that its provider takes, at once and when more comes.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expectValid } from 'epitome/testing';
import type { Message } from '../../js/testing/shapes.ts';
import { opener } from './support/opener.ts';
import { createRng, type Rng } from './support/random.ts';
import { allDialects, type Talk, talkIn } from './support/talk.ts';

const open = opener({ contextWindow: 16_000, system: '', tools: {} });
const providers = {
  'ai-sdk': ['anthropic', 'openai', 'google'],
  'ai-sdk-4': [],
  'openai-chat': [undefined],
  anthropic: [undefined],
} as const;

/** Calls of one message or of several in a row, of which some have a result; words between them, mostly none. */
function turn(talk: Talk, rng: Rng, at: number): { said: Message[]; waits: boolean } {
  const said: Message[] = [];
  let waits = false;
  for (let part = 0; part < rng.int(1, 3); part += 1) {
    const made = Array.from({ length: rng.int(1, 2) }, (_, call) => ({
      ...{ tool: 'look', input: { at, part, call }, id: `c${at}_${part}_${call}` },
      result: `Seen ${at} ${part} ${call}. `.repeat(rng.int(1, 40)),
    }));
    const answered = made.flatMap((_, call) => (rng.chance(0.7) ? [call] : []));
    const [call, ...results] = talk.calls(made, answered);
    said.push(...(call ? [call] : []), ...(answered.length > 0 ? results : []));
    waits = answered.length < made.length;
  }
  if (rng.chance(0.2)) said.push(...talk.says(`On from ${at}.`));
  return { said, waits };
}

describe('a call whose result was lost', () => {
  for (const dialect of allDialects) {
    it(`is answered where its provider wants it, in every view: ${dialect}`, async () => {
      for (let seed = 0; seed < 12; seed += 1) {
        const rng = createRng(`lost ${seed}`);
        const talk = talkIn(dialect);
        const { session, log } = await open({ dialect });
        const history = talk.user('Look around.');
        for (let at = 0; at < 30; at += 1) {
          const { said, waits } = turn(talk, rng, at);
          history.push(...said);
          const ends = rng.chance(0.2);
          if (ends) history.push(...talk.says(`Done with ${at}.`));
          // A call of the newest message may still get its result: nobody asks a model before.
          const isSpoken = history.at(-1)?.role === 'assistant';
          if (waits || isSpoken) history.push(...talk.user(`On ${at}.`));
          const { messages } = await session.prepare([...history]);
          for (const provider of providers[dialect]) {
            const where = `seed ${seed}, turn ${at}, ${provider}`;
            assert.doesNotThrow(() => expectValid(messages, provider), where);
          }
        }
        assert.deepEqual(log.of('error'), []);
      }
    });
  }
});
