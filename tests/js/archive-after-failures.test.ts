// promise: 6 pays once, 9 nothing silently
/** A store that fails for a while: when it works again, the archive has what was folded meanwhile. */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { type Compactor, createCompactor, type Store } from 'epitome';
import { expectValid, fakeStore } from 'epitome/testing';
import type { Message } from '../../js/testing/shapes.ts';
import { createRng } from './support/random.ts';
import { dialects, talkIn } from './support/talk.ts';

const compactors: Compactor[] = [];
after(() => {
  for (const compactor of compactors) compactor.dispose();
});

const key = { scope: '', id: 'chat' };

async function openOn(store: Store, dialect: (typeof dialects)[number]) {
  const compactor = await createCompactor({ contextWindow: 8_000, quiet: true, dialect, store });
  compactors.push(compactor);
  return { compactor, session: await compactor.open(key.id) };
}

for (const dialect of dialects) {
  it(`has every folded message, whenever the store failed (${dialect})`, async () => {
    for (let seed = 0; seed < 6; seed += 1) {
      const rng = createRng(`archive after failures ${dialect} ${seed}`);
      const store = fakeStore();
      const { compactor, session } = await openOn(store, dialect);
      const talk = talkIn(dialect);
      const history: Message[] = [...talk.user('Begin with the first file.')];
      let missed = 0;
      for (let step = 0; step < 36; step += 1) {
        history.push(...talk.reads(1));
        const works = rng.chance(0.25);
        store.heal();
        if (!works) {
          store.fail({ method: 'save' });
          store.fail({ method: 'saveMeter' });
        }
        const before = store.calls.save;
        const { messages } = await session.prepare([...history]);
        if (!works) missed += store.calls.save - before;
        expectValid(messages, undefined, { history });
      }
      store.heal();
      await session.prepare([...history]);
      await compactor.close();

      const { session: again } = await openOn(store, dialect);
      await again.prepare([...history]);
      const folded = again
        .explain()
        .messages.filter(({ fate }) => fate === 'folded')
        .map(({ message }) => message);
      assert.ok(missed > 0 && folded.length > 10, `${missed} ${folded.length}`);
      const archived = await store.messages(key);
      assert.deepEqual(
        archived.map(({ message }) => message).sort((a, b) => a - b),
        folded,
        `seed ${seed}`,
      );
      const rounds = new Set((await store.rounds(key)).map(({ round }) => round));
      for (const { round, message, content } of archived) {
        assert.ok(rounds.has(round));
        assert.deepEqual(JSON.parse(content), JSON.parse(JSON.stringify(history[message - 1])));
      }
    }
  });
}
