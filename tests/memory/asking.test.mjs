/** Questions about planted facts: what they hold, and how an answer counts. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRng } from '../js/support/random.ts';
import { sessionOf } from './load.mjs';
import { textOfMessages } from './measure/texts.ts';
import { holdsMeaning } from './measure/within.ts';
import { ages, asking, plantedFacts } from './parts/planted.mjs';
import { drawn, plants } from './plants/index.ts';
import { questionOf } from './plants/questions.ts';

describe('the question about a fact', () => {
  for (const seed of [1, 2, 3]) {
    it(`is there, whole, and does not hold what it asks for (${seed})`, () => {
      for (const [plant, planted] of drawn(createRng(seed), plants)) {
        const question = questionOf(plant, planted);
        assert.match(question, /\p{L}.*[?؟？]$/u, plant.id);
        assert.doesNotMatch(question, /<\d>|undefined/, plant.id);
        const { value, loose, secret, revokes } = planted;
        for (const told of [value, secret, revokes?.value]) {
          if (told === undefined) continue;
          assert.ok(!holdsMeaning(question, { value: told, about: [], loose }), plant.id);
        }
      }
    });
  }
});

describe('an answer', () => {
  const messages = Array.from({ length: 400 }, (_, n) =>
    n % 2 === 0
      ? { role: 'user', content: `go on with ${n}` }
      : { role: 'assistant', content: `done ${n}` },
  );
  const session = sessionOf({ name: 'talk', kind: 'chat', messages });
  const users = plants.filter(({ source }) => source === 'user').slice(0, 20);

  /** Folds at every tenth step: of what was before, one message in three is told. */
  const kept = (messages) => [
    ...messages.filter((_, n) => n % 3 === 0).map((message) => ({ ...message })),
    ...messages.slice(-2),
  ];
  const forgetful = (answer) => ({
    name: 'forgetful',
    open() {
      let shown = [];
      let at = 0;
      return {
        prompt({ messages }) {
          at += 1;
          shown = messages;
          return at % 10 === 0 ? kept(messages) : messages;
        },
        about: () => ({
          events: at % 10 === 0 ? [{ type: 'compaction', folds: [{ kind: 'fold' }] }] : [],
          recalled: async (query) => answer(query, shown),
        }),
      };
    },
  });
  const keptWith = async (answer) => {
    const policy = forgetful(answer);
    const { tally } = await plantedFacts({ session, policy, window: 16_000, plants: users });
    return ages.map((age) => [tally.get(`${age} all`), tally.get(`${age} all${asking}`)]);
  };

  it('counts beside the view', async () => {
    const silent = await keptWith(() => '');
    const telling = await keptWith((_, messages) => textOfMessages(messages));
    for (const [at, [alone, together]] of silent.entries()) {
      assert.ok(alone.held > 0 && alone.held < alone.total);
      assert.deepEqual(together, alone);
      const { total } = alone;
      assert.deepEqual(telling[at], [alone, { held: total, total }]);
    }
  });

  it('is asked for once for each fact that the view does not tell', async () => {
    let asked = 0;
    const counts = await keptWith(() => {
      asked += 1;
      return '';
    });
    assert.equal(
      asked,
      counts.reduce((sum, [{ held, total }]) => sum + total - held, 0),
    );
  });
});
